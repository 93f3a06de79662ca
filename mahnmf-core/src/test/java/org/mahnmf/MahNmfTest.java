package org.mahnmf;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.mahnmf.TestProblems.Planted;
import org.mahnmf.internal.descent.Rri;
import org.mahnmf.internal.descent.Smoothing;
import org.mahnmf.internal.start.RandomStart;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.solver.HistoryPoint;
import org.mahnmf.solver.Progress;
import org.mahnmf.solver.Solver;
import org.mahnmf.solver.StoppingRule;

class MahNmfTest {

  private static final Observations TABLE = Observations.of(TestProblems.uniform(30, 20, 1));

  private static MahNmf quick(int rank) {
    return MahNmf.ofRank(rank)
        .with(new Smoothing())
        .with(new RandomStart())
        .withMaxIterations(5)
        .withThreads(1);
  }

  private static void refused(String expected, Executable call) {
    IllegalArgumentException error = assertThrows(IllegalArgumentException.class, call);
    assertEquals(expected, error.getMessage());
  }

  @Test
  void firstSnippetOfTheReadmeWorks() {
    Planted planted = TestProblems.plantedWithSpikes(60, 40, 3, 1);
    Matrix table = DenseMatrix.ofRows(planted.table());
    Matrix newRows = DenseMatrix.ofRows(TestProblems.permute(planted.table(), new int[60]));
    Factorization parts = MahNmf.ofRank(3).withSeed(7).fit(Observations.of(table));
    Matrix basis = parts.basis();
    Matrix codes = parts.codes();
    Matrix outliers = parts.sparsePart();
    Matrix newCodes = parts.transform(Observations.of(newRows)).codes();
    assertEquals(3, basis.rows());
    assertEquals(40, basis.columns());
    assertEquals(60, codes.rows());
    assertEquals(60, newCodes.rows());
    DenseMatrix lowRank = parts.lowRank().toDense();
    for (int i = 0; i < 60; i++) {
      for (int j = 0; j < 40; j++) {
        assertEquals(table.get(i, j), lowRank.get(i, j) + outliers.get(i, j), 1e-12);
      }
    }
    assertTrue(parts.objective() <= 1.2 * planted.truth(), parts.objective() + " is far off");
  }

  @Test
  void lowRankIsTheProductAndTheSparsePartIsZeroWhereMissing() {
    Planted planted = TestProblems.plantedWithMissing(20, 15, 2, .3, 2);
    Factorization found = quick(2).fit(planted.observations());
    double[][] product =
        TestProblems.multiply(TestProblems.rows(found.codes()), TestProblems.rows(found.basis()));
    for (int i = 0; i < 20; i++) {
      assertArrayEquals(product[i], TestProblems.rows(found.lowRank())[i], 1e-12);
      for (int j = 0; j < 15; j++) {
        double expected =
            Double.isNaN(planted.table()[i][j]) ? 0 : planted.table()[i][j] - product[i][j];
        assertEquals(expected, found.sparsePart().get(i, j), 1e-12);
      }
    }
  }

  @Test
  void settingsNeverChange() {
    MahNmf plain = quick(3);
    Factorization before = plain.fit(TABLE);
    List<MahNmf> others =
        List.of(
            plain.withSeed(99),
            plain.withThreads(2),
            plain.with(new Rri()),
            plain.with(Starts.named("hals")),
            plain.withRestarts(3),
            plain.withMaxIterations(1),
            plain.withTolerance(.5),
            plain.withTimeLimit(Duration.ofHours(1)),
            plain.withTarget(1e9),
            plain.withExactCodes(true),
            plain.withListener(progress -> {}),
            plain.withCancellation(() -> true));
    for (MahNmf other : others) {
      assertNotSame(plain, other);
    }
    Factorization after = plain.fit(TABLE);
    assertEquals(before.basis(), after.basis());
    assertEquals(before.codes(), after.codes());
    assertEquals(before.record().setup(), after.record().setup());
    assertNotEquals(before.basis(), others.get(0).fit(TABLE).basis());
  }

  @Test
  void refusalsNameValueAndRule() {
    MahNmf plain = MahNmf.ofRank(2);
    refused("rank is 0 but must be at least 1", () -> MahNmf.ofRank(0));
    refused("threads is 0 but must be at least 1", () -> plain.withThreads(0));
    refused("restarts is -1 but must be at least 1", () -> plain.withRestarts(-1));
    refused(
        "maximum of iterations is -1 but must be at least 0", () -> plain.withMaxIterations(-1));
    refused("tolerance is -0.5 but must be at least 0 and below 1", () -> plain.withTolerance(-.5));
    refused(
        "tolerance is NaN but must be at least 0 and below 1", () -> plain.withTolerance(0. / 0));
    refused("time limit is 0.0 but must be positive", () -> plain.withTimeLimit(Duration.ZERO));
    refused(
        "rank is 21 but must be at least 1 and at most min(rows, columns) = 20",
        () -> MahNmf.ofRank(21).fit(TABLE));
  }

