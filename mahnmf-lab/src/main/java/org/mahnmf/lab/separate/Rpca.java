package org.mahnmf.lab.separate;

import java.util.Arrays;
import org.mahnmf.internal.kernel.Dots;
import org.mahnmf.lab.linear.Rows;
import org.mahnmf.lab.linear.SymmetricEigen;
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
    double[][] x = Separation.upright(table);
    double[][] low = new double[x.length][x[0].length];
    double lambda = 1 / Math.sqrt(Math.max(x.length, x[0].length));
    double largest = 0;
    double squares = 0;
    for (double[] row : x) {
      largest = Math.max(largest, Arrays.stream(row).map(Math::abs).max().orElse(0));
      squares += Dots.dot(row, row, row.length);
    }
    if (largest == 0) {
      return Separation.of(table, low, 0, 0);
    }
    double spectral = Math.sqrt(new SymmetricEigen(Rows.cross(x, x)).value(0));
    // Y = X / max(‖X‖₂, ‖X‖_∞/λ)
    double size = Math.max(spectral, largest / lambda);
    double[][] dual = new double[x.length][];
    Arrays.setAll(dual, i -> Arrays.stream(x[i]).map(entry -> entry / size).toArray());
    double[][] target = new double[x.length][x[0].length]; // X − E + Y/μ
    SingularShrink shrink = new SingularShrink(partial, seed);
    double mu = FIRST_MU / spectral;
    double most = mu * MOST_GROWTH;
    int rank = 0;
    int step = 0;
    for (double rest = squares; step < MOST_STEPS && rest > TOLERANCE * TOLERANCE * squares; ) {
      step++;
      for (int i = 0; i < x.length; i++) {
        shrinkEntries(x[i], low[i], dual[i], mu, lambda, target[i]);
      }
      rank = shrink.shrink(target, 1 / mu, low);
      rest = 0;
      for (int i = 0; i < x.length; i++) {
        rest += raiseDual(target[i], low[i], mu, dual[i]);
      }
      mu = Math.min(mu * GROWTH, most);
    }
    return Separation.of(table, low, rank, step);
  }

  private static void shrinkEntries(
      double[] x, double[] a, double[] y, double mu, double lambda, double[] target) {
    double threshold = lambda / mu;
    double inverse = 1 / mu;
    for (int k = 0; k < x.length; k++) {
      double free = x[k] + y[k] * inverse;
      double rest = free - a[k];
      target[k] = free - (Math.max(rest - threshold, 0) + Math.min(rest + threshold, 0));
    }
  }

  /** Makes Y + μ(X − A − E) = μ(target − A) the new Y; returns ‖X − A − E‖². */
  private static double raiseDual(double[] target, double[] a, double mu, double[] y) {
    double sum = 0;
    for (int k = 0; k < y.length; k++) {
      double next = mu * (target[k] - a[k]);
      double rest = (next - y[k]) / mu;
      y[k] = next;
      sum += rest * rest;
    }
    return sum;
  }
}
