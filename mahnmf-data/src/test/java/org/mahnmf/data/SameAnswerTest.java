package org.mahnmf.data;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.jhdf.HdfFile;
import io.jhdf.WritableHdfFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.Solvers;
import org.mahnmf.base.Workers;
import org.mahnmf.data.image.FrameFolder;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.matrix.SparseMatrix;

/** The same matrix gives the same answer with the same seed, through whichever format it came. */
class SameAnswerTest {

  private static final int ROWS = 24;
  private static final int COLUMNS = 30;
  private static final PictureShape LINE = new PictureShape(COLUMNS, 1, 1, 255);
  private static final PictureShape FRAME = new PictureShape(6, 5, 1, 255);

  @TempDir private Path folder;

  /** Three parts of whole numbers from 0 to 255, with spikes and zeros, as a picture may hold. */
  private static DenseMatrix matrix() {
    Random random = new Random(8);
    DenseMatrix matrix = new DenseMatrix(ROWS, COLUMNS);
    double[][] codes = new double[ROWS][3];
    double[][] basis = new double[3][COLUMNS];
    for (double[][] factor : List.of(codes, basis)) {
      for (double[] row : factor) {
        for (int k = 0; k < row.length; k++) {
          row[k] = random.nextInt(3) == 0 ? 0 : random.nextInt(9);
        }
      }
    }
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < COLUMNS; j++) {
        double sum = random.nextInt(20) == 0 ? 60 : 1;
        for (int k = 0; k < 3; k++) {
          sum += codes[i][k] * basis[k][j];
        }
        matrix.set(i, j, sum);
      }
    }
    return matrix;
  }

  private Source write(String format, DenseMatrix matrix) throws IOException {
    Path file = folder.resolve(format);
    Table table = new Table(matrix, List.of(), List.of());
    switch (format) {
      case "a.csv.gz" -> {
        Path plain = folder.resolve("plain.csv");
        Tables.write(plain, table);
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
          Files.copy(plain, out);
        }
      }
      case "a.npz" -> {
        Path plain = folder.resolve("plain.npy");
        Tables.write(plain, table);
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
          out.putNextEntry(new ZipEntry("x.npy"));
          Files.copy(plain, out);
        }
      }
      case "a.h5" -> {
        try (WritableHdfFile hdf = HdfFile.write(file)) {
          double[][] rows = new double[ROWS][COLUMNS];
          for (int i = 0; i < ROWS; i++) {
            matrix.copyRow(i, rows[i]);
          }
          hdf.putDataset("x", rows);
        }
      }
      case "sparse.mtx" ->
          Tables.write(file, new Table(SparseMatrix.copyOf(matrix), List.of(), List.of()));
      case "a.png" ->
          Tables.write(file, new Table(matrix, List.of(), List.of(), Optional.of(LINE)));
      case "clip.mat" ->
          Tables.write(file, new Table(matrix, List.of(), List.of(), Optional.of(FRAME)));
      case "frames" -> {
        try (Workers workers = new Workers(1)) {
          FrameFolder.write(file, List.of(), matrix, FRAME, workers, () -> {});
        }
      }
      default -> Tables.write(file, table);
    }
    return Source.of(file);
  }

  private static Factorization fit(String solver, Matrix values) {
    return MahNmf.ofRank(3)
        .withSeed(5)
        .withMaxIterations(40)
        .with(Solvers.named(solver))
        .fit(Observations.of(values));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.csv",
        "a.tsv",
        "a.csv.gz",
        "a.npy",
        "a.npz",
        "a.mat",
        "clip.mat",
        "a.h5",
        "a.mtx",
        "sparse.mtx",
        "a.png",
        "frames"
      })
  void formatsDoNotChangeTheAnswer(String format) throws IOException {
    DenseMatrix matrix = matrix();
    Matrix read = Tables.read(write(format, matrix), ReadOptions.DEFAULT).values();
    assertEquals(matrix, read.toDense());
    Factorization expected = fit("auto", matrix);
    Factorization found = fit("auto", read);
    double scale = expected.objective();
    assertEquals(expected.objective(), found.objective(), 1e-6 * scale);
    double largest = 0;
    for (double value : expected.basis().toDense().array()) {
      largest = Math.max(largest, value);
    }
    for (int k = 0; k < expected.basis().toDense().array().length; k++) {
      assertEquals(
          expected.basis().toDense().array()[k],
          found.basis().toDense().array()[k],
          1e-6 * largest,
          format);
    }
  }
}
