package org.mahnmf.solver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.TestProblems;
import org.mahnmf.TestProblems.Planted;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Observations;
import org.mahnmf.start.RandomStart;
import org.mahnmf.term.Box;
import org.mahnmf.term.ElasticNet;
import org.mahnmf.term.GroupBall;
import org.mahnmf.term.GroupNorm;
import org.mahnmf.term.GroupSparse;
import org.mahnmf.term.Groups;

class AutoTest extends SolverContract {

  @Override
  protected Solver solver() {
    return new Auto();
  }

  @Override
  protected double roundingTolerance() {
    return 1e-4;
  }

  private static AutoChoice choice(Factorization found) {
    return found.record().outcome().choice().orElseThrow();
  }

  /** 100 x 50 of rank 5 with a tenth of the entries set high and a tenth to zero, no settings. */
  @Test
  void findsThePlantedTruthWithoutAnySetting() {
    int reached = 0;
    for (int seed = 0; seed < 10; seed++) {
      Planted planted = TestProblems.plantedWithSpikes(50, 100, 5, 200 + seed);
      Factorization found = MahNmf.withRank(5).withSeed(seed).fit(planted.observations());
      reached += Math.sqrt(planted.recoveryError(found.lowRank())) <= 1e-3 ? 1 : 0;
    }
    assertTrue(reached >= 8, "truth reached from " + reached + " of 10 seeds");
  }

  @Test
  void foretellsMissingEntriesDespiteOutliers() {
    for (int seed = 0; seed < 3; seed++) {
      Planted planted = TestProblems.plantedWithSpikes(60, 90, 4, 300 + seed);
      double[][] table = TestProblems.copy(planted.table());
      TestProblems.Generator random = new TestProblems.Generator(seed);
      for (int i = 0; i < table.length; i++) {
        for (int j = 0; j < table[i].length; j++) {
          // Half of the outliers go, and 30 % of everything is missing.
          boolean outlier = table[i][j] != planted.clean()[i][j];
          table[i][j] = outlier && random.chance(.5) ? planted.clean()[i][j] : table[i][j];
          table[i][j] = random.chance(.3) ? Double.NaN : table[i][j];
        }
      }
      DenseMatrix product = MahNmf.withRank(4).withSeed(seed).fit(Observations.of(table)).lowRank();
      double error = 0;
      double size = 0;
      for (int i = 0; i < table.length; i++) {
        for (int j = 0; j < table[i].length; j++) {
          if (Double.isNaN(table[i][j])) {
            error += Math.abs(product.get(i, j) - planted.clean()[i][j]);
            size += planted.clean()[i][j];
          }
        }
      }
      assertTrue(error < .01 * size, "seed " + seed + ": relative error " + error / size);
    }
  }

  @Test
  void isNearTheBestSingleSolverOnNoise() {
    List<Observations> tables =
        List.of(
            Observations.of(TestProblems.uniform(50, 100, 5)),
            Observations.of(TestProblems.uniform(8, 500, 6)));
    for (Observations noise : tables) {
      MahNmf settings = MahNmf.withRank(3).withSeed(3);
      Factorization found = settings.fit(noise);
      double best = Double.POSITIVE_INFINITY;
      for (Solver solver : List.of(new Smoothing(), new Admm(), new Rri())) {
        best = Math.min(best, settings.with(solver).fit(noise).objective());
      }
      assertTrue(found.objective() <= 1.01 * best, found.objective() + " against " + best);
      assertEquals("lowest objective", choice(found).reason());
    }
  }

  /** Of rank 12, so a third as many parameters as observations: the lowest objective fits noise. */
  @Test
  void hiddenEntriesDecideWhenParametersAreMany() {
    Planted planted = TestProblems.plantedWithSpikes(50, 100, 12, 7);
    Observations table = planted.observations();
    Factorization found = MahNmf.withRank(12).fit(table);
    Factorization lowest = MahNmf.withRank(12).with(new Admm()).fit(table);
    assertTrue(lowest.objective() < found.objective());
    double error = planted.recoveryError(found.lowRank());
    double lowestError = planted.recoveryError(lowest.lowRank());
    assertTrue(error < .2 * lowestError, error + " against " + lowestError);
    AutoChoice choice = choice(found);
    assertTrue(choice.reason().contains("hidden entries"), choice.reason());
    for (AutoChoice.Candidate candidate : choice.candidates()) {
      assertEquals("rest", candidate.data());
      assertTrue(candidate.heldOutError() > 0);
    }
  }

