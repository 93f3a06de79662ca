package org.mahnmf.data;

import java.nio.file.Path;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.SparseMatrix;

/** What every table must be, whatever its format. */
public final class EntryRules {

  /** Empty rows and columns take no place in a file, so some must be allowed whatever its size. */
  private static final long ALWAYS_ALLOWED = 1 << 22;

  private EntryRules() {}

  /**
   * Checks that a matrix is a table.
   *
   * @param file where it comes from
   * @param place of the matrix in the file, such as {@code variable x}, or empty
   * @param matrix <em>not modified</em>
   */
  public static void requireTable(Path file, String place, Matrix matrix) {
    requireNotEmpty(file, place, matrix.rows(), matrix.columns());
    double[] row = new double[matrix.columns()];
    for (int i = 0; i < matrix.rows(); i++) {
      matrix.copyRow(i, row);
      for (int j = 0; j < row.length; j++) {
        requireEntry(file, place, i, j, row[j]);
      }
    }
  }

  /** Checks that there is at least one entry. */
  public static void requireNotEmpty(Path file, String place, long rows, long columns) {
    if (rows == 0 || columns == 0) {
      throw InputException.at(
          file,
          within(place, "shape"),
          "(" + rows + ", " + columns + ")",
          "a table needs at least one row and one column");
    }
  }

  /** Checks one entry. */
  public static void requireEntry(Path file, String place, int row, int column, double value) {
    if (InputException.breaksEntryRule(value)) {
      throw at(file, place, row, column, value, InputException.ENTRY_RULE);
    }
  }

  /** Checks that entries which were added did not become infinite. */
  public static void requireFiniteSums(Path file, String place, SparseMatrix matrix) {
    int[] columns = new int[matrix.columns()];
    double[] values = new double[matrix.columns()];
    for (int i = 0; i < matrix.rows(); i++) {
      int count = matrix.copyNonZeros(i, columns, values);
      for (int k = 0; k < count; k++) {
        if (InputException.breaksEntryRule(values[k])) {
          throw at(
              file,
              place,
              i,
              columns[k],
              values[k],
              "the entries at this place add up beyond the largest number");
        }
      }
    }
  }

  /** Checks that a file can explain the size of a sparse matrix, before memory is taken. */
  public static void requirePlausible(
      Path file, String place, long rows, long columns, long bytes) {
    requireNotEmpty(file, place, rows, columns);
    if (Math.max(rows, columns) > Math.max(ALWAYS_ALLOWED, bytes)) {
      throw InputException.at(
          file,
          within(place, "shape"),
          "(" + rows + ", " + columns + ")",
          "is too large for a file of "
              + bytes
              + " bytes: nearly all rows or columns would be empty; leave them out");
    }
  }

  private static InputException at(
      Path file, String place, int row, int column, double value, String rule) {
    return InputException.at(
        file,
        within(place, "row " + (row + 1) + ", column " + (column + 1)),
        Double.toString(value),
        rule);
  }

  private static String within(String place, String detail) {
    return place.isEmpty() ? detail : place + ", " + detail;
  }
}
