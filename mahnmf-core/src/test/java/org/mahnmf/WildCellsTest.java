package org.mahnmf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.Precision;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.solver.HistoryPoint;
import org.mahnmf.solver.StoppingRule;

/** Cells of any size set no scale. */
class WildCellsTest {

  private static final int RANK = 4;
  private static final int PARTS = 17;

  private static final Matrix CLEAN =
      DenseMatrix.ofRows(
          TestProblems.multiply(
              TestProblems.uniform(80, RANK, 1), TestProblems.uniform(RANK, 40, 2)));

  private static DenseMatrix noisy() {
    Random random = new Random(3);
    DenseMatrix noisy = DenseMatrix.copyOf(CLEAN);
    for (int k = 0; k < noisy.array().length; k++) {
      noisy.array()[k] = Math.max(0, noisy.array()[k] + .05 * random.nextGaussian());
    }
    return noisy;
  }

  /** Squared relative error to the clean table. */
  private static double error(Factorization fit, Matrix clean) {
    Matrix product = fit.lowRank();
    double error = 0;
    double size = 0;
    for (int i = 0; i < clean.rows(); i++) {
      for (int j = 0; j < clean.columns(); j++) {
        double away = product.get(i, j) - clean.get(i, j);
        error += away * away;
        size += clean.get(i, j) * clean.get(i, j);
      }
    }
    return error / size;
  }

  @ParameterizedTest
  @ValueSource(doubles = {30, 200, 1e3, 1e6, 1e12, 1e200})
  void oneCellChangesNoRecovery(double size) {
    MahNmf settings = MahNmf.ofRank(RANK).withThreads(1);
    double without = Math.sqrt(error(settings.fit(Observations.of(noisy())), CLEAN));
    DenseMatrix wild = noisy();
    wild.set(17, 5, size);
    for (Matrix table : List.of(wild, SparseMatrix.copyOf(wild))) {
      for (Precision precision : Precision.values()) {
        Factorization fit = settings.withPrecision(precision).fit(Observations.of(table));
        assertEquals(without, Math.sqrt(error(fit, CLEAN)), .1 * without);
        // what is told is true of the table, not of what the solver saw of it
        double loss = TestProblems.objective(Observations.of(wild), fit.codes(), fit.basis());
        assertEquals(loss, fit.record().outcome().objective().loss(), 1e-9 * loss);
        List<HistoryPoint> history = fit.record().outcome().history();
        double last = history.get(history.size() - 1).objective();
        assertEquals(fit.objective(), last, .01 * (fit.objective() - size) + 1e-12 * size);
        assertTrue(fit.lowerBound() > .999 * size, "bound " + fit.lowerBound());
      }
    }
  }

  /** Without a ridge a part for the cell alone may have the lower loss; none is spent on it. */
  @ParameterizedTest
  @ValueSource(strings = {"admm", "rri"})
  void theSizeOfAWildCellMattersToNoSolver(String solver) {
    MahNmf settings = MahNmf.ofRank(RANK).withThreads(1).with(Solvers.named(solver));
    double[] sizes = {1e3, 1e6, 1e12};
    double[] errors = new double[sizes.length];
    for (int k = 0; k < sizes.length; k++) {
      DenseMatrix wild = noisy();
      wild.set(17, 5, sizes[k]);
      errors[k] = Math.sqrt(error(settings.fit(Observations.of(wild)), CLEAN));
      assertTrue(errors[k] < .2, "error " + errors[k]);
      assertEquals(errors[0], errors[k], 1e-9, "cell of " + sizes[k]);
    }
  }

  /** Entries 0 and 1, to a share of which something is added. */
  @ParameterizedTest
  @ValueSource(doubles = {10, 1e3, 1e6})
  void manyAddedCellsHideNoBinaryTable(double sigma) {
    Random random = new Random(1);
    double density = Math.sqrt(1 - Math.pow(.88, 1.0 / PARTS));
    double[][] x =
        TestProblems.multiply(ones(220, PARTS, density, random), ones(PARTS, 256, density, random));
    DenseMatrix clean = DenseMatrix.ofRows(x);
    DenseMatrix added = new DenseMatrix(clean.rows(), clean.columns());
    for (int k = 0; k < clean.array().length; k++) {
      clean.array()[k] = Math.min(1, clean.array()[k]);
      double more = random.nextDouble() < .05 ? Math.abs(sigma * random.nextGaussian()) : 0;
      added.array()[k] = clean.array()[k] + more;
    }
    MahNmf settings = MahNmf.ofRank(PARTS).withThreads(1);
    double without = error(settings.fit(Observations.of(SparseMatrix.copyOf(clean))), clean);
    double with = error(settings.fit(Observations.of(SparseMatrix.copyOf(added))), clean);
    assertTrue(with <= 1e-4 + 2 * without, with + " against " + without);
  }

