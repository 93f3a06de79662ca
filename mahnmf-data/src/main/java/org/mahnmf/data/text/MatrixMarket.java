package org.mahnmf.data.text;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import org.mahnmf.data.EntryRules;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.Table;
import org.mahnmf.data.TableReader;
import org.mahnmf.data.TableWriter;
import org.mahnmf.data.file.AtomicFile;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.SparseMatrix;

/**
 * Reads and writes NIST's Matrix Market files, found by their banner, without names: {@code
 * coordinate} files, which list the entries that are not zero, are {@link SparseMatrix}s, {@code
 * array} files, which list all of them column by column, are {@link DenseMatrix}s.
 *
 * <p>Entries are {@code real}, {@code integer} or {@code pattern} (each 1); {@code complex} ones
 * are refused. Matrices are {@code general} or {@code symmetric}, of which the file holds the lower
 * triangle and the result both; others are refused. Several entries at one place are added. {@code
 * NaN} marks a missing entry.
 *
 * @see <a href="https://math.nist.gov/MatrixMarket/formats.html">The format</a>
 */
@TableReader.Format(
    name = "Matrix Market",
    start = MatrixMarketScanner.START,
    choices = {})
@TableWriter.Format(endings = "mtx")
public final class MatrixMarket implements TableReader, TableWriter {

  @Override
  public Table read(Source source, ReadOptions options) {
    Path file = source.path();
    try (MatrixMarketScanner in = new MatrixMarketScanner(file, options.listener())) {
      if (in.isCoordinate()) {
        SparseMatrix.Builder builder = new SparseMatrix.Builder(in.rows(), in.columns());
        in.forEach(true, builder::add);
        return new EntryRules(file, "").summed(builder.build());
      }
      DenseMatrix matrix = new DenseMatrix(in.rows(), in.columns());
      in.forEach(true, matrix::set);
      return new Table(matrix);
    } catch (IOException e) {
      throw InputException.unreadable(file, e);
    }
  }

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
      int count = matrix.copyStored(i, columns, values);
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
