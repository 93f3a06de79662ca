package org.mahnmf.data.text;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import org.mahnmf.data.Table;
import org.mahnmf.data.TableWriter;
import org.mahnmf.data.file.AtomicFile;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.SparseMatrix;

/** Writes tables as Matrix Market files, without their names; sparse ones stay sparse. */
@TableWriter.Format(endings = "mtx")
public final class MatrixMarketWriter implements TableWriter {

  @Override
  public void write(Path file, Table table) throws IOException {
    write(file, table.values());
  }

  /**
   * Writes a matrix with all digits, as {@code coordinate real general} if it is a {@link
   * SparseMatrix}, else as {@code array real general}; the file appears whole or not at all.
   *
   * @param matrix <em>not modified</em>
   */
  public static void write(Path file, Matrix matrix) throws IOException {
    AtomicFile.writeLines(
        file,
        text -> {
          if (matrix instanceof SparseMatrix sparse) {
            writeNonZeros(text, sparse);
          } else {
            writeAll(text, matrix);
          }
        });
  }

  private static void writeNonZeros(Writer text, SparseMatrix matrix) throws IOException {
    text.write("%%MatrixMarket matrix coordinate real general\n");
    text.write(matrix.rows() + " " + matrix.columns() + " " + matrix.nonZeros() + "\n");
    int[] columns = new int[matrix.longestRow()];
    double[] values = new double[columns.length];
    for (int i = 0; i < matrix.rows(); i++) {
      int count = matrix.copyNonZeros(i, columns, values);
      for (int k = 0; k < count; k++) {
        text.write((i + 1) + " " + (columns[k] + 1) + " " + values[k] + "\n");
      }
    }
  }

  private static void writeAll(Writer text, Matrix matrix) throws IOException {
    text.write("%%MatrixMarket matrix array real general\n");
    text.write(matrix.rows() + " " + matrix.columns() + "\n");
    for (int j = 0; j < matrix.columns(); j++) {
      for (int i = 0; i < matrix.rows(); i++) {
        text.write(matrix.get(i, j) + "\n");
      }
    }
  }
}
