package org.mahnmf;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mahnmf.TestProblems.Generator;
import org.mahnmf.graph.Graph;
import org.mahnmf.internal.fit.Evaluation;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.Precision;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Box;
import org.mahnmf.solver.HistoryPoint;
import org.mahnmf.solver.Solver;
import org.mahnmf.term.ElasticNet;
import org.mahnmf.term.GraphSmoothness;
import org.mahnmf.term.GroupBall;
import org.mahnmf.term.GroupNorm;
import org.mahnmf.term.GroupSparse;
import org.mahnmf.term.Groups;

/**
 * Tables at the edge of what a double holds, and of what is a table: every solver, variant and
 * precision answers with finite, feasible factors or with a refusal in one line.
 */
class EdgeNumbersTest {

  private static final int ROWS = 7;
  private static final int COLUMNS = 6;
  private static final double BOUND = 1.5;

  /** A table and about how large its entries are. */
  private record Edge(String name, Observations observations, int rank, double unit) {}

  private static double[][] table(long seed, DoubleUnaryOperator entry) {
    double[][] table = new Generator(seed).table(ROWS, COLUMNS);
    for (double[] row : table) {
      Arrays.setAll(row, j -> entry.applyAsDouble(row[j]));
    }
    return table;
  }

  private static Edge edge(String name, double[][] table, int rank, double unit) {
    return new Edge(name, Observations.of(table), rank, unit);
  }

  private static List<Edge> edges() {
    List<Edge> edges = new ArrayList<>();
    for (double unit :
        new double[] {
          Double.MIN_VALUE,
          1e-320,
          1e-310,
          Double.MIN_NORMAL,
          1e-300,
          1e-160,
          1e-40,
          1,
          1e40,
          1e160,
          1e300,
          1e307
        }) {
      edges.add(edge("all about " + unit, table(1, u -> unit * (1 + u)), 2, unit));
    }
    double most = Double.MAX_VALUE;
    edges.add(edge("the largest numbers", table(2, u -> most * (1 - u * u)), 2, most));
    edges.add(edge("all the largest number", table(2, u -> most), 2, most));
    edges.add(edge("from 1e-300 to 1e300", table(3, u -> Math.pow(10, 600 * u - 300)), 3, 1));
    edges.add(edge("one of 1e300 among ones", table(4, u -> u > .97 ? 1e300 : u), 2, 1));
    edges.add(edge("ones among 1e-300", table(4, u -> u > .9 ? 1 : 1e-300 * u), 2, 1));
    edges.add(edge("denormals among ones", table(4, u -> u > .5 ? u : Double.MIN_VALUE), 2, 1));
    edges.add(edge("constant", table(5, u -> 3.7), 3, 1));
    edges.add(edge("zeros", table(5, u -> 0), 2, 1));
    edges.add(edge("one spike", table(5, u -> u > .98 ? 7 : 0), 2, 1));
    edges.add(edge("rank = min(m, n)", table(6, u -> u), COLUMNS, 1));
    edges.add(edge("one row", new Generator(7).table(1, 9), 1, 1));
    edges.add(edge("one column", new Generator(7).table(9, 1), 1, 1));
    edges.add(edge("one entry", new double[][] {{5}}, 1, 1));
    edges.add(edge("one entry, the largest", new double[][] {{most}}, 1, most));
    edges.add(
        edge(
            "one entry, the smallest",
            new double[][] {{Double.MIN_VALUE}},
            1,
            2 * Double.MIN_VALUE));
    double[][] twins = table(8, u -> u);
    for (int i = 1; i < ROWS; i++) {
      twins[i] = twins[0].clone();
    }
    edges.add(edge("all rows the same", twins, 3, 1));
    addMissing(edges);
    addWeighted(edges);
    addSparse(edges);
    return edges;
  }

  private static void addMissing(List<Edge> edges) {
    double[][] storm = table(9, u -> u > .15 ? Double.NaN : 1 + u);
    for (int k = 0; k < ROWS; k++) {
      storm[k][k % COLUMNS] = 1;
    }
    edges.add(edge("nearly all missing", storm, 2, 1));
    double[][] none = table(9, u -> u);
    Arrays.fill(none[3], Double.NaN);
    edges.add(edge("a row all missing", none, 2, 1));
    edges.add(edge("all missing", table(9, u -> Double.NaN), 1, 1));
    double[][] far = table(10, u -> u > .5 ? Double.NaN : 1e300 * u);
    for (int k = 0; k < ROWS; k++) {
      far[k][k % COLUMNS] = 1e-300;
    }
    edges.add(edge("missing, 1e-300 and 1e300", far, 2, 1));
  }