  @Test
  void emptyLinesAreRefusedByPosition() {
    double[][] table = TestProblems.uniform(5, 4, 1);
    java.util.Arrays.fill(table[3], Double.NaN);
    refused(
        "row 4 has no observed entry; remove it or give it at least one",
        () -> quick(2).fit(Observations.of(table)));
    double[][] column = TestProblems.uniform(5, 4, 1);
    for (double[] row : column) {
      row[2] = Double.NaN;
    }
    refused(
        "column 3 has no observed entry; remove it or give it at least one",
        () -> quick(2).fit(Observations.of(column)));
  }

  @Test
  void unknownNamesListTheKnownOnes() {
    IllegalArgumentException solver =
        assertThrows(IllegalArgumentException.class, () -> Solvers.named("simplex"));
    String message = solver.getMessage();
    assertTrue(message.startsWith("solver is 'simplex' but must be one of "), message);
    for (Solver known : Solvers.all()) {
      assertTrue(message.contains(known.name()), message);
    }
    for (String name : List.of("auto", "smoothing", "rri")) {
      assertEquals(name, Solvers.named(name).name());
    }
    IllegalArgumentException start =
        assertThrows(IllegalArgumentException.class, () -> Starts.named("zero"));
    assertTrue(start.getMessage().contains("random, hals"), start.getMessage());
    assertThrows(IllegalArgumentException.class, () -> Solvers.named(""));
    refused(
        "'rri' as published is in mahnmf-lab, which is not on the class path",
        () -> Solvers.asPublished("rri"));
  }

  @Test
  void restartsKeepTheBest() {
    // A seed and its restarts do not share starts with other seeds, so look at the listener.
    List<List<Progress>> runs = new ArrayList<>();
    Factorization best =
        quick(3)
            .withRestarts(6)
            .withListener(
                progress -> {
                  if (progress.iteration() == 0) {
                    runs.add(new ArrayList<>());
                  }
                  runs.get(runs.size() - 1).add(progress);
                })
            .fit(TABLE);
    assertEquals(6, runs.size());
    double least = Double.POSITIVE_INFINITY;
    double largest = 0;
    int steps = 0;
    for (List<Progress> run : runs) {
      double end = run.get(run.size() - 1).best();
      least = Math.min(least, end);
      largest = Math.max(largest, end);
      steps += run.size() - 1;
    }
    assertTrue(least < largest, "all restarts alike");
    assertTrue(best.objective() <= least * (1 + 1e-12), best.objective() + " of " + least);
    List<HistoryPoint> history = best.history();
    assertEquals(least, history.get(history.size() - 1).objective(), "history of the best run");
    assertEquals(steps, best.record().outcome().iterations(), "all restarts count as work");
    assertEquals(6, best.record().setup().restarts());
    Factorization one = quick(3).fit(TABLE);
    assertTrue(best.objective() <= one.objective());
  }

  @Test
  void timeLimitStopsAndSaysSo() {
    Observations large = Observations.of(TestProblems.uniform(400, 300, 1));
    long begin = System.nanoTime();
    Factorization found =
        MahNmf.ofRank(10)
            .with(new Smoothing())
            .with(new RandomStart())
            .withTolerance(0)
            .withMaxIterations(1_000_000)
            .withTimeLimit(Duration.ofMillis(300))
            .fit(large);
    double seconds = (System.nanoTime() - begin) * 1e-9;
    assertTrue(found.stopReason().startsWith("time limit of 0.3"), found.stopReason());
    assertTrue(seconds < 20, "took " + seconds + " s");
    assertTrue(found.objective() <= found.history().get(0).objective());
    assertFalse(found.record().outcome().interrupted());
    assertTrue(found.lowerBound() > 0);
  }

