package org.mahnmf.spark.block;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.base.Workers;
import org.mahnmf.checkpoint.Checkpoint;
import org.mahnmf.internal.admm.Admm;
import org.mahnmf.internal.sparse.SparseStore;
import org.mahnmf.internal.start.RandomStart;
import org.mahnmf.internal.store.DenseStore;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Box;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Loss;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.Store;
import org.mahnmf.problem.Term;
import org.mahnmf.problem.Units;
import org.mahnmf.solver.FactorizationLoop;
import org.mahnmf.solver.RunContext;
import org.mahnmf.solver.StoppingRule;
import org.mahnmf.spark.Clusters;
import org.mahnmf.spark.Planted;
import org.mahnmf.spark.SparkEngine;
import org.mahnmf.spark.file.Sample;
import org.mahnmf.term.ElasticNet;
import org.mahnmf.term.GroupBall;
import org.mahnmf.term.GroupNorm;
import org.mahnmf.term.GroupSparse;
import org.mahnmf.term.Groups;
import org.mahnmf.term.Manhattan;
import org.mahnmf.term.Ridge;
import org.mahnmf.term.Sparsity;

/** Fits on Spark against the same fits on one machine: the same way, step by step. */
public final class SparkFitTest {

  private static final int RANK = 3;
  public static final long SEED = 11;

  private static final String SERIALIZER = "spark.serializer";

  @TempDir static Path folder;
  private static SparkSession spark;

  /** Begins with Spark's pickier serialiser, which cannot send records; other tests use Java's. */
  @BeforeAll
  static void start() {
    System.setProperty(SERIALIZER, "org.apache.spark.serializer.KryoSerializer");
    try {
      spark = Clusters.local(folder);
    } finally {
      System.clearProperty(SERIALIZER);
    }
  }

  @AfterAll
  static void stop() {
    spark.stop();
  }

  /** Settings of a fit from a random start, for any engine. */
  public static MahNmf fromRandom(int rank, long seed, int steps) {
    return MahNmf.ofRank(rank)
        .withSeed(seed)
        .with(new RandomStart())
        .withMaxIterations(steps)
        .withRidge(0);
  }

  /** The same on Spark. */
  public static SparkSettings on(MahNmf settings) {
    return SparkSettings.of(settings.planFor(new SparkEngine())).withCheckpointInterval(7);
  }

  public static SparkSettings random(int rank, long seed, int steps) {
    return on(fromRandom(rank, seed, steps));
  }

  private static SparkSettings variant(
      int steps, Loss loss, Side basis, CodesTerms codes, String storage) {
    MahNmf settings = fromRandom(RANK, SEED, steps).with(loss);
    for (Term term : basis.terms()) {
      settings = term.equals(Side.nonNegative().set()) ? settings : settings.onBasis(term);
    }
    return on(settings).withCodes(codes).withStorage(storage, 1);
  }

  /** What core does, with the same start; the objective in the user's units. */
  public static double oneMachine(
      Observations table, int rank, Loss loss, Side basis, Side codes, int steps) {
    try (Workers workers = new Workers(1)) {
      Store store =
          table.values() instanceof SparseMatrix
              ? SparseStore.scaled(table, workers)
              : DenseStore.scaled(table, workers);
      double scale = store.scale();
      Units units = Units.of(scale);
      Problem problem =
          new Problem(
              store.extent(),
              rank,
              loss.rescaled(scale),
              basis.rescaled(units.basis(), scale),
              codes.rescaled(units.codes(), scale));
      Factors start = new RandomStart().create(problem, store, SEED);
      problem.scaleIntoBounds(start);
      problem.project(start);
      Admm solver = new Admm().with(1, 1e-4);
      StoppingRule rule = solver.convergence(1e-4).or(StoppingRule.iterations(steps));
      return new FactorizationLoop(rule, progress -> {}, scale, false)
              .run(
                  solver.start(problem, store, start, new RunContext(1e-4, () -> false)),
                  Checkpoint.none(),
                  state -> {})
              .objective()
              .total()
          * scale;
    }
  }

