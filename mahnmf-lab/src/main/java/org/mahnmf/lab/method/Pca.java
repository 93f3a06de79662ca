package org.mahnmf.lab.method;

import java.util.Arrays;
import org.mahnmf.internal.kernel.Dots;
import org.mahnmf.lab.linear.Rows;
import org.mahnmf.lab.linear.SymmetricEigen;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;

/**
 * Principal component analysis: X ≈ mean + codes·basis with orthonormal rows of the basis, the best
 * such fit in the Euclidean sense; the objective is its squared error. By the eigenvectors of the
 * smaller of the two Gram matrices of the centred samples. Each component points to where its
 * largest entry is positive. Missing entries are not taken; the seed plays no part.
 */
public final class Pca implements Method {

  /** Singular values below this share of the largest are rounding. */
  private static final double NEGLIGIBLE = 1e-7;

  /** Creates the method. */
  public Pca() {}

  @Override
  public String name() {
    return "PCA";
  }

  @Override
  public Learned fit(Observations samples, int rank, long seed, Budget budget) {
    double[] mean = mean(samples.values());
    double[][] centred = centred(samples.values(), mean);
    boolean wide = centred.length <= mean.length;
    double[][] lines = wide ? centred : Rows.transposed(centred);
    SymmetricEigen eigen = new SymmetricEigen(gram(lines));
    DenseMatrix basis = new DenseMatrix(rank, mean.length);
    double total = 0;
    for (double[] line : lines) {
      total += Dots.dot(line, line, line.length);
    }
    double left = total;
    for (int l = 0; l < rank; l++) {
      double[] axis = eigen.vector(l);
      if (wide) {
        axis = combination(axis, centred);
      }
      double length = Rows.length(axis);
      boolean real = eigen.value(l) > NEGLIGIBLE * NEGLIGIBLE * eigen.value(0);
      for (int j = 0; j < axis.length && real; j++) {
        basis.set(l, j, sign(axis) * axis[j] / length);
      }
      left -= real ? eigen.value(l) : 0;
    }
    return new Learned(
        basis,
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
      for (int j = 0; j < row.length; j++) {
        mean[j] += row[j] / values.rows();
      }
    }
    if (Arrays.stream(mean).anyMatch(Double::isNaN)) {
      throw new IllegalArgumentException("PCA takes no missing entries; fill them in first");
    }
    return mean;
  }

  private static double[][] centred(Matrix values, double[] mean) {
    double[][] rows = Rows.of(values);
    for (double[] row : rows) {
      for (int j = 0; j < mean.length; j++) {
        row[j] -= mean[j];
      }
    }
    return rows;
  }

  private static double[][] gram(double[][] lines) {
    double[][] gram = new double[lines.length][lines.length];
    for (int i = 0; i < lines.length; i++) {
      for (int k = 0; k <= i; k++) {
        gram[i][k] = Dots.dot(lines[i], lines[k], lines[i].length);
        gram[k][i] = gram[i][k];
      }
    }
    return gram;
  }

  private static double[] combination(double[] factors, double[][] rows) {
    double[] sum = new double[rows[0].length];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < sum.length; j++) {
        sum[j] += factors[i] * rows[i][j];
      }
    }
    return sum;
  }

  private static DenseMatrix project(DenseMatrix basis, double[][] rows) {
    DenseMatrix codes = new DenseMatrix(rows.length, basis.rows());
    for (int i = 0; i < rows.length; i++) {
      for (int l = 0; l < basis.rows(); l++) {
        codes.set(i, l, Dots.dot(rows[i], 0, basis.array(), basis.offset(l), basis.columns()));
      }
    }
    return codes;
  }
}
