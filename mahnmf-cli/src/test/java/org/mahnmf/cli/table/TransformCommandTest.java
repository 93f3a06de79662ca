package org.mahnmf.cli.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.cli.Cli;
import org.mahnmf.cli.TestTables;
import org.mahnmf.data.array.NpyReader;
import org.mahnmf.data.array.NpyWriter;
import org.mahnmf.data.file.JsonReader;
import org.mahnmf.matrix.DenseMatrix;

class TransformCommandTest {

  @TempDir private Path folder;

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void exactCodesOfAKnownExample() throws IOException {
    Path basis = file("basis.csv", "3,2,1,1\n1,2,3,1\n");
    Path samples = file("samples.csv", "4,8,10,4\n");
    Path codes = folder.resolve("codes.npy");
    Cli cli = Cli.run("transform", basis, samples, "--out", codes, "--exact", "--json").done();
    assertEquals("", cli.err());
    assertEquals(1.5, (double) cli.json().get("objective"), 1e-9);
    assertEquals(1.5, (double) cli.json().get("lowerBound"), 1e-6);
    assertEquals(1.5 / 26, (double) cli.json().get("relativeError"), 1e-9);
    assertEquals(1L, cli.json().get("exactSamples"));
    assertEquals(1L, cli.json().get("samples"));
    assertTrue((double) cli.json().get("gap") <= 1e-6, cli.out());
    DenseMatrix found = NpyReader.read(codes);
    DenseMatrix x = DenseMatrix.wrap(1, 4, new double[] {4, 8, 10, 4});
    DenseMatrix w = DenseMatrix.ofRows(new double[][] {{3, 2, 1, 1}, {1, 2, 3, 1}});
    assertEquals(1.5, TestTables.loss(x, found, w), 1e-9);
  }

