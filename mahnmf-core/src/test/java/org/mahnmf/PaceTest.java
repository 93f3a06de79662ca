package org.mahnmf;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Observations;
import org.mahnmf.solver.Solver;
import org.mahnmf.start.GivenStart;

/** What is said of the time of a fit before it begins. */
class PaceTest {

  private static final double BUSY = 20;

  static Stream<Solver> solvers() {
    return Stream.of("admm", "smoothing", "rri", "reweighted", "auto").map(Registry::solver);
  }

  private static Observations table(int samples, int features) {
    return Observations.of(
        DenseMatrix.ofRows(new TestProblems.Generator(3).table(samples, features)));
  }

  private static double total(Pace pace) {
    return pace.start() + pace.step() + pace.last();
  }

  private static void requirePositive(Pace pace) {
    for (double seconds : List.of(pace.start(), pace.step(), pace.last())) {
      assertTrue(seconds > 0 && seconds < Double.POSITIVE_INFINITY, pace.toString());
    }
  }

  /** On a busy machine a fit takes longer than the least of some, so the oracle is loose. */
  @ParameterizedTest
  @MethodSource("solvers")
  void aGuessIsOfTheOrderOfTheFit(Solver solver) {
    Observations table = table(600, 500);
    MahNmf settings = MahNmf.withRank(3).with(solver.typical()).withThreads(1).withMaxIterations(1);
    Pace pace = Pace.of(settings.with(solver), table);
    requirePositive(pace);
    double guess = total(pace);
    double least = Double.POSITIVE_INFINITY;
    for (int k = 0; k < 3; k++) {
      long begin = System.nanoTime();
      settings.fit(table);
      least = Math.min(least, 1e-9 * (System.nanoTime() - begin));
    }
    assertTrue(guess < BUSY * least && least < BUSY * guess, guess + " s against " + least);
  }

  @Test
  void timeGrowsWithTheEntries() {
    MahNmf settings = MahNmf.withRank(2).with(Registry.solver("admm")).withThreads(1);
    double ratio =
        total(Pace.of(settings, table(8000, 500))) / total(Pace.of(settings, table(1000, 500)));
    assertTrue(ratio > 8 / BUSY && ratio < 8 * BUSY, "8 times the entries, " + ratio);
  }

  @Test
  void everyKindOfFitHasAPace() {
    Observations table = table(60, 50);
    requirePositive(Pace.of(MahNmf.withRank(50).withThreads(1), table));
    DenseMatrix basis = new DenseMatrix(2, 50);
    DenseMatrix codes = new DenseMatrix(60, 2);
    MahNmf given = MahNmf.withRank(2).with(new GivenStart(basis, codes));
    requirePositive(Pace.of(given, table));
    MahNmf symmetric = MahNmf.withRank(2).symmetric().withThreads(1);
    requirePositive(Pace.of(symmetric, table(1100, 1100)));
  }
}
