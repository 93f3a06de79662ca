package org.mahnmf.lab.cluster;

import java.util.Arrays;
import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.lab.linear.Rows;
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

  /** Returns weighed samples of <em>not modified</em> ones, one in each row, at least 0. */
  public static DenseMatrix apply(DenseMatrix samples) {
    int width = samples.columns();
    double[][] rows = Rows.of(samples);
    double[] sum = new double[width];
    for (double[] row : rows) {
      Arrays.setAll(sum, j -> sum[j] + row[j]);
    }
    DenseMatrix out = new DenseMatrix(rows.length, width);
    for (int i = 0; i < rows.length; i++) {
      double degree = Loops.dot(rows[i], sum, width);
      double factor = degree > 0 ? 1 / Math.sqrt(degree) : 1;
      Rows.set(out, i, Arrays.stream(rows[i]).map(entry -> entry * factor).toArray());
    }
    return out;
  }
}
