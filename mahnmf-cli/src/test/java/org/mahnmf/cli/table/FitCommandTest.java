package org.mahnmf.cli.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.cli.Cli;
import org.mahnmf.cli.TestTables;
import org.mahnmf.data.array.NpyReader;
import org.mahnmf.data.array.NpyWriter;
import org.mahnmf.data.file.JsonReader;
import org.mahnmf.matrix.DenseMatrix;

class FitCommandTest {

  @TempDir private Path folder;
  private DenseMatrix table;
  private Path input;

  @BeforeEach
  void writeTable() throws IOException {
    table = TestTables.spiked(30, 20, 3, 5);
    input = folder.resolve("data.npy");
    NpyWriter.write(input, table);
  }

  private Cli fit(String name, Object... more) {
    return fit(input, name, more);
  }

  private Cli fit(Path file, String name, Object... more) {
    List<Object> words =
        new ArrayList<>(List.of("fit", file, "--rank", 3, "--out", folder.resolve(name)));
    words.addAll(Arrays.asList(more));
    return Cli.run(words.toArray());
  }

  private Map<?, ?> record(String name) {
    return (Map<?, ?>) JsonReader.read(folder.resolve(name).resolve("run.json"));
  }

  private DenseMatrix matrix(String name, String file) {
    return NpyReader.read(folder.resolve(name).resolve(file));
  }

  private byte[] bytes(String name, String file) throws IOException {
    return Files.readAllBytes(folder.resolve(name).resolve(file));
  }

  @Test
  void writesAllFilesAndASummary() throws IOException {
    Cli cli = fit("out", "--seed", 4).done();
    assertEquals(
        List.of("basis.npy", "codes.npy", "report.html", "run.json"),
        Cli.names(folder.resolve("out")));
    assertTrue(cli.out().contains("30 samples x 20 features"), cli.out());
    assertTrue(cli.out().contains("certified gap"), cli.out());
    assertFalse(cli.out().contains("NaN"), cli.out());
    assertTrue(cli.err().startsWith("iteration 0, objective "), cli.err());
    String html = Files.readString(folder.resolve("out").resolve("report.html"));
    assertTrue(html.contains("<html"), html);
  }

  @Test
  void floatsAreRecordedAndReachAsMuch() {
    for (String precision : List.of("double", "float")) {
      fit(precision, "--solver", "admm", "--precision", precision).done();
      assertEquals(precision, record(precision).get("precision"));
    }
    double exact = (double) record("double").get("objective");
    assertEquals(exact, (double) record("float").get("objective"), 1e-2 * exact);
  }

  @Test
  void theRecordAgreesWithTheFiles() {
    fit("out", "--seed", 4, "--threads", 2).done();
    Map<?, ?> record = record("out");
    DenseMatrix codes = matrix("out", "codes.npy");
    DenseMatrix basis = matrix("out", "basis.npy");
    assertEquals(30, codes.rows());
    assertEquals(3, codes.columns());
    assertEquals(20, basis.columns());
    double objective = TestTables.loss(table, codes, basis);
    assertEquals(objective, (double) record.get("objective"), 1e-9 * objective);
    double sum = Arrays.stream(table.array()).sum();
    assertEquals(objective / sum, (double) record.get("relativeError"), 1e-9);
    assertTrue((double) record.get("lowerBound") <= objective * (1 + 1e-12));
    assertEquals("auto", record.get("solver"));
    assertEquals(4L, record.get("seed"));
    assertEquals(2L, record.get("threads"));
    assertEquals("double", record.get("precision"));
    assertEquals(input.toString(), record.get("input"));
    assertTrue(record.get("command").toString().startsWith("mahnmf fit " + input), "command");
    assertTrue(
        ((Map<?, ?>) record.get("timings")).keySet().containsAll(List.of("read", "fit", "write")));
    assertEquals("codes.npy", ((Map<?, ?>) record.get("files")).get("codes"));
    for (String key :
        List.of("terms", "iterations", "seconds", "stopReason", "history", "lowerBound")) {
      assertTrue(record.containsKey(key), key);
    }
  }

