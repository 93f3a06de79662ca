package org.mahnmf.lab.linear;

import java.util.Arrays;
import org.mahnmf.internal.kernel.Dots;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;

/** Rows of matrices in arrays of their own. */
public final class Rows {

  private Rows() {}

  /** Returns a copy of one row. */
  public static double[] row(Matrix matrix, int row) {
    double[] out = new double[matrix.columns()];
    matrix.copyRow(row, out);
    return out;
  }

  /** Returns copies of all rows. */
  public static double[][] of(Matrix matrix) {
    double[][] rows = new double[matrix.rows()][];
    Arrays.setAll(rows, i -> row(matrix, i));
    return rows;
  }

  /** Returns a matrix of some rows, in the order given. */
  public static DenseMatrix some(Matrix matrix, int[] which) {
    DenseMatrix out = new DenseMatrix(which.length, matrix.columns());
    for (int i = 0; i < which.length; i++) {
      set(out, i, row(matrix, which[i]));
    }
    return out;
  }

  /** Overwrites a row. */
  public static void set(DenseMatrix matrix, int row, double[] entries) {
    System.arraycopy(entries, 0, matrix.array(), matrix.offset(row), matrix.columns());
  }

  /** Returns rows as columns. */
  public static double[][] transposed(double[][] rows) {
    double[][] out = new double[rows[0].length][rows.length];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < rows[i].length; j++) {
        out[j][i] = rows[i][j];
      }
    }
    return out;
  }

  /** Returns the Euclidean length of an array. */
  public static double length(double[] x) {
    return Math.sqrt(Dots.dot(x, x, x.length));
  }

  /**
   * Returns the Euclidean length of a row, in a unit of its own, a power of two, so that squares of
   * tables in any unit are numbers.
   */
  public static double length(Matrix matrix, int row) {
    double[] own = row(matrix, row);
    double largest = Arrays.stream(own).map(Math::abs).max().orElse(0);
    int unit = Math.getExponent(largest);
    Arrays.setAll(own, j -> Math.scalb(own[j], -unit));
    return largest > 0 ? Math.scalb(length(own), unit) : 0;
  }

  /** Returns ‖a − b‖². */
  public static double squaredDistance(double[] a, double[] b) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      double difference = a[k] - b[k];
      sum += difference * difference;
    }
    return sum;
  }
}
