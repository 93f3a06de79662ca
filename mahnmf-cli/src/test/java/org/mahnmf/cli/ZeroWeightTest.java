package org.mahnmf.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.data.array.NpyReader;
import org.mahnmf.data.file.JsonReader;
import org.mahnmf.data.text.MatrixMarket;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.SparseMatrix;

class ZeroWeightTest {

  @TempDir private Path folder;

  /** A third of the entries of a spiked table are stored. */
  private static DenseMatrix thinned() {
    DenseMatrix table = TestTables.spiked(30, 20, 3, 5);
    SplittableRandom random = new SplittableRandom(1);
    for (int k = 0; k < table.array().length; k++) {
      table.array()[k] = random.nextInt(3) == 0 ? table.array()[k] + .1 : 0;
    }
    return table;
  }

  private Path sparse() throws IOException {
    Path file = folder.resolve("x.mtx");
    MatrixMarket.write(file, SparseMatrix.copyOf(thinned()));
    return file;
  }

  @Test
  void isRecordedAndUsedAgainByTransform() throws IOException {
    Path input = sparse();
    Path model = folder.resolve("model");
    Path codes = folder.resolve("codes.npy");
    Cli.run("fit", input, "--rank", 2, "--zero-weight", .05, "--exact", "--out", model).done();
    Map<?, ?> record = (Map<?, ?>) JsonReader.read(model.resolve("run.json"));
    assertEquals(.05, ((Map<?, ?>) record.get("settings")).get("zeroWeight"));
    Map<?, ?> saved = (Map<?, ?>) ((Map<?, ?>) record.get("settings")).get("model");
    double basis = 0;
    for (double value : NpyReader.read(model.resolve("basis.npy")).array()) {
      basis += (double) saved.get("ridge") / 2 * value * value; // transform does not count it
    }
    double objective = (double) record.get("objective") - basis;
    Cli same = Cli.run("transform", model, input, "--exact", "--out", codes, "--json").done();
    assertEquals(objective, (double) same.json().get("objective"), 1e-9 * objective);
    Cli other =
        Cli.run("transform", model, input, "--exact", "--out", codes, "--json", "--zero-weight", 1)
            .done();
    assertTrue((double) other.json().get("objective") > 1.1 * objective, other.out());
  }

  @Test
  void isThatOfADenseTableWithTheSameWeights() throws IOException {
    Path input = sparse();
    DenseMatrix table = thinned();
    DenseMatrix weights = new DenseMatrix(table.rows(), table.columns());
    for (int k = 0; k < weights.array().length; k++) {
      weights.array()[k] = table.array()[k] == 0 ? .05 : 1;
    }
    Path basis = folder.resolve("basis.csv");
    Files.writeString(
        basis,
        "1,1,1,1,1,0,0,0,0,0,1,2,3,4,5,6,7,8,9,10\n0,1,0,1,0,1,0,1,0,1" + ",0,1,0,1,0,1,0,1,0,1\n");
    Path codes = folder.resolve("codes.npy");
    Cli one =
        Cli.run("transform", basis, input, "--zero-weight", .05, "--out", codes, "--json").done();
    Cli other =
        Cli.run(
                "transform",
                basis,
                Cli.csv(folder.resolve("x.csv"), table),
                "--weights",
                Cli.csv(folder.resolve("w.csv"), weights),
                "--out",
                codes,
                "--json")
            .done();
    double expected = (double) other.json().get("objective");
    assertEquals(expected, (double) one.json().get("objective"), 1e-9 * expected);
    assertEquals(expected, (double) one.json().get("lowerBound"), 1e-6 * expected);
  }

  @Test
  void mistakesAreToldInOneLine() throws IOException {
    Path dense = Cli.csv(folder.resolve("x.csv"), thinned());
    Path out = folder.resolve("out");
    Cli.run("fit", dense, "--rank", 2, "--zero-weight", .5, "--out", out)
        .mistake("x.csv", "0.5", "dense", "--weights");
    Cli.run("fit", sparse(), "--rank", 2, "--zero-weight", -1, "--out", out)
        .mistake("--zero-weight", "-1", "at least 0");
    Path weights = folder.resolve("w.mtx");
    DenseMatrix ones = new DenseMatrix(30, 20);
    Arrays.fill(ones.array(), 1);
    MatrixMarket.write(weights, SparseMatrix.copyOf(ones));
    Cli.run("fit", sparse(), "--rank", 2, "--zero-weight", .5, "--weights", weights, "--out", out)
        .mistake("w.mtx", "--zero-weight", "leave out");
  }
}
