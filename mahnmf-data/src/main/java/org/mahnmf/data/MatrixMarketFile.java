package org.mahnmf.data;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.SparseMatrix;

/**
 * Reads and writes NIST's Matrix Market files: {@code coordinate} files, which list the entries
 * that are not zero, are {@link SparseMatrix}s, {@code array} files, which list all of them column
 * by column, are {@link DenseMatrix}s.
 *
 * <p>Entries are {@code real}, {@code integer} or {@code pattern} (each 1); {@code complex} ones
 * are refused. Matrices are {@code general} or {@code symmetric}, of which the file holds the lower
 * triangle and the result both; others are refused. Several entries at one place are added. {@code
 * NaN} marks a missing entry.
 *
 * @see <a href="https://math.nist.gov/MatrixMarket/formats.html">The format</a>
 */
public final class MatrixMarketFile {

  private static final int BUFFER = 1 << 16;

  private MatrixMarketFile() {}

  /**
   * Reads a matrix with at least one row and one column.
   *
   * @param file what to read
   * @throws InputException if the file cannot be read, is not such a file, has another number of
   *     entries than it declares, or if an entry is negative or infinite
   */
  public static Matrix read(Path file) {
    return read(file, ReadListener.NONE);
  }

  /** Reads a matrix and tells how much of the file has been read. */
  static Matrix read(Path file, ReadListener listener) {
    try (MatrixMarketScanner in = new MatrixMarketScanner(file, listener)) {
      return in.isCoordinate() ? sparse(file, in) : dense(in);
    } catch (IOException e) {
      throw InputException.unreadable(file, e);
    }
  }

  private static DenseMatrix dense(MatrixMarketScanner in) throws IOException {
    DenseMatrix matrix = new DenseMatrix(in.rows(), in.columns());
    while (in.next()) {
      matrix.set(in.row(), in.column(), in.value());
      if (in.isSymmetric()) {
        matrix.set(in.column(), in.row(), in.value());
      }
    }
    return matrix;
  }

  private static SparseMatrix sparse(Path file, MatrixMarketScanner in) throws IOException {
    SparseMatrix.Builder builder = new SparseMatrix.Builder(in.rows(), in.columns());
    while (in.next()) {
      builder.add(in.row(), in.column(), in.value());
      if (in.isSymmetric() && in.row() != in.column()) {
        builder.add(in.column(), in.row(), in.value());
      }
    }
    SparseMatrix matrix = builder.build();
    EntryRules.requireFiniteSums(file, "", matrix);
    return matrix;
  }

  /**
   * Writes a matrix with all digits, as {@code coordinate real general} if it is a {@link
   * SparseMatrix}, else as {@code array real general}; the file appears whole or not at all.
   *
   * @param file its name; an old file is replaced
   * @param matrix <em>not modified</em>
   */
  public static void write(Path file, Matrix matrix) throws IOException {
    AtomicFile.write(
        file,
        out -> {
          Lines lines = new Lines(out);
          if (matrix instanceof SparseMatrix sparse) {
            write(sparse, lines);
          } else {
            writeAll(matrix, lines);
          }
          lines.flush();
        });
  }

  private static void write(SparseMatrix matrix, Lines lines) throws IOException {
    lines.add("%%MatrixMarket matrix coordinate real general");
    lines.add(matrix.rows() + " " + matrix.columns() + " " + matrix.nonZeros());
    int[] columns = new int[matrix.columns()];
    double[] values = new double[matrix.columns()];
    for (int i = 0; i < matrix.rows(); i++) {
      int count = matrix.copyNonZeros(i, columns, values);
      for (int k = 0; k < count; k++) {
        lines.add((i + 1) + " " + (columns[k] + 1) + " " + values[k]);
      }
    }
  }

  private static void writeAll(Matrix matrix, Lines lines) throws IOException {
    lines.add("%%MatrixMarket matrix array real general");
    lines.add(matrix.rows() + " " + matrix.columns());
    for (int j = 0; j < matrix.columns(); j++) {
      for (int i = 0; i < matrix.rows(); i++) {
        lines.add(Double.toString(matrix.get(i, j)));
      }
    }
  }

  /** Collects lines and writes them in large pieces. */
  private static final class Lines {

    private final OutputStream out;
    private final StringBuilder text = new StringBuilder(BUFFER);

    Lines(OutputStream out) {
      this.out = out;
    }

    void add(String line) throws IOException {
      text.append(line).append('\n');
      if (text.length() >= BUFFER) {
        flush();
      }
    }

    void flush() throws IOException {
      out.write(text.toString().getBytes(StandardCharsets.US_ASCII));
      text.setLength(0);
    }
  }
}
