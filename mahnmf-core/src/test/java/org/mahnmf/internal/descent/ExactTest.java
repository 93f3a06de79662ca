package org.mahnmf.internal.descent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.TestProblems;
import org.mahnmf.base.Workers;
import org.mahnmf.internal.start.GivenStart;
import org.mahnmf.internal.start.RandomStart;
import org.mahnmf.internal.store.DenseStore;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.Box;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Side;
import org.mahnmf.solver.Iteration;
import org.mahnmf.solver.Posed;
import org.mahnmf.solver.RunContext;
import org.mahnmf.solver.Solver;
import org.mahnmf.solver.SolverContract;
import org.mahnmf.term.Manhattan;

class ExactTest extends SolverContract {

  @Override
  protected Solver solver() {
    return new Exact();
  }

  @Override
  protected double roundingTolerance() {
    return 1e-4;
  }

  /** The kink at which coordinate steps stop with 14; the linear programme has 1.5. */
  @Test
  void leavesTheKinkThatHoldsCoordinateSteps() {
    DenseMatrix basis = DenseMatrix.ofRows(new double[][] {{3, 2, 1, 1}, {1, 2, 3, 1}});
    try (Workers workers = new Workers(1)) {
      DenseStore store =
          DenseStore.unscaled(
              Observations.of(new double[][] {{4, 8, 10, 4}, {4, 8, 10, 4}}), workers);
      Posed problem = Posed.of(store, 2, new Manhattan(), Side.nonNegative(), Side.nonNegative());
      DenseMatrix codes = new DenseMatrix(2, 2);
      RriStep coordinates =
          new RriStep(
              problem.problem(),
              problem.store(),
              Factor.CODES,
              false,
              new RunContext(0, () -> false));
      for (int sweep = 0; sweep < 20; sweep++) {
        coordinates.improve(basis, codes, sweep, 0);
      }
      assertEquals(2 * 14, coordinates.sums.absolute(), 1e-12);
      Exact.ExactStep exact =
          new Exact.ExactStep(
              problem.problem(), problem.store(), Factor.CODES, new RunContext(0, () -> false));
      exact.improve(basis, codes, 0, 0);
      assertEquals(2 * 1.5, exact.sums.absolute(), 1e-12);
    }
  }

  @Test
  void neverRisesAndTellsTheTrueObjective() {
    for (int seed = 1; seed <= 5; seed++) {
      Observations observations =
          TestProblems.plantedWithMissing(30, 20, 3, .2, seed).observations();
      try (Workers workers = new Workers(2)) {
        Side box = Side.nonNegative().with(new Box(0, 2));
        Posed problem =
            Posed.of(
                DenseStore.scaled(observations, workers),
                3,
                new Manhattan(),
                box,
                Side.nonNegative());
        Factors start = problem.from(new RandomStart(), seed);
        Iteration iteration =
            solver()
                .start(problem.problem(), problem.store(), start, new RunContext(0, () -> false));
        double before = Double.POSITIVE_INFINITY;
        for (int step = 0; step < 8; step++) {
          iteration.advance();
          double now = iteration.objective().total();
          assertTrue(now <= before * (1 + 1e-12), "seed " + seed + ", step " + step);
          assertEquals(problem.evaluate(iteration.factors()).total(), now, 1e-9 * now);
          before = now;
        }
      }
    }
  }

  /** A point at which neither factor alone can improve is one for coordinate steps as well. */
  @Test
  void leavesNothingForCoordinateSteps() {
    Observations observations = TestProblems.plantedWithSpikes(40, 30, 3, 9).observations();
    MahNmf settings = MahNmf.ofRank(3).with(new RandomStart()).withTolerance(1e-9).withThreads(1);
    Factorization exact = settings.with(new Exact()).fit(observations);
    Factorization polished =
        settings
            .with(new Rri())
            .with(new GivenStart(exact.basis(), exact.codes()))
            .fit(observations);
    assertEquals(exact.objective(), polished.objective(), 1e-6 * exact.objective());
  }
}