  private static JavaRDD<Sample> samples(
      DenseMatrix table, DenseMatrix weights, boolean sparse, Function<Integer, String> group) {
    List<Sample> all = new ArrayList<>();
    for (int j = 0; j < table.rows(); j++) {
      double[] row = new double[table.columns()];
      table.copyRow(j, row);
      double[] rowWeights = new double[table.columns()];
      if (weights != null) {
        weights.copyRow(j, rowWeights);
      }
      all.add(
          new Sample(
              sparse ? Vectors.dense(row).toSparse() : Vectors.dense(row),
              weights == null ? null : Vectors.dense(rowWeights),
              group.apply(j)));
    }
    return JavaSparkContext.fromSparkContext(spark.sparkContext()).parallelize(all, 3);
  }

  @Test
  void goesTheSameWayAsOneMachine() {
    Planted planted = new Planted(300, 40, 4, .1, 5);
    Observations table = Observations.of(planted.table());
    for (int steps : new int[] {0, 1, 200}) {
      double expected =
          oneMachine(table, 4, new Manhattan(), Side.nonNegative(), Side.nonNegative(), steps);
      SparkResult found = new SparkFit(random(4, SEED, steps), planted.samples(spark, 3)).run();
      assertEquals(expected, found.course().objective().total(), 1e-9 * expected);
    }
  }

  @Test
  void takesMissingEntriesWeightsElasticNetAndBoxes() {
    DenseMatrix table = new Planted(90, 20, RANK, .1, 6).table();
    DenseMatrix weights = new DenseMatrix(90, 20);
    SplittableRandom random = new SplittableRandom(1);
    for (int j = 0; j < 90; j++) {
      for (int i = 0; i < 20; i++) {
        weights.set(j, i, random.nextInt(1, 4));
        if (random.nextDouble() < .1) {
          table.set(j, i, Double.NaN);
        }
      }
    }
    Loss loss = new ElasticNet(.3);
    Side basis = Side.nonNegative().with(new Box(0, .8));
    CodesTerms codes = CodesTerms.of(Side.nonNegative().with(new Box(.01, 1.5)));
    double expected =
        oneMachine(
            Observations.of(table).withWeights(weights),
            RANK,
            loss,
            basis,
            codes.side(null, 90),
            8);
    SparkResult found =
        new SparkFit(
                variant(8, loss, basis, codes, SparkSettings.AUTO),
                samples(table, weights, false, j -> null))
            .run();
    assertEquals(expected, found.course().objective().total(), 1e-9 * expected);
  }

  @Test
  void penalisesEntriesOnBothSides() {
    DenseMatrix table = new Planted(90, 20, RANK, .1, 6).table();
    Side basis = Side.nonNegative().with(new Ridge(2)).with(new Sparsity(.5));
    CodesTerms codes =
        CodesTerms.of(Side.nonNegative().with(new Sparsity(.3)).with(new Ridge(1.5)));
    Side codesSide = codes.side(null, 90);
    assertEquals(List.of(new Sparsity(.3), new Ridge(1.5)), codesSide.entries());
    assertEquals(codesSide.entries(), codes.cappedAt(1).side(null, 90).entries());
    for (int steps : new int[] {0, 8}) {
      double expected =
          oneMachine(Observations.of(table), RANK, new Manhattan(), basis, codesSide, steps);
      SparkResult found =
          new SparkFit(
                  variant(steps, new Manhattan(), basis, codes, SparkSettings.AUTO),
                  samples(table, null, false, j -> null))
              .run();
      assertEquals(expected, found.course().objective().total(), 1e-6 * expected);
      assertTrue(
          found.course().objective().terms().keySet().containsAll(List.of("ridge", "sparsity")));
      assertEquals(1.5, found.model().rule().ridge());
      assertEquals(.3, found.model().rule().sparsity());
    }
  }