  @Test
  void theRecordTellsHowTheRidgeWasChosen() throws IOException {
    DenseMatrix values = TestTables.spiked(60, 40, 3, 5);
    DenseMatrix noise = TestTables.random(60, 40, new SplittableRandom(2));
    Arrays.setAll(values.array(), k -> values.array()[k] + noise.array()[k]);
    Path noisy = folder.resolve("noisy.npy");
    NpyWriter.write(noisy, values);
    for (String solver : List.of("auto", "smoothing")) {
      Cli cli = fit(noisy, "out", "--ridge", "auto", "--solver", solver).done();
      Map<?, ?> record = record("out");
      assertEquals("auto", ((Map<?, ?>) record.get("settings")).get("ridge"));
      Map<?, ?> choice = (Map<?, ?>) record.get("choice");
      assertEquals(
          List.of("ridge", "share", "hidden", "holdout", "starts", "exact", "path", "reason"),
          List.copyOf(choice.keySet()));
      double share = (double) choice.get("share");
      assertTrue(share > 0, "noise asks for a ridge");
      assertEquals(share * Math.sqrt(60), (double) choice.get("ridge"), 1e-12);
      double least = Double.POSITIVE_INFINITY;
      double best = -1;
      for (Object line : (List<?>) choice.get("path")) {
        Map<?, ?> point = (Map<?, ?>) line;
        if ((double) point.get("heldOutError") < least) {
          least = (double) point.get("heldOutError");
          best = (double) point.get("share");
        }
      }
      assertEquals(best, share);
      assertTrue((long) choice.get("hidden") > 0);
      Map<?, ?> model = (Map<?, ?>) ((Map<?, ?>) record.get("settings")).get("model");
      assertEquals(choice.get("ridge"), model.get("ridge"));
      assertTrue(cli.out().contains("on both factors, chosen by hidden entries"), cli.out());
      assertTrue(cli.err().contains(choice.get("reason").toString()), cli.err());
      assertTrue(
          Files.readString(folder.resolve("out").resolve("report.html"))
              .contains("Error of the hidden entries over the weight of the ridge"));
    }
  }

  @Test
  void jsonIsTheRecordAndNothingElse() throws IOException {
    Cli cli = fit("out", "--json", "--quiet").done();
    assertEquals(Files.readString(folder.resolve("out").resolve("run.json")), cli.out());
    assertEquals("", cli.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "smoothing", "rri"})
  void theNumberOfThreadsDoesNotMatter(String solver) throws IOException {
    fit("one", "--threads", 1, "--solver", solver).done();
    fit("two", "--threads", 2, "--solver", solver).done();
    assertArrayEquals(bytes("one", "basis.npy"), bytes("two", "basis.npy"));
    assertArrayEquals(bytes("one", "codes.npy"), bytes("two", "codes.npy"));
    assertEquals(solver, record("one").get("solver"));
  }

  /** With a ridge both factors grow by the root of the scale, which is exact for powers of 4. */
  @ParameterizedTest
  @CsvSource({"20,auto", "-20,auto", "6,0.5", "7,0", "-13,0"})
  void aPowerOfTwoOnlyScalesTheResult(int exponent, String ridge) throws IOException {
    Path scaledInput = folder.resolve("scaled.npy");
    NpyWriter.write(scaledInput, table.times(Math.scalb(1.0, exponent)));
    fit("plain", "--ridge", ridge).done();
    fit(scaledInput, "scaled", "--ridge", ridge).done();
    double basisScale = ratio(matrix("scaled", "basis.npy"), matrix("plain", "basis.npy"));
    double codesScale = ratio(matrix("scaled", "codes.npy"), matrix("plain", "codes.npy"));
    assertEquals(Math.scalb(1.0, exponent), basisScale * codesScale);
  }

  /** Checks that all entries have one ratio, and returns it. */
  private static double ratio(DenseMatrix scaled, DenseMatrix plain) {
    double ratio = 0;
    for (int k = 0; k < plain.array().length && ratio == 0; k++) {
      ratio = plain.array()[k] == 0 ? 0 : scaled.array()[k] / plain.array()[k];
    }
    assertEquals(plain.times(ratio), scaled);
    return ratio;
  }

  @Test
  void samplesInColumnsAreTheTransposedTable() throws IOException {
    Path turned = folder.resolve("turned.npy");
    NpyWriter.write(turned, table.transpose());
    fit("rows").done();
    fit(turned, "columns", "--samples", "columns").done();
    assertArrayEquals(bytes("rows", "basis.npy"), bytes("columns", "basis.npy"));
    assertArrayEquals(bytes("rows", "codes.npy"), bytes("columns", "codes.npy"));
  }