  @Test
  void cancellationReturnsTheBestSoFar() {
    for (Solver solver : List.of(new Smoothing(), new Rri(), Solvers.named("auto"))) {
      for (int threads : new int[] {1, 3}) {
        AtomicBoolean stop = new AtomicBoolean();
        List<Double> seen = new ArrayList<>();
        Factorization found =
            MahNmf.ofRank(3)
                .with(solver)
                .withRidge(0)
                .with(new RandomStart())
                .withThreads(threads)
                .withRestarts(4)
                .withTolerance(0)
                .withCancellation(stop::get)
                .withListener(
                    progress -> {
                      seen.add(progress.objective());
                      stop.set(progress.iteration() == 2);
                    })
                .fit(TABLE);
        assertEquals(3, seen.size(), "start and two steps");
        assertTrue(found.record().outcome().interrupted());
        assertEquals("interrupted", found.stopReason());
        double best = Collections.min(seen);
        assertEquals(best, found.objective(), 1e-9 * best);
        assertTrue(found.record().outcome().notes().get(0).contains("interrupted"));
        double naive = TestProblems.objective(TABLE, found.codes(), found.basis());
        assertEquals(naive, found.objective(), 1e-9 * naive);
      }
    }
  }

  @Test
  void cancellationIsHeardInTheLastStep() {
    AtomicInteger asked = new AtomicInteger();
    MahNmf settings = quick(3).withMaxIterations(2);
    Factorization whole =
        settings.withCancellation(() -> asked.incrementAndGet() < 0).fit(TABLE); // never
    int calls = asked.get();
    assertTrue(calls > TABLE.samples(), "asked before each sample");
    for (int before = calls - TABLE.samples() + 1; before < calls; before += 3) {
      AtomicInteger left = new AtomicInteger(before);
      Factorization found = settings.withCancellation(() -> left.decrementAndGet() < 0).fit(TABLE);
      assertTrue(found.record().outcome().interrupted());
      assertEquals("iteration limit of 2", found.stopReason());
      assertEquals(0, found.lowerBound(), 0);
      assertEquals(whole.basis(), found.basis());
      double last = found.history().get(2).objective();
      assertEquals(last, found.objective(), 1e-9 * last);
    }
  }

  @Test
  void cancellationBeforeTheFirstStepReturnsTheStart() {
    Factorization found = quick(3).withCancellation(() -> true).fit(TABLE);
    assertEquals(1, found.history().size());
    assertEquals(found.history().get(0).objective(), found.objective(), 1e-9 * found.objective());
    assertTrue(found.record().outcome().interrupted());
  }

  @Test
  void targetStopsTheRun() {
    Factorization full = quick(3).withMaxIterations(40).fit(TABLE);
    double target = 1.02 * full.objective();
    Factorization found = quick(3).withMaxIterations(40).withTarget(target).fit(TABLE);
    assertEquals("target objective " + target + " reached", found.stopReason());
    assertTrue(found.objective() <= target);
    assertTrue(found.record().outcome().iterations() < full.record().outcome().iterations());
  }

  @Test
  void zeroIterationsJudgeTheStart() {
    Factorization found = quick(3).withMaxIterations(0).fit(TABLE);
    assertEquals("iteration limit of 0", found.stopReason());
    assertEquals(0, found.record().outcome().iterations());
    assertTrue(found.objective() <= found.history().get(0).objective() * (1 + 1e-12));
  }

  @Test
  void listenersSeeEveryIterationInOrder() {
    List<Integer> first = new ArrayList<>();
    List<Double> second = new ArrayList<>();
    Factorization found =
        quick(3)
            .withListener(progress -> first.add(progress.iteration()))
            .withListener(progress -> second.add(progress.products()))
            .fit(TABLE);
    assertEquals(List.of(0, 1, 2, 3, 4, 5), first);
    for (int t = 1; t < second.size(); t++) {
      assertTrue(second.get(t) > second.get(t - 1), "work grows");
    }
    assertEquals("iteration limit of 5", found.stopReason());
  }