  /**
   * Hidden entries belong to samples that the fit knows. Going on while they hardly mind costs
   * those little, and gives a better basis for others.
   */
  @Test
  void goesOnForTheSakeOfOtherSamples() {
    double[] known = new double[2];
    double[] others = new double[2];
    for (int seed = 1; seed <= 2; seed++) {
      double[][] clean = fadingParts(200, 150, 48, seed);
      double[][] first = Arrays.copyOfRange(clean, 0, 100);
      double[][] second = Arrays.copyOfRange(clean, 100, 200);
      Observations table = Observations.of(withLaplaceNoise(first, .3, seed));
      MahNmf settings = MahNmf.withRank(24).withSeed(seed).with(new RandomStart());
      Factorization[] fits = {settings.fit(table), null};
      assertEquals("smoothing", choice(fits[0]).solver());
      int least = choice(fits[0]).candidates().get(choice(fits[0]).candidates().size() - 1).steps();
      assertTrue(fits[0].record().outcome().iterations() > least, choice(fits[0]).reason());
      fits[1] = settings.with(new Smoothing()).withMaxIterations(least).fit(table);
      for (int k = 0; k < 2; k++) {
        known[k] += squaredError(first, fits[k].codes(), fits[k].basis());
        DenseMatrix codes = fits[k].transform(Observations.of(second)).codes();
        others[k] += squaredError(second, codes, fits[k].basis());
      }
    }
    assertTrue(others[0] < .98 * others[1], others[0] + " against " + others[1]);
    assertTrue(known[0] < 1.04 * known[1], known[0] + " against " + known[1]);
  }