  @Test
  void seedsAndCsvAreRepeatable() throws IOException {
    Path text = Cli.csv(folder.resolve("data.csv"), table);
    fit("npy", "--seed", 9).done();
    fit(text, "csv", "--seed", 9).done();
    assertArrayEquals(bytes("npy", "basis.npy"), bytes("csv", "basis.npy"));
    fit("other", "--seed", -8).done();
    assertEquals(-8L, record("other").get("seed"));
    assertFalse(Arrays.equals(bytes("npy", "basis.npy"), bytes("other", "basis.npy")));
  }

  @Test
  void missingEntriesDoNotCount() throws IOException {
    table.set(3, 4, Double.NaN);
    Cli.csv(folder.resolve("gaps.csv"), table);
    Cli cli = fit(folder.resolve("gaps.csv"), "out").done();
    assertTrue(cli.out().contains(", 1 missing"), cli.out());
    double objective =
        TestTables.loss(table, matrix("out", "codes.npy"), matrix("out", "basis.npy"));
    assertEquals(objective, (double) record("out").get("objective"), 1e-9 * objective);
  }

  @Test
  void asPublishedAndMonotoneSteps() {
    Cli cli = fit("published", "--solver", "rri", "--as-published").done();
    assertTrue(cli.out().contains("rri as published"), cli.out());
    assertTrue(cli.err().contains("note: As published"), cli.err());
    assertEquals(true, ((Map<?, ?>) record("published").get("settings")).get("asPublished"));
    fit("monotone", "--solver", "smoothing", "--monotone", "--max-iterations", 3).done();
    assertEquals(3L, record("monotone").get("iterations"));
  }

  @Test
  void givenFactorsAreTheStart() {
    // A ridge moves scale from one factor to the other before the first step.
    fit("first", "--ridge", 0, "--max-iterations", 2).done();
    Path first = folder.resolve("first");
    fit(
            "second",
            "--ridge",
            0,
            "--start-basis",
            first.resolve("basis.npy"),
            "--start-codes",
            first.resolve("codes.npy"),
            "--max-iterations",
            0)
        .done();
    assertEquals("given", record("second").get("start"));
    double before = (double) record("first").get("objective");
    assertEquals(before, (double) record("second").get("objective"), 1e-9 * before);
    fit("third", "--start-basis", first.resolve("basis.npy"))
        .mistake("--start-basis needs --start-codes");
    fit(
            "third",
            "--start-basis",
            first.resolve("codes.npy"),
            "--start-codes",
            first.resolve("codes.npy"))
        .mistake("codes.npy", "the given basis has 30 rows");
    assertFalse(Files.exists(folder.resolve("third")));
  }

  @Test
  void restartsStartsAndLimits() {
    fit("out", "--restarts", 2, "--start", "random", "--max-iterations", 4, "--tolerance", 1e-3)
        .done();
    assertEquals(2L, record("out").get("restarts"));
    assertEquals("random", record("out").get("start"));
    fit("limited", "--time-limit", "1ms", "--tolerance", 0).done();
    assertTrue(record("limited").get("stopReason").toString().startsWith("time limit"), "limited");
    fit("exact", "--exact").done();
    double objective = (double) record("exact").get("objective");
    assertEquals(objective, (double) record("exact").get("lowerBound"), 1e-6 * objective);
  }

