package org.mahnmf.data;

import java.nio.file.Path;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.SparseMatrix;

/**
 * What every table must be, whatever its format.
 *
 * @param place of the matrix in the file, such as {@code variable x}, or empty
 */
public record EntryRules(Path file, String place) {

  /** Empty rows and columns take no place in a file, so some must be allowed whatever its size. */
  private static final long ALWAYS_ALLOWED = 1 << 22;

  /** Checks that a matrix is a table, and returns it without names. */
  public Table table(Matrix matrix) {
    requireNotEmpty(matrix.rows(), matrix.columns());
    double[] row = new double[matrix.columns()];
    for (int i = 0; i < matrix.rows(); i++) {
      matrix.copyRow(i, row);
      for (int j = 0; j < row.length; j++) {
        requireEntry(i, j, row[j]);
      }
    }
    return new Table(matrix);
  }

  /** Checks that there is at least one entry. */
  public void requireNotEmpty(long rows, long columns) {
    boolean empty = rows == 0 || columns == 0;
    String shape = "(" + rows + ", " + columns + ")";
    refuseIf(empty, "shape", shape, "a table needs at least one row and one column");
  }

  /** Checks that the file can explain the size of a sparse matrix, before memory is taken. */
  public void requirePlausible(long rows, long columns) {
    requireNotEmpty(rows, columns);
    long bytes = Unpacked.limit(Unpacked.size(file));
    boolean huge = Math.max(rows, columns) > Math.max(ALWAYS_ALLOWED, bytes);
    String shape = "(" + rows + ", " + columns + ")";
    refuseIf(huge, "shape", shape, tooLarge(bytes));
  }

  /** What is said of a sparse matrix that its file cannot explain. */
  public static String tooLarge(long bytes) {
    return "is too large for a file of "
        + bytes
        + " bytes: nearly all rows or columns would be empty; leave them out";
  }

  /** Checks one entry. */
  public void requireEntry(int row, int column, double value) {
    requireEntry(row, column, value, InputException.ENTRY_RULE);
  }

  /** Checks that entries which were added did not become infinite, and returns their table. */
  public Table summed(SparseMatrix matrix) {
    int[] columns = new int[matrix.longestRow()];
    double[] values = new double[columns.length];
    for (int i = 0; i < matrix.rows(); i++) {
      int count = matrix.copyStored(i, columns, values);
      for (int k = 0; k < count; k++) {
        String rule = "the entries at this place add up beyond the largest number";
        requireEntry(i, columns[k], values[k], rule);
      }
    }
    return new Table(matrix);
  }

  private void requireEntry(int row, int column, double value, String rule) {
    if (InputException.breaksEntryRule(value)) {
      refuseIf(true, "row " + (row + 1) + ", column " + (column + 1), value, rule);
    }
  }

  /** Refuses a detail of the matrix that breaks a rule. */
  public void refuseIf(boolean broken, String detail, Object value, String rule) {
    String where = place.isEmpty() ? detail : place + ", " + detail;
    InputException.throwIf(broken, file, where, value, rule);
  }
}
