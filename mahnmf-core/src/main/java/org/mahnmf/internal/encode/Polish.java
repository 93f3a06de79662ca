package org.mahnmf.internal.encode;

import java.util.Arrays;
import org.mahnmf.internal.kernel.Cholesky;
import org.mahnmf.internal.kernel.Chunks;
import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.internal.kernel.Products;

/**
 * The exact codes on the pieces where a first-order method has arrived. Near the end of {@link
 * BlockAdmm} three things no longer change: which residuals are zero (set Z), the signs s of the
 * others, and which codes are at a bound (the rest is F) or fill the ball. Given these, the optimum
 * solves linear equations: with A the columns of Z in N_F and b what they have to give, and a row
 * more for a full ball,
 *
 * <pre>  min ½ zᵀHz − gᵀz  with Aᵀz = b,   so (AᵀH⁻¹A) μ = AᵀH⁻¹g − b  and  z = H⁻¹(g − Aμ),
 *  H = curvature + Σ_{i∉Z} quad_i n_i n_iᵀ,  g = Σ_{i∉Z} (s_i om_i + quad_i x_i) n_i − penalty.
 * </pre>
 *
 * <p>μ completes the dual point, so codes and bound come together. A wrong guess gives codes and a
 * bound that are no better than those before; nothing else depends on it.
 */
final class Polish {

  private final BlockBasis basis;
  private final Chunks chunks;
  private BlockLane at;
  private int[] zeros;
  private int[] free;
  private boolean fullBall;

  Polish(BlockBasis basis) {
    this.basis = basis;
    this.chunks = basis.chunks;
  }

  /**
   * Finds codes and dual.
   *
   * @param pieces where the method is; its polished dual and codes, copies of its own at first, are
   *     <em>modified</em>: those of the pieces, the codes within the rule
   * @return whether the equations have a solution; if not, the copies are worthless
   */
  boolean solve(BlockLane pieces) {
    at = pieces;
    findPieces();
    int n = zeros.length + (fullBall ? 1 : 0);
    if (n > free.length) {
      return false; // The pieces have not settled: more equations than unknowns.
    }
    double[] mu = new double[n];
    // What has no curvature at all is solved by proximal steps; a second one ends at a vertex.
    boolean flat = at.rule.ridge() == 0 && !at.quadratic;
    for (int pass = 0; pass < (flat ? 2 : 1); pass++) {
      double[][] equations = new double[n][free.length];
      fillEquations(equations, mu);
      double[] z = new double[free.length];
      double[] matrix = new double[free.length * free.length];
      fillQuadratic(matrix, z, flat ? 1 : 0);
      if (!solve(matrix, equations, mu, z)) {
        return false;
      }
      for (int f = 0; f < free.length; f++) {
        at.polished[free[f]] = z[f];
      }
    }
    at.rule.project(at.polished, new double[at.polished.length]);
    fillDual(mu);
    return true;
  }

  private void findPieces() {
    double[] z = at.polished;
    int[] found = new int[z.length + 1];
    int count = 0;
    for (int i = 0; i < chunks.along() && count <= z.length; i++) {
      if (Math.abs(of(at.polishedDual, i)) < at.tau * of(at.om, i) * (1 - 1e-12)) {
        found[count++] = i;
      }
    }
    zeros = Arrays.copyOf(found, count);
    count = 0;
    double sum = 0;
    ScaledRule rule = at.rule;
    for (int l = 0; l < z.length; l++) {
      double norm = rule.norms()[l];
      if (z[l] > rule.lo() * norm && z[l] < rule.hi() * norm) {
        found[count++] = l;
      }
      sum += z[l];
    }
    free = Arrays.copyOf(found, count);
    fullBall = sum >= rule.ball() * rule.norms()[0] * (1 - 1e-9);
  }

  private double of(double[][] rows, int feature) {
    int chunk = chunks.of(feature);
    return rows[chunk][feature - chunks.begin(chunk)];
  }

  private double residual(int feature) {
    double rest = of(at.x, feature);
    for (int l = 0; l < at.polished.length; l++) {
      rest -= basis.entry(feature, l) * at.polished[l];
    }
    return rest;
  }

  /** What x has beyond the codes at a bound. */
  private double target(int feature) {
    double rest = residual(feature);
    for (int l : free) {
      rest += basis.entry(feature, l) * at.polished[l];
    }
    return rest;
  }

  private void fillEquations(double[][] equations, double[] values) {
    for (int k = 0; k < zeros.length; k++) {
      values[k] = target(zeros[k]);
      for (int f = 0; f < free.length; f++) {
        equations[k][f] = basis.entry(zeros[k], free[f]);
      }
    }
    if (fullBall) { // where other codes are 0
      values[zeros.length] = at.rule.ball() * at.rule.norms()[0];
      Arrays.fill(equations[zeros.length], 1);
    }
  }

  /**
   * H and g; the dual of a residual x − p is its sign times tau·om, and more with curvature. A
   * proximal curvature holds the codes where they are.
   */
  private void fillQuadratic(double[] matrix, double[] slope, double proximal) {
    int size = free.length;
    for (int f = 0; f < size; f++) {
      matrix[f * size + f] = at.rule.curvature(free[f]) + proximal;
      slope[f] = proximal * at.polished[free[f]] - at.rule.slope(free[f]);
    }
    int k = 0;
    for (int i = 0; i < chunks.along(); i++) {
      if (k < zeros.length && zeros[k] == i) {
        k++;
        continue;
      }
      double quad = of(at.quad, i);
      double weight = Math.signum(of(at.polishedDual, i)) * of(at.om, i);
      weight += quad > 0 ? quad * target(i) : 0;
      for (int f = 0; f < size; f++) {
        double entry = basis.entry(i, free[f]);
        slope[f] += weight * entry;
        for (int e = 0; quad > 0 && e < size; e++) {
          matrix[f * size + e] += quad * entry * basis.entry(i, free[e]);
        }
      }
    }
  }

  /**
   * Solves the equations; b in mu becomes μ, g in z becomes z. Returns whether they are
   * independent.
   */
  private static boolean solve(double[] matrix, double[][] equations, double[] mu, double[] z) {
    int n = mu.length;
    try {
      Cholesky quadratic = new Cholesky(matrix, z.length, 0);
      quadratic.solve(z);
      double[][] solved = new double[n][];
      double[] schur = new double[n * n];
      for (int k = 0; k < n; k++) {
        solved[k] = equations[k].clone();
        quadratic.solve(solved[k]);
        mu[k] = Loops.dot(equations[k], z) - mu[k];
        for (int j = 0; j < n; j++) {
          schur[k * n + j] = Loops.dot(equations[j], solved[k]);
        }
      }
      new Cholesky(schur, n, 0).solve(mu);
      for (int k = 0; k < n; k++) {
        Products.add(z, -mu[k], solved[k], z.length);
      }
      return true;
    } catch (ArithmeticException e) {
      return false;
    }
  }

  private void fillDual(double[] mu) {
    int k = 0;
    for (int i = 0; i < chunks.along(); i++) {
      int chunk = chunks.of(i);
      double[] a = at.polishedDual[chunk];
      int entry = i - chunks.begin(chunk);
      double limit = of(at.om, i);
      double quad = of(at.quad, i);
      if (k < zeros.length && zeros[k] == i) {
        a[entry] = -at.tau * Math.max(-limit, Math.min(limit, mu[k++]));
      } else if (quad > 0) {
        a[entry] = at.tau * (Math.signum(a[entry]) * limit + quad * residual(i));
      }
    }
  }
}
