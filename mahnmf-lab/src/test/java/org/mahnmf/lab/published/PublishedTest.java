package org.mahnmf.lab.published;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.Solvers;
import org.mahnmf.Starts;
import org.mahnmf.TestProblems;
import org.mahnmf.TestProblems.Planted;
import org.mahnmf.base.Workers;
import org.mahnmf.checkpoint.Checkpoint;
import org.mahnmf.checkpoint.Resuming;
import org.mahnmf.internal.descent.Smoothing;
import org.mahnmf.internal.fit.NumberHash;
import org.mahnmf.internal.kernel.Products;
import org.mahnmf.internal.start.RandomStart;
import org.mahnmf.internal.store.DenseStore;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.Precision;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.Store;
import org.mahnmf.problem.Term;
import org.mahnmf.solver.FactorizationLoop;
import org.mahnmf.solver.FitListener;
import org.mahnmf.solver.Iteration;
import org.mahnmf.solver.Posed;
import org.mahnmf.solver.RecordingStore;
import org.mahnmf.solver.RunContext;
import org.mahnmf.solver.Solver;
import org.mahnmf.solver.StoppingRule;
import org.mahnmf.term.Manhattan;
import org.mahnmf.term.Ridge;
import org.mahnmf.term.Sparsity;

/** The methods of the paper as printed, what they do, and where the corrected ones differ. */
class PublishedTest {

  private static final Solver PRINTED = Solvers.asPublished("smoothing");
  private static final RunContext RUN = new RunContext(1e-4, () -> false);

  private static Store store(double[][] samples) {
    return DenseStore.unscaled(Observations.of(samples), new Workers(1));
  }

  private static Posed problem(Store store, int rank) {
    return Posed.of(store, rank, new Manhattan(), Side.nonNegative(), Side.nonNegative());
  }

  @ParameterizedTest
  @ValueSource(strings = {"rri", "smoothing"})
  void areFoundByNameAndSayWhatTheyAre(String name) {
    Solver printed = Solvers.asPublished(name);
    assertTrue(printed.isAsPublished() && !Solvers.named(name).isAsPublished());
    assertEquals(name, printed.name());
    assertEquals(name + " as published", printed.identity());
    assertTrue(Solvers.all().stream().noneMatch(Solver::isAsPublished));
  }

  @Test
  void othersAreNotOfThePaper() {
    assertEquals(
        "solver as published is 'auto' but must be one of rri, smoothing",
        assertThrows(IllegalArgumentException.class, () -> Solvers.asPublished("auto"))
            .getMessage());
  }

  @ParameterizedTest
  @CsvSource({"rri, e368d8d5de4092db", "smoothing, 496650b210ef0d93"})
  void giveTheBytesOfThisRelease(String name, String expected) {
    assumeTrue(Products.arithmetic().equals("fused"), "no fused multiply-add here: other bytes");
    Factorization found =
        MahNmf.ofRank(3)
            .withSeed(5)
            .withThreads(1)
            .withMaxIterations(25)
            .with(Solvers.asPublished(name))
            .fit(TestProblems.plantedWithSpikes(30, 25, 3, 3).observations());
    NumberHash hash = new NumberHash();
    for (DenseMatrix factor : List.of(found.basis().toDense(), found.codes().toDense())) {
      for (double value : factor.array()) {
        hash.add(value);
      }
    }
    hash.add(found.lowerBound());
    assertEquals(expected, hash.digits());
  }