  /** λ is a share of what suits the whole table, whose weights and gaps no block knows. */
  @Test
  void measuresAGivenRidgeByTheWholeTable() {
    DenseMatrix table = new Planted(90, 20, RANK, .1, 6).table();
    DenseMatrix weights = new DenseMatrix(90, 20);
    SplittableRandom random = new SplittableRandom(5);
    double squares = 0;
    double seen = 0;
    for (int j = 0; j < 90; j++) {
      for (int i = 0; i < 20; i++) {
        weights.set(j, i, random.nextInt(1, 2 + j / 30)); // more in later blocks
        if (random.nextDouble() < .1) {
          table.set(j, i, Double.NaN);
        } else {
          squares += weights.get(j, i) * weights.get(j, i);
          seen++;
        }
      }
    }
    Observations observed = Observations.of(table).withWeights(weights);
    SparkSettings settings = on(fromRandom(RANK, SEED, 200).withRidge(.5));
    SparkResult found = new SparkFit(settings, samples(table, weights, false, j -> null)).run();
    double weight = .5 * Math.sqrt(90 * squares / (90 * 20));
    assertEquals(weight, found.model().rule().ridge(), 1e-12 * weight);
    assertEquals(weight, found.sides().basis().quadratic(), 1e-12 * weight);
    assertTrue(
        found.course().objective().terms().get("ridge") > 0, "zero factors have all in common");
    Side ridged = Side.nonNegative().with(new Ridge(weight));
    double expected = oneMachine(observed, RANK, new Manhattan(), ridged, ridged, 200);
    assertEquals(expected, found.course().objective().total(), 1e-6 * expected);
    // The program's own way: the same terms, and codes as good within the gap.
    MahNmf own =
        MahNmf.ofRank(RANK)
            .with(new Admm().with(1, 1e-4))
            .with(new RandomStart())
            .withSeed(SEED)
            .withMaxIterations(200);
    Factorization parts = own.onBasis(new Ridge(weight)).onCodes(new Ridge(weight)).fit(observed);
    // One machine takes uneven weights as units, and then measures the ridge of what is left.
    double even = .5 * Math.sqrt(90 * seen / (90 * 20));
    double share = own.withRidge(.5).fit(Observations.of(table)).model().rule().ridge();
    assertEquals(even, share, 1e-12 * even);
    double ended = found.model().transform(observed).objective().total();
    ended += found.sides().basis().penalty(found.model().basis().toDense());
    assertEquals(parts.objective(), ended, 1e-4 * ended);
    assertTrue(ended <= found.course().objective().total() * (1 + 1e-4));
  }

  /** Where penalties are so large that zero factors are the best, both engines end there. */
  @Test
  void endsAtZeroWhereNothingIsWorthItsPrice() {
    DenseMatrix table = new Planted(90, 20, RANK, .1, 6).table();
    SparkResult found =
        new SparkFit(
                variant(
                    200,
                    new Manhattan(),
                    Side.nonNegative().with(new Ridge(1e4)),
                    CodesTerms.of(Side.nonNegative().with(new Ridge(1e4))),
                    SparkSettings.AUTO),
                samples(table, null, false, j -> null))
            .run();
    double zero = Arrays.stream(table.array()).sum();
    assertEquals(zero, found.course().objective().total(), 1e-9 * zero);
  }

  /** A zero may be missing, or weigh what it likes, also where most entries are zero. */
  @Test
  @Tag("long")
  void weighsZerosToo() {
    DenseMatrix table = new DenseMatrix(90, 20);
    DenseMatrix weights = new DenseMatrix(90, 20);
    SplittableRandom random = new SplittableRandom(4);
    for (int j = 0; j < 90; j++) {
      table.set(j, j % 20, 1 + random.nextDouble());
      for (int i = 0; i < 20; i++) {
        weights.set(j, i, table.get(j, i) > 0 ? 1 : random.nextInt(3));
      }
    }
    CodesTerms codes = CodesTerms.of(Side.nonNegative().with(new Box(0, 1.5)));
    Side plain = Side.nonNegative();
    SparkResult found =
        new SparkFit(
                variant(8, new Manhattan(), plain, codes, SparkSettings.AUTO),
                samples(table, weights, false, j -> null))
            .run();
    Observations observed = Observations.of(table).withWeights(weights);
    double expected = oneMachine(observed, RANK, new Manhattan(), plain, codes.side(null, 90), 8);
    assertEquals(expected, found.course().objective().total(), 1e-9 * expected);
    assertEquals(
        Arrays.stream(weights.array()).filter(one -> one > 0).count(), found.data().observed());
    SparkFit sparse =
        new SparkFit(
            variant(8, new Manhattan(), plain, codes, SparkSettings.SPARSE),
            samples(table, weights, false, j -> null));
    String refusal = assertThrows(IllegalArgumentException.class, sparse::run).getMessage();
    assertTrue(refusal.startsWith("a zero weighs 0.0 but sparse storage"), refusal);
  }

