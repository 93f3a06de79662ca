package org.mahnmf.matrix;

/**
 * A read-only view of a matrix of doubles.
 *
 * <p>In the public API rows are samples and columns are features. Inside solvers the paper's
 * orientation holds: X is features x samples, W is rank x features, H is rank x samples.
 */
public interface Matrix {

  /** Returns the number of rows. */
  int rows();

  /** Returns the number of columns. */
  int columns();

  /** Returns the entry at a zero-based row and column. */
  double get(int row, int column);

  /**
   * Copies a zero-based row into the first {@link #columns()} places of out, which is
   * <em>modified</em>.
   */
  default void copyRow(int row, double[] out) {
    copyRange(row, 0, columns(), out);
  }

  /**
   * Copies the columns from ≤ j &lt; to of a zero-based row into the first places of out, which is
   * <em>modified</em>.
   */
  default void copyRange(int row, int from, int to, double[] out) {
    for (int j = from; j < to; j++) {
      out[j - from] = get(row, j);
    }
  }

  /** Returns the largest number of entries that a row stores, see {@link #copyStored}. */
  default int longestRow() {
    return columns();
  }

  /**
   * Copies the entries that a zero-based row stores, columns ascending, and their columns into
   * arrays that are <em>modified</em>; returns how many. A sparse matrix stores the entries other
   * than zero, any other matrix all of them.
   */
  default int copyStored(int row, int[] outColumns, double[] outValues) {
    copyRow(row, outValues);
    for (int j = 0; j < columns(); j++) {
      outColumns[j] = j;
    }
    return columns();
  }

  /** Returns a new dense matrix with the same entries. */
  default DenseMatrix toDense() {
    DenseMatrix dense = new DenseMatrix(rows(), columns());
    double[] row = new double[columns()];
    for (int i = 0; i < rows(); i++) {
      copyRow(i, row);
      System.arraycopy(row, 0, dense.array(), dense.offset(i), columns());
    }
    return dense;
  }

  /** Returns the entries as a new array of rows. */
  default double[][] toArray() {
    double[][] rows = new double[rows()][columns()];
    for (int i = 0; i < rows.length; i++) {
      copyRow(i, rows[i]);
    }
    return rows;
  }

  /** Returns the transpose as a new matrix, of the same kind where it has entries of its own. */
  default Matrix transpose() {
    return toDense().transpose();
  }
}
