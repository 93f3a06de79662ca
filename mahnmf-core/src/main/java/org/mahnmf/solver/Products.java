package org.mahnmf.solver;

import java.util.Arrays;
import org.mahnmf.matrix.DenseMatrix;

/** Small products of factors; the large ones with X are passes. */
final class Products {

  private Products() {}

  static double dot(double[] a, int aFrom, double[] b, int bFrom, int n) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int i = 0;
    for (; i + 3 < n; i += 4) {
      s0 += a[aFrom + i] * b[bFrom + i];
      s1 += a[aFrom + i + 1] * b[bFrom + i + 1];
      s2 += a[aFrom + i + 2] * b[bFrom + i + 2];
      s3 += a[aFrom + i + 3] * b[bFrom + i + 3];
    }
    for (; i < n; i++) {
      s0 += a[aFrom + i] * b[bFrom + i];
    }
    return (s0 + s1) + (s2 + s3);
  }

  /**
   * Computes A·F.
   *
   * @param a rank x rank, row-major; <em>not modified</em>
   * @param factor rank x count; <em>not modified</em>
   * @param out rank x count; <em>modified</em>
   */
  static void multiply(double[] a, DenseMatrix factor, DenseMatrix out) {
    int rank = factor.rows();
    int count = factor.columns();
    double[] sum = new double[count];
    double[][] rows = new double[rank][];
    for (int l = 0; l < rank; l++) {
      rows[l] = Arrays.copyOfRange(factor.array(), l * count, (l + 1) * count);
    }
    for (int l = 0; l < rank; l++) {
      Arrays.fill(sum, 0);
      for (int k = 0; k < rank; k++) {
        double weight = a[l * rank + k];
        double[] row = rows[k];
        for (int j = 0; j < count; j++) {
          sum[j] += weight * row[j];
        }
      }
      System.arraycopy(sum, 0, out.array(), l * count, count);
    }
  }
}