  @Test
  @Tag("long")
  void penalisesGroupsOfFeatures() {
    DenseMatrix table = new Planted(90, 20, RANK, .1, 6).table();
    String[] labels = new String[20];
    Arrays.setAll(labels, i -> "view " + i / 8);
    Side basis =
        Side.nonNegative()
            .with(new GroupSparse(GroupNorm.parse("2"), 2, Groups.ofLabels(List.of(labels))));
    CodesTerms codes = CodesTerms.of(Side.nonNegative().with(new Box(0, 1.5)));
    double expected =
        oneMachine(Observations.of(table), RANK, new Manhattan(), basis, codes.side(null, 90), 8);
    SparkSettings settings = variant(8, new Manhattan(), basis, codes, SparkSettings.AUTO);
    SparkResult found = new SparkFit(settings, samples(table, null, false, j -> null)).run();
    assertEquals(expected, found.course().objective().total(), 1e-9 * expected);
    DenseMatrix narrow = new Planted(90, 19, RANK, .1, 6).table();
    SparkFit mismatch = new SparkFit(settings, samples(narrow, null, false, j -> null));
    String refusal = assertThrows(IllegalArgumentException.class, mismatch::run).getMessage();
    assertTrue(refusal.contains("20") && refusal.contains("19"), refusal);
  }

  @Test
  void keepsSparseSamplesSparse() {
    DenseMatrix table = new DenseMatrix(200, 60);
    SplittableRandom random = new SplittableRandom(2);
    for (int k = 0; k < 600; k++) {
      table.set(random.nextInt(200), random.nextInt(60), 1 + random.nextDouble());
    }
    for (int j = 0; j < 200; j++) {
      table.set(j, j % 60, 2);
    }
    double expected =
        oneMachine(
            Observations.of(SparseMatrix.copyOf(table)),
            RANK,
            new Manhattan(),
            Side.nonNegative(),
            Side.nonNegative(),
            8);
    SparkResult found =
        new SparkFit(random(RANK, SEED, 8), samples(table, null, true, j -> null)).run();
    assertEquals(expected, found.course().objective().total(), 1e-9 * expected);
  }

  /** A penalty or a ball (the other one is 0 or infinite) on groups of ten samples. */
  private static void requireGroupsAsOnOneMachine(String norm, double penalty, double radius) {
    DenseMatrix table = new Planted(90, 20, RANK, .1, 6).table();
    String[] labels = new String[90];
    Arrays.setAll(labels, j -> "g" + j / 10); // three blocks of thirty: groups do not cross
    Groups groups = Groups.ofLabels(List.of(labels));
    GroupNorm parsed = GroupNorm.parse(norm);
    CodesTerms codes = CodesTerms.of(Side.nonNegative()).withGroups(parsed, penalty, radius);
    double expected =
        oneMachine(
            Observations.of(table),
            RANK,
            new Manhattan(),
            Side.nonNegative().with(new Box(0, 1)),
            Side.nonNegative()
                .with(
                    penalty > 0
                        ? new GroupSparse(parsed, penalty, groups)
                        : new GroupBall(parsed, radius, groups)),
            8);
    SparkResult found =
        new SparkFit(
                variant(8, new Manhattan(), Side.nonNegative(), codes, SparkSettings.AUTO),
                samples(table, null, false, j -> labels[j]))
            .run();
    assertEquals(expected, found.course().objective().total(), 1e-9 * expected);
    assertTrue(found.sides().note().isPresent(), "the basis was bounded without a word");
  }

  @Test
  @Tag("long")
  void penalisesWholeGroups() {
    requireGroupsAsOnOneMachine("2", .5, Double.POSITIVE_INFINITY);
    requireGroupsAsOnOneMachine("inf", .5, Double.POSITIVE_INFINITY);
  }

  @Test
  @Tag("long")
  void boundsWholeGroups() {
    requireGroupsAsOnOneMachine("2", 0, 2);
    requireGroupsAsOnOneMachine("inf", 0, 1.5);
  }

