package org.mahnmf.lab.linear;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.mahnmf.internal.kernel.Chunks;
import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.internal.kernel.Products;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;

/** Matrices as arrays of rows, multiplied by the loops of the core. */
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
    return IntStream.range(0, matrix.rows()).mapToObj(i -> row(matrix, i)).toArray(double[][]::new);
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

  /** Returns a matrix whose columns are multiplied with a factor each. */
  public static DenseMatrix timesColumns(DenseMatrix matrix, double[] factors) {
    DenseMatrix out = matrix.copy();
    Arrays.setAll(out.array(), k -> out.array()[k] * factors[k % factors.length]);
    return out;
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

  /** Returns A·B. */
  public static double[][] times(double[][] a, double[][] b) {
    double[][] out = new double[a.length][b[0].length];
    Products.add(out, 0, a.length, a, 0, b, b.length, b[0].length);
    return out;
  }

  /** Overwrites a matrix by A·B, where rows of B may be long. */
  public static void times(double[][] a, DenseMatrix b, DenseMatrix out) {
    double[][] in = new double[b.rows()][Chunks.LONGEST];
    double[][] product = new double[a.length][Chunks.LONGEST];
    for (int from = 0; from < b.columns(); from += Chunks.LONGEST) {
      int n = Math.min(Chunks.LONGEST, b.columns() - from);
      for (int k = 0; k < in.length; k++) {
        System.arraycopy(b.array(), b.offset(k) + from, in[k], 0, n);
      }
      for (double[] row : product) {
        Arrays.fill(row, 0);
      }
      Products.add(product, 0, a.length, a, 0, in, in.length, n);
      for (int i = 0; i < a.length; i++) {
        System.arraycopy(product[i], 0, out.array(), out.offset(i) + from, n);
      }
    }
  }

  /** Returns A·Bᵀ, where rows may be long. */
  public static double[][] cross(DenseMatrix a, DenseMatrix b) {
    double[][] out = new double[a.rows()][b.rows()];
    double[][] x = new double[Chunks.LONGEST][a.rows()];
    double[][] y = new double[Chunks.LONGEST][b.rows()];
    for (int from = 0; from < a.columns(); from += Chunks.LONGEST) {
      int n = Math.min(Chunks.LONGEST, a.columns() - from);
      Products.columns(a.array(), a.rows(), a.columns(), from, n, x);
      Products.columns(b.array(), b.rows(), b.columns(), from, n, y);
      Products.addTransposed(out, a.rows(), x, 0, y, n, b.rows());
    }
    return out;
  }

  /**
   * Makes rows orthonormal by Gram and Schmidt, twice; rows that depend on earlier ones become
   * zero.
   *
   * @param rows of one length; <em>modified</em>
   * @param from first row that may change; those before are orthonormal
   */
  public static void orthonormalize(double[][] rows, int from) {
    for (int l = from; l < rows.length; l++) {
      double[] row = rows[l];
      double before = length(row);
      for (int k = 0; k < 2 * l; k++) {
        Products.add(row, -Loops.dot(rows[k % l], row, row.length), rows[k % l], row.length);
      }
      double after = length(row);
      double factor = after > 1e-14 * before ? 1 / after : 0;
      Arrays.setAll(row, j -> row[j] * factor);
    }
  }

  /** Returns the Euclidean length of an array. */
  public static double length(double[] x) {
    return Math.sqrt(Loops.dot(x, x, x.length));
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

  /** Returns the numbers below a count by a key, the least first; of equals the earlier one. */
  public static int[] order(int count, IntToDoubleFunction key) {
    return IntStream.range(0, count)
        .boxed()
        .sorted(Comparator.comparingDouble(key::applyAsDouble))
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