  private static void addWeighted(List<Edge> edges) {
    Observations plain = Observations.of(table(11, u -> u));
    DoubleUnaryOperator[] weights = {
      u -> 1e300 * u,
      u -> 1e-300 * u,
      u -> Double.MIN_VALUE,
      u -> Math.pow(10, 600 * u - 300),
      u -> Double.MAX_VALUE,
      u -> u > .5 ? 0 : 1
    };
    for (int k = 0; k < weights.length; k++) {
      DenseMatrix weight = DenseMatrix.ofRows(table(12, weights[k]));
      edges.add(new Edge("weights " + k, plain.withWeights(weight), 2, 1));
      Observations large = Observations.of(table(11, u -> 1e300 * u));
      edges.add(new Edge("weights " + k + " at 1e300", large.withWeights(weight), 2, 1e300));
      Observations small = Observations.of(table(11, u -> 1e-300 * u));
      edges.add(new Edge("weights " + k + " at 1e-300", small.withWeights(weight), 2, 1e-300));
    }
    DenseMatrix one = new DenseMatrix(ROWS, COLUMNS);
    one.set(2, 3, 1);
    edges.add(new Edge("one weight", plain.withWeights(one), 2, 1));
    DenseMatrix few = new DenseMatrix(ROWS, COLUMNS);
    for (int k = 0; k < ROWS; k++) {
      few.set(k, k % COLUMNS, k == 0 ? 1e-300 : 1);
    }
    edges.add(new Edge("one weight in each row", plain.withWeights(few), 3, 1));
  }

  private static void addSparse(List<Edge> edges) {
    for (double unit : new double[] {Double.MIN_VALUE, 1e-300, 1, 1e300, Double.MAX_VALUE}) {
      SparseMatrix few =
          SparseMatrix.copyOf(DenseMatrix.ofRows(table(13, u -> u > .05 ? 0 : unit)));
      edges.add(new Edge("sparse, " + unit, Observations.of(few), 2, unit));
      edges.add(new Edge("sparse, " + unit + ", zeros light", zeros(few, 1e-300), 2, unit));
      edges.add(new Edge("sparse, " + unit + ", zeros missing", zeros(few, 0), 2, unit));
    }
  }

  private static Observations zeros(SparseMatrix values, double weight) {
    return Observations.of(values).withZeroWeight(weight);
  }

  /** The variants in units of the table, and bounds that know nothing of it. */
  private static Map<String, Supplier<MahNmf>> variants(MahNmf plain, boolean few, Edge edge) {
    int samples = edge.observations.samples();
    int features = edge.observations.features();
    double unit = edge.unit;
    double root = Math.sqrt(unit);
    Groups views = groups(features);
    Map<String, Supplier<MahNmf>> all = new LinkedHashMap<>();
    all.put("plain", () -> plain);
    all.put("box", () -> box(plain, BOUND * root));
    all.put("box of 1", () -> box(plain, 1));
    all.put("elastic", () -> plain.with(new ElasticNet(.5 / unit)));
    all.put("elastic of 1", () -> plain.with(new ElasticNet(1)));
    all.put(
        "graph", () -> plain.onCodes(new GraphSmoothness(1, path(samples))).onBasis(new Box(0, 1)));
    for (GroupNorm p : GroupNorm.values()) {
      all.put("penalty " + p.label(), () -> plain.onBasis(new GroupSparse(p, root, views)));
      all.put("ball " + p.label(), () -> plain.onBasis(new GroupBall(p, root, views)));
      all.put(
          "share of the start " + p.label(),
          () -> plain.onBasis(GroupBall.percentOfStart(p, 10, views)));
    }
    all.put("exact codes", () -> plain.withExactCodes(true));
    all.put("two starts", () -> plain.withRestarts(2));
    if (few) {
      all.keySet().retainAll(List.of("plain", "box", "elastic", "penalty 2", "ball inf"));
    }
    return all;
  }

  private static MahNmf box(MahNmf plain, double upper) {
    return plain.onBasis(new Box(0, upper)).onCodes(new Box(upper / 64, upper));
  }

  private static Groups groups(int count) {
    return Groups.ofLabels(
        Stream.iterate(0, j -> j + 1).limit(count).map(j -> "group " + j % 2).toList());
  }

  private static Graph path(int count) {
    int edges = Math.max(1, count - 1);
    int[] from = new int[edges];
    int[] to = new int[edges];
    double[] weights = new double[edges];
    for (int k = 0; k < edges; k++) {
      from[k] = k;
      to[k] = Math.min(k + 1, count - 1);
      weights[k] = 1;
    }
    return Graph.ofEdges(count, from, to, weights);
  }