  /** More blocks than the driver adds up alone: the same sums, in groups of seven. */
  @Test
  void addsManyBlocksInGroups() {
    int blocks = 40;
    List<Integer> numbers = new ArrayList<>();
    for (int k = 0; k < blocks; k++) {
      numbers.add(k);
    }
    JavaRDD<BlockState> states =
        JavaSparkContext.fromSparkContext(spark.sparkContext())
            .parallelize(numbers, blocks)
            .map(
                k -> {
                  BlockReply reply = new BlockReply();
                  reply.product = new double[] {k, 1};
                  reply.gram = new double[] {k * k};
                  reply.stretch = .5;
                  reply.objective(new Objective(Map.of(Objective.LOSS, (double) k)));
                  return new BlockState(null, reply);
                });
    for (int few : new int[] {32, 40}) {
      BlockReply sum = BlockReply.of(states, few);
      assertArrayEquals(new double[] {780, 40}, sum.product);
      assertArrayEquals(new double[] {20540}, sum.gram);
      assertEquals(.5, sum.stretch);
      assertEquals(Map.of(Objective.LOSS, 780.0), sum.objective);
    }
  }

  @Test
  @Tag("long")
  void goesTheSameWayInManyBlocks() {
    Planted planted = new Planted(400, 15, RANK, .1, 7);
    double expected =
        oneMachine(
            Observations.of(planted.table()),
            RANK,
            new Manhattan(),
            Side.nonNegative(),
            Side.nonNegative(),
            2);
    SparkResult found = new SparkFit(random(RANK, SEED, 2), planted.samples(spark, 35)).run();
    assertEquals(expected, found.course().objective().total(), 1e-9 * expected);
    SparkResult again = new SparkFit(random(RANK, SEED, 2), planted.samples(spark, 35)).run();
    assertEquals(found.model().basis(), again.model().basis());
  }

  @Test
  void startsFromASample() {
    Planted planted = new Planted(400, 30, RANK, .1, 8);
    SparkResult found = new SparkFit(on(MahNmf.ofRank(RANK)), planted.samples(spark, 2)).run();
    double errors = 0;
    DenseMatrix table = planted.table();
    DenseMatrix clean = planted.cleanTable();
    for (int j = 0; j < table.rows(); j++) {
      for (int i = 0; i < table.columns(); i++) {
        errors += Math.abs(table.get(j, i) - clean.get(j, i));
      }
    }
    assertEquals(errors, found.course().objective().total(), .01 * errors);
  }

  @Test
  void saysWhatIsWrongWithTheData() {
    DenseMatrix table = new DenseMatrix(6, 4);
    Arrays.fill(table.array(), 1);
    table.set(4, 2, -1);
    IllegalArgumentException complaint =
        assertThrows(
            IllegalArgumentException.class,
            () -> new SparkFit(random(2, 1, 3), samples(table, null, false, j -> null)).run());
    assertEquals(
        "a row, column 3: -1.0: entries must be finite and at least 0 (NaN marks a missing one)",
        complaint.getMessage());
  }

  @Test
  void everyRowAndColumnNeedsAnEntry() {
    DenseMatrix table = new DenseMatrix(90, 4);
    Arrays.fill(table.array(), 1);
    for (int i = 0; i < 4; i++) {
      table.set(70, i, Double.NaN);
    }
    String why = " has no observed entry; remove it or give it at least one";
    assertEquals("row 71" + why, refusal(1, samples(table, null, false, j -> null), true));
    assertEquals("a row" + why, refusal(1, samples(table, null, true, j -> null), false));
    Arrays.fill(table.array(), 1);
    for (int j = 0; j < 90; j++) {
      table.set(j, 2, Double.NaN);
    }
    assertEquals("column 3" + why, refusal(1, samples(table, null, false, j -> null), true));
    assertEquals("column 3" + why, refusal(1, samples(table, null, true, j -> null), true));
    DenseMatrix weights = new DenseMatrix(90, 4);
    Arrays.fill(table.array(), 0);
    for (int j = 0; j < 90; j++) {
      weights.set(j, 1, 1);
    }
    assertEquals("column 1" + why, refusal(1, samples(table, weights, false, j -> null), true));
    assertEquals("row 1" + why, refusal(0, samples(table, null, true, j -> null), true));
    for (int j = 0; j < 90; j++) {
      table.set(j, 3, 1);
    }
    assertEquals("column 1" + why, refusal(0, samples(table, null, true, j -> null), true));
  }

  private static String refusal(double zeroWeight, JavaRDD<Sample> samples, boolean inOrder) {
    SparkSettings settings = random(1, 1, 1).withStorage(SparkSettings.AUTO, zeroWeight);
    return assertThrows(
            IllegalArgumentException.class, () -> new SparkFit(settings, samples, inOrder).run())
        .getMessage();
  }
}
