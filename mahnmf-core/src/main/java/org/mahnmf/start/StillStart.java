package org.mahnmf.start;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Problem;
import org.mahnmf.store.SideData;
import org.mahnmf.store.Store;

/**
 * What hardly changes from sample to sample, such as the background of a film: every component is
 * the median of each feature, randomly varied, and every sample has the same share of each.
 *
 * <p>From here the components learn how the still part changes; from elsewhere they may settle on
 * what passes by.
 */
public final class StillStart implements Start {

  private static final double VARIATION = .1;

  /** Creates the start. */
  public StillStart() {}

  @Override
  public String name() {
    return "still";
  }

  @Override
  public String description() {
    return "the median of each feature, randomly varied, for data that hardly change";
  }

  @Override
  public Factors create(Problem problem, long seed) {
    Store store = problem.store();
    SideData features = store.side(Factor.BASIS);
    SplittableRandom random = new SplittableRandom(seed);
    DenseMatrix basis = new DenseMatrix(problem.rank(), store.features());
    DenseMatrix codes = new DenseMatrix(problem.rank(), store.samples());
    double[] values = new double[features.length()];
    double[] weights = new double[features.length()];
    for (int j = 0; j < store.features(); j++) {
      features.read(j, values);
      features.readWeights(j, weights);
      double median = median(values, weights);
      for (int l = 0; l < basis.rows(); l++) {
        double factor = 1 + VARIATION * (2 * RandomStart.uniform(random) - 1);
        basis.set(l, j, factor * median);
      }
    }
    Arrays.fill(codes.array(), 1);
    Factors factors = new Factors(basis, codes);
    RandomStart.revive(problem, factors, random);
    double scale = RandomStart.bestScale(problem, factors);
    return new Factors(basis.times(scale), codes.times(scale));
  }

  /** The median of the entries that count; reorders them. */
  private static double median(double[] values, double[] weights) {
    int count = 0;
    for (int i = 0; i < values.length; i++) {
      if (weights[i] > 0) {
        values[count++] = values[i];
      }
    }
    Arrays.sort(values, 0, count);
    return count == 0 ? 0 : values[count / 2];
  }
}
