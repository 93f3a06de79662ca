package org.mahnmf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.solver.Solver;

/** The tolerance ends every method sooner or later, and the record says what ended it. */
class ToleranceTest {

  private static final double[] TOLERANCES = {.5, .01, 1e-4, 1e-6};

  /** Products of rank 6 with noise, so that no method is through in a few steps. */
  private static Observations noisy(int rows, int columns) {
    SplittableRandom random = new SplittableRandom(5);
    DenseMatrix w = new DenseMatrix(6, rows);
    DenseMatrix h = new DenseMatrix(6, columns);
    for (DenseMatrix factor : List.of(w, h)) {
      for (int i = 0; i < factor.array().length; i++) {
        factor.array()[i] = random.nextDouble() < .5 ? 0 : random.nextDouble();
      }
    }
    DenseMatrix x = new DenseMatrix(rows, columns);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        double sum = .3 * random.nextDouble();
        for (int l = 0; l < 6; l++) {
          sum += w.get(l, i) * h.get(l, j);
        }
        x.set(i, j, random.nextDouble() < .05 ? 5 : sum);
      }
    }
    return Observations.of(x);
  }

  @Test
  void aSmallerToleranceTakesMoreStepsAndEndsLower() {
    Observations table = noisy(60, 50);
    for (Solver solver : List.of(Solvers.admm(), Solvers.auto(), Solvers.rri())) {
      int steps = 0;
      double objective = Double.POSITIVE_INFINITY;
      for (double tolerance : TOLERANCES) {
        Factorization found =
            MahNmf.ofRank(6)
                .with(solver)
                .withThreads(1)
                .withTolerance(tolerance)
                .withMaxIterations(5000)
                .fit(table);
        String name = solver.name() + " to " + tolerance;
        int now = found.record().outcome().iterations();
        // The steps that choose a ridge are the same for all.
        boolean isCoarse = solver.name().equals("auto") && tolerance > 1e-4;
        assertTrue(
            now > steps || (isCoarse && now == steps), name + ": " + now + " after " + steps);
        assertTrue(found.objective() <= objective, name + " ends higher");
        steps = now;
        objective = found.objective();
      }
    }
  }

  @Test
  void theReasonSaysWhatEndedTheFit() {
    Observations table = noisy(60, 50);
    MahNmf six = MahNmf.ofRank(6).withThreads(1);
    MahNmf admm = six.with(Solvers.admm());
    assertEquals(
        "schedule ended: no smaller penalty is left to try",
        admm.withTolerance(1e-6).fit(table).stopReason());
    assertEquals(
        "converged: relative change at most 0.01", admm.withTolerance(.01).fit(table).stopReason());
    assertEquals("iteration limit of 3", admm.withMaxIterations(3).fit(table).stopReason());
    String auto = six.withRank(20).fit(table).stopReason();
    assertTrue(auto.endsWith(", at the ridge that held-out entries chose"), auto);
    assertTrue(six.withMaxIterations(9).fit(table).stopReason().startsWith("iteration limit of 9"));
  }
}