  @Test
  void historyAndRecordAreComplete() {
    Observations table = TestProblems.plantedWithMissing(20, 15, 2, .2, 5).observations();
    Factorization found = quick(2).withSeed(42).withThreads(2).fit(table);
    RunRecord record = found.record();
    assertEquals(6, found.history().size());
    for (int t = 0; t < 6; t++) {
      assertEquals(t, found.history().get(t).iteration());
      assertTrue(
          t == 0 || found.history().get(t).seconds() >= found.history().get(t - 1).seconds());
    }
    assertEquals("smoothing", record.setup().solver());
    assertEquals("random", record.setup().start());
    assertEquals(2, record.setup().rank());
    assertEquals(42, record.setup().seed());
    assertEquals(2, record.environment().threads());
    assertEquals("double", record.environment().precision());
    assertFalse(record.environment().kernel().isBlank());
    assertFalse(record.environment().version().isBlank());
    assertEquals(20, record.data().samples());
    assertEquals(15, record.data().features());
    long observed = 0;
    for (int i = 0; i < 20; i++) {
      for (int j = 0; j < 15; j++) {
        observed += table.weight(i, j) > 0 ? 1 : 0;
      }
    }
    assertEquals(observed, record.data().observed());
    assertEquals(16, record.data().hash().length());
    assertEquals(found.relativeError(), found.objective() / TestProblems.absoluteSum(table), 1e-12);
    assertTrue(record.outcome().products() > 0);
    assertTrue(record.outcome().seconds() > 0);
    Map<String, Object> map = record.toMap();
    for (String key :
        List.of(
            "objective",
            "terms",
            "relativeError",
            "lowerBound",
            "iterations",
            "products",
            "seconds",
            "solver",
            "stopReason",
            "interrupted",
            "rank",
            "samples",
            "features",
            "observed",
            "dataHash",
            "start",
            "restarts",
            "seed",
            "settings",
            "threads",
            "precision",
            "kernel",
            "java",
            "version",
            "deadComponents",
            "notes",
            "history")) {
      assertTrue(map.containsKey(key), key + " is missing");
    }
    assertEquals(6, ((List<?>) map.get("history")).size());
    assertTrue(map.get("settings").toString().contains("tolerance=1.0E-4"));
  }

  @Test
  void hashTellsTablesAndWeightsApart() {
    double[][] rows = TestProblems.uniform(6, 5, 1);
    String plain = hash(Observations.of(rows));
    assertEquals(plain, hash(Observations.of(TestProblems.copy(rows))));
    DenseMatrix weights = DenseMatrix.ofRows(TestProblems.constant(6, 5, 2));
    assertNotEquals(plain, hash(Observations.of(rows).withWeights(weights)));
    rows[3][2] = Math.nextUp(rows[3][2]);
    assertNotEquals(plain, hash(Observations.of(rows)));
  }

  private static String hash(Observations table) {
    return quick(1).withMaxIterations(0).fit(table).record().data().hash();
  }

  @Test
  void tablesOfAnySizeOfNumbersGiveTheSameFit() {
    double[][] rows = TestProblems.uniform(12, 10, 3);
    Factorization plain = quick(2).fit(Observations.of(rows));
    for (int power : new int[] {400, -400, -900, -1000}) {
      double[][] scaled = TestProblems.times(rows, Math.scalb(1.0, power));
      Factorization found = quick(2).fit(Observations.of(scaled));
      double share = Math.scalb(1.0, power / 2);
      assertEquals(plain.basis().toDense().times(share), found.basis().toDense(), "2^" + power);
      assertEquals(plain.codes().toDense().times(share), found.codes().toDense(), "2^" + power);
      assertEquals(plain.relativeError(), found.relativeError(), 1e-12);
    }
  }

  @Test
  void transformRefusesOtherFeatures() {
    Factorization found = quick(2).fit(TABLE);
    refused(
        "the samples have 4 columns but the basis has 20",
        () -> found.transform(Observations.of(TestProblems.uniform(3, 4, 1))));
    IllegalArgumentException error =
        assertThrows(
            IllegalArgumentException.class,
            () -> Model.of(DenseMatrix.ofRows(new double[][] {{1, -1}})));
    assertTrue(error.getMessage().contains("row 1, column 2"), error.getMessage());
  }

  @Test
  void rulesOfTheUserEndARun() {
    StoppingRule bothAtOnce =
        StoppingRule.iterations(4).and(StoppingRule.target(Double.POSITIVE_INFINITY));
    Factorization fit =
        MahNmf.ofRank(2)
            .with(new Smoothing())
            .stopWhen(bothAtOnce)
            .fit(Observations.of(TestProblems.uniform(20, 15, 3)));
    assertEquals(4, fit.record().outcome().iterations());
    assertTrue(fit.stopReason().contains(" and "), fit.stopReason());
  }

  @Test
  void resultsCannotBeWrittenThrough() {
    Factorization parts = MahNmf.ofRank(2).withSeed(1).fit(TABLE);
    Encoding encoding = parts.transform(TABLE);
    for (Matrix result :
        List.of(
            parts.basis(),
            parts.codes(),
            parts.lowRank(),
            parts.model().basis(),
            encoding.codes())) {
      assertFalse(result instanceof DenseMatrix, result.toString());
      double before = result.get(0, 0);
      result.toDense().set(0, 0, before + 1);
      result.transpose().toDense().set(0, 0, before + 1);
      result.toArray()[0][0]++;
      assertEquals(before, result.get(0, 0));
    }
  }
}
