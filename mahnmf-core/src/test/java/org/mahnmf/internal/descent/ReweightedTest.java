package org.mahnmf.internal.descent;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.TestProblems;
import org.mahnmf.internal.start.RandomStart;
import org.mahnmf.matrix.Observations;
import org.mahnmf.solver.Solver;
import org.mahnmf.solver.SolverContract;

class ReweightedTest extends SolverContract {

  @Override
  protected Solver solver() {
    return new Reweighted();
  }

  @Override
  protected double roundingTolerance() {
    return 1e-4;
  }

  @Test
  void endsNearAPlantedAnswer() {
    for (int seed = 1; seed <= 4; seed++) {
      TestProblems.Planted planted = TestProblems.planted(60, 300, 2, seed);
      double[][] table = TestProblems.copy(planted.clean());
      double truth = 0;
      Random random = new Random(seed);
      for (double[] row : table) {
        for (int j = 0; j < row.length; j++) {
          if (random.nextInt(10) == 0) {
            double off = 3 * random.nextDouble();
            truth += Math.abs(off - row[j]);
            row[j] = off;
          }
        }
      }
      Factorization fit =
          MahNmf.ofRank(2)
              .with(solver())
              .with(new RandomStart())
              .withSeed(seed)
              .fit(Observations.of(table));
      assertTrue(fit.objective() <= 1.01 * truth, fit.objective() + " against " + truth);
    }
  }
}
