package org.mahnmf.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.mahnmf.data.array.NpyWriter;
import org.mahnmf.data.synthetic.SyntheticTable;
import org.mahnmf.data.text.MatrixMarket;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.SparseMatrix;

/** Tables with gaps, weights, absent zeros or two equal sides through the program. */
class TableKindsTest extends FitFilesFixture {

  @Test
  void hiddenEntriesAreFoundAgain() throws IOException {
    SyntheticTable planted = SyntheticTable.planted(80, 60, 3, .1, 4);
    DenseMatrix seen = planted.dirty().copy();
    SplittableRandom random = new SplittableRandom(6);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < seen.rows(); i++) {
      for (int j = 0; j < seen.columns(); j++) {
        if (random.nextDouble() < .3) {
          seen.set(i, j, Double.NaN);
        }
        String cell = Double.isNaN(seen.get(i, j)) ? "" : Double.toString(seen.get(i, j));
        text.append(j == 0 ? "" : ",").append(cell);
      }
      text.append('\n');
    }
    fit(file("hidden.csv", text.toString())).done();
    DenseMatrix codes = codes();
    DenseMatrix basis = basis();
    double error = 0;
    double size = 0;
    for (int i = 0; i < seen.rows(); i++) {
      for (int j = 0; j < seen.columns(); j++) {
        if (Double.isNaN(seen.get(i, j))) {
          double fitted = 0;
          for (int l = 0; l < 3; l++) {
            fitted += codes.get(i, l) * basis.get(l, j);
          }
          error += Math.abs(planted.clean().get(i, j) - fitted);
          size += planted.clean().get(i, j);
        }
      }
    }
    assertTrue(error < .05 * size, "held-out relative error " + error / size);
  }

  @Test
  void weightZeroIsMissing() throws IOException {
    DenseMatrix gaps = table.copy();
    DenseMatrix weights = new DenseMatrix(SAMPLES, FEATURES);
    Arrays.fill(weights.array(), 1);
    for (int k = 0; k < gaps.array().length; k += 7) {
      gaps.array()[k] = Double.NaN;
      weights.array()[k] = 0;
    }
    NpyWriter.write(folder.resolve("gaps.npy"), gaps);
    Path weightFile = Cli.csv(folder.resolve("weights.csv"), weights);
    fit(folder.resolve("gaps.npy")).done();
    byte[] basis = Files.readAllBytes(folder.resolve("out/basis.npy"));
    byte[] codes = Files.readAllBytes(folder.resolve("out/codes.npy"));
    fit("--weights", weightFile).done();
    assertArrayEquals(basis, Files.readAllBytes(folder.resolve("out/basis.npy")));
    assertArrayEquals(codes, Files.readAllBytes(folder.resolve("out/codes.npy")));
    NpyWriter.write(folder.resolve("turned.npy"), table.transpose());
    Path turnedWeights = Cli.csv(folder.resolve("turned.csv"), weights.transpose());
    fit(folder.resolve("turned.npy"), "--weights", turnedWeights, "--samples", "columns").done();
    assertArrayEquals(basis, Files.readAllBytes(folder.resolve("out/basis.npy")));

    fit("--weights", turnedWeights).mistake("turned.csv: the weights are 20x30", "30x20");
    weights.set(2, 4, -1);
    fit("--weights", Cli.csv(weightFile, weights)).mistake("weights.csv: row 3, column 5", "-1.0");
    weights.set(2, 4, Double.NaN);
    fit("--weights", Cli.csv(weightFile, weights)).mistake("weights.csv: row 3, column 5: NaN");
    Arrays.fill(weights.array(), 0, FEATURES, 0);
    weights.set(2, 4, 0);
    fit("--weights", Cli.csv(weightFile, weights)).mistake("row 1 has no observed entry");
  }

  @Test
  void weightsMultiplyTheLoss() throws IOException {
    DenseMatrix weights = TestTables.random(SAMPLES, FEATURES, new SplittableRandom(3)).times(4);
    Path weightFile = folder.resolve("weights.npy");
    NpyWriter.write(weightFile, weights);
    for (String solver : List.of("smoothing", "rri")) {
      fit("--weights", weightFile, "--solver", solver).done();
      expectTerms(Map.of("loss", weightedLoss(weights)));
    }
  }

  private double weightedLoss(DenseMatrix weights) {
    DenseMatrix codes = codes();
    DenseMatrix basis = basis();
    double sum = 0;
    for (int i = 0; i < SAMPLES; i++) {
      for (int j = 0; j < FEATURES; j++) {
        double fitted = 0;
        for (int l = 0; l < 3; l++) {
          fitted += codes.get(i, l) * basis.get(l, j);
        }
        sum += weights.get(i, j) * Math.abs(table.get(i, j) - fitted);
      }
    }
    return sum;
  }

  @Test
  void weightsOfSparseTables() throws IOException {
    DenseMatrix weights = new DenseMatrix(SAMPLES, FEATURES);
    long seen = 0;
    for (int k = 0; k < weights.array().length; k++) {
      table.array()[k] = k % 3 == 0 ? table.array()[k] : 0;
      weights.array()[k] = k % 3 == 0 && k % 7 != 0 ? 1 + k % 4 : 0;
      seen += weights.array()[k] > 0 ? 1 : 0;
    }
    Path sparse = folder.resolve("sparse.mtx");
    Path sparseWeights = folder.resolve("weights.mtx");
    MatrixMarket.write(sparse, SparseMatrix.copyOf(table));
    MatrixMarket.write(sparseWeights, SparseMatrix.copyOf(weights));
    fit(sparse, "--weights", sparseWeights).done();
    assertEquals(seen, record().get("observed"));
    expectTerms(Map.of("loss", weightedLoss(weights)));

    weights.set(0, 1, 2); // a zero that counts
    MatrixMarket.write(sparseWeights, SparseMatrix.copyOf(weights));
    fit(sparse, "--weights", sparseWeights).done();
    assertEquals(seen + 1, record().get("observed"));
    expectTerms(Map.of("loss", weightedLoss(weights)), weights);
    DenseMatrix codes = codes();
    Path denseWeights = Cli.csv(folder.resolve("weights.csv"), weights);
    fit(Cli.csv(folder.resolve("dense.csv"), table), "--weights", denseWeights).done();
    assertEquals(codes, codes());
  }

  /** Blocks of ones on the diagonal, noise within them, and a few spurious affinities. */
  private static DenseMatrix affinity(int blocks, int size) {
    SplittableRandom random = new SplittableRandom(12);
    int count = blocks * size;
    DenseMatrix matrix = new DenseMatrix(count, count);
    for (int i = 0; i < count; i++) {
      for (int j = 0; j <= i; j++) {
        double value = i / size == j / size ? 1 + .1 * random.nextDouble() : 0;
        value += random.nextDouble() < .05 ? random.nextDouble() : 0;
        matrix.set(i, j, value);
        matrix.set(j, i, value);
      }
    }
    return matrix;
  }

  @Test
  void symmetricTables() throws IOException {
    table = affinity(3, 8);
    Path dense = Cli.csv(folder.resolve("affinity.csv"), table);
    Path sparse = folder.resolve("affinity.mtx");
    Matrix stored = SparseMatrix.copyOf(table);
    MatrixMarket.write(sparse, stored);
    fit(dense, "--symmetric").done();
    assertEquals(24, codes().rows());
    assertEquals(3, codes().columns());
    assertEquals(codes().transpose(), basis());
    expectWithin(0, Double.POSITIVE_INFINITY, codes());
    expectTerms(Map.of("loss", loss()));
    assertEquals(true, settings().get("symmetric"));
    DenseMatrix codes = codes();
    for (int i = 0; i < 24; i++) {
      assertEquals(largest(codes, i - i % 8), largest(codes, i), "row " + i);
    }
    double objective = (double) record().get("objective");
    fit(sparse, "--symmetric").done();
    assertEquals(objective, (double) record().get("objective"), 1e-9 * objective);

    table.set(4, 1, 7);
    fit(Cli.csv(folder.resolve("odd.csv"), table), "--symmetric")
        .mistake("odd.csv: row 5, column 2: 7.0", "row 2, column 5", table.get(1, 4) + "");
    fit("--symmetric").mistake("data.npy", "30x20", "square");
    fit(dense, "--symmetric", "--elastic", 1).mistake("symmetric", "elastic");
    fit(dense, "--symmetric", "--box", "0,1").mistake("symmetric", "ox");
    fit(dense, "--symmetric", "--solver", "rri").mistake("'rri'", "symmetric");
  }

  private static int largest(DenseMatrix codes, int row) {
    int best = 0;
    for (int l = 1; l < codes.columns(); l++) {
      best = codes.get(row, l) > codes.get(row, best) ? l : best;
    }
    return best;
  }

  @Test
  void sparseTablesAreFittedLikeDenseOnes() throws IOException {
    for (int k = 0; k < table.array().length; k++) {
      table.array()[k] = k % 3 == 0 ? table.array()[k] : k % 41 == 0 ? Double.NaN : 0;
    }
    Path sparse = folder.resolve("sparse.mtx");
    MatrixMarket.write(sparse, SparseMatrix.copyOf(table));
    fit(sparse).done();
    expectTerms(Map.of("loss", loss()));
    double objective = (double) record().get("objective");
    fit(Cli.csv(folder.resolve("dense.csv"), table)).done();
    assertEquals(objective, (double) record().get("objective"), 1e-9 * objective);
    Path turned = folder.resolve("turned.mtx");
    MatrixMarket.write(turned, SparseMatrix.copyOf(table).transpose());
    fit(turned, "--samples", "columns").done();
    assertEquals(objective, (double) record().get("objective"), 1e-9 * objective);
  }
}
