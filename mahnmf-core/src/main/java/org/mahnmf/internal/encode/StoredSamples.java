package org.mahnmf.internal.encode;

import java.util.stream.IntStream;
import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.internal.sparse.ColumnPanel;
import org.mahnmf.internal.sparse.ColumnReader;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.SampleRule;
import org.mahnmf.problem.SideData;

/**
 * Samples of a sparse table: the stored features of a sample and, for all absent ones together, a
 * few features more.
 *
 * <p>With h ≥ 0 the absent features cost ω₀(cᵀh + ½α hᵀAh), c = Σ w_i and A = Σ w_i w_iᵀ over them.
 * The linear part is the loss of one more feature whose basis is c, whose value is 0 and whose
 * weight is ω₀; the quadratic part, with A = LᵀL, is that of r more features whose basis is L and
 * which have no absolute part. So a sample costs O(nnz·r²) and any bound of the small problem is
 * one of the whole.
 */
final class StoredSamples extends SampleSource {

  /** A pivot of A below this part of its diagonal is rounding. */
  private static final double NEGLIGIBLE = 1e-13;

  private final SideData data;
  private final ColumnPanel panel;
  private final ColumnReader reader;
  private final int rank;
  private final double[] absentSums;

  /**
   * Prepares reading of columns that are samples, with the user's basis and, if there is a
   * curvature, its Gram matrix; both <em>kept</em>.
   */
  StoredSamples(SideData data, ColumnPanel panel, SampleRule rule, double curvature) {
    super(null, null, panel.rank(), rule, curvature);
    this.data = data;
    this.panel = panel;
    this.reader = new ColumnReader(data);
    this.rank = panel.rank();
    this.absentSums = new double[rank];
  }

  @Override
  boolean hasCommonBasis() {
    return false;
  }

  @Override
  double read(int sample) {
    int count = reader.read(sample);
    if (userRule.lower() == 0 && isZero(count)) {
      return 0;
    }
    boolean absent = reader.hasAbsent();
    int squares = absent && curvature > 0 ? rank : 0;
    int features = count + (absent ? 1 : 0) + squares;
    DenseMatrix rows = new DenseMatrix(rank, features);
    double largest = 0;
    for (int l = 0; l < rank; l++) {
      int offset = rows.offset(l);
      for (int k = 0; k < count; k++) {
        double value = panel.get(l, reader.indices()[k]);
        rows.array()[offset + k] = value;
        largest = Math.max(largest, value);
      }
    }
    double unit = absent ? fillSums(rows, count, largest) : 1;
    if (squares > 0) {
      fillRoot(rows, count);
    }
    basis = new ScaledBasis(rows, userRule, curvature);
    setLength(basis.length);
    System.arraycopy(reader.weights(), 0, om, 0, count);
    for (int k = 0; k < count; k++) {
      x[k] = reader.weights()[k] > 0 ? reader.values()[k] : 0;
    }
    double scale = scale(count);
    if (absent) {
      om[count] = unit;
    }
    for (int k = 0; k < squares; k++) {
      quad[count + 1 + k] = curvature * scale * data.zeroWeight();
    }
    return scale;
  }

  private boolean isZero(int count) {
    return IntStream.range(0, count)
        .noneMatch(k -> reader.weights()[k] > 0 && reader.values()[k] > 0);
  }

  /**
   * Fills in ω₀·c, divided by a power of two that brings it near the other entries; returns that
   * power, the weight of the feature.
   */
  private double fillSums(DenseMatrix rows, int at, double largest) {
    reader.absentSums(panel, absentSums);
    double most = Loops.max(absentSums);
    double unit = ScaledBasis.powerOfTwoOf(largest > 0 ? most / largest : most);
    for (int l = 0; l < rank; l++) {
      rows.set(l, at, absentSums[l] / unit);
    }
    return unit;
  }

  /** Fills in L of A = LᵀL, after the stored features and the one for the sums. */
  private void fillRoot(DenseMatrix rows, int count) {
    double[][] a = new double[rank][rank];
    for (int l = 0; l < rank; l++) {
      for (int k = 0; k <= l; k++) {
        double sum = panel.gram()[l * rank + k];
        for (int i = 0; i < count; i++) {
          sum -= rows.get(l, i) * rows.get(k, i);
        }
        a[l][k] = sum;
      }
    }
    for (int k = 0; k < rank; k++) {
      double pivot = a[k][k];
      double root = pivot > NEGLIGIBLE * panel.gram()[k * rank + k] ? Math.sqrt(pivot) : 0;
      for (int l = k; l < rank; l++) {
        a[l][k] = root > 0 ? a[l][k] / root : 0;
        rows.set(l, count + 1 + k, a[l][k]);
      }
      for (int l = k + 1; l < rank; l++) {
        for (int j = k + 1; j <= l; j++) {
          a[l][j] -= a[l][k] * a[j][k];
        }
      }
    }
  }
}
