package org.mahnmf.internal.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.TestProblems;
import org.mahnmf.TestProblems.Planted;
import org.mahnmf.internal.admm.Admm;
import org.mahnmf.internal.descent.Rri;
import org.mahnmf.internal.descent.Smoothing;
import org.mahnmf.internal.start.HalsStart;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Box;
import org.mahnmf.solver.FitListener;
import org.mahnmf.solver.PathProgress;
import org.mahnmf.solver.Progress;
import org.mahnmf.solver.RidgeChoice;
import org.mahnmf.solver.Solver;
import org.mahnmf.solver.SolverContract;
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

  /** The choice among starts and the polish take theirs. */
  @Override
  protected int iterations() {
    return 300;
  }

  @Override
  protected double roundingTolerance() {
    return 1e-4;
  }

  private static RidgeChoice choice(Factorization found) {
    return found.record().outcome().choice().orElseThrow();
  }

  /** 100 x 50 of rank 5 with a tenth of the entries set high and a tenth to zero, no settings. */
  @Test
  void findsThePlantedTruthWithoutAnySetting() {
    int reached = 0;
    for (int seed = 0; seed < 10; seed++) {
      Planted planted = TestProblems.plantedWithSpikes(50, 100, 5, 200 + seed);
      Factorization found = MahNmf.ofRank(5).withSeed(seed).fit(planted.observations());
      reached += Math.sqrt(planted.recoveryError(found.lowRank())) <= 1e-3 ? 1 : 0;
    }
    assertTrue(reached >= 8, "truth reached from " + reached + " of 10 seeds");
  }

  @Test
  void predictsMissingEntriesDespiteOutliers() {
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
      DenseMatrix product =
          MahNmf.ofRank(4).withSeed(seed).fit(Observations.of(table)).lowRank().toDense();
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
  void withoutARidgeIsNearTheBestSingleSolverOnNoise() {
    List<Observations> tables =
        List.of(
            Observations.of(TestProblems.uniform(50, 100, 5)),
            Observations.of(TestProblems.uniform(8, 500, 6)));
    for (Observations noise : tables) {
      MahNmf settings = MahNmf.ofRank(3).withSeed(3);
      Factorization found = settings.withRidge(0).fit(noise);
      double best = Double.POSITIVE_INFINITY;
      for (Solver solver : List.of(new Smoothing(), new Admm(), new Rri())) {
        best = Math.min(best, settings.with(solver).fit(noise).objective());
      }
      assertTrue(found.objective() <= 1.01 * best, found.objective() + " against " + best);
      assertEquals(Optional.empty(), found.record().outcome().choice());
    }
  }

  /** Of rank 12, so a third as many parameters as observations: the lowest objective fits noise. */
  @Test
  void hiddenEntriesDecideWhenParametersAreMany() {
    Planted planted = TestProblems.plantedWithSpikes(50, 100, 12, 7);
    Observations table = planted.observations();
    Factorization found = MahNmf.ofRank(12).fit(table);
    Factorization lowest = MahNmf.ofRank(12).with(new Admm()).fit(table);
    assertTrue(lowest.objective() < found.objective());
    double error = planted.recoveryError(found.lowRank());
    double lowestError = planted.recoveryError(lowest.lowRank());
    assertTrue(error < .2 * lowestError, error + " against " + lowestError);
  }

  /** Dense noise, and twice as many parts as there are. */
  @Test
  void aRidgeBringsNoiseNearerToTheTruth() {
    for (int seed = 1; seed <= 2; seed++) {
      double[][] clean = fadingParts(100, 150, 12, seed);
      Observations table = Observations.of(withLaplaceNoise(clean, .3, seed));
      MahNmf settings = MahNmf.ofRank(24).withSeed(seed);
      Factorization found = settings.fit(table);
      Factorization plain = settings.withRidge(0).fit(table);
      double error = squaredError(clean, found.codes().toDense(), found.basis().toDense());
      double plainError = squaredError(clean, plain.codes().toDense(), plain.basis().toDense());
      assertTrue(error < .8 * plainError, error + " against " + plainError);
      RidgeChoice choice = choice(found);
      assertFalse(choice.isExact());
      assertTrue(choice.share() > 0, choice.sentence());
      assertEquals(choice.weight(), choice.share() * Math.sqrt(150), 1e-12);
      double squares = 0;
      for (DenseMatrix factor : List.of(found.basis().toDense(), found.codes().toDense())) {
        squares += Arrays.stream(factor.array()).map(x -> x * x).sum();
      }
      double ridge = found.record().outcome().objective().terms().get("ridge");
      assertEquals(.5 * choice.weight() * squares, ridge, 1e-9 * ridge);
    }
  }

  /** A weight below the first one is visited once more, from below, and is the last of the path. */
  @Test
  void thePathEndsAtASmallWeightThatItChose() {
    double[][] table = TestProblems.planted(220, 200, 25, 2).table();
    TestProblems.Generator random = new TestProblems.Generator(2);
    for (double[] row : table) {
      Arrays.setAll(row, j -> row[j] + .3 * random.uniform());
    }
    List<Double> shares = new ArrayList<>();
    FitListener listener =
        new FitListener() {
          @Override
          public void onIteration(Progress progress) {}

          @Override
          public void onPath(PathProgress step) {
            shares.add(step.share());
          }
        };
    MahNmf settings = MahNmf.ofRank(25).withSeed(3).withListener(listener);
    RidgeChoice choice = choice(settings.fit(Observations.of(table)));
    assertTrue(choice.share() > 0 && choice.share() < .5, choice.sentence());
    assertEquals(choice.share(), shares.get(shares.size() - 1));
    int below = shares.lastIndexOf(choice.share() - .125);
    assertTrue(below > shares.indexOf(choice.share()), "no smaller weight in between");
    assertEquals(
        choice.points().size(),
        choice.points().stream().map(RidgeChoice.Point::share).distinct().count());
  }

  @Test
  void aGivenRidgeIsTakenAsItIs() {
    Observations table = Observations.of(TestProblems.uniform(40, 60, 2));
    Factorization found = MahNmf.ofRank(4).withRidge(.5).fit(table);
    assertEquals(Optional.empty(), found.record().outcome().choice());
    double squares = 0;
    for (DenseMatrix factor : List.of(found.basis().toDense(), found.codes().toDense())) {
      squares += Arrays.stream(factor.array()).map(x -> x * x).sum();
    }
    double ridge = found.record().outcome().objective().terms().get("ridge");
    assertEquals(.25 * Math.sqrt(60) * squares, ridge, 1e-9 * ridge);
    assertTrue(found.record().outcome().lowerBound() > .99 * found.objective());
    Factorization zero = MahNmf.ofRank(4).withRidge(100).fit(table);
    assertEquals(0, Arrays.stream(zero.codes().toDense().array()).sum(), "zero factors are best");
  }

  @Test
  void exactTablesLoseTheRidge() {
    Planted planted = TestProblems.plantedWithSpikes(60, 80, 4, 8);
    RidgeChoice choice = choice(MahNmf.ofRank(4).fit(planted.observations()));
    assertEquals(0, choice.share());
    assertTrue(choice.isExact(), choice.sentence());
  }

  @Test
  void aTableTooSmallToHideEntriesGetsALittleRidge() {
    Factorization found = MahNmf.ofRank(1).fit(Observations.of(TestProblems.uniform(4, 3, 1)));
    RidgeChoice choice = choice(found);
    assertEquals(.25, choice.share());
    assertEquals(List.of(), choice.points());
    assertTrue(choice.sentence().contains("too small"), choice.sentence());
    assertTrue(found.record().outcome().notes().contains(choice.sentence()));
  }

  /** One hidden wild cell is larger than all others together; it must not decide. */
  @Test
  void aHiddenWildCellDoesNotDecide() {
    double[][] clean = fadingParts(60, 40, 4, 3);
    double[][] wild = withLaplaceNoise(clean, .2, 3);
    for (int i = 0; i < 60; i += 5) {
      wild[i][i % 40] = 1e9;
    }
    MahNmf settings = MahNmf.ofRank(8).withSeed(3);
    RidgeChoice choice = choice(settings.fit(Observations.of(wild)));
    assertTrue(choice.heldOutError() < 10, choice.sentence());
    for (RidgeChoice.Point point : choice.points()) {
      assertTrue(point.heldOutError() < 10, choice.points().toString());
    }
  }

  @Test
  void restartsRunAtTheRidgeOfTheFirst() {
    Observations table = Observations.of(withLaplaceNoise(fadingParts(40, 50, 4, 5), .3, 5));
    MahNmf settings = MahNmf.ofRank(6).withSeed(5);
    Factorization one = settings.fit(table);
    Factorization three = settings.withRestarts(3).fit(table);
    assertEquals(choice(one), choice(three));
    assertTrue(three.objective() <= one.objective());
    assertEquals(6, three.record().outcome().confidence().size());
  }

  @Test
  void otherSolversTakeAChosenRidgeToo() {
    Observations table = Observations.of(withLaplaceNoise(fadingParts(40, 50, 4, 6), .3, 6));
    MahNmf settings = MahNmf.ofRank(6);
    Factorization auto = settings.fit(table);
    for (Solver solver : List.of(new Admm(), new Rri(), new Smoothing())) {
      Factorization found = settings.with(solver).withChosenRidge().fit(table);
      assertEquals(choice(auto), choice(found));
      assertTrue(found.objective() <= 1.02 * auto.objective(), solver.name());
      assertEquals(Optional.empty(), settings.with(solver).fit(table).record().outcome().choice());
    }
  }

  @Test
  void recordedObjectiveIsThatOfTheFactors() {
    double[][] spoilt = withLaplaceNoise(fadingParts(40, 50, 4, 6), .3, 6);
    Observations table = Observations.of(spoilt);
    DenseMatrix ones = DenseMatrix.ofRows(TestProblems.constant(40, 50, 1));
    for (Observations one : List.of(table, table.withWeights(ones.times(2)))) {
      Factorization found = MahNmf.ofRank(6).fit(one);
      double naive = TestProblems.objective(one, found.codes(), found.basis());
      Map<String, Double> terms = found.record().outcome().objective().terms();
      assertEquals(naive, terms.get("loss"), 1e-9 * naive);
      assertEquals(naive + terms.get("ridge"), found.objective(), 1e-9 * naive);
      assertTrue(found.lowerBound() <= found.objective());
    }
    double once = MahNmf.ofRank(6).fit(table).objective();
    double twice = MahNmf.ofRank(6).fit(table.withWeights(ones.times(2))).objective();
    assertEquals(2 * once, twice, 1e-6 * twice);
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
  @Tag("long")
  void largeTablesAreFoundExactly() {
    for (int samples : new int[] {120, 10_000}) {
      Planted planted = TestProblems.plantedWithSpikes(samples, 1_200_000 / samples, 2, 8);
      Factorization found = MahNmf.ofRank(2).fit(planted.observations());
      assertTrue(planted.recoveryError(found.lowRank()) < 1e-6);
    }
  }

  @Test
  void polishFollowsAndEndsTheRun() {
    List<Progress> seen = new ArrayList<>();
    MahNmf.ofRank(3)
        .withRidge(0)
        .withListener(seen::add)
        .fit(Observations.of(TestProblems.uniform(40, 30, 1)));
    assertTrue(seen.size() >= 3, "start, last steps of the first method, polish");
    for (int t = 1; t < seen.size(); t++) {
      assertTrue(seen.get(t).products() >= seen.get(t - 1).products());
    }
    assertFalse(seen.get(0).settled());
    assertTrue(seen.get(seen.size() - 1).settled());
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
          double auto = MahNmf.ofRank(3).withRidge(0).fit(table).objective();
          double smoothing = MahNmf.ofRank(3).with(new Smoothing()).fit(table).objective();
          assertTrue(auto <= smoothing * (1 + 1e-4), name + ": " + auto + " > " + smoothing);
        });
  }

  @Test
  void neverEndsAboveSmoothingWithTerms() {
    Observations table = TestProblems.plantedWithSpikes(40, 30, 3, 13).observations();
    Groups groups = Groups.single(40);
    Map<String, MahNmf> variants =
        Map.of(
            "box", MahNmf.ofRank(3).onBasis(new Box(0, 1)),
            "elastic", MahNmf.ofRank(3).with(new ElasticNet(.1)),
            "group", MahNmf.ofRank(3).onCodes(new GroupSparse(GroupNorm.TWO, .1, groups)),
            "ball", MahNmf.ofRank(3).onCodes(new GroupBall(GroupNorm.TWO, 5, groups)));
    variants.forEach(
        (name, settings) -> {
          Factorization auto = settings.withRidge(0).fit(table);
          double smoothing = settings.with(new Smoothing()).fit(table).objective();
          assertTrue(
              auto.objective() <= smoothing * (1 + 1e-4),
              name + ": " + auto.objective() + " > " + smoothing);
        });
  }

  @Test
  void chosenStartIsTheOnlyOne() {
    Observations table = TestProblems.plantedWithSpikes(50, 100, 3, 14).observations();
    Factorization found = MahNmf.ofRank(3).with(new HalsStart()).fit(table);
    assertEquals(1, choice(found).starts());
    assertEquals("hals", found.record().setup().start());
    Factorization free = MahNmf.ofRank(3).fit(table);
    assertEquals(3, choice(free).starts());
    assertEquals("random", free.record().setup().start());
  }

  @Test
  void choiceDoesNotDependOnThreadsOrScale() {
    for (int rank : new int[] {3, 12}) {
      double[][] table = TestProblems.plantedWithSpikes(50, 100, rank, 15).table();
      Factorization plain = MahNmf.ofRank(rank).withThreads(1).fit(Observations.of(table));
      Factorization threads = MahNmf.ofRank(rank).withThreads(3).fit(Observations.of(table));
      Factorization scaled =
          MahNmf.ofRank(rank).fit(Observations.of(TestProblems.times(table, 0x1p-10)));
      assertArrayEquals(plain.basis().toDense().array(), threads.basis().toDense().array());
      assertArrayEquals(plain.codes().toDense().array(), threads.codes().toDense().array());
      assertEquals(choice(plain), choice(threads));
      assertArrayEquals(
          plain.basis().toDense().times(0x1p-5).array(), scaled.basis().toDense().array());
      assertArrayEquals(
          plain.codes().toDense().times(0x1p-5).array(), scaled.codes().toDense().array());
    }
  }

  @Test
  void stopDuringThePathEndsWithTheBestSoFar() {
    for (int rank : new int[] {3, 12}) {
      Observations table = TestProblems.plantedWithSpikes(50, 100, rank, 16).observations();
      for (int patience : new int[] {0, 1, 10, 50}) {
        AtomicInteger asked = new AtomicInteger();
        Factorization found =
            MahNmf.ofRank(rank)
                .withThreads(1)
                .withCancellation(() -> asked.getAndIncrement() >= patience)
                .fit(table);
        assertTrue(found.record().outcome().interrupted());
        assertEquals("interrupted", found.stopReason());
        assertFalse(choice(found).sentence().contains("NaN"), choice(found).sentence());
        double sum = 0;
        for (double value : found.record().outcome().objective().terms().values()) {
          sum += value;
        }
        assertEquals(sum, found.objective());
      }
    }
  }

  @Test
  void iterationsAreLimitedWithThePath() {
    Observations table = Observations.of(TestProblems.uniform(30, 20, 17));
    for (int most : new int[] {0, 1, 3, 20}) {
      Factorization found = MahNmf.ofRank(3).withMaxIterations(most).fit(table);
      assertEquals(most, found.record().outcome().iterations());
    }
  }

  @Test
  void timeLimitDuringThePathEndsTheRun() {
    Observations table = Observations.of(TestProblems.uniform(300, 200, 17));
    long begin = System.nanoTime();
    Factorization found = MahNmf.ofRank(20).withTimeLimit(Duration.ofMillis(100)).fit(table);
    assertTrue(found.stopReason().startsWith("time limit"), found.stopReason());
    assertTrue((System.nanoTime() - begin) * 1e-9 < 20);
  }

  @Test
  void choiceIsRecordedWithANote() {
    Factorization found = MahNmf.ofRank(2).fit(Observations.of(TestProblems.uniform(20, 15, 1)));
    RidgeChoice choice = choice(found);
    assertTrue(found.record().outcome().notes().contains(choice.sentence()));
    Map<?, ?> map = (Map<?, ?>) found.record().toMap().get("choice");
    assertEquals(
        List.of("ridge", "share", "hidden", "holdout", "starts", "exact", "path", "reason"),
        List.copyOf(map.keySet()));
    assertEquals(choice.points().size(), ((List<?>) map.get("path")).size());
    assertFalse(
        MahNmf.ofRank(2)
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
        MahNmf.ofRank(2).symmetric().with(new Auto()).fit(Observations.of(dense));
    assertEquals(Optional.empty(), symmetric.record().outcome().choice());
    assertEquals(Set.of("loss"), symmetric.record().outcome().objective().terms().keySet());
  }

  /** The same entries are hidden, and predicted about as well. */
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
    RidgeChoice dense = choice(MahNmf.ofRank(3).fit(Observations.of(table)));
    RidgeChoice sparse = choice(MahNmf.ofRank(3).fit(Observations.of(SparseMatrix.copyOf(table))));
    assertEquals(dense.hidden(), sparse.hidden());
    assertEquals(dense.heldOutError(), sparse.heldOutError(), .05 * dense.heldOutError());
  }

  @Test
  void largeSparseTablesGoTheSameWay() {
    SparseMatrix.Builder builder = new SparseMatrix.Builder(20_000, 20_000);
    SplittableRandom random = new SplittableRandom(1);
    for (int k = 0; k < 1000; k++) {
      builder.add(random.nextInt(20_000), random.nextInt(20_000), 1 + random.nextDouble());
    }
    Factorization found =
        MahNmf.ofRank(10)
            .withMaxIterations(1)
            .fit(Observations.of(builder.build()).withZeroWeight(1e-4));
    assertTrue(choice(found).hidden() >= 10, choice(found).sentence());
  }
}