  static Stream<Solver> solvers() {
    return Solvers.all().stream().filter(solver -> !solver.name().equals("toy"));
  }

  @ParameterizedTest
  @MethodSource("solvers")
  void finiteAndFeasibleOrRefused(Solver solver) {
    List<String> problems = new ArrayList<>();
    for (Edge edge : edges()) {
      for (Precision precision : Precision.values()) {
        MahNmf plain =
            MahNmf.ofRank(edge.rank)
                .with(solver)
                .withPrecision(precision)
                .withSeed(5)
                .withThreads(1)
                .withMaxIterations(10);
        // Floats differ in the store alone, and what 'auto' takes in the end is tried by itself.
        boolean few = precision == Precision.FLOAT || solver.name().equals("auto");
        variants(plain, few, edge)
            .forEach(
                (name, settings) -> {
                  String problem = problem(settings, edge, name.equals("box of 1") ? 1 : 0);
                  if (!problem.isEmpty()) {
                    problems.add(
                        String.join(
                            ", ", solver.name(), edge.name, name, precision.toString(), problem));
                  }
                });
      }
    }
    assertEquals(List.of(), problems);
  }

  /**
   * Twice too much was taken for a perfect fit: zeros in place of 1.8e308, a residual of digits.
   */
  @Test
  void scalesAndResidualsKeepTheirDigits() {
    double most = Double.MAX_VALUE;
    Factorization one = MahNmf.ofRank(1).fit(Observations.of(new double[][] {{most}}));
    assertEquals(most, one.lowRank().get(0, 0), 1e-9 * most);
    Observations tiny = Observations.of(table(1, u -> 1e-160 * (1 + u)));
    MahNmf rri = MahNmf.ofRank(2).with(Solvers.named("rri")).withThreads(1);
    Factorization found = box(rri, 1).fit(tiny);
    double seen = found.history().stream().mapToDouble(HistoryPoint::objective).min().orElseThrow();
    assertEquals(seen, found.objective(), 1e-6 * sum(tiny));
  }

  /** Returns what is wrong, or nothing. */
  private static String problem(Supplier<MahNmf> settings, Edge edge, double bound) {
    Factorization found;
    try {
      found = settings.get().fit(edge.observations);
    } catch (IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage());
      return message.length() > 10 && message.lines().count() == 1 ? "" : "refuses: " + message;
    } catch (RuntimeException e) {
      return e + " at " + Arrays.asList(e.getStackTrace()).subList(0, 3);
    }
    if (!isFeasible(found.basis().toDense(), bound)
        || !isFeasible(found.codes().toDense(), bound)) {
      return "factors " + found.basis() + found.codes();
    }
    if (!(found.objective() >= 0 && found.objective() < Double.POSITIVE_INFINITY)) {
      return "objective " + found.objective();
    }
    if (!(found.lowerBound() <= found.objective())) {
      return "lower bound " + found.lowerBound() + " above " + found.objective();
    }
    // What rounding makes of the sums: floats of the store, doubles of the answer.
    double rounding =
        1e-6 * sum(edge.observations) + 1e6 * Double.MIN_VALUE * Math.max(1, edge.unit);
    double[] history = found.history().stream().mapToDouble(HistoryPoint::objective).toArray();
    double lowest = DoubleStream.of(history).min().orElse(Double.POSITIVE_INFINITY);
    if (found.objective() > lowest * (1 + 1e-5) + rounding) {
      return "ends at " + found.objective() + " but has seen " + lowest;
    }
    return problemOfTransform(found, edge);
  }

  private static String problemOfTransform(Factorization found, Edge edge) {
    try {
      Encoding encoding = found.transform(edge.observations);
      boolean bounded = encoding.lowerBound() <= encoding.objective().total();
      return isFeasible(encoding.codes().toDense(), 0) && bounded
          ? ""
          : "transform gives " + encoding.codes() + " bound " + encoding.lowerBound();
    } catch (IllegalArgumentException e) {
      return e.getMessage().length() > 10 ? "" : "transform refuses: " + e.getMessage();
    } catch (RuntimeException e) {
      return e + " of transform at " + Arrays.asList(e.getStackTrace()).subList(0, 3);
    }
  }

  private static double sum(Observations observations) {
    return DoubleStream.of(Evaluation.weightedSums(observations)).sum();
  }

  private static boolean isFeasible(DenseMatrix factor, double bound) {
    double most = bound > 0 ? bound : Double.MAX_VALUE;
    return Arrays.stream(factor.array()).allMatch(value -> value >= 0 && value <= most);
  }
}
