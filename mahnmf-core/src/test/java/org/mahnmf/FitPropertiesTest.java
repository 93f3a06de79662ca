package org.mahnmf;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.mahnmf.TestProblems.Generator;
import org.mahnmf.internal.fit.Evaluation;
import org.mahnmf.internal.start.GivenStart;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.Precision;
import org.mahnmf.problem.Box;
import org.mahnmf.solver.HistoryPoint;
import org.mahnmf.solver.Solver;
import org.mahnmf.term.ElasticNet;

/**
 * What holds for every fit, whatever the problem: checked on small ones that chance makes up. More
 * of them with {@code -Dmahnmf.problems=N}.
 */
class FitPropertiesTest {

  private static final int PROBLEMS = Integer.getInteger("mahnmf.problems", 1000);
  private static final List<String> SOLVERS =
      List.of("rri", "smoothing", "admm", "reweighted", "exact", "auto");

  /** Those that take no elastic net. */
  private static final List<String> LINEAR = List.of("exact", "reweighted");

  private static final double BOUND = 2;

  /** A problem that chance has made up. */
  private record Made(Observations observations, MahNmf settings, boolean boxed, boolean plain) {}

  private static double[][] table(Generator random) {
    int rows = random.integer(1, 9);
    int columns = random.integer(1, 9);
    double[][] table = random.table(rows, columns);
    int kind = random.integer(0, 4);
    double[][] low = random.table(Math.max(rows, columns), 4);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        switch (kind) {
          case 0 -> table[i][j] = low[i][0] * low[j][1] + low[i][2] * low[j][3];
          case 1 -> table[i][j] = Math.floor(4 * table[i][j]); // ties and zeros
          case 2 -> table[i][j] = random.chance(.1) ? 20 : low[i][0] * low[j][1];
          case 3 -> table[i][j] = random.chance(.7) ? 0 : table[i][j];
          default -> {
            // as drawn
          }
        }
      }
    }
    return table;
  }

  /** Some entries missing, but one left in each line. */
  private static void hide(double[][] table, Generator random) {
    for (int i = 0; i < table.length; i++) {
      for (int j = 0; j < table[i].length; j++) {
        boolean kept = i % table[i].length == j || j % table.length == i;
        if (!kept && random.chance(.3)) {
          table[i][j] = Double.NaN;
        }
      }
    }
  }

  private static Made made(Generator random) {
    double[][] table = table(random);
    if (random.chance(.3)) {
      hide(table, random);
    }
    Observations observations = Observations.of(table);
    int rows = observations.samples();
    int columns = observations.features();
    if (random.chance(.3)) {
      double[][] weights = random.table(rows, columns);
      observations = observations.withWeights(DenseMatrix.ofRows(weights));
    }
    Solver solver = Solvers.named(SOLVERS.get(random.integer(0, SOLVERS.size() - 1)));
    MahNmf settings =
        MahNmf.ofRank(random.integer(1, Math.min(rows, columns)))
            .with(solver)
            .withSeed(random.integer(0, 1000))
            .withThreads(1)
            .withMaxIterations(random.integer(0, 25));
    boolean boxed = random.chance(.3);
    boolean elastic = random.chance(.2) && !LINEAR.contains(solver.name());
    if (boxed) {
      settings = settings.onBasis(new Box(0, BOUND)).onCodes(new Box(.01, BOUND));
    }
    if (elastic) {
      settings = settings.with(new ElasticNet(.5));
    }
    return new Made(observations, settings, boxed, !boxed && !elastic);
  }

  private static double sum(Observations observations) {
    return DoubleStream.of(Evaluation.weightedSums(observations)).sum();
  }

  private static Observations times(Observations observations, double factor) {
    Observations scaled = Observations.of(observations.values().toDense().times(factor));
    return observations.weights().map(scaled::withWeights).orElse(scaled);
  }

  @Test
  void feasibleHonestAndTheBestPointSeen() {
    TestProblems.forSeeds(
        1,
        PROBLEMS,
        random -> {
          Made made = made(random);
          boolean floats = random.chance(.3);
          Precision precision = floats ? Precision.FLOAT : Precision.DOUBLE;
          Factorization found = made.settings.withPrecision(precision).fit(made.observations);
          double lower = made.boxed ? .01 : 0;
          double upper = made.boxed ? BOUND : Double.MAX_VALUE;
          assertTrue(isWithin(found.basis().toDense(), 0, upper), "basis");
          assertTrue(isWithin(found.codes().toDense(), lower, upper), "codes");
          double size = sum(made.observations);
          double loss = TestProblems.objective(made.observations, found.codes(), found.basis());
          assertEquals(
              loss, found.record().outcome().objective().loss(), 1e-9 * loss + 1e-12 * size);
          assertTrue(found.lowerBound() <= found.objective(), "lower bound");
          double seen =
              found.history().stream().mapToDouble(HistoryPoint::objective).min().orElse(0);
          double rounding = (floats ? 1e-5 : 1e-9) * (size + found.objective());
          assertTrue(
              found.objective() <= seen + rounding, () -> found.objective() + " after " + seen);
        });
  }

  private static boolean isWithin(DenseMatrix factor, double lower, double upper) {
    return Arrays.stream(factor.array()).allMatch(value -> value >= lower && value <= upper);
  }

  @Test
  void aPowerOfTwoChangesNothingButTheUnit() {
    TestProblems.forSeeds(
        10_001,
        PROBLEMS / 5,
        random -> {
          Made made = made(random);
          if (!made.plain) {
            return; // bounds and penalties have units of their own
          }
          double factor = Math.scalb(1.0, 2 * random.integer(-200, 200));
          Factorization one = made.settings.fit(made.observations);
          Factorization other = made.settings.fit(times(made.observations, factor));
          assertEquals(one.objective() * factor, other.objective());
          double root = Math.sqrt(factor);
          assertArrayEquals(
              one.basis().toDense().times(root).array(), other.basis().toDense().array());
          assertArrayEquals(
              one.codes().toDense().times(root).array(), other.codes().toDense().array());
        });
  }

  @Test
  void anyOtherFactorChangesTheUnitAndRounding() {
    TestProblems.forSeeds(
        20_001,
        PROBLEMS / 10,
        random -> {
          DenseMatrix basis = DenseMatrix.ofRows(random.table(2, 8));
          Observations rows = Observations.of(random.table(5, 8));
          double factor = Math.exp(200 * (random.uniform() - .5));
          Model model = Model.of(basis).withExact(true).withThreads(1);
          double one = model.transform(rows).objective().total();
          double other = model.transform(times(rows, factor)).objective().total();
          assertEquals(1, other / (one * factor), 1e-9);
        });
  }

  /**
   * The order of samples and features is only an order: the one-sided problem is solved exactly.
   */
  @Test
  void permutationsOfRowsAndColumnsPermuteTheCodes() {
    TestProblems.forSeeds(
        30_001,
        PROBLEMS / 5,
        random -> {
          Observations rows = Observations.of(table(random));
          int rank = random.integer(1, 3);
          DenseMatrix basis = DenseMatrix.ofRows(random.table(rank, rows.features()));
          int[] order = random.permutation(rows.samples());
          int[] features = random.permutation(rows.features());
          Model model = Model.of(basis).withExact(true).withThreads(1);
          Encoding plain = model.transform(rows);
          Encoding moved = model.transform(Observations.of(rowsOf(rows.values().toDense(), order)));
          assertEquals(rowsOf(plain.codes().toDense(), order), moved.codes().toDense());
          Model mixed = Model.of(columnsOf(basis, features)).withExact(true).withThreads(1);
          DenseMatrix shuffled = columnsOf(rows.values().toDense(), features);
          double total = plain.objective().total();
          assertEquals(
              total,
              mixed.transform(Observations.of(shuffled)).objective().total(),
              1e-9 * sum(rows));
        });
  }

  private static DenseMatrix rowsOf(DenseMatrix matrix, int[] order) {
    DenseMatrix out = new DenseMatrix(matrix.rows(), matrix.columns());
    for (int i = 0; i < order.length; i++) {
      for (int j = 0; j < matrix.columns(); j++) {
        out.set(i, j, matrix.get(order[i], j));
      }
    }
    return out;
  }

  private static DenseMatrix columnsOf(DenseMatrix matrix, int[] order) {
    return rowsOf(matrix.transpose(), order).transpose();
  }

  /** A fit from a permuted start of a permuted table ends where the plain one does. */
  @Test
  void permutationsOfSamplesDoNotMatterToAFit() {
    TestProblems.forSeeds(
        40_001,
        PROBLEMS / 10,
        random -> {
          DenseMatrix table = DenseMatrix.ofRows(random.table(8, 7));
          DenseMatrix basis = DenseMatrix.ofRows(random.table(2, 7));
          DenseMatrix codes = DenseMatrix.ofRows(random.table(8, 2));
          int[] order = random.permutation(8);
          for (String name : List.of("rri", "smoothing", "admm")) {
            MahNmf settings =
                MahNmf.ofRank(2).with(Solvers.named(name)).withThreads(1).withMaxIterations(10);
            double one =
                settings.with(new GivenStart(basis, codes)).fit(Observations.of(table)).objective();
            double other =
                settings
                    .with(new GivenStart(basis, rowsOf(codes, order)))
                    .fit(Observations.of(rowsOf(table, order)))
                    .objective();
            assertEquals(one, other, 1e-3 * one, name);
          }
        });
  }

  /** A symmetric table that chance has made up: the mean of one and its transpose. */
  private static double[][] symmetricTable(Generator random) {
    double[][] drawn = table(random);
    int size = Math.min(drawn.length, drawn[0].length);
    double[][] table = new double[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j <= i; j++) {
        boolean missing = i != j && random.chance(.05);
        table[i][j] = missing ? Double.NaN : .5 * (drawn[i][j] + drawn[j][i]);
        table[j][i] = table[i][j];
      }
    }
    return table;
  }

  @Test
  void aSymmetricFitIsFeasibleHonestAndFreeOfUnits() {
    TestProblems.forSeeds(
        60_001,
        PROBLEMS / 5,
        random -> {
          Observations table = Observations.of(symmetricTable(random));
          MahNmf settings =
              MahNmf.ofRank(random.integer(1, table.samples()))
                  .symmetric()
                  .withSeed(random.integer(0, 1000))
                  .withThreads(random.integer(1, 2))
                  .withMaxIterations(random.integer(0, 25));
          Factorization found = settings.fit(table);
          assertTrue(isWithin(found.codes().toDense(), 0, Double.MAX_VALUE), "codes");
          assertEquals(found.codes().transpose(), found.basis().toDense());
          double size = sum(table);
          double loss = TestProblems.objective(table, found.codes(), found.basis());
          assertEquals(loss, found.objective(), 1e-9 * loss + 1e-12 * size);
          double seen =
              found.history().stream().mapToDouble(HistoryPoint::objective).min().orElse(0);
          assertTrue(found.objective() <= seen + 1e-9 * size, () -> loss + " after " + seen);
          assertTrue(found.lowerBound() <= found.objective(), "lower bound");
          double root = Math.scalb(1.0, random.integer(-200, 200));
          Factorization other = settings.withThreads(1).fit(times(table, root * root));
          assertArrayEquals(
              found.codes().toDense().times(root).array(), other.codes().toDense().array());
        });
  }

  @Test
  void moreRankEndsNoHigher() {
    TestProblems.forSeeds(
        50_001,
        PROBLEMS / 50,
        random -> {
          Observations rows = Observations.of(random.table(9, 8));
          double before = Double.POSITIVE_INFINITY;
          for (int rank = 1; rank <= 4; rank++) {
            double now =
                MahNmf.ofRank(rank)
                    .with(Solvers.named("admm"))
                    .withRestarts(5)
                    .withThreads(1)
                    .fit(rows)
                    .objective();
            assertTrue(now <= 1.01 * before, "rank " + rank + ": " + now + " above " + before);
            before = now;
          }
        });
  }
}
