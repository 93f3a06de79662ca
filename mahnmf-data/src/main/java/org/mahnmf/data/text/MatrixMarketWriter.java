package org.mahnmf.data.text;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.mahnmf.data.Table;
import org.mahnmf.data.TableWriter;
import org.mahnmf.data.file.AtomicFile;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.SparseMatrix;

/** Writes tables as Matrix Market files, without their names; sparse ones stay sparse. */
public final class MatrixMarketWriter implements TableWriter {

  private static final int BUFFER = 1 << 16;

  /** Creates the writer for a {@link java.util.ServiceLoader}. */
  public MatrixMarketWriter() {}

  @Override
  public List<String> endings() {
    return List.of("mtx");
  }

  @Override
  public void write(Path file, Table table) throws IOException {
    write(file, table.values());
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
