package org.mahnmf.lab.separate;

import java.util.Arrays;
import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.lab.linear.Rows;
import org.mahnmf.lab.linear.SymmetricEigen;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;

/**
 * Robust principal component analysis, min ‖A‖_* + λ‖E‖₁ subject to X = A + E with λ = 1/√max(m,
 * n), by the inexact method of augmented Lagrange multipliers: alternately E = soft(X − A + Y/μ,
 * λ/μ) and A = the singular values of X − E + Y/μ less 1/μ, then Y += μ(X − A − E) and μ grows. The
 * constants are those of the authors' program.
 *
 * <p>The answer does not depend on the unit of the table.
 *
 * <p>References: Candès, Li, Ma, Wright 2011; Lin, Chen, Ma, "The augmented Lagrange multiplier
 * method for exact recovery of corrupted low-rank matrices", 2010.
 */
public final class Rpca implements Separator {

  private static final double TOLERANCE = 1e-7;
  private static final double FIRST_MU = 1.25;
  private static final double GROWTH = 1.5;
  private static final double MOST_GROWTH = 1e7;
  private static final int MOST_STEPS = 1000;

  private final String name;
  private final boolean partial;

  private Rpca(String name, boolean partial) {
    this.name = name;
    this.partial = partial;
  }

  /** Returns the method with full singular value decompositions. */
  public static Rpca full() {
    return new Rpca("RPCA full SVD", false);
  }

  /** Returns the method with partial decompositions, faster where the low part's rank is low. */
  public static Rpca partial() {
    return new Rpca("RPCA", true);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Separation separate(Matrix table, long seed) {
    DenseMatrix x = Separation.wide(table);
    DenseMatrix low = new DenseMatrix(x.rows(), x.columns());
    double lambda = 1 / Math.sqrt(x.columns());
    double largest = Arrays.stream(x.array()).map(Math::abs).max().orElse(0);
    if (largest == 0) {
      return Separation.of(table, low, 0, 0);
    }
    double spectral = Math.sqrt(new SymmetricEigen(Rows.cross(x, x)).value(0));
    // Y = X / max(‖X‖₂, ‖X‖_∞/λ)
    double size = Math.max(spectral, largest / lambda);
    double[] dual = Arrays.stream(x.array()).map(entry -> entry / size).toArray();
    DenseMatrix target = new DenseMatrix(x.rows(), x.columns()); // X − E + Y/μ
    double norm = Math.sqrt(Loops.dot(x.array(), x.array(), dual.length));
    SingularShrink shrink = new SingularShrink(partial, seed);
    double mu = FIRST_MU / spectral;
    double most = mu * MOST_GROWTH;
    int rank = 0;
    int step = 0;
    for (double rest = norm; step < MOST_STEPS && rest > TOLERANCE * norm; step++) {
      shrinkEntries(x.array(), low.array(), dual, mu, lambda / mu, target.array());
      rank = shrink.shrink(target, 1 / mu, low);
      rest = raiseDual(target.array(), low.array(), mu, dual);
      mu = Math.min(mu * GROWTH, most);
    }
    return Separation.of(table, low, rank, step);
  }

  private static void shrinkEntries(
      double[] x, double[] a, double[] y, double mu, double threshold, double[] target) {
    double inverse = 1 / mu;
    for (int k = 0; k < x.length; k++) {
      double free = x[k] + y[k] * inverse;
      double rest = free - a[k];
      target[k] = free - (Math.max(rest - threshold, 0) + Math.min(rest + threshold, 0));
    }
  }

  /** Makes Y + μ(X − A − E) = μ(target − A) the new Y; returns ‖X − A − E‖. */
  private static double raiseDual(double[] target, double[] a, double mu, double[] y) {
    double inverse = 1 / mu;
    double sum = 0;
    for (int k = 0; k < y.length; k++) {
      double next = mu * (target[k] - a[k]);
      double rest = (next - y[k]) * inverse;
      y[k] = next;
      sum += rest * rest;
    }
    return Math.sqrt(sum);
  }
}