  @Test
  void trainingDataGetTheCodesOfTheFit() throws IOException {
    DenseMatrix table = TestTables.spiked(30, 20, 3, 5);
    Path input = folder.resolve("data.npy");
    NpyWriter.write(input, table);
    Path model = folder.resolve("model");
    Cli.run("fit", input, "--rank", 3, "--out", model, "--exact").done();
    Path codes = folder.resolve("deep/er/codes.npy");
    Cli cli = Cli.run("transform", model, input, "--out", codes, "--exact").done();
    assertTrue(cli.out().contains("lower bound"), cli.out());
    Map<?, ?> record = (Map<?, ?>) JsonReader.read(model.resolve("run.json"));
    double objective = (double) record.get("objective");
    DenseMatrix basis = NpyReader.read(model.resolve("basis.npy"));
    DenseMatrix found = NpyReader.read(codes);
    assertEquals(objective, TestTables.loss(table, found, basis), 1e-6 * objective);
    assertEquals(NpyReader.read(model.resolve("codes.npy")), found);

    Path turned = folder.resolve("turned.npy");
    NpyWriter.write(turned, table.transpose());
    Path again = folder.resolve("again.npy");
    Cli.run(
            "transform",
            model.resolve("basis.npy"),
            turned,
            "--out",
            again,
            "--samples",
            "columns",
            "--exact",
            "--threads",
            1,
            "--quiet")
        .done();
    assertEquals(found, NpyReader.read(again));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--box-codes 0.2,0.9",
        "--box 0,0.8",
        "--elastic 2",
        "--elastic 0.5 --box-codes 0,0.7",
      })
  void theSettingsOfTheFitAreUsed(String flags) throws IOException {
    Path input = folder.resolve("data.npy");
    NpyWriter.write(input, TestTables.spiked(30, 20, 3, 5));
    Path model = folder.resolve("model");
    List<Object> words = new ArrayList<>(List.of("fit", input, "--rank", 3, "--out", model));
    words.addAll(List.of(flags.split(" ")));
    Cli.run(words.toArray()).done();
    Map<?, ?> record = (Map<?, ?>) JsonReader.read(model.resolve("run.json"));
    double objective = (double) record.get("objective") - ridgeOfBasis(model, record);
    Path codes = folder.resolve("codes.npy");
    Map<?, ?> found = Cli.run("transform", model, input, "--out", codes, "--json").done().json();
    assertEquals(objective, (double) found.get("objective"), 1e-3 * objective);
    assertEquals(
        ((Map<?, ?>) record.get("terms")).keySet(), ((Map<?, ?>) found.get("terms")).keySet());
    if (flags.contains("0.2,0.9")) {
      for (double code : NpyReader.read(codes).array()) {
        assertTrue(code >= .2 - 1e-9 && code <= .9 + 1e-9, () -> "code " + code);
      }
    }
    Map<?, ?> plain =
        Cli.run("transform", model.resolve("basis.npy"), input, "--out", codes, "--json")
            .done()
            .json();
    assertTrue((double) plain.get("objective") < objective, "a bare basis has no settings");
  }

  /** What the basis costs in a fit with a ridge; transform does not count it. */
  private static double ridgeOfBasis(Path model, Map<?, ?> record) {
    Map<?, ?> settings = (Map<?, ?>) record.get("settings");
    double weight = (double) ((Map<?, ?>) settings.get("model")).get("ridge");
    return weight / 2 * squares(NpyReader.read(model.resolve("basis.npy")));
  }

  private static double squares(DenseMatrix factor) {
    return Arrays.stream(factor.array()).map(value -> value * value).sum();
  }

  @Test
  void codesHaveTheRidgeOfTheFitOrAnother() throws IOException {
    Path input = folder.resolve("data.npy");
    NpyWriter.write(input, TestTables.spiked(30, 20, 3, 5));
    Path model = folder.resolve("model");
    Path codes = folder.resolve("codes.npy");
    Cli.run("fit", input, "--rank", 3, "--ridge", 0.5, "--out", model).done();
    Map<?, ?> record = (Map<?, ?>) JsonReader.read(model.resolve("run.json"));
    double objective = (double) record.get("objective") - ridgeOfBasis(model, record);
    Map<?, ?> same = Cli.run("transform", model, input, "--out", codes, "--json").done().json();
    double weight = .5 * Math.sqrt(30);
    assertEquals(weight, (double) same.get("ridge"), 1e-12);
    assertEquals(objective, (double) same.get("objective"), 1e-3 * objective);
    double penalty = (double) ((Map<?, ?>) same.get("terms")).get("ridge");
    assertEquals(weight / 2 * squares(NpyReader.read(codes)), penalty, 1e-9 * penalty);

    Object[] words = {"transform", model, input, "--out", codes, "--json", "--ridge-codes", 0};
    Map<?, ?> none = Cli.run(words).done().json();
    assertFalse(((Map<?, ?>) none.get("terms")).containsKey("ridge"));
    assertTrue((double) none.get("objective") < (double) same.get("objective") - penalty / 2);
    double free = squares(NpyReader.read(codes));
    words[7] = 100;
    assertEquals(100., Cli.run(words).done().json().get("ridge"));
    assertTrue(squares(NpyReader.read(codes)) < free, "a large ridge keeps codes small");

    words[1] = model.resolve("basis.npy");
    assertEquals(100., Cli.run(words).done().json().get("ridge"));
    Object[] bare = {"transform", words[1], input, "--out", codes, "--json"};
    assertEquals(0., Cli.run(bare).done().json().get("ridge"), "a bare basis has none");
    for (Object wrong : List.of("x", -1, "inf")) {
      words[7] = wrong;
      Cli.run(words)
          .mistake("--ridge-codes", wrong.equals("x") ? "'x' is not a number" : "at least 0");
    }
  }

  @Test
  void groupsBecomeARuleForEachSample() throws IOException {
    Path input = folder.resolve("data.npy");
    NpyWriter.write(input, TestTables.spiked(30, 20, 3, 5));
    Path model = folder.resolve("model");
    Path codes = folder.resolve("codes.npy");
    Cli.run("fit", input, "--rank", 3, "--out", model, "--group-ball", "codes:2:1.5").done();
    Cli.run("transform", model, input, "--out", codes).done();
    DenseMatrix found = NpyReader.read(codes);
    for (int i = 0; i < found.rows(); i++) {
      double sum = found.get(i, 0) + found.get(i, 1) + found.get(i, 2);
      assertTrue(sum <= 1.5 + 1e-9, "sum " + sum);
    }
    Cli.run("fit", input, "--rank", 3, "--out", model, "--group-penalty", "codes:inf:3").done();
    Map<?, ?> penalised =
        Cli.run("transform", model, input, "--out", codes, "--json").done().json();
    Map<?, ?> terms = (Map<?, ?>) penalised.get("terms");
    double sum = Arrays.stream(NpyReader.read(codes).array()).sum();
    double rest = (double) penalised.get("objective") - (double) terms.get("loss");
    assertEquals(3 * sum, rest, 1e-9 * (1 + rest));
  }

  @Test
  void weightZeroIsMissing() throws IOException {
    Path basis = file("basis.csv", "3,2,1,1\n1,2,3,1\n");
    Path gaps = file("gaps.csv", "4,8,NA,4\n1,2,3,NA\n");
    Path samples = file("samples.csv", "4,8,10,4\n1,2,3,4\n");
    Path weights = file("weights.csv", "1,1,0,1\n1,1,1,0\n");
    Path one = folder.resolve("one.npy");
    Path two = folder.resolve("two.npy");
    Cli.run("transform", basis, gaps, "--out", one).done();
    Cli.run("transform", basis, samples, "--weights", weights, "--out", two).done();
    assertEquals(NpyReader.read(one), NpyReader.read(two));
    Path tooShort = file("short.csv", "1,1,0,1\n");
    Cli.run("transform", basis, samples, "--weights", tooShort, "--out", two)
        .mistake("short.csv: the weights are 1x4 but the table is 2x4");
  }

  @Test
  void aSparseBasisAndSparseSamples() throws IOException {
    Path basis =
        file(
            "basis.mtx",
            "%%MatrixMarket matrix coordinate real general\n2 3 3\n1 1 2\n2 2 1\n2 3 4\n");
    Path samples =
        file(
            "x.mtx",
            "%%MatrixMarket matrix coordinate integer general\n1 3 3\n1 1 6\n1 2 2\n1 3 8\n");
    Path codes = folder.resolve("codes.npy");
    Cli.run("transform", basis, samples, "--out", codes, "--exact").done();
    DenseMatrix found = NpyReader.read(codes);
    assertEquals(3, found.get(0, 0), 1e-9);
    assertEquals(2, found.get(0, 1), 1e-9);
  }

  @Test
  void aBrokenRecordIsNamed() throws IOException {
    Path samples = file("samples.csv", "4,8,10\n");
    Path model = Files.createDirectory(folder.resolve("model"));
    Files.writeString(model.resolve("basis.npy"), "3,2,1\n1,2,3\n");
    Path out = folder.resolve("codes.npy");
    Cli.run("transform", model, samples, "--out", out).done();
    Files.writeString(model.resolve("run.json"), "{}");
    Cli.run("transform", model, samples, "--out", out).mistake("run.json: holds no settings.model");
    Files.writeString(model.resolve("run.json"), "{\"settings\": {\"model\": {\"lower\": -1}}}");
    Cli.run("transform", model, samples, "--out", out).mistake("run.json", "-1.0");
    Files.writeString(model.resolve("run.json"), "{\"settings\": {\"model\": {\"lower\": \"x\"}}}");
    Cli.run("transform", model, samples, "--out", out).mistake("run.json", "'lower'");
  }

  @Test
  void mistakes() throws IOException {
    Path basis = file("basis.csv", "3,2,1\n1,2,3\n");
    Path samples = file("samples.csv", "4,8\n1,1\n2,2\n");
    Path out = folder.resolve("new/codes.npy");
    Cli.run("transform", basis, samples, "--out", out)
        .mistake("samples.csv", "have 2 features", "basis.csv has 3", "--samples");
    Cli.run("transform", folder, samples, "--out", out).mistake("holds no basis.npy");
    Cli.run("transform", folder.resolve("none"), samples, "--out", out)
        .mistake("none: does not exist");
    Path wrong = file("wrong.csv", "3,2\n1,-2\n");
    Cli.run("transform", wrong, samples, "--out", out).mistake("wrong.csv", "row 2, column 2");
    Path gaps = file("gaps.csv", "3,2\n1,NA\n");
    Cli.run("transform", gaps, samples, "--out", out).mistake("gaps.csv", "row 2, column 2");
    Cli.run("transform", basis, wrong, "--out", out).mistake("wrong.csv", "row 2, column 2");
    Cli.run("transform", basis, samples, "--out", folder).mistake("is a folder");
    Cli.run("transform", basis, samples, "--out", "codes.json")
        .mistake("codes.json: the name must end in one of", ".npy");
    Cli.run("transform", basis, samples, "--out", "codes.png").mistake("the samples are none");
    Cli.run("transform", basis, samples, "--out", basis.resolve("codes.npy")).mistake("is a file");
    Cli.run("transform", basis, samples, "--out", out, "--threads", -1).mistake("threads is -1");
    Cli.run("transform", basis, samples).mistake("--out", "see mahnmf help transform");
    Cli.run("transform", basis).mistake("INPUT");
    assertFalse(Files.exists(folder.resolve("new")));
  }
}
