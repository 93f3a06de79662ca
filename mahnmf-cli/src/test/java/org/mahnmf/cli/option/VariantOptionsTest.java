package org.mahnmf.cli.option;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.cli.Cli;
import org.mahnmf.cli.FitFilesFixture;
import org.mahnmf.graph.Graph;
import org.mahnmf.graph.NeighborGraph;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;

/** Every variant through the program: what the files hold is checked against the definitions. */
class VariantOptionsTest extends FitFilesFixture {

  /** The sum over edges of weight times squared distance of columns; a factor is rank x count. */
  private static double roughness(Graph graph, DenseMatrix factor) {
    double sum = 0;
    for (int a = 0; a < graph.count(); a++) {
      int[] neighbors = graph.neighbors(a);
      double[] weights = graph.weights(a);
      for (int e = 0; e < neighbors.length; e++) {
        for (int l = 0; l < factor.rows(); l++) {
          double difference = factor.get(l, a) - factor.get(l, neighbors[e]);
          sum += weights[e] * difference * difference / 2;
        }
      }
    }
    return sum;
  }

  /** The sum over components of the norm of a group's columns. */
  private static double groupNorm(DenseMatrix factor, boolean max, int... columns) {
    double sum = 0;
    for (int l = 0; l < factor.rows(); l++) {
      double largest = 0;
      double squares = 0;
      for (int j : columns) {
        largest = Math.max(largest, factor.get(l, j));
        squares += factor.get(l, j) * factor.get(l, j);
      }
      sum += max ? largest : Math.sqrt(squares);
    }
    return sum;
  }

  private static int[] columns(int from, int to) {
    return IntStream.range(from, to).toArray();
  }

