package org.mahnmf.lab.cluster;

import org.mahnmf.internal.kernel.Dots;
import org.mahnmf.matrix.DenseMatrix;

/**
 * Weighs samples before they are factored for clustering, as Xu, Liu, Gong 2003 do: each sample is
 * divided by the square root of its inner product with the sum of all samples. With samples as
 * columns that is X·diag(XᵀX1)^(−1/2); a factorisation of it looks for what the normalised cut of
 * the graph with the weights XᵀX looks for, and bright or frequent samples count no more than
 * others. A sample that has nothing in common with any stays as it is.
 */
public final class CutWeights {

  private CutWeights() {}

  /**
   * Returns weighed samples.
   *
   * @param samples one in each row, at least 0; <em>not modified</em>
   */
  public static DenseMatrix apply(DenseMatrix samples) {
    int width = samples.columns();
    double[] sum = new double[width];
    double[] row = new double[width];
    for (int i = 0; i < samples.rows(); i++) {
      samples.copyRow(i, row);
      for (int j = 0; j < width; j++) {
        sum[j] += row[j];
      }
    }
    DenseMatrix out = samples.copy();
    for (int i = 0; i < out.rows(); i++) {
      samples.copyRow(i, row);
      double degree = Dots.dot(row, sum, width);
      double factor = degree > 0 ? 1 / Math.sqrt(degree) : 1;
      for (int j = 0; j < width; j++) {
        out.set(i, j, row[j] * factor);
      }
    }
    return out;
  }
}
