package org.mahnmf.lab.method;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.mahnmf.lab.linear.Rows;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;

/**
 * Principal component analysis: X ≈ mean + codes·basis with orthonormal rows of the basis, the best
 * such fit in the Euclidean sense; the objective is its squared error. By the singular value
 * decomposition of the centred samples. Each component points to where its largest entry is
 * positive. Missing entries are not taken; the seed plays no part.
 */
public final class Pca implements Method {

  /** Singular values below this share of the largest are rounding. */
  private static final double NEGLIGIBLE = 1e-7;

  @Override
  public String name() {
    return "PCA";
  }

  @Override
  public Learned fit(Observations samples, int rank, long seed, Budget budget) {
    double[] mean = mean(samples.values());
    double[][] centred = centred(samples.values(), mean);
    int count = Math.min(centred.length, mean.length);
    var svd = DecompositionFactory_DDRM.svd(centred.length, mean.length, false, true, true);
    if (!svd.decompose(new DMatrixRMaj(centred))) {
      throw new IllegalStateException("the singular values of the centred samples diverge");
    }
    double[] singular = svd.getSingularValues();
    DMatrixRMaj axes = svd.getV(null, true);
    int[] order = Rows.order(count, k -> -singular[k]);
    double[][] basis = new double[rank][mean.length];
    double total = Arrays.stream(singular, 0, count).map(value -> value * value).sum();
    double left = total;
    for (int l = 0; l < rank && singular[order[l]] > NEGLIGIBLE * singular[order[0]]; l++) {
      System.arraycopy(axes.data, order[l] * mean.length, basis[l], 0, mean.length);
      double[] axis = basis[l];
      double sign = sign(axis);
      Arrays.setAll(axis, j -> sign * axis[j]);
      left -= singular[order[l]] * singular[order[l]];
    }
    return new Learned(
        DenseMatrix.ofRows(basis),
        project(basis, centred),
        mean,
        new double[] {total, Math.max(0, left)},
        others -> project(basis, centred(others.values(), mean)));
  }

  private static double sign(double[] axis) {
    double farthest = 0;
    for (double entry : axis) {
      farthest = Math.abs(entry) > Math.abs(farthest) ? entry : farthest;
    }
    return farthest < 0 ? -1 : 1;
  }

  private static double[] mean(Matrix values) {
    double[] mean = new double[values.columns()];
    for (double[] row : Rows.of(values)) {
      Arrays.setAll(mean, j -> mean[j] + row[j] / values.rows());
    }
    if (Arrays.stream(mean).anyMatch(Double::isNaN)) {
      throw new IllegalArgumentException("PCA takes no missing entries; fill them in first");
    }
    return mean;
  }

  private static double[][] centred(Matrix values, double[] mean) {
    double[][] rows = Rows.of(values);
    for (double[] row : rows) {
      Arrays.setAll(row, j -> row[j] - mean[j]);
    }
    return rows;
  }

  private static DenseMatrix project(double[][] basis, double[][] rows) {
    return DenseMatrix.ofRows(Rows.times(rows, Rows.transposed(basis)));
  }
}
