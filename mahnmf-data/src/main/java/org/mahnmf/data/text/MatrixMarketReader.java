package org.mahnmf.data.text;

import java.io.IOException;
import java.nio.file.Path;
import org.mahnmf.data.EntryRules;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.Table;
import org.mahnmf.data.TableReader;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.SparseMatrix;

/**
 * Reads NIST's Matrix Market files, found by their banner: {@code coordinate} files, which list the
 * entries that are not zero, are {@link SparseMatrix}s, {@code array} files, which list all of them
 * column by column, are {@link DenseMatrix}s.
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
public final class MatrixMarketReader implements TableReader {

  @Override
  public Table read(Source source, ReadOptions options) {
    Path file = source.path();
    try (MatrixMarketScanner in = new MatrixMarketScanner(file, options.listener())) {
      return in.isCoordinate() ? sparse(file, in) : dense(in);
    } catch (IOException e) {
      throw InputException.unreadable(file, e);
    }
  }

  private static Table dense(MatrixMarketScanner in) throws IOException {
    DenseMatrix matrix = new DenseMatrix(in.rows(), in.columns());
    while (in.next()) {
      matrix.set(in.row(), in.column(), in.value());
      if (in.isSymmetric()) {
        matrix.set(in.column(), in.row(), in.value());
      }
    }
    return new Table(matrix);
  }

  private static Table sparse(Path file, MatrixMarketScanner in) throws IOException {
    SparseMatrix.Builder builder = new SparseMatrix.Builder(in.rows(), in.columns());
    while (in.next()) {
      builder.add(in.row(), in.column(), in.value());
      if (in.isSymmetric() && in.row() != in.column()) {
        builder.add(in.column(), in.row(), in.value());
      }
    }
    return new EntryRules(file, "").summed(builder.build());
  }
}
