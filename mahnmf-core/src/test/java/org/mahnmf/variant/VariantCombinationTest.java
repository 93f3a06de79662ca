package org.mahnmf.variant;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.TestProblems;
import org.mahnmf.TestProblems.Generator;
import org.mahnmf.graph.Graph;
import org.mahnmf.graph.NeighborGraph;
import org.mahnmf.internal.admm.Admm;
import org.mahnmf.internal.descent.Rri;
import org.mahnmf.internal.descent.Smoothing;
import org.mahnmf.internal.search.Auto;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.Box;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.Solver;
import org.mahnmf.solver.Start;
import org.mahnmf.term.ElasticNet;
import org.mahnmf.term.GraphSmoothness;
import org.mahnmf.term.GroupBall;
import org.mahnmf.term.GroupNorm;
import org.mahnmf.term.GroupSparse;
import org.mahnmf.term.Groups;

/** The pieces of Section 4 together, through the front door. */
class VariantCombinationTest {

  private static final int SAMPLES = 40;
  private static final int FEATURES = 24;
  private static final int RANK = 3;
  private static final double SCALE = 1024;

  /** √SCALE, what each factor takes of it. */
  private static final double SHARE = 32;

  private static final Groups VIEWS = Groups.ofLabels(labels(FEATURES, 3));
  private static final Groups CLASSES = Groups.ofLabels(labels(SAMPLES, 4));

  private static List<String> labels(int count, int groups) {
    List<String> labels = new ArrayList<>();
    for (int j = 0; j < count; j++) {
      labels.add("group " + j * groups / count);
    }
    return labels;
  }

  private static double[][] table(long seed, double hidden) {
    double[][] table = TestProblems.plantedWithSpikes(SAMPLES, FEATURES, RANK, seed).table();
    if (hidden > 0) {
      TestProblems.hide(table, hidden, seed);
    }
    return table;
  }

  private static Graph graph(double[][] table) {
    return NeighborGraph.of(Observations.of(table), 4, NeighborGraph.Weighting.HEAT, 1);
  }

  private static MahNmf settings(Solver solver) {
    return MahNmf.ofRank(RANK).with(solver).withSeed(3).withThreads(1).withMaxIterations(40);
  }

  /**
   * Settings for a table multiplied by s, in the units of that table: both factors take √s, so that
   * loss, β‖·‖² and η‖·‖ grow by s when α is divided by s, β stays, and η, γ and all bounds are
   * multiplied by √s.
   */
  private static Map<String, MahNmf> variants(MahNmf plain, Graph graph, double s) {
    double root = Math.sqrt(s);
    Box box = new Box(0, 1.1 * root);
    Box other = new Box(.01 * root, .9 * root);
    GraphSmoothness smooth = new GraphSmoothness(2, graph);
    ElasticNet elastic = new ElasticNet(.5 / s);
    Map<String, MahNmf> all = new LinkedHashMap<>();
    all.put("plain", plain);
    all.put("elastic", plain.with(elastic));
    all.put("box", plain.onBasis(box).onCodes(other));
    all.put("graph", plain.onBasis(box).onCodes(smooth));
    all.put("all", plain.with(elastic).onBasis(box).onCodes(other).onCodes(smooth));
    for (GroupNorm p : GroupNorm.values()) {
      GroupSparse onViews = new GroupSparse(p, 3 * root, VIEWS);
      GroupBall inViews = new GroupBall(p, 2 * root, VIEWS);
      GroupSparse onClasses = new GroupSparse(p, 2 * root, CLASSES);
      all.put("penalty on basis, p " + p.label(), plain.onBasis(onViews).onCodes(box));
      all.put("ball on basis, p " + p.label(), plain.onBasis(inViews).onCodes(box));
      all.put("penalty on both, p " + p.label(), plain.onBasis(onViews).onCodes(onClasses));
      all.put(
          "ball and elastic and graph, p " + p.label(),
          plain.with(elastic).onBasis(inViews).onCodes(box).onCodes(smooth));
    }
    return all;
  }

  /** A start that must not be asked for. */
  private static final Start NEVER =
      new Start() {
        @Override
        public String name() {
          return "never";
        }

        @Override
        public String description() {
          return "work has begun";
        }

        @Override
        public Factors create(Problem problem, Store store, long seed) {
          throw new AssertionError("work has begun");
        }
      };

  private static void refused(String expected, Executable call) {
    assertEquals(expected, assertThrows(IllegalArgumentException.class, call).getMessage());
  }