  private String labels(int first, int count) {
    StringBuilder text = new StringBuilder();
    for (int j = 0; j < count; j++) {
      text.append(j < first ? "left\n" : "right\n");
    }
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "smoothing", "rri"})
  void boxes(String solver) {
    fit("--box", "0.2,0.7", "--solver", solver).done();
    expectWithin(.2, .7, basis());
    expectWithin(.2, .7, codes());
    expectTerms(Map.of("loss", loss()));
    fit("--box-basis", "0.05,1", "--box-codes", "0.1,inf", "--solver", solver).done();
    expectWithin(.05, 1, basis());
    expectWithin(.1, Double.POSITIVE_INFINITY, codes());
    expectTerms(Map.of("loss", loss()));
    assertTrue(settings().get("basis").toString().contains("0.05"), settings().toString());
    assertTrue(settings().get("codes").toString().contains("0.1"), settings().toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "smoothing", "rri"})
  void elasticNet(String solver) {
    Cli cli = fit("--elastic", 2, "--solver", solver).done();
    expectTerms(Map.of("loss", loss(), "elastic", squares()));
    assertTrue(cli.out().contains(" = loss "), cli.out());
    assertEquals("elastic", settings().get("loss"));
    assertEquals(2.0, ((Map<?, ?>) settings().get("model")).get("curvature"));
  }

  /** Gross errors and nothing else: none of these helps, and the files say so. */
  @Test
  void weightsAreFoundByHiddenEntries() {
    Cli cli =
        fit(
                "--elastic",
                "auto",
                "--graph",
                "knn:3",
                "--graph-weight",
                "auto",
                "--group-penalty",
                "codes:2:auto")
            .done();
    Map<?, ?> searches = (Map<?, ?>) record().get("weightSearch");
    assertEquals(
        List.of("--elastic", "--group-penalty codes", "--graph-weight"),
        List.copyOf(searches.keySet()));
    for (Map.Entry<?, ?> search : searches.entrySet()) {
      Map<?, ?> found = (Map<?, ?>) search.getValue();
      List<?> curve = (List<?>) found.get("curve");
      assertEquals(0., (double) ((Map<?, ?>) curve.get(0)).get("weight"));
      assertTrue(cli.err().contains(search.getKey() + ": "), cli.err());
    }
    double alpha = (double) ((Map<?, ?>) searches.get("--elastic")).get("weight");
    assertEquals(alpha > 0 ? "elastic" : "manhattan", settings().get("loss"));
    Cli.run("rank", input, "--elastic", "auto").mistake("--elastic is auto", "a number");
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "smoothing", "rri"})
  void neighboursGetSimilarCodes(String solver) {
    Graph graph = NeighborGraph.of(Observations.of(table), 4, NeighborGraph.Weighting.HEAT, 1);
    Cli cli = fit("--graph", "knn:4:heat", "--graph-weight", 0.5, "--solver", solver).done();
    expectTerms(Map.of("loss", loss(), "graph", .5 / 2 * roughness(graph, codes().transpose())));
    expectWithin(0, 1, basis());
    assertTrue(cli.err().contains("entries of the basis are kept within [0, 1]"), cli.err());
    assertTrue(cli.err().contains("New samples are not in the graph"), cli.err());
    String term = settings().get("codes").toString();
    assertTrue(term.contains("graph with beta 0.5 on Graph of 30 vertices"), term);
  }

  @Test
  void neighbouringFeaturesGetSimilarParts() {
    Graph graph =
        NeighborGraph.ofFeatures(Observations.of(table), 3, NeighborGraph.Weighting.BINARY, 1);
    Cli cli = fit("--graph", "knn:3", "--graph-side", "basis").done();
    expectTerms(Map.of("loss", loss(), "graph", .5 * roughness(graph, basis())));
    expectWithin(0, 1, codes());
    assertTrue(cli.err().contains("entries of the codes are kept within [0, 1]"), cli.err());
  }

  @Test
  void theSameGraphFromAllFiles() throws IOException {
    StringBuilder csv = new StringBuilder("from,to,weight\n");
    StringBuilder edges = new StringBuilder();
    for (int i = 1; i < SAMPLES; i++) {
      csv.append(i).append(',').append(i + 1).append(",2\n");
      edges.append(i + 1).append(' ').append(i).append(" 2\n");
    }
    Path text = file("edges.csv", csv.toString());
    Path matrix =
        file(
            "edges.mtx",
            "%%MatrixMarket matrix coordinate real symmetric\n30 30 29\n" + edges.toString());
    int[] from = columns(0, SAMPLES - 1);
    int[] to = columns(1, SAMPLES);
    double[] weights = new double[from.length];
    Arrays.fill(weights, 2);
    Graph path = Graph.ofEdges(SAMPLES, from, to, weights);
    fit("--graph", text).done();
    expectTerms(Map.of("loss", loss(), "graph", .5 * roughness(path, codes().transpose())));
    DenseMatrix codes = codes();
    fit("--graph", matrix).done();
    assertEquals(codes, codes());
    fit("--graph", file("bad.csv", "1,2\n1,31\n"))
        .mistake("bad.csv: line 2: 31: vertices are whole numbers from 1 to 30");
    fit("--graph", matrix, "--graph-side", "basis").mistake("edges.mtx: line 2: 30x30", "20");
    fit("--graph", folder.resolve("none.csv")).mistake("none.csv: does not exist");
  }

  @ParameterizedTest
  @CsvSource({"2,auto", "inf,auto", "2,smoothing", "inf,smoothing"})
  void groupBalls(String norm, String solver) throws IOException {
    Path groups = file("groups.txt", labels(7, FEATURES));
    Cli cli =
        fit("--group-ball", "basis:" + norm + ":1.5", "--groups", groups, "--solver", solver)
            .done();
    boolean max = norm.equals("inf");
    assertTrue(groupNorm(basis(), max, columns(0, 7)) <= 1.5 + 1e-9, "left");
    assertTrue(groupNorm(basis(), max, columns(7, FEATURES)) <= 1.5 + 1e-9, "right");
    expectTerms(Map.of("loss", loss()));
    expectWithin(0, 1, codes());
    assertTrue(cli.err().contains("entries of the codes are kept within [0, 1]"), cli.err());
    assertTrue(settings().get("basis").toString().contains("2 groups"), settings().toString());
  }

  @Test
  void aBallMayBeAShareOfTheStart() {
    fit("--max-iterations", 0, "--box-codes", "0,1", "--solver", "admm").done();
    double start = groupNorm(basis(), true, columns(0, FEATURES));
    fit("--group-ball", "basis:inf:10%", "--box-codes", "0,1", "--solver", "admm").done();
    double found = groupNorm(basis(), true, columns(0, FEATURES));
    assertEquals(.1 * start, found, 1e-9 * start);
    expectTerms(Map.of("loss", loss()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"2", "inf"})
  void groupPrices(String norm) throws IOException {
    boolean max = norm.equals("inf");
    Path features = file("features.txt", labels(7, FEATURES));
    Path samples = file("samples.txt", labels(11, SAMPLES).strip().replace('\n', ';'));
    fit(
            "--group-penalty",
            "codes:" + norm + ":0.3",
            "--group-penalty",
            "basis:" + norm + ":0.2",
            "--groups",
            "basis:" + features,
            "--groups",
            "codes:" + samples)
        .done();
    DenseMatrix h = codes().transpose();
    double penalty =
        .2
                * (groupNorm(basis(), max, columns(0, 7))
                    + groupNorm(basis(), max, columns(7, FEATURES)))
            + .3 * (groupNorm(h, max, columns(0, 11)) + groupNorm(h, max, columns(11, SAMPLES)));
    expectTerms(Map.of("loss", loss(), "group", penalty));
    Cli alone = fit("--group-penalty", "codes:" + norm + ":0.3").done();
    expectTerms(
        Map.of(
            "loss",
            loss(),
            "group",
            .3 * groupNorm(codes().transpose(), max, columns(0, SAMPLES))));
    expectWithin(0, 1, basis());
    assertTrue(alone.err().contains("entries of the basis are kept within [0, 1]"), alone.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "admm", "smoothing", "rri", "reweighted"})
  void aGivenRidgeIsAShareOfItsNaturalWeight(String solver) {
    Cli cli = fit("--ridge", "25%", "--solver", solver).done();
    assertEquals(.25 * Math.sqrt(SAMPLES), ridge(), 1e-12);
    assertEquals(.25, settings().get("ridge"));
    assertFalse(record().containsKey("choice"), "it was not chosen");
    expectTerms(Map.of("loss", loss()));
    assertTrue(cli.out().contains(" on both factors"), cli.out());
    assertTrue(cli.out().contains(" + ridge "), cli.out());
  }

  @Test
  void noRidgeIsThePlainProblem() {
    for (String flags : List.of("--ridge 0", "--solver admm", "--solver admm --ridge 0")) {
      Cli cli = fit((Object[]) flags.split(" ")).done();
      assertEquals(0., ridge());
      assertEquals(0., settings().get("ridge"));
      assertFalse(record().containsKey("choice"), flags);
      assertFalse(cli.out().contains("ridge"), cli.out());
      expectTerms(Map.of("loss", loss()));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "admm", "smoothing", "rri"})
  void smallEntriesHaveAPrice(String solver) {
    fit("--sparsity-basis", .5, "--sparsity-codes", .2, "--ridge", .1, "--solver", solver).done();
    double penalty =
        .5 * Arrays.stream(basis().array()).sum() + .2 * Arrays.stream(codes().array()).sum();
    expectTerms(Map.of("loss", loss(), "sparsity", penalty));
    assertEquals(.2, ((Map<?, ?>) settings().get("model")).get("sparsity"));
    fit("--sparsity-codes", 3, "--box-basis", "0,1", "--solver", solver).done();
    expectWithin(0, 1, basis());
    expectTerms(Map.of("loss", loss(), "sparsity", 3 * Arrays.stream(codes().array()).sum()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"smoothing", "rri"})
  void everythingAtOnce(String solver) throws IOException {
    SplittableRandom random = new SplittableRandom(8);
    for (int k = 0; k < table.array().length; k++) {
      if (random.nextDouble() < .1) {
        table.array()[k] = Double.NaN;
      }
    }
    Path gaps = Cli.csv(folder.resolve("gaps.csv"), table);
    Graph graph = NeighborGraph.of(Observations.of(table), 3, NeighborGraph.Weighting.COSINE, 1);
    Cli cli =
        fit(
                gaps,
                "--box",
                "0,1.2",
                "--graph",
                "knn:3:cosine",
                "--graph-weight",
                0.25,
                "--elastic",
                0.5,
                "--solver",
                solver)
            .done();
    expectWithin(0, 1.2, basis());
    expectWithin(0, 1.2, codes());
    expectTerms(
        Map.of(
            "loss",
            loss(),
            "elastic",
            .5 / 2 * squares(),
            "graph",
            .25 / 2 * roughness(graph, codes().transpose())));
    assertTrue(cli.out().contains(" missing"), cli.out());
    assertFalse(cli.err().contains("within [0, 1]"), cli.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "--solver rri --group-penalty codes:2:0.1|'group' & smoothing",
        "--solver rri --group-ball codes:2:0.1|'groupBall' & smoothing",
        "--box-basis 0,1 --group-ball basis:2:1|'groupBall' and 'box'",
        "--box-codes 0,1 --group-penalty codes:2:1|'group' and 'box'",
        "--group-ball basis:2:1 --group-ball basis:inf:1|'groupBall' and 'groupBall'",
        "--ridge x|--ridge & 'x' must be auto or a share & such as 0.5",
        "--ridge -1|--ridge & '-1' & at least 0",
        "--ridge inf|--ridge & 'inf' & finite",
        "--ridge .5 --solver exact|'exact' does not take 'ridge'",
        "--ridge .5 --solver rri --as-published|'rri' does not take 'ridge'",
        "--sparsity-basis x|--sparsity-basis & 'x' is not a number",
        "--sparsity-codes -1|--sparsity-codes & -1.0 & at least 0",
        "--sparsity-basis 1|--sparsity-basis alone is void & --sparsity-codes & --box-codes & --ridge",
        "--sparsity-codes 1|--sparsity-codes alone is void & --sparsity-basis & --box-basis & --ridge",
        "--sparsity-codes 1 --ridge auto|--sparsity-codes alone is void",
        "--sparsity-codes 1 --box-basis 0,inf|--sparsity-codes alone is void",
        "--sparsity-codes 1 --ridge 0 --sparsity-basis 0|--sparsity-codes alone is void",
        "--box 1|--box & '1' must be two numbers",
        "--box 2,1|--box & [2.0, 1.0] & 0 <= lower <= upper",
        "--box -1,1|--box & [-1.0, 1.0]",
        "--box 0,x|--box & 'x' is not a number",
        "--box 0,1 --box-codes 0,1|--box is for both factors",
        "--elastic 0|elastic net weight is 0.0",
        "--elastic x|--elastic & 'x'",
        "--graph knn:0|--graph & 'knn:0' must be a file or knn:K",
        "--graph knn:x|'knn:x'",
        "--graph knn:5:hot|--graph & 'hot' but must be binary, heat or cosine",
        "--graph knn:5:heat:2|'knn:5:heat:2'",
        "--graph knn:30|30 & less than the number of rows",
        "--graph knn:5 --graph-weight -1|beta is -1.0",
        "--graph knn:5 --graph-side up|--graph-side & 'up'",
        "--graph-weight 1|--graph-weight needs --graph",
        "--graph-side codes|--graph-side needs --graph",
        "--group-ball basis:2|--group-ball & 'basis:2' must be SIDE:P:AMOUNT",
        "--group-ball up:2:1|'up' must be basis or codes",
        "--group-ball basis:1:1|'1' but must be 2 or inf",
        "--group-ball basis:2:x%|'x' is not a number",
        "--group-ball basis:2:0|gamma is 0.0",
        "--group-ball basis:2:0%|percentage of the start is 0.0",
        "--group-penalty codes:2:0|eta is 0.0",
        "--group-penalty codes:2:5%|cannot be a percentage",
        "--group-ball codes:2:auto|GAMMA is a radius and cannot be auto",
        "--box-codes 0,1 --group-penalty codes:2:auto|'group' and 'box'",
        "--groups g.txt|--groups g.txt needs --group-ball or --group-penalty",
        "--groups codes:g.txt --group-ball basis:2:1|needs --group-ball or --group-penalty for the codes",
        "--groups g.txt --group-ball basis:2:1 --group-ball codes:2:1|both factors have groups & codes:g.txt",
        "--groups g.txt --groups basis:g.txt --group-ball basis:2:1|twice for the basis",
        "--groups none.txt --group-ball basis:2:1|none.txt: does not exist",
      })
  void mistakes(String flags, String words) {
    fit((Object[]) flags.split(" ")).mistake(words.split(" & "));
    assertFalse(Files.exists(folder.resolve("out")));
  }

  @Test
  void theNumberOfLabelsMustFit() throws IOException {
    Path groups = file("groups.txt", labels(7, 19));
    fit("--group-ball", "basis:2:1", "--groups", groups)
        .mistake("groups.txt: holds 19 labels but the table has 20 features");
    fit("--group-penalty", "codes:2:1", "--groups", "codes:" + groups)
        .mistake("groups.txt: holds 19 labels but the table has 30 samples");
    fit("--group-penalty", "codes:2:1", "--groups", file("gap.txt", "a\n\nb\n"))
        .mistake("gap.txt: line 2");
  }
}
