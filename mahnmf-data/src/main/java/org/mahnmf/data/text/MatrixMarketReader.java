package org.mahnmf.data.text;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.mahnmf.data.EntryRules;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.Table;
import org.mahnmf.data.TableReader;
import org.mahnmf.data.file.InputException;
import org.mahnmf.data.file.ReadListener;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
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
public final class MatrixMarketReader implements TableReader {

  /** Creates the reader for a {@link java.util.ServiceLoader}. */
  public MatrixMarketReader() {}

  @Override
  public String format() {
    return "Matrix Market";
  }

  @Override
  public boolean accepts(Path path, byte[] head) {
    return MatrixMarketScanner.hasBanner(head);
  }

  @Override
  public Table read(Source source, ReadOptions options) {
    return new Table(read(source.path(), options.listener()), List.of(), List.of());
  }

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

  private static Matrix read(Path file, ReadListener listener) {
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
}