  private static double[][] ones(int rows, int columns, double density, Random random) {
    double[][] table = new double[rows][columns];
    for (double[] row : table) {
      for (int j = 0; j < columns; j++) {
        row[j] = random.nextDouble() < density ? 1 : 0;
      }
    }
    return table;
  }

  /** Every sixteenth row is ten thousand times as large, and rightly so. */
  private static Observations withLargeRows(long seed) {
    double[][] table =
        TestProblems.multiply(
            TestProblems.uniform(80, RANK, seed), TestProblems.uniform(RANK, 40, -seed));
    for (int i = 0; i < table.length; i += 16) {
      for (int j = 0; j < table[i].length; j++) {
        table[i][j] *= 1e4;
      }
    }
    return Observations.of(table);
  }

  /**
   * Caps begin low, so they must be raised; all of twelve tables, since a fit is a local optimum.
   */
  @ParameterizedTest
  @ValueSource(strings = {"auto", "admm"})
  void largeRowsAreFittedAllTheSame(String solver) {
    MahNmf settings = MahNmf.ofRank(RANK).withThreads(1).with(Solvers.named(solver));
    for (long seed = 1; seed <= 12; seed++) {
      double error = settings.fit(withLargeRows(seed)).relativeError();
      assertTrue(error < .2, "relative error " + error + " of table " + seed);
    }
  }

  /** A fit that goes on after its caps have risen is one run to whoever limits or watches it. */
  @Test
  void limitsSpanWhatFollowsWhenCapsRise() {
    MahNmf settings = MahNmf.ofRank(RANK).withThreads(1).with(Solvers.admm());
    int all = settings.fit(withLargeRows(1)).record().outcome().iterations();
    for (int most : new int[] {0, 1, 3, all / 2, all - 1}) {
      List<Integer> seen = new ArrayList<>();
      for (MahNmf limited :
          List.of(
              settings.withMaxIterations(most), settings.stopWhen(StoppingRule.iterations(most)))) {
        seen.clear();
        RunRecord.Outcome outcome =
            limited
                .withListener(progress -> seen.add(progress.iteration()))
                .fit(withLargeRows(1))
                .record()
                .outcome();
        assertEquals(most, outcome.iterations());
        assertEquals("iteration limit of " + most, outcome.stopReason());
        List<Integer> steps = outcome.history().stream().map(HistoryPoint::iteration).toList();
        assertEquals(steps, seen);
        assertEquals(steps.stream().sorted().toList(), steps);
      }
    }
  }

  /**
   * Caps on few entries begin at those of the usual column, which may have another unit. The mean
   * of many tables, since a fit is a local optimum; without caps it is .017.
   */
  @Test
  void columnsInOtherUnitsAreFittedAllTheSame() {
    double sum = 0;
    for (long seed = 1000; seed < 1024; seed++) {
      Random random = new Random(seed);
      double[][] codes = someOf(160, 3, .15, random);
      double[][] basis = someOf(3, 60, .4, random);
      for (int j = 0; j < 60; j++) {
        double unit = Math.pow(10, random.nextInt(7) - 3);
        for (double[] part : basis) {
          part[j] *= unit;
        }
      }
      Matrix table = DenseMatrix.ofRows(TestProblems.multiply(codes, basis));
      sum +=
          MahNmf.ofRank(3)
              .withThreads(1)
              .with(Solvers.admm())
              .fit(Observations.of(SparseMatrix.copyOf(table)))
              .relativeError();
    }
    assertTrue(sum / 24 < .05, "relative error " + sum / 24);
  }

  private static double[][] someOf(int rows, int columns, double density, Random random) {
    double[][] table = new double[rows][columns];
    for (double[] row : table) {
      for (int j = 0; j < columns; j++) {
        row[j] = random.nextDouble() < density ? .5 + random.nextDouble() : 0;
      }
    }
    return table;
  }
}