  @Test
  void boxMissingManifoldAndElasticNetWorkTogetherInEverySolver() {
    TestProblems.forSeeds(
        1,
        3,
        random -> {
          double[][] table = table(random.seed(), .2);
          Graph graph = graph(table);
          for (Solver solver : new Solver[] {new Smoothing(), new Rri(), new Admm(), new Auto()}) {
            List<Double> path = new ArrayList<>();
            Factorization found =
                settings(solver)
                    .withRidge(0)
                    .with(new ElasticNet(.3))
                    .onBasis(new Box(0, 1))
                    .onCodes(new Box(.01, 1))
                    .onCodes(new GraphSmoothness(1, graph))
                    .withListener(progress -> path.add(progress.objective()))
                    .fit(Observations.of(table));
            boolean monotone = solver instanceof Smoothing || solver instanceof Rri;
            for (int t = 1; monotone && t < path.size(); t++) {
              assertTrue(
                  path.get(t) <= path.get(t - 1) * (1 + 1e-12), solver.name() + " rose at " + t);
            }
            assertEquals(Collections.min(path), found.objective(), 1e-9 * found.objective());
            // The best of several starts is where the default begins.
            double gain = solver instanceof Auto ? 1 : .9;
            assertTrue(
                found.objective() <= gain * path.get(0) * (1 + 1e-9), solver.name() + " " + path);
            assertEquals(
                List.of("loss", "elastic", "graph"),
                List.copyOf(found.record().outcome().objective().terms().keySet()));
            requireWithin(solver.name(), found.basis().toDense(), 0, 1);
            requireWithin(solver.name(), found.codes().toDense(), .01, 1);
            assertTrue(found.lowerBound() > 0 && found.lowerBound() <= found.objective());
          }
        });
  }

  private static void requireWithin(String name, DenseMatrix factor, double lower, double upper) {
    for (double value : factor.array()) {
      assertTrue(value >= lower - 1e-9 && value <= upper + 1e-9, name + " has an entry " + value);
    }
  }

  @Test
  void objectiveIsTheSumOfItsTermsAsAnybodyCanComputeThem() {
    double[][] table = table(4, .1);
    Graph graph = graph(table);
    variants(settings(new Smoothing()), graph, 1)
        .forEach(
            (name, settings) -> {
              Factorization found = settings.fit(Observations.of(table));
              Objective objective = found.record().outcome().objective();
              double sum = 0;
              for (double term : objective.terms().values()) {
                sum += term;
              }
              assertEquals(sum, found.objective(), 1e-12 * sum, name);
              double loss =
                  TestProblems.objective(found.observations(), found.codes(), found.basis());
              assertEquals(loss, objective.loss(), 1e-9 * loss, name);
              double last = found.history().get(found.history().size() - 1).objective();
              assertTrue(found.objective() <= last * (1 + 1e-9), name + " rose in the last step");
            });
  }

  @Test
  void factorsAreInTheirSets() {
    double[][] table = table(5, .1);
    for (GroupNorm p : GroupNorm.values()) {
      GroupBall ball = new GroupBall(p, 1.5, VIEWS);
      GroupBall codesBall = new GroupBall(p, 2, CLASSES);
      Factorization onBasis = settings(new Auto()).onBasis(ball).fit(Observations.of(table));
      requireInBall(ball, onBasis.basis().toDense());
      requireWithin("remedy", onBasis.codes().toDense(), 0, 1);
      Factorization onBoth =
          settings(new Auto()).onBasis(ball).onCodes(codesBall).fit(Observations.of(table));
      requireInBall(ball, onBoth.basis().toDense());
      requireInBall(codesBall, onBoth.codes().transpose().toDense());
      String notes = onBoth.record().outcome().notes().toString();
      assertTrue(!notes.contains("kept within"), "nothing is void here: " + notes);
    }
  }

  private static void requireInBall(GroupBall ball, DenseMatrix factor) {
    for (int g = 0; g < ball.groups().size(); g++) {
      double sum = 0;
      for (int l = 0; l < factor.rows(); l++) {
        double squares = 0;
        double largest = 0;
        for (int j : ball.groups().members(g)) {
          assertTrue(factor.get(l, j) >= 0, "an entry is " + factor.get(l, j));
          squares += factor.get(l, j) * factor.get(l, j);
          largest = Math.max(largest, factor.get(l, j));
        }
        sum += ball.norm() == GroupNorm.TWO ? Math.sqrt(squares) : largest;
      }
      assertTrue(sum <= ball.gamma(g) + 1e-9, "norm " + sum + " of group " + g);
    }
  }

