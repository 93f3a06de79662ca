package org.mahnmf.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
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
import org.mahnmf.Solvers;
import org.mahnmf.Starts;
import org.mahnmf.data.Tables;
import org.mahnmf.data.array.NpyReader;
import org.mahnmf.data.file.InputException;
import org.mahnmf.graph.Graph;
import org.mahnmf.internal.admm.Admm;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.Side;
import org.mahnmf.solver.HistoryPoint;
import org.mahnmf.solver.Solver;
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
    return MahNmf.ofRank(1).withMaxIterations(3).fit(new SparkEngine(), job);
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
    assertTrue(refusal(words).contains("abc: is not a number"));
    Path negative = Files.writeString(folder.resolve("negative.csv"), "1,2\n-4,3\n");
    assertTrue(refusal(negative).startsWith("row 2, column 1: -4.0: entries must be"));
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
    assertEquals(2, NpyReader.read(folder.resolve("three.npy")).rows());
  }

  /** Both read a CSV: what one refuses the other does, by the same rule. */
  @Test
  void refusesTheTablesThatOneMachineRefuses() throws IOException {
    for (String text :
        List.of(
            "1,2\n,\n3,4\n", // a row without entries
            "1,2\nNA,NA\n3,4\n",
            "1,NA\n3,\n", // a column without entries
            "1,2,\n3,4,\n", // a comma at the end of each line
            "a,b,\n1,2,\n3,4,\n",
            "1,2\n3,1.5d\n", // what only Java takes for a number
            "x,a,b\ny,1,2\nz,3,1.5F\n",
            "1,2\n3,0x1p3\n",
            "1,2\n3,NaNd\n",
            "1,2\n3,-4\n",
            "1,2\n3,inf\n")) {
      Path csv = Files.writeString(folder.resolve("table.csv"), text);
      String here =
          assertThrows(
                  RuntimeException.class,
                  () -> Observations.of(Tables.read(csv).values()).requireNoEmptyLines())
              .getMessage();
      String there = refusal(csv);
      // here the file, the row and the line are named besides
      String place = there.substring(0, there.indexOf(' ', there.indexOf(' ') + 1));
      String rule = there.substring(there.lastIndexOf(':') + 1);
      assertTrue(here.contains(place.replaceAll("[:,]$", "")), here + "\n" + there);
      assertTrue(here.endsWith(rule), here + "\n" + there);
    }
    for (String text :
        List.of("1,2\n3,\0\n", "1,2\n3,4\0\n", "1,2\n3,4\0005\n", "1,2\n\0003,4\n")) {
      Path csv = Files.writeString(folder.resolve("table.csv"), text);
      assertThrows(InputException.class, () -> Tables.read(csv), text);
      assertEquals("is not CSV text in UTF-8: it holds the character U+0000", refusal(csv));
    }
  }

  @Test
  void aDenseTableHasNoAbsentEntries() throws IOException {
    Path csv = Files.writeString(folder.resolve("table.csv"), "1,0\n0,4\n");
    String message = refusal("local[1]", csv, .5);
    assertTrue(
        message.startsWith(
            "the weight of absent entries is 0.5 but the table is dense and has none"),
        message);
    Path svm = Files.writeString(folder.resolve("table.libsvm"), "0 1:1 2:2\n0 2:4\n");
    MahNmf.ofRank(1).fit(new SparkEngine(), job("local[1]", svm, .5));
  }

  private Engine.Job job(String master, Path input, double zeroWeight) {
    return new Engine.Job(
        Optional.of(master),
        input.toString(),
        zeroWeight,
        folder.resolve("codes.npy"),
        Optional.empty(),
        (samples, features) -> {});
  }

  private String refusal(String master, Path input, double zeroWeight) {
    Engine.Job job = job(master, input, zeroWeight);
    String message =
        assertThrows(
                IllegalArgumentException.class, () -> MahNmf.ofRank(1).fit(new SparkEngine(), job))
            .getMessage();
    assertEquals(1, message.lines().count(), message);
    return message;
  }

  @Test
  void aMasterThatIsNoneIsOneLine() throws IOException {
    Path csv = Files.writeString(folder.resolve("table.csv"), "1,2\n2,4\n");
    for (String master :
        List.of("lokal", "spark://127.0.0.1:1", "spark://nowhere.invalid:7077", "spark://x")) {
      String message = refusal(master, csv, 1);
      assertTrue(message.startsWith("Spark's master '" + master + "' cannot be used: "), message);
    }
  }

  /** What --solver admm --start random goes through on one machine, it goes through on Spark. */
  @Test
  void takesTheConstantsOfTheMethodThatIsGiven() throws IOException {
    DenseMatrix table = new Planted(60, 9, 2, .1, 3).table();
    Path csv = folder.resolve("table.csv");
    write(csv, table, 0, 60);
    MahNmf settings =
        MahNmf.ofRank(2).with(Starts.named("random")).withMaxIterations(8).withTolerance(0);
    Admm other = new Admm().with(.3, 1e-2);
    List<List<Double>> courses = new ArrayList<>();
    for (Solver solver : List.of(Solvers.named("admm"), other)) {
      MahNmf same = settings.with(solver);
      List<Double> here = course(same.fit(Observations.of(table)).record());
      List<Double> there = course(same.fit(new SparkEngine(), job("local[1]", csv, 1)).record());
      assertEquals(here.size(), there.size());
      for (int k = 0; k < here.size(); k++) {
        assertEquals(here.get(k), there.get(k), 1e-9 * here.get(k), "step " + k);
      }
      courses.add(here);
    }
    assertNotEquals(courses.get(0), courses.get(1));
  }

  private static List<Double> course(RunRecord record) {
    return record.outcome().history().stream().map(HistoryPoint::objective).toList();
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
    MahNmf settings = MahNmf.ofRank(2).withMaxIterations(4);
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
        .penalties(found.model().basis().toDense())
        .forEach(
            (name, price) -> {
              double paid = price + codes.objective().terms().get(name);
              assertEquals(paid, outcome.objective().terms().get(name), 1e-9 * paid, name);
            });
    double bound = codes.lowerBound() + basis.penalty(found.model().basis().toDense());
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
        MahNmf.ofRank(2).with(new ElasticNet(.2)).withMaxIterations(4).fit(new SparkEngine(), job);
    assertEquals(List.of("1500x9"), sizes);
    Encoding expected = found.model().transform(Observations.of(table));
    RunRecord.Outcome outcome = found.record().outcome();
    assertEquals(expected.codes().toDense(), NpyReader.read(folder.resolve("codes.npy")));
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
    assertEquals(expected.codes().toDense(), found.shown().codes());
    assertEquals("row 1500", found.shown().samples().sampleNames().get(1499));
  }
}