  @ParameterizedTest
  @ValueSource(strings = {"rri", "smoothing"})
  void resume(String name) {
    MahNmf settings = MahNmf.ofRank(2).withSeed(3).withThreads(1).withMaxIterations(8);
    Observations table = TestProblems.plantedWithSpikes(14, 12, 2, 3).observations();
    Resuming.check(name, settings.with(Solvers.asPublished(name)), table, 4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rri", "smoothing"})
  void refuseTermsByName(String name) {
    Observations table = TestProblems.planted(12, 9, 2, 3).observations();
    for (Term penalty : new Term[] {new Ridge(1), new Sparsity(1)}) {
      MahNmf settings =
          MahNmf.ofRank(2).with(Solvers.asPublished(name)).onBasis(penalty).onCodes(penalty);
      assertEquals(
          "solver '"
              + name
              + "' does not take '"
              + penalty.name()
              + "': the printed method has no terms; leave out as-published",
          assertThrows(IllegalArgumentException.class, () -> settings.fit(table)).getMessage());
    }
  }

  @Test
  void stayDoubleAndSaySo() {
    MahNmf floats =
        MahNmf.ofRank(2)
            .with(Solvers.asPublished("rri"))
            .withPrecision(Precision.FLOAT)
            .withMaxIterations(3);
    Factorization fit = floats.fit(TestProblems.planted(12, 9, 2, 3).observations());
    assertEquals("double", fit.record().environment().precision());
    String notes = String.join(" ", fit.record().outcome().notes());
    assertTrue(notes.contains("kept in double precision"), notes);
  }

  @Test
  void keepTheLastPointAndSaySo() {
    Observations planted = TestProblems.planted(30, 20, 3, 1).observations();
    List<Double> seen = new ArrayList<>();
    Factorization found =
        MahNmf.ofRank(3)
            .with(PRINTED)
            .with(Starts.random())
            .withMaxIterations(12)
            .withListener(progress -> seen.add(progress.objective()))
            .fit(planted);
    double last = seen.get(seen.size() - 1);
    assertEquals(last, found.objective(), 1e-9 * last);
    assertTrue(found.record().outcome().notes().get(0).startsWith("As published"));
    assertEquals(true, found.record().setup().settings().get("asPublished"));
  }

  /** Objectives of a run, the start first, and the products spent at each. */
  private record Run(List<Double> objectives, List<Double> products) {

    int rises() {
      int rises = 0;
      for (int t = 1; t < objectives.size(); t++) {
        rises += objectives.get(t) > objectives.get(t - 1) * (1 + 1e-12) ? 1 : 0;
      }
      return rises;
    }

    double first() {
      return objectives.get(0);
    }

    double last() {
      return objectives.get(objectives.size() - 1);
    }

    double least() {
      return objectives.stream().min(Double::compare).orElseThrow();
    }

    double work() {
      return products.get(products.size() - 1);
    }

    /** Products until the objective is first at or below a value; infinite if never. */
    double workTo(double value) {
      for (int t = 0; t < objectives.size(); t++) {
        if (objectives.get(t) <= value) {
          return products.get(t);
        }
      }
      return Double.POSITIVE_INFINITY;
    }
  }

  private static Run run(Solver solver, double[][] table, int rank, long seed, int most) {
    Posed problem = problem(store(table), rank);
    Factors start = problem.from(new RandomStart(), seed);
    Run run = new Run(new ArrayList<>(), new ArrayList<>());
    StoppingRule rule = solver.convergence(1e-4).or(StoppingRule.iterations(most));
    FitListener listener =
        progress -> {
          run.objectives.add(progress.objective());
          run.products.add(progress.products());
        };
    new FactorizationLoop(rule, listener, 1, true)
        .run(
            solver.start(problem.problem(), problem.store(), start, RUN),
            Checkpoint.none(),
            state -> {});
    return run;
  }

  @Test
  void theorem2IsFalseThePrintedMethodRisesAndTheCorrectedNever() {
    int rises = 0;
    for (long seed = 1; seed <= 2; seed++) {
      List<double[][]> tables =
          List.of(
              TestProblems.uniform(50, 100, seed),
              TestProblems.planted(50, 100, 5, seed).table(),
              TestProblems.plantedWithSpikes(50, 100, 5, seed).table());
      for (double[][] table : tables) {
        rises += run(PRINTED, table, 5, seed, 20).rises();
        for (Solver corrected : List.of(new Smoothing(), new Smoothing().withMonotoneSteps())) {
          assertEquals(0, run(corrected, table, 5, seed, 25).rises(), "seed " + seed);
        }
      }
    }
    assertTrue(rises >= 6, "the printed method rose only " + rises + " times");
  }

  @Test
  void printedMethodClimbsAboveItsStartOnPlantedDataWhereTheCorrectedFits() {
    for (long seed = 1; seed <= 2; seed++) {
      double[][] table = TestProblems.planted(50, 100, 5, seed).table();
      Run printed = run(PRINTED, table, 5, seed, 100);
      assertTrue(printed.least() < .05 * printed.first(), "seed " + seed);
      assertTrue(printed.last() > printed.first(), "seed " + seed + " ends at " + printed.last());
      Run corrected = run(new Smoothing(), table, 5, seed, 60);
      assertTrue(corrected.last() < .05 * corrected.first(), "seed " + seed);
      assertEquals(corrected.least(), corrected.last());
    }
  }

  @Test
  void correctedSmoothingNeedsHalfTheProductsOfThePrintedMethodAndEndsLower() {
    for (long seed = 1; seed <= 10; seed++) {
      double[][] table = TestProblems.uniform(50, 100, seed);
      Run printed = run(PRINTED, table, 5, seed, 500);
      Run corrected = run(new Smoothing(), table, 5, seed, 500);
      assertEquals(printed.first(), corrected.first(), "same start");
      double work = corrected.workTo(printed.last());
      assertTrue(
          work <= .5 * printed.work(),
          "seed " + seed + ": " + work + " products against " + printed.work());
      assertTrue(
          corrected.last() < printed.least(),
          "seed " + seed + ": " + corrected.last() + " against " + printed.least());
    }
  }

  @Test
  void printedMethodDependsOnTheScaleOfTheDataAndTheCorrectedDoesNot() {
    for (long seed = 1; seed <= 1; seed++) {
      double[][] table = TestProblems.uniform(50, 100, seed);
      double[][] grey = TestProblems.times(table, 255);
      Run printed = run(PRINTED, table, 5, seed, 500);
      Run printedGrey = run(PRINTED, grey, 5, seed, printed.objectives.size() - 1);
      assertTrue(
          printedGrey.work() > 2 * printed.work(),
          "seed " + seed + ": as many outer steps took " + printedGrey.work() + " products");
      assertTrue(
          Math.abs(printedGrey.last() / 255 / printed.last() - 1) > 1e-3,
          "seed " + seed + ": " + printedGrey.last() / 255 + " and " + printed.last());
      Run corrected = run(new Smoothing(), table, 5, seed, 500);
      Run correctedGrey = run(new Smoothing(), grey, 5, seed, 500);
      assertEquals(corrected.work(), correctedGrey.work(), "seed " + seed);
      assertEquals(
          corrected.last(), correctedGrey.last() / 255, 1e-6 * corrected.last(), "seed " + seed);
      assertTrue(correctedGrey.last() < printedGrey.least(), "seed " + seed);
    }
  }

  @Test
  void proxCentreZeroThrowsTheWarmStartAway() {
    for (long seed = 1; seed <= 5; seed++) {
      Planted planted = TestProblems.planted(50, 100, 5, seed);
      double size = TestProblems.absoluteSum(planted.observations());
      Factors optimum =
          new Factors(
              DenseMatrix.ofRows(planted.basis()), DenseMatrix.ofRows(planted.codes()).transpose());
      RecordingStore recorder = new RecordingStore(store(planted.table()));
      Iteration printed = problem(recorder, 5).begin(PRINTED, optimum.copy(), RUN);
      assertTrue(printed.objective().total() < 1e-12 * size);
      printed.advance();
      // Y_0 = H_0 since the gradient is 0, Z_0 = 0, so H_1 = H_0/3 (eq3.10)
      DenseMatrix next = recorder.gradients(Factor.CODES).get(1).moving();
      assertArrayEquals(optimum.codes().times(1.0 / 3).array(), next.array(), 1e-9);
      assertTrue(
          printed.objective().total() > 1e-4 * size,
          "seed " + seed + " stays at " + printed.objective().total());
      Iteration corrected =
          problem(store(planted.table()), 5).begin(new Smoothing(), optimum.copy(), RUN);
      corrected.advance();
      assertTrue(corrected.objective().total() < 1e-12 * size, "seed " + seed);
    }
  }

  @Test
  void lambdaOfThePrintedMethodIsATenthAndThenATenthOverT() {
    RecordingStore recorder = new RecordingStore(store(TestProblems.uniform(20, 30, 1)));
    Posed problem = problem(recorder, 3);
    Iteration printed =
        PRINTED.start(problem.problem(), problem.store(), problem.from(new RandomStart(), 1), RUN);
    double[] expected = {.1, .1, .1 / 2, .1 / 3, .1 / 4};
    for (double lambda : expected) {
      recorder.calls().clear();
      printed.advance();
      for (Factor side : Factor.values()) {
        List<RecordingStore.Call> calls = recorder.gradients(side);
        assertTrue(calls.size() > 1);
        calls.forEach(call -> assertEquals(lambda, call.lambda()));
      }
    }
  }

  @Test
  void rriNeverRisesNotEvenAsPublished() {
    for (long seed = 1; seed <= 4; seed++) {
      double[][] table =
          seed % 2 == 0
              ? TestProblems.uniform(20, 30, seed)
              : TestProblems.plantedWithSpikes(20, 30, 3, seed).table();
      for (Solver solver : List.of(Solvers.rri(), Solvers.asPublished("rri"))) {
        Run run = run(solver, table, 3, seed, 30);
        assertEquals(0, run.rises(), solver.description() + " with seed " + seed);
        assertTrue(run.last() < run.first());
      }
    }
  }
}
