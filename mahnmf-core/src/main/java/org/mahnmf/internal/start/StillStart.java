package org.mahnmf.internal.start;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.mahnmf.internal.kernel.Selection;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.SideData;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.Start;

/**
 * What hardly changes from sample to sample, such as the background of a film in one of its lights.
 * Up to as many samples as there are components are chosen that differ in most of their features,
 * so by the light and not by what passes by; every component is the median, feature by feature, of
 * the samples nearest to one of them, randomly varied.
 *
 * <p>From here the components learn how the still part changes; from elsewhere they may settle on
 * what passes by.
 */
public final class StillStart implements Start {

  private static final double VARIATION = .1;

  /** How much more a sample has of the components of its kind than of the others. */
  private static final double PREFERENCE = 3;

  /** A kind of its own must differ this many times as much as a quarter of the samples do. */
  private static final double DISTINCT = 4;

  /** Features that are enough to tell how much two samples differ. */
  private static final int COMPARED = 200;

  @Override
  public String name() {
    return "still";
  }

  @Override
  public String description() {
    return "medians of samples that are alike, randomly varied, for data that hardly change";
  }

  @Override
  public Factors create(Problem problem, Store store, long seed) {
    int rank = problem.rank();
    int[] kind = kinds(store, rank);
    int kinds = Arrays.stream(kind).max().orElse(0) + 1;
    SideData features = store.side(Factor.BASIS);
    SplittableRandom random = new SplittableRandom(seed);
    DenseMatrix basis = new DenseMatrix(rank, store.features());
    double[] values = new double[features.length()];
    double[] weights = new double[features.length()];
    double[] some = new double[features.length()];
    for (int j = 0; j < store.features(); j++) {
      features.read(j, values);
      features.readWeights(j, weights);
      for (int l = 0; l < rank; l++) {
        int count = 0;
        for (int i = 0; i < values.length; i++) {
          if (weights[i] > 0 && kind[i] == l % kinds) {
            some[count++] = values[i];
          }
        }
        double factor = 1 + VARIATION * (2 * RandomStart.uniform(random) - 1);
        basis.set(l, j, factor * Selection.select(some, 0, count, .5));
      }
    }
    DenseMatrix codes = new DenseMatrix(rank, store.samples());
    for (int i = 0; i < codes.columns(); i++) {
      double sum = 0;
      for (int l = 0; l < rank; l++) {
        sum += preference(kind[i], l % kinds);
      }
      for (int l = 0; l < rank; l++) {
        codes.set(l, i, preference(kind[i], l % kinds) / sum); // medians have the scale of X
      }
    }
    Factors factors = new Factors(basis, codes);
    RandomStart.revive(problem, factors, random);
    return factors;
  }

  private static double preference(int kind, int other) {
    return kind == other ? PREFERENCE : 1;
  }

  /** Which of the chosen samples each sample is nearest to. */
  private static int[] kinds(Store store, int rank) {
    int step = Math.max(1, store.features() / COMPARED);
    double[] row = new double[store.features()];
    double[][] seen = new double[store.samples()][(row.length + step - 1) / step];
    for (int i = 0; i < seen.length; i++) {
      store.side(Factor.CODES).read(i, row);
      Arrays.setAll(seen[i], j -> row[j * step]);
    }
    return kinds(seen, rank);
  }

  /**
   * Sorts samples, or some features of them, by what hardly changes, such as the light of a film,
   * into at most so many kinds; returns the kind of each, from 0.
   */
  public static int[] kinds(double[][] seen, int most) {
    int compared = seen[0].length;
    // The first is the sample in the middle of its kind: nearest to the median of all.
    double[] middle = new double[compared];
    double[] column = new double[seen.length];
    for (int j = 0; j < compared; j++) {
      for (int i = 0; i < seen.length; i++) {
        column[i] = seen[i][j];
      }
      middle[j] = Selection.select(column, 0, column.length, .5);
    }
    int[] kind = new int[seen.length];
    double[] nearest = new double[seen.length];
    double[] scratch = new double[compared];
    int chosen = 0;
    for (int i = 0; i < seen.length; i++) {
      nearest[i] = difference(seen[i], middle, scratch);
      chosen = nearest[i] < nearest[chosen] ? i : chosen;
    }
    Arrays.fill(nearest, Double.POSITIVE_INFINITY);
    double usual = Double.NaN;
    for (int l = 0; l < most && !(nearest[chosen] <= DISTINCT * usual); l++) {
      double[] typical = seen[chosen];
      for (int i = 0; i < seen.length; i++) {
        double difference = difference(seen[i], typical, scratch);
        if (difference < nearest[i]) {
          nearest[i] = difference;
          kind[i] = l;
        }
      }
      double[] sorted = nearest.clone();
      Arrays.sort(sorted);
      usual = sorted[sorted.length / 4];
      for (int i = 0; i < seen.length; i++) {
        chosen = nearest[i] > nearest[chosen] ? i : chosen;
      }
    }
    return kind;
  }

  /** The median of |a − b|: what covers less than half of a sample does not count. */
  private static double difference(double[] a, double[] b, double[] scratch) {
    for (int j = 0; j < a.length; j++) {
      scratch[j] = Math.abs(a[j] - b[j]);
    }
    return Selection.select(scratch, 0, a.length, .5);
  }
}
