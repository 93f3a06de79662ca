package org.mahnmf.solver;

import java.util.Arrays;
import org.mahnmf.matrix.DenseMatrix;

/** Small products of factors; the large ones with X are passes. */
final class Products {

  private Products() {}

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