  /** Sparse uniform parts, the later ones used less and less. */
  private static double[][] fadingParts(int samples, int features, int rank, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] basis = new double[rank][features];
    double[][] codes = new double[samples][rank];
    for (double[] part : basis) {
      Arrays.setAll(part, j -> random.nextBoolean() ? random.nextDouble() : 0);
    }
    for (double[] code : codes) {
      Arrays.setAll(code, l -> random.nextBoolean() ? random.nextDouble() / (1 + l / 4.) : 0);
    }
    return TestProblems.multiply(codes, basis);
  }

  /** The scale of the noise is a part of the mean; what falls below zero is zero. */
  private static double[][] withLaplaceNoise(double[][] clean, double level, long seed) {
    SplittableRandom random = new SplittableRandom(~seed);
    double mean = Arrays.stream(clean).flatMapToDouble(Arrays::stream).average().orElseThrow();
    double[][] spoilt = TestProblems.copy(clean);
    for (double[] row : spoilt) {
      for (int j = 0; j < row.length; j++) {
        double size = -level * mean * Math.log(1 - random.nextDouble());
        row[j] = Math.max(0, row[j] + (random.nextBoolean() ? size : -size));
      }
    }
    return spoilt;
  }

  private static double squaredError(double[][] clean, DenseMatrix codes, DenseMatrix basis) {
    double[][] found = TestProblems.multiply(TestProblems.rows(codes), TestProblems.rows(basis));
    double sum = 0;
    for (int i = 0; i < clean.length; i++) {
      for (int j = 0; j < clean[i].length; j++) {
        sum += Math.pow(found[i][j] - clean[i][j], 2);
      }
    }
    return sum;
  }

  @Test
  void sampleDecidesWhenTheTableIsLarge() {
    for (int samples : new int[] {120, 10_000}) {
      Planted planted = TestProblems.plantedWithSpikes(samples, 1_200_000 / samples, 2, 8);
      Factorization found = MahNmf.withRank(2).fit(planted.observations());
      assertTrue(choice(found).reason().contains("sample"), choice(found).reason());
      assertTrue(planted.recoveryError(found.lowRank()) < 1e-6);
      for (AutoChoice.Candidate candidate : choice(found).candidates()) {
        assertEquals("sample", candidate.data());
        assertTrue(candidate.products() < 200, "a sample is cheap");
      }
    }
  }

  @Test
  void polishFollowsAndEndsTheRun() {
    List<Progress> seen = new ArrayList<>();
    Factorization found =
        MahNmf.withRank(3)
            .withListener(seen::add)
            .fit(Observations.of(TestProblems.uniform(40, 30, 1)));
    assertTrue(seen.size() >= 3, "start, trial, polish");
    for (int t = 1; t < seen.size(); t++) {
      assertTrue(seen.get(t).objective() <= seen.get(t - 1).objective() * (1 + 1e-12));
      assertTrue(seen.get(t).products() > seen.get(t - 1).products());
    }
    assertFalse(seen.get(0).settled());
    assertTrue(seen.get(seen.size() - 1).settled());
    double trials = 0;
    for (AutoChoice.Candidate candidate : choice(found).candidates()) {
      trials += candidate.products();
    }
    assertTrue(found.record().outcome().products() > trials, "trials count as work");
  }

  @Test
  void neverEndsAboveSmoothing() {
    Map<String, Observations> tables =
        Map.of(
            "noise", Observations.of(TestProblems.uniform(50, 100, 9)),
            "spikes", TestProblems.plantedWithSpikes(50, 100, 5, 10).observations(),
            "small", Observations.of(TestProblems.uniform(30, 20, 11)),
            "missing", TestProblems.plantedWithMissing(60, 40, 3, .3, 12).observations());
    tables.forEach(
        (name, table) -> {
          double auto = MahNmf.withRank(3).fit(table).objective();
          double smoothing = MahNmf.withRank(3).with(new Smoothing()).fit(table).objective();
          assertTrue(auto <= smoothing * (1 + 1e-4), name + ": " + auto + " > " + smoothing);
        });
  }

  @Test
  void neverEndsAboveSmoothingWithTerms() {
    Observations table = TestProblems.plantedWithSpikes(40, 30, 3, 13).observations();
    Groups groups = Groups.single(40);
    Map<String, MahNmf> variants =
        Map.of(
            "box", MahNmf.withRank(3).onBasis(new Box(0, 1)),
            "elastic", MahNmf.withRank(3).with(new ElasticNet(.1)),
            "group", MahNmf.withRank(3).onCodes(new GroupSparse(GroupNorm.TWO, .1, groups)),
            "ball", MahNmf.withRank(3).onCodes(new GroupBall(GroupNorm.TWO, 5, groups)));
    variants.forEach(
        (name, settings) -> {
          Factorization auto = settings.fit(table);
          double smoothing = settings.with(new Smoothing()).fit(table).objective();
          assertTrue(
              auto.objective() <= smoothing * (1 + 1e-4),
              name + ": " + auto.objective() + " > " + smoothing);
          if (!name.equals("elastic")) { // a loss is no term on a side
            choice(auto).candidates().forEach(one -> assertEquals("hals", one.start()));
          }
        });
  }

  @Test
  void chosenStartIsTheOnlyOne() {
    for (int rank : new int[] {3, 12}) {
      Observations table = TestProblems.plantedWithSpikes(50, 100, rank, 14).observations();
      Factorization found = MahNmf.withRank(rank).with(new RandomStart()).fit(table);
      assertTrue(choice(found).candidates().size() >= 2);
      choice(found).candidates().forEach(one -> assertEquals("random", one.start()));
    }
  }

  @Test
  void choiceDoesNotDependOnThreadsOrScale() {
    for (int rank : new int[] {3, 12}) {
      double[][] table = TestProblems.plantedWithSpikes(50, 100, rank, 15).table();
      Factorization plain = MahNmf.withRank(rank).withThreads(1).fit(Observations.of(table));
      Factorization threads = MahNmf.withRank(rank).withThreads(3).fit(Observations.of(table));
      Factorization scaled =
          MahNmf.withRank(rank).fit(Observations.of(TestProblems.times(table, 0x1p-10)));
      assertArrayEquals(plain.basis().array(), threads.basis().array());
      assertArrayEquals(plain.codes().array(), threads.codes().array());
      assertEquals(choice(plain), choice(threads));
      assertArrayEquals(plain.basis().times(0x1p-5).array(), scaled.basis().array());
      assertArrayEquals(plain.codes().times(0x1p-5).array(), scaled.codes().array());
    }
  }

  @Test
  void stopDuringTheTrialsEndsWithTheBestSoFar() {
    for (int rank : new int[] {3, 12}) {
      Observations table = TestProblems.plantedWithSpikes(50, 100, rank, 16).observations();
      double before = Double.POSITIVE_INFINITY;
      for (int patience : new int[] {0, 1, 10, 100, 400}) {
        AtomicInteger asked = new AtomicInteger();
        Factorization found =
            MahNmf.withRank(rank)
                .withThreads(1)
                .withCancellation(() -> asked.getAndIncrement() >= patience)
                .fit(table);
        assertTrue(found.record().outcome().interrupted());
        assertEquals("interrupted", found.stopReason());
        // Hidden entries end the trials of rank 12 sooner than that.
        assertTrue(
            patience > 100 || choice(found).reason().equals("asked to stop during the trials"));
        assertTrue(rank != 3 || found.objective() <= before, "more time, a worse answer");
        before = found.objective();
      }
    }
  }

  @Test
  void timeLimitDuringTheTrialsEndsTheRun() {
    Observations table = Observations.of(TestProblems.uniform(300, 200, 17));
    long begin = System.nanoTime();
    Factorization found = MahNmf.withRank(20).withTimeLimit(Duration.ofMillis(100)).fit(table);
    assertTrue(found.stopReason().startsWith("time limit"), found.stopReason());
    assertTrue((System.nanoTime() - begin) * 1e-9 < 20);
  }

  @Test
  void choiceIsRecordedWithANote() {
    Factorization found = MahNmf.withRank(2).fit(Observations.of(TestProblems.uniform(20, 15, 1)));
    AutoChoice choice = choice(found);
    assertTrue(found.record().outcome().notes().contains(choice.sentence()));
    Map<?, ?> map = (Map<?, ?>) found.record().toMap().get("choice");
    assertEquals(List.of("solver", "start", "reason", "candidates"), List.copyOf(map.keySet()));
    assertEquals(choice.candidates().size(), ((List<?>) map.get("candidates")).size());
    assertFalse(
        MahNmf.withRank(2)
            .with(new Smoothing())
            .fit(Observations.of(TestProblems.uniform(20, 15, 1)))
            .record()
            .toMap()
            .containsKey("choice"));
  }

  @Test
  void symmetricTablesGoToTheirSolver() {
    DenseMatrix dense = new DenseMatrix(12, 12);
    for (int i = 0; i < 12; i++) {
      dense.set(i, i, 1 + i);
      dense.set(i, 11 - i, 2);
      dense.set(11 - i, i, 2);
    }
    Factorization symmetric =
        MahNmf.withRank(2).symmetric().with(new Auto()).fit(Observations.of(dense));
    assertEquals("symmetric", choice(symmetric).solver());
  }

  /** The same entries are hidden, and foretold about as well. */
  @Test
  void sparseTablesAreJudgedLikeDenseOnes() {
    double[][] planted = TestProblems.plantedWithSpikes(60, 50, 3, 4).table();
    SplittableRandom random = new SplittableRandom(4);
    for (double[] row : planted) {
      for (int j = 0; j < row.length; j++) {
        row[j] = random.nextInt(10) < 3 ? 0 : row[j];
      }
    }
    DenseMatrix table = DenseMatrix.ofRows(planted);
    AutoChoice dense = choice(MahNmf.withRank(3).fit(Observations.of(table)));
    AutoChoice sparse = choice(MahNmf.withRank(3).fit(Observations.of(SparseMatrix.copyOf(table))));
    assertEquals(dense.candidates().get(0).data(), sparse.candidates().get(0).data());
    assertEquals(least(dense), least(sparse), .05 * least(dense));
  }

  private static double least(AutoChoice choice) {
    return choice.candidates().stream()
        .mapToDouble(AutoChoice.Candidate::heldOutError)
        .min()
        .orElseThrow();
  }

  @Test
  void largeSparseTablesGoToSmoothingWithoutTrials() {
    SparseMatrix.Builder builder = new SparseMatrix.Builder(20_000, 20_000);
    SplittableRandom random = new SplittableRandom(1);
    for (int k = 0; k < 1000; k++) {
      builder.add(random.nextInt(20_000), random.nextInt(20_000), 1 + random.nextDouble());
    }
    Factorization found =
        MahNmf.withRank(10)
            .withMaxIterations(1)
            .fit(Observations.of(builder.build()).withZeroWeight(1e-4));
    assertEquals("smoothing", choice(found).solver());
    assertTrue(choice(found).reason().contains("sparse"), choice(found).reason());
  }
}
