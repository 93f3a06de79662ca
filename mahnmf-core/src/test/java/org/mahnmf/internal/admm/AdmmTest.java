package org.mahnmf.internal.admm;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.internal.descent.Smoothing;
import org.mahnmf.internal.start.RandomStart;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.solver.Solver;
import org.mahnmf.solver.SolverContract;

class AdmmTest extends SolverContract {

  @Override
  protected Solver solver() {
    return new Admm();
  }

  @Override
  protected double roundingTolerance() {
    return 1e-4; // not monotone inside: another rounding may tighten the penalty a step later
  }

  @Override
  protected boolean revivesDeadComponents() {
    return false;
  }

  /** Planted 100 x 50 of rank 5, a tenth of the entries set high and a tenth to zero. */
  @Test
  void reachesThePlantedTruthFromRandomStarts() {
    int reached = 0;
    for (int seed = 0; seed < 5; seed++) {
      SplittableRandom random = new SplittableRandom(100 + seed);
      double[] w = random.doubles(5 * 100).toArray();
      double[] h = random.doubles(5 * 50).toArray();
      DenseMatrix clean = new DenseMatrix(50, 100);
      double largest = 0;
      for (int j = 0; j < 50; j++) {
        for (int i = 0; i < 100; i++) {
          double sum = 0;
          for (int l = 0; l < 5; l++) {
            sum += w[l * 100 + i] * h[l * 50 + j];
          }
          clean.set(j, i, sum);
          largest = Math.max(largest, sum);
        }
      }
      DenseMatrix dirty = clean.copy();
      for (int k = 0; k < dirty.array().length; k++) {
        double draw = random.nextDouble();
        if (draw < .2) {
          dirty.array()[k] = draw < .1 ? 2 * largest : 0;
        }
      }
      Factorization fit =
          MahNmf.ofRank(5)
              .withSeed(seed)
              .with(new Admm().with(1, 1e-4))
              .with(new RandomStart())
              .fit(Observations.of(dirty));
      double error = 0;
      double size = 0;
      DenseMatrix found = fit.lowRank().toDense();
      for (int k = 0; k < found.array().length; k++) {
        double difference = found.array()[k] - clean.array()[k];
        error += difference * difference;
        size += clean.array()[k] * clean.array()[k];
      }
      reached += Math.sqrt(error / size) <= 1e-3 ? 1 : 0;
    }
    assertTrue(reached >= 4, "truth reached from " + reached + " of 5 starts");
  }

  @Test
  void endsLowerThanSmoothingOnNoise() {
    SplittableRandom random = new SplittableRandom(3);
    Observations noise =
        Observations.of(DenseMatrix.wrap(60, 80, random.doubles(60 * 80).toArray()));
    MahNmf settings = MahNmf.ofRank(8).withSeed(1);
    double admm = settings.with(new Admm()).fit(noise).objective();
    double smoothing = settings.with(new Smoothing()).fit(noise).objective();
    assertTrue(admm < smoothing, admm + " against " + smoothing);
  }
}
