package org.mahnmf.lab.separate;

import org.mahnmf.internal.kernel.Dots;
import org.mahnmf.lab.linear.SymmetricEigen;
import org.mahnmf.lab.linear.TallProducts;
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
    TallForm upright = new TallForm(table);
    Run run = new Run(upright.tall(), new SingularShrink(partial, seed));
    int steps = run.run();
    return new Separation(upright.back(run.low), run.rank, steps);
  }

  /** One run. */
  private static final class Run {

    private final DenseMatrix x;
    private final SingularShrink shrink;
    private final DenseMatrix low;
    private final DenseMatrix sparse;

    /** Y, the multipliers. */
    private final DenseMatrix dual;

    /** X − E + Y/μ. */
    private final DenseMatrix target;

    private int rank;

    Run(DenseMatrix x, SingularShrink shrink) {
      this.x = x;
      this.shrink = shrink;
      low = new DenseMatrix(x.rows(), x.columns());
      sparse = new DenseMatrix(x.rows(), x.columns());
      target = new DenseMatrix(x.rows(), x.columns());
      dual = x.copy();
    }

    int run() {
      double lambda = 1 / Math.sqrt(Math.max(x.rows(), x.columns()));
      double largest = 0;
      for (double value : x.array()) {
        largest = Math.max(largest, Math.abs(value));
      }
      if (largest == 0) {
        return 0;
      }
      double spectral = Math.sqrt(new SymmetricEigen(TallProducts.gram(x)).value(0));
      // Y = X / max(‖X‖₂, ‖X‖_∞/λ)
      double size = Math.max(spectral, largest / lambda);
      for (int k = 0; k < dual.array().length; k++) {
        dual.array()[k] /= size;
      }
      double norm = Math.sqrt(Dots.dot(x.array(), x.array(), x.array().length));
      double mu = FIRST_MU / spectral;
      double most = mu * MOST_GROWTH;
      for (int step = 1; step < MOST_STEPS; step++) {
        shrinkEntries(lambda / mu, 1 / mu);
        rank = shrink.shrink(target, 1 / mu, low);
        if (raiseDual(mu) <= TOLERANCE * norm) {
          return step;
        }
        mu = Math.min(mu * GROWTH, most);
      }
      return MOST_STEPS;
    }

    private void shrinkEntries(double threshold, double inverse) {
      double[] a = low.array();
      double[] e = sparse.array();
      double[] y = dual.array();
      double[] t = target.array();
      double[] from = x.array();
      for (int k = 0; k < a.length; k++) {
        double free = from[k] + y[k] * inverse;
        double rest = free - a[k];
        e[k] = Math.max(rest - threshold, 0) + Math.min(rest + threshold, 0);
        t[k] = free - e[k];
      }
    }

    /** Returns ‖X − A − E‖. */
    private double raiseDual(double mu) {
      double[] a = low.array();
      double[] e = sparse.array();
      double[] y = dual.array();
      double[] from = x.array();
      double sum = 0;
      for (int k = 0; k < a.length; k++) {
        double rest = from[k] - a[k] - e[k];
        y[k] += mu * rest;
        sum += rest * rest;
      }
      return Math.sqrt(sum);
    }
  }
}