  @Test
  void anOldResultIsReplaced() {
    fit("out", "--seed", 1).done();
    DenseMatrix old = matrix("out", "basis.npy");
    fit("out", "--seed", 2).done();
    assertNotEquals(old, matrix("out", "basis.npy"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "--rank 0|rank is 0 but must be at least 1",
        "--rank -2|rank is -2",
        "--rank 21|data.npy: rank is 21 but must be at most min(rows, columns) = 20",
        "--rank 1000000000|at most min(rows, columns) = 20 & pointless",
        "--rank 1000000000 --out-of-core|at most min(rows, columns) = 20 & pointless",
        "--rank many|'--rank' & 'many'",
        "--rank 2.5|'2.5'",
        "--rank 3 --solver nope|solver is 'nope' but must be one of auto",
        "--rank 3 --start nope|start is 'nope' but must be one of",
        "--rank 3 --precision half|expected one of [DOUBLE, FLOAT] (case-insensitive) but was 'half'",
        "--rank 3 --threads 0|threads is 0 but must be at least 1",
        "--rank 3 --restarts 0|restarts is 0",
        "--rank 3 --max-iterations -1|iterations is -1",
        "--rank 3 --tolerance -1|tolerance is -1.0",
        "--rank 3 --tolerance NaN|tolerance is NaN",
        "--rank 3 --tolerance x|'x'",
        "--rank 3 --time-limit 0|'0' must be a positive time",
        "--rank 3 --time-limit 5y|'5y' must be a positive time",
        "--rank 3 --samples diagonal|diagonal",
        "--rank 3 --as-published|auto",
        "--rank 3 --monotone|--solver smoothing",
        "--rank 3 --solver smoothing --monotone --as-published|exclude each other",
        "--rank 3 --bogus|--bogus",
        "--rank 3 --seed|--seed",
        "--rnk 3|did you mean --rank?",
        "--rank 3 extra.csv|extra.csv",
      })
  void mistakesInFlags(String flags, String words) {
    Path out = folder.resolve("out");
    List<Object> arguments = new ArrayList<>(List.of("fit", input, "--out", out));
    arguments.addAll(List.of(flags.split(" ")));
    Cli.run(arguments.toArray()).mistake(words.split(" & "));
    assertFalse(Files.exists(out));
  }

  @Test
  void mistakesInArguments() {
    Cli.run("fit", input, "--rank", 3).mistake("--out", "see mahnmf help fit");
    Cli.run("fit", input, "--out", folder.resolve("out")).mistake("--rank");
    Cli.run("fit", "--rank", 3, "--out", folder.resolve("out")).mistake("INPUT");
    assertFalse(Files.exists(folder.resolve("out")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1,2,3\\n4,5,6\\n7,-4,9|row 3, column 2 & -4 & entries must be",
        "1,2,3\\n4,inf,6\\n7,8,9|row 2, column 2 & entries must be",
        "1,2,3\\n4,five,6\\n7,8,9|five",
        "1,2,3\\n4,5\\n7,8,9|data.csv",
        "1,2,3\\nNA,NA,NA\\n7,8,9|row 2 has no observed entry",
        "1,NA,3\\n4,NA,6\\n7,NA,9|column 2 has no observed entry",
      })
  void mistakesInTheInput(String text, String words) throws IOException {
    Path file = Files.writeString(folder.resolve("data.csv"), text.replace("\\n", "\n") + "\n");
    for (String samples : List.of("rows", "columns")) {
      fit(file, "new/out", "--samples", samples).mistake(("data.csv & " + words).split(" & "));
    }
    assertFalse(Files.exists(folder.resolve("new")));
  }

  @Test
  void unreadableInput() throws IOException {
    fit(folder.resolve("none.csv"), "out").mistake("none.csv: does not exist");
    fit(folder, "out").mistake("is a folder");
    fit(Files.createFile(folder.resolve("empty.csv")), "out").mistake("empty.csv: is empty");
    byte[] whole = Files.readAllBytes(input);
    Path cut = Files.write(folder.resolve("cut.npy"), Arrays.copyOf(whole, whole.length - 9));
    fit(cut, "out").mistake("cut.npy");
    assertFalse(Files.exists(folder.resolve("out")));
  }

  @Test
  void unusableOutputIsFoundBeforeTheInputIsRead() throws IOException {
    Path none = folder.resolve("none.csv");
    Files.writeString(folder.resolve("file"), "precious");
    fit(none, "file").mistake("file: is a file");
    fit(none, "file/below").mistake("file: is a file");
    assertEquals("precious", Files.readString(folder.resolve("file")));
    Path locked = Files.createDirectory(folder.resolve("locked"));
    Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("r-xr-xr-x"));
    Assumptions.assumeFalse(Files.isWritable(locked), "the superuser may write anywhere");
    fit(none, "locked").mistake("locked: cannot be written to: access denied");
    fit(none, "locked/below").mistake("cannot be written to");
  }

  @Test
  void aTableOfZerosIsFitted() throws IOException {
    Path zero = folder.resolve("zero.npy");
    NpyWriter.write(zero, new DenseMatrix(5, 4));
    Cli cli = fit(zero, "zero").done();
    assertEquals(0.0, record("zero").get("objective"));
    assertTrue(cli.err().contains("note: "), cli.err());
  }
}