  @Test
  void scaledTableWithScaledSettingsGivesTheScaledBytes() {
    double[][] table = table(6, .1);
    Graph graph = graph(table);
    double[][] scaled = TestProblems.times(table, SCALE);
    for (Solver solver : new Solver[] {new Smoothing(), new Admm(), new Auto()}) {
      Map<String, MahNmf> before = variants(settings(solver), graph, 1);
      Map<String, MahNmf> after = variants(settings(solver), graph, SCALE);
      before.forEach(
          (name, one) -> {
            Factorization small = one.fit(Observations.of(table));
            Factorization large = after.get(name).fit(Observations.of(scaled));
            String at = solver.name() + ", " + name;
            // .9·32/32 and the like are exact, so all that the solver sees is the same
            assertArrayEquals(
                small.basis().toDense().times(SHARE).array(),
                large.basis().toDense().array(),
                1e-12 * SHARE,
                at);
            assertArrayEquals(
                small.codes().toDense().times(SHARE).array(),
                large.codes().toDense().array(),
                1e-12 * SHARE,
                at);
            assertEquals(SCALE * small.objective(), large.objective(), 1e-9 * large.objective());
          });
    }
  }

  @Test
  void whereTheOtherSideIsKeptWithinOneThePricedSideTakesTheWholeScale() {
    double[][] table = table(7, 0);
    Graph graph = graph(table);
    Observations small = Observations.of(table);
    Observations large = Observations.of(TestProblems.times(table, SCALE));
    MahNmf plain = settings(new Smoothing());
    Factorization penalty = plain.onBasis(new GroupSparse(GroupNorm.TWO, 3, VIEWS)).fit(small);
    Factorization samePenalty = plain.onBasis(new GroupSparse(GroupNorm.TWO, 3, VIEWS)).fit(large);
    assertEquals(
        SCALE * penalty.objective(), samePenalty.objective(), 1e-6 * samePenalty.objective());
    Factorization ball = plain.onBasis(new GroupBall(GroupNorm.INFINITY, 2, VIEWS)).fit(small);
    Factorization largeBall =
        plain.onBasis(new GroupBall(GroupNorm.INFINITY, 2 * SCALE, VIEWS)).fit(large);
    assertEquals(SCALE * ball.objective(), largeBall.objective(), 1e-6 * largeBall.objective());
    Factorization smooth = plain.onCodes(new GraphSmoothness(2, graph)).fit(small);
    Factorization largeSmooth = plain.onCodes(new GraphSmoothness(2 / SCALE, graph)).fit(large);
    assertEquals(
        SCALE * smooth.objective(), largeSmooth.objective(), 1e-6 * largeSmooth.objective());
  }

  @Test
  void voidTermsBoundTheOtherSideAndSaySo() {
    double[][] table = table(8, 0);
    Observations observations = Observations.of(table);
    MahNmf plain = settings(new Smoothing());
    GraphSmoothness smooth = new GraphSmoothness(1, graph(table));
    GroupSparse penalty = new GroupSparse(GroupNorm.TWO, 2, VIEWS);
    GroupBall ball = new GroupBall(GroupNorm.TWO, 2, VIEWS);
    for (MahNmf one : List.of(plain.onBasis(penalty), plain.onBasis(ball))) {
      Factorization found = one.fit(observations);
      requireWithin("codes", found.codes().toDense(), 0, 1);
      requireNote(found, "codes are kept within [0, 1]");
    }
    Factorization found = plain.onCodes(smooth).fit(observations);
    requireWithin("basis", found.basis().toDense(), 0, 1);
    requireNote(found, "basis are kept within [0, 1]");
    requireNote(found, "transform leaves that term out");
    assertTrue(
        found.record().setup().settings().get("basis").toString().contains("box"),
        found.record().setup().settings().toString());
    for (MahNmf one :
        List.of(
            plain.onBasis(new Box(0, 2)).onCodes(new Box(0, 2)),
            plain.onBasis(penalty).onCodes(new Box(0, 2)),
            plain.with(new ElasticNet(1)),
            plain.onCodes(new Box(0, 1)))) {
      assertEquals(List.of(), one.fit(observations).record().outcome().notes());
    }
  }

  private static void requireNote(Factorization found, String text) {
    List<String> notes = found.record().outcome().notes();
    assertTrue(notes.stream().anyMatch(note -> note.contains(text)), text + " is not in " + notes);
  }

