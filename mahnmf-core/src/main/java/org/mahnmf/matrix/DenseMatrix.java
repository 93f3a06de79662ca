package org.mahnmf.matrix;

import java.util.Arrays;
import org.mahnmf.base.Check;

/**
 * A dense matrix in one row-major array.
 *
 * <p>{@link #wrap} shares the caller's array, {@link #copyOf} copies it. Whoever holds the {@link
 * #array()} may write to it, so the factors of a solver live in this class; a result owns its
 * arrays and hands out matrices that nobody else writes to.
 */
public final class DenseMatrix extends RowMajor {

  private static final long serialVersionUID = 1;

  private final double[] array;

  /** Creates a matrix of zeros; neither size is negative. */
  public DenseMatrix(int rows, int columns) {
    this(rows, columns, new double[length(rows, columns)]);
  }

  private DenseMatrix(int rows, int columns, double[] array) {
    super(rows, columns);
    Check.that(
        "the array has %s entries but %sx%s needs %s",
        array.length == length(rows, columns), array.length, rows, columns, length(rows, columns));
    this.array = array;
  }

  /** Returns the number of entries, which must fit into an array. */
  static int length(int rows, int columns) {
    Check.that("a matrix of %sx%s has a negative size", rows >= 0 && columns >= 0, rows, columns);
    long length = (long) rows * columns;
    Check.that(
        "a dense matrix of %sx%s has more than 2^31 entries",
        length <= Integer.MAX_VALUE - 8, rows, columns);
    return (int) length;
  }

  /** Shares an array of row-major entries, which is <em>kept</em>, not copied. */
  public static DenseMatrix wrap(int rows, int columns, double[] array) {
    return new DenseMatrix(rows, columns, array);
  }

  /** Copies a matrix; <em>not modified</em>. */
  public static DenseMatrix copyOf(Matrix matrix) {
    return matrix instanceof DenseMatrix dense ? dense.copy() : matrix.toDense();
  }

  /** Copies an array of rows of one length; <em>not modified</em>. */
  public static DenseMatrix ofRows(double[][] rows) {
    int columns = rows.length == 0 ? 0 : rows[0].length;
    DenseMatrix matrix = new DenseMatrix(rows.length, columns);
    for (int i = 0; i < rows.length; i++) {
      Check.that(
          "row %s has %s entries but row 1 has %s",
          rows[i].length == columns, i + 1, rows[i].length, columns);
      System.arraycopy(rows[i], 0, matrix.array, matrix.offset(i), columns);
    }
    return matrix;
  }

  @Override
  public double get(int row, int column) {
    return array[offset(row) + column];
  }

  /** Sets the entry at a zero-based row and column. */
  public void set(int row, int column, double value) {
    array[offset(row) + column] = value;
  }

  @Override
  public void copyRange(int row, int from, int to, double[] out) {
    System.arraycopy(array, offset(row) + from, out, 0, to - from);
  }

  /** Returns the row-major array itself, not a copy. */
  public double[] array() {
    return array;
  }

  /** Returns a copy with an array of its own. */
  public DenseMatrix copy() {
    return new DenseMatrix(rows(), columns(), array.clone());
  }

  /** Overwrites this matrix with another of the same size; <em>not modified</em>. */
  public void assign(DenseMatrix source) {
    Check.that(
        "cannot assign %sx%s to %sx%s",
        source.rows() == rows() && source.columns() == columns(),
        source.rows(),
        source.columns(),
        rows(),
        columns());
    System.arraycopy(source.array, 0, array, 0, array.length);
  }

  @Override
  public DenseMatrix transpose() {
    DenseMatrix out = new DenseMatrix(columns(), rows());
    forEachTurned((from, to) -> out.array[to] = array[from]);
    return out;
  }

  /** Returns a new matrix with every entry multiplied. */
  public DenseMatrix times(double factor) {
    DenseMatrix out = copy();
    for (int i = 0; i < out.array.length; i++) {
      out.array[i] *= factor;
    }
    return out;
  }

  /** Multiplies a zero-based row in place. */
  public void multiplyRow(int row, double factor) {
    for (int i = offset(row); i < offset(row + 1); i++) {
      array[i] *= factor;
    }
  }

  /** Returns the largest entry of a zero-based row, at least 0. */
  public double largest(int row) {
    double largest = 0;
    for (int i = offset(row); i < offset(row + 1); i++) {
      largest = Math.max(largest, array[i]);
    }
    return largest;
  }

  /** Returns the 2-norm of a zero-based row, without overflow or underflow of the squares. */
  public double norm(int row) {
    double largest = 0;
    for (int i = offset(row); i < offset(row + 1); i++) {
      largest = Math.max(largest, Math.abs(array[i]));
    }
    if (!(largest > 0)) {
      return 0;
    }
    double sum = 0;
    for (int i = offset(row); i < offset(row + 1); i++) {
      double share = array[i] / largest;
      sum += share * share;
    }
    return largest * Math.sqrt(sum);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DenseMatrix matrix
        && rows() == matrix.rows()
        && columns() == matrix.columns()
        && Arrays.equals(array, matrix.array);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * rows() + columns()) + Arrays.hashCode(array);
  }
}
