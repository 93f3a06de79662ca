package org.mahnmf.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.data.Json;
import org.mahnmf.data.NpyFile;
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
    DenseMatrix found = NpyFile.read(codes);
    DenseMatrix x = DenseMatrix.wrap(1, 4, new double[] {4, 8, 10, 4});
    DenseMatrix w = DenseMatrix.ofRows(new double[][] {{3, 2, 1, 1}, {1, 2, 3, 1}});
    assertEquals(1.5, TestTables.loss(x, found, w), 1e-9);
  }

  @Test
  void trainingDataGetTheCodesOfTheFit() throws IOException {
    DenseMatrix table = TestTables.spiked(30, 20, 3, 5);
    Path input = folder.resolve("data.npy");
    NpyFile.write(input, table);
    Path model = folder.resolve("model");
    Cli.run("fit", input, "--rank", 3, "--out", model, "--exact").done();
    Path codes = folder.resolve("deep/er/codes.npy");
    Cli cli = Cli.run("transform", model, input, "--out", codes, "--exact").done();
    assertTrue(cli.out().contains("lower bound"), cli.out());
    Map<?, ?> record = (Map<?, ?>) Json.read(model.resolve("run.json"));
    double objective = (double) record.get("objective");
    DenseMatrix basis = NpyFile.read(model.resolve("basis.npy"));
    DenseMatrix found = NpyFile.read(codes);
    assertEquals(objective, TestTables.loss(table, found, basis), 1e-6 * objective);
    assertEquals(NpyFile.read(model.resolve("codes.npy")), found);

    Path turned = folder.resolve("turned.npy");
    NpyFile.write(turned, table.transpose());
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
    assertEquals(found, NpyFile.read(again));
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
    Cli.run("transform", basis, samples, "--out", "codes.csv").mistake("NPY");
    Cli.run("transform", basis, samples, "--out", basis.resolve("codes.npy")).mistake("is a file");
    Cli.run("transform", basis, samples, "--out", out, "--threads", -1).mistake("threads is -1");
    Cli.run("transform", basis, samples).mistake("--out", "see mahnmf help transform");
    Cli.run("transform", basis).mistake("INPUT");
    assertFalse(Files.exists(folder.resolve("new")));
  }
}