  @Test
  void solversRefuseByNameBeforeAnyWork() {
    Observations observations = Observations.of(table(9, 0));
    MahNmf rri = settings(new Rri()).with(NEVER);
    String why =
        ": it couples the entries of a factor and this method moves one entry at a time; use"
            + " 'smoothing'";
    for (GroupNorm p : GroupNorm.values()) {
      GroupSparse penalty = new GroupSparse(p, 1, VIEWS);
      GroupBall ball = new GroupBall(p, 1, CLASSES);
      refused(
          "solver 'rri' does not take 'group'" + why, () -> rri.onBasis(penalty).fit(observations));
      refused(
          "solver 'rri' does not take 'groupBall'" + why,
          () -> rri.onCodes(ball).fit(observations));
    }
    double[][] affinity = TestProblems.constant(FEATURES, FEATURES, 1);
    for (Solver solver : new Solver[] {new Rri(), new Smoothing(), new Admm()}) {
      refused(
          "solver '"
              + solver.name()
              + "' does not take 'symmetric': its factors are one matrix; use 'symmetric'",
          () -> settings(solver).with(NEVER).symmetric().fit(Observations.of(affinity)));
    }
    MahNmf symmetric = settings(new Auto()).with(NEVER).symmetric();
    for (MahNmf one :
        List.of(
            symmetric.onCodes(new Box(0, 1)),
            symmetric.onBasis(new GroupSparse(GroupNorm.TWO, 1, VIEWS)),
            symmetric.with(new ElasticNet(1)))) {
      IllegalArgumentException error =
          assertThrows(IllegalArgumentException.class, () -> one.fit(Observations.of(affinity)));
      assertTrue(
          error.getMessage().startsWith("the symmetric problem takes no further terms"),
          error.getMessage());
    }
    GraphSmoothness wrongGraph =
        new GraphSmoothness(1, Graph.ofEdges(3, new int[] {0}, new int[] {1}, new double[] {1}));
    refused(
        "the graph has 3 vertices but the factor has 40 columns; build the graph from the same"
            + " table",
        () -> rri.onCodes(wrongGraph).fit(observations));
    refused(
        "the groups cover 40 columns but the factor has 24; give one label for each column of the"
            + " factor",
        () ->
            settings(new Smoothing())
                .with(NEVER)
                .onBasis(new GroupSparse(GroupNorm.TWO, 1, CLASSES))
                .fit(observations));
  }

  @Test
  void twoNonSmoothPiecesOnOneSideAreRefused() {
    GroupSparse penalty = new GroupSparse(GroupNorm.TWO, 1, VIEWS);
    GroupBall ball = new GroupBall(GroupNorm.TWO, 1, VIEWS);
    Box box = new Box(0, 1);
    Side side = Side.nonNegative();
    String both =
        " on one side do not compose: applying both is not the joint step; keep one of them";
    String sets =
        " on one side do not compose: projecting onto one and then the other is not the projection"
            + " onto both; keep one of them";
    refused("'group' and 'box'" + both, () -> side.with(box).with(penalty));
    refused("'group' and 'box'" + both, () -> side.with(penalty).with(box));
    refused("'group' and 'groupBall'" + both, () -> side.with(ball).with(penalty));
    refused("'box' and 'groupBall'" + sets, () -> side.with(ball).with(box));
    refused("'groupBall' and 'box'" + sets, () -> side.with(box).with(ball));
    refused(
        "a side takes one proximal term but 'group' and 'group' are given",
        () -> side.with(penalty).with(penalty));
    MahNmf settings = settings(new Smoothing()).onBasis(penalty);
    refused("'group' and 'box'" + both, () -> settings.onBasis(box));
    assertEquals(
        3,
        side.with(box)
            .with(new GraphSmoothness(1, chain()))
            .with(new GraphSmoothness(2, chain()))
            .terms()
            .size());
  }

  private static Graph chain() {
    int[] from = new int[SAMPLES - 1];
    int[] to = new int[SAMPLES - 1];
    double[] weight = new double[SAMPLES - 1];
    for (int i = 0; i + 1 < SAMPLES; i++) {
      from[i] = i;
      to[i] = i + 1;
      weight[i] = 1;
    }
    return Graph.ofEdges(SAMPLES, from, to, weight);
  }

  @Test
  void weightsActOnBothPartsOfTheElasticLoss() {
    Generator random = new Generator(10);
    double[][] table = table(10, 0);
    DenseMatrix weights = DenseMatrix.ofRows(random.table(SAMPLES, FEATURES));
    Observations observations = Observations.of(table).withWeights(weights);
    for (Solver solver : new Solver[] {new Smoothing(), new Rri()}) {
      Factorization found = settings(solver).with(new ElasticNet(2)).fit(observations);
      double quadratic = 0;
      DenseMatrix left = found.sparsePart().toDense();
      for (int i = 0; i < SAMPLES; i++) {
        for (int j = 0; j < FEATURES; j++) {
          quadratic += weights.get(i, j) * left.get(i, j) * left.get(i, j);
        }
      }
      double term = found.record().outcome().objective().terms().get("elastic");
      assertEquals(quadratic, term, 1e-9 * quadratic, solver.name());
    }
  }
}
