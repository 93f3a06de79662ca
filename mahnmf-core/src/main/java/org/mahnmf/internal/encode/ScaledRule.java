package org.mahnmf.internal.encode;

import java.util.Arrays;
import org.mahnmf.internal.kernel.Projections;
import org.mahnmf.problem.SampleRule;

/**
 * What the codes of one sample must obey in scaled units, for codes z_l = norm_l · h_l of the unit
 * rows: lo ≤ h_l ≤ hi, Σ h_l ≤ ball, and the penalty linear Σ h_l + ½ ridge Σ h_l².
 *
 * <p>A user's code is h · (sample's scale / basis's scale) and the objective is divided by the
 * sample's scale, so ridge = the user's · (sample's scale) / (basis's scale)² and linear = the
 * user's / (basis's scale). In a linear programme linear is 0 and a feature stands for it, see
 * {@link ScaledBasis}.
 *
 * @param lo least entry
 * @param hi largest entry, may be infinite
 * @param ball largest sum, may be infinite; the norms are all the same then
 * @param linear penalty of the sum
 * @param ridge penalty of half the sum of the squares
 * @param basis whose norms they are; <em>kept</em>
 */
record ScaledRule(
    double lo, double hi, double ball, double linear, double ridge, ScaledBasis basis) {

  /** A ridge beyond this is as good as infinite, and products with it stay numbers. */
  private static final double MOST = 1e300;

  /**
   * Brings a rule into scaled units; unit = h of the scaled problem / the user's h, positive and
   * finite.
   */
  static ScaledRule of(SampleRule rule, double unit, ScaledBasis basis) {
    return new ScaledRule(
        rule.lower() * unit,
        rule.upper() * unit,
        rule.ball() * unit,
        basis.length > basis.features ? 0 : basis.penaltyWeight,
        Math.min(MOST, rule.ridge() / basis.scale / unit),
        basis);
  }

  /** Norms of the rows of the divided basis. */
  double[] norms() {
    return basis.norms;
  }

  /** Returns whether nothing bounds the codes from above, not even a ridge. */
  boolean isUnbounded() {
    return ridge == 0 && hi == Double.POSITIVE_INFINITY && ball == Double.POSITIVE_INFINITY;
  }

  /** The derivative of the penalty in z_l at 0. */
  double slope(int component) {
    return linear / norms()[component];
  }

  /** The second derivative of the penalty in z_l. */
  double curvature(int component) {
    return Math.min(MOST, ridge / norms()[component] / norms()[component]);
  }

  /**
   * Takes codes to the nearest that obey the bounds or lie in the ball; z and scratch are
   * <em>modified</em>.
   */
  void project(double[] z, double[] scratch) {
    for (int l = 0; l < z.length; l++) {
      double norm = norms()[l];
      z[l] = Math.max(lo * norm, Math.min(hi * norm, z[l]));
    }
    if (ball < Double.POSITIVE_INFINITY) {
      Projections.l1Ball(z, z.length, ball * norms()[0], scratch);
    }
  }

  /**
   * Takes codes to the minimiser of ½‖· − z‖² + step · penalty: moved, shrunk, then projected.
   * Exact, since the sum is a squared distance of its own: of each entry, or of all with a common
   * factor where there is a ball. z and scratch are <em>modified</em>.
   */
  void prox(double[] z, double step, double[] scratch) {
    for (int l = 0; l < z.length; l++) {
      z[l] = (z[l] - slope(l) * step) / (1 + curvature(l) * step);
    }
    project(z, scratch);
  }

  /** linear Σ h_l + ½ ridge Σ h_l² of codes z; <em>not modified</em>. */
  double penalty(double[] z) {
    double sum = 0;
    double squares = 0;
    for (int l = 0; l < z.length; l++) {
      double h = z[l] / norms()[l];
      sum += h;
      squares += h * h;
    }
    return linear * sum + .5 * ridge * squares;
  }

  /**
   * The least ⟨z, p⟩ + penalty(z) that codes can have. The minimiser, which z becomes, is −(p +
   * slope)/curvature, projected; without a ridge a corner of the box or the ball, and where these
   * do not end, the lowest one, which is right if p + slope ≥ 0.
   */
  double least(double[] p, double[] z, double[] scratch) {
    int steepest = 0;
    for (int l = 0; l < z.length; l++) {
      double slope = p[l] + slope(l);
      double corner = slope >= 0 || hi == Double.POSITIVE_INFINITY ? lo : hi;
      z[l] = ridge > 0 ? -slope / curvature(l) : corner * norms()[l];
      steepest = slope < p[steepest] + slope(steepest) ? l : steepest;
    }
    if (ridge == 0 && ball < Double.POSITIVE_INFINITY) {
      Arrays.fill(z, 0);
      z[steepest] = p[steepest] + slope(steepest) < 0 ? ball * norms()[0] : 0;
    } else {
      project(z, scratch);
    }
    double sum = 0;
    for (int l = 0; l < z.length; l++) {
      sum += z[l] * p[l];
    }
    return sum + penalty(z);
  }
}
