package org.mahnmf.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.Encoding;
import org.mahnmf.Engine;
import org.mahnmf.MahNmf;
import org.mahnmf.RunRecord;
import org.mahnmf.data.NpyFile;
import org.mahnmf.graph.Graph;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Observations;
import org.mahnmf.problem.Side;
import org.mahnmf.term.ElasticNet;
import org.mahnmf.term.GraphSmoothness;
import org.mahnmf.term.Ridge;
import org.mahnmf.term.Sparsity;

class SparkEngineTest {

  @TempDir private Path folder;

  private Engine.Result fit(Path input, String codes) throws IOException {
    Engine.Job job =
        new Engine.Job(
            Optional.of("local[1]"),
            input.toString(),
            1,
            folder.resolve(codes),
            Optional.empty(),
            (samples, features) -> {});
    return MahNmf.withRank(1).withMaxIterations(3).fit(new SparkEngine(), job);
  }

  private String refusal(Path input) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> fit(input, "codes")).getMessage();
    assertEquals(1, message.lines().count(), message);
    assertFalse(Files.exists(folder.resolve("codes")));
    return message;
  }

  @Test
  void mistakesAreOneLine() throws IOException {
    String missing = refusal(folder.resolve("nothing.csv"));
    assertTrue(missing.startsWith("Path does not exist: "), missing);
    assertTrue(refusal(folder.resolve("table.xyz")).startsWith("its name must end in .parquet"));
    Path words = Files.writeString(folder.resolve("words.csv"), "1,2\nabc,3\n");
    assertTrue(refusal(words).contains("holds 'abc' but must hold numbers"));
    Path negative = Files.writeString(folder.resolve("negative.csv"), "1,2\n-4,3\n");
    assertTrue(refusal(negative).contains("is -4.0 but entries must be"));
  }

  @Test
  void readsWhatItWrites() throws IOException {
    Path csv = Files.writeString(folder.resolve("table.csv"), "a,b\n1,2\n2,4\n3,6\n4,8\n");
    Engine.Result one = fit(csv, "one.parquet");
    assertEquals(0, one.record().outcome().relativeError(), 1e-6);
    assertEquals(List.of("a", "b"), one.shown().samples().featureNames());
    Engine.Result codes = fit(folder.resolve("one.parquet"), "two.parquet");
    assertEquals(1, codes.record().data().features());
    Path svm = Files.writeString(folder.resolve("table.libsvm"), "0 1:1 2:2\n0 1:2 2:4\n");
    assertEquals(2, fit(svm, "three.npy").record().data().features());
    assertEquals(2, NpyFile.read(folder.resolve("three.npy")).rows());
  }

  @Test
  void aPlaceThatIsNoneIsOneLine() throws IOException {
    Path csv = Files.writeString(folder.resolve("table.csv"), "1,2\n2,4\n");
    Engine.Job job =
        new Engine.Job(
            Optional.of("lokal"),
            csv.toString(),
            1,
            folder.resolve("codes.npy"),
            Optional.empty(),
            (samples, features) -> {});
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> MahNmf.withRank(1).fit(new SparkEngine(), job))
            .getMessage();
    assertEquals(1, message.lines().count(), message);
    assertTrue(message.contains("'lokal'"), message);
  }

  private static void write(Path file, DenseMatrix table, int from, int to) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int j = from; j < to; j++) {
      List<String> cells = new ArrayList<>();
      for (int i = 0; i < table.columns(); i++) {
        cells.add(String.valueOf(table.get(j, i)));
      }
      lines.add(String.join(",", cells));
    }
    Files.write(file, lines);
  }

  @Test
  void takesPricesOfEntriesOnBothSides() throws IOException {
    DenseMatrix table = new Planted(60, 9, 2, .1, 3).table();
    Path csv = folder.resolve("priced.csv");
    write(csv, table, 0, 60);
    Engine.Job job =
        new Engine.Job(
            Optional.of("local[1]"),
            csv.toString(),
            1,
            folder.resolve("codes.npy"),
            Optional.empty(),
            (samples, features) -> {});
    MahNmf settings = MahNmf.withRank(2).withMaxIterations(4);
    Ridge ridge = new Ridge(2);
    Sparsity sparsity = new Sparsity(.5);
    Side side = Side.nonNegative().with(ridge).with(sparsity);
    Engine.Result found =
        settings
            .onBasis(ridge)
            .onBasis(sparsity)
            .onCodes(ridge)
            .onCodes(sparsity)
            .fit(new SparkEngine(), job);
    requirePrices(found, table, side);
    Engine.Result given = settings.withRidge(.25).fit(new SparkEngine(), job);
    Ridge share = new Ridge(.25 * Math.sqrt(60));
    requirePrices(given, table, Side.nonNegative().with(share));
    assertEquals(.25, given.record().setup().settings().get("ridge"));
    assertEquals(
        List.of("nonnegative", share.toString()), given.record().setup().settings().get("basis"));
    String auto =
        assertThrows(
                IllegalArgumentException.class,
                () -> settings.withChosenRidge().fit(new SparkEngine(), job))
            .getMessage();
    assertTrue(auto.contains("give a share"), auto);
    GraphSmoothness tie =
        new GraphSmoothness(1, Graph.ofEdges(60, new int[] {0}, new int[] {1}, new double[] {1}));
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> settings.onCodes(new Ridge(1)).onCodes(tie).fit(new SparkEngine(), job))
            .getMessage();
    assertTrue(message.startsWith("engine 'spark' does not take 'graph'"), message);
  }

  /** What the record says of both factors, and that its bound counts the basis in. */
  private static void requirePrices(Engine.Result found, DenseMatrix table, Side basis) {
    RunRecord.Outcome outcome = found.record().outcome();
    Encoding codes = found.model().transform(Observations.of(table));
    basis
        .prices(found.model().basis())
        .forEach(
            (name, price) -> {
              double paid = price + codes.objective().terms().get(name);
              assertEquals(paid, outcome.objective().terms().get(name), 1e-9 * paid, name);
            });
    double bound = codes.lowerBound() + basis.price(found.model().basis());
    assertEquals(bound, outcome.lowerBound(), 1e-9 * bound);
    assertTrue(outcome.lowerBound() <= outcome.objective().total());
    assertTrue(outcome.lowerBound() >= (1 - 1e-4) * outcome.objective().total());
  }

  /** A folder of files of different sizes, which Spark does not read in the order of names. */
  @Test
  void writesTheCodesInTheOrderOfTheTableWithTheirProof() throws IOException {
    DenseMatrix table = new Planted(1500, 9, 2, .1, 3).table();
    Path parts = Files.createDirectory(folder.resolve("table.csv"));
    write(parts.resolve("a.csv"), table, 0, 40);
    write(parts.resolve("b.csv"), table, 40, 1200);
    write(parts.resolve("c.csv"), table, 1200, 1500);
    List<String> sizes = new ArrayList<>();
    Engine.Job job =
        new Engine.Job(
            Optional.of("local[2]"),
            parts.toString(),
            1,
            folder.resolve("codes.npy"),
            Optional.empty(),
            (samples, features) -> sizes.add(samples + "x" + features));
    Engine.Result found =
        MahNmf.withRank(2)
            .with(new ElasticNet(.2))
            .withMaxIterations(4)
            .fit(new SparkEngine(), job);
    assertEquals(List.of("1500x9"), sizes);
    Encoding expected = found.model().transform(Observations.of(table));
    RunRecord.Outcome outcome = found.record().outcome();
    assertEquals(expected.codes(), NpyFile.read(folder.resolve("codes.npy")));
    assertEquals(expected.lowerBound(), outcome.lowerBound(), 1e-9 * expected.lowerBound());
    assertTrue(outcome.lowerBound() > .99 * outcome.objective().total());
    assertEquals(
        expected.objective().total(),
        outcome.objective().total(),
        1e-9 * outcome.objective().total());
    assertEquals(expected.objective().terms().keySet(), outcome.objective().terms().keySet());
    assertEquals(expected.relativeError(), outcome.relativeError(), 1e-9);
    // all rows are few enough to be shown
    assertEquals(table, found.shown().samples().values().toDense());
    assertEquals(expected.codes(), found.shown().codes());
    assertEquals("row 1500", found.shown().samples().sampleNames().get(1499));
  }
}
