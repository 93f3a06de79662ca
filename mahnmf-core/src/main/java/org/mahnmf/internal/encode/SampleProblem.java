package org.mahnmf.internal.encode;

import org.mahnmf.internal.kernel.FactorRows;
import org.mahnmf.internal.kernel.Loops;

/**
 * The problem of one sample in scaled units: min over h of Σ om_i|n_iᵀh − x_i| + ½ quad_i (n_iᵀh −
 * x_i)² under a {@link ScaledRule}, n the unit rows of the basis. Filled anew for each sample.
 */
final class SampleProblem {

  final double[] x;
  final double[] om;
  final double[] quad;
  ScaledRule rule;
  double weightSum;
  double absoluteSum;
  double meanWeight;

  SampleProblem(int length) {
    x = new double[length];
    om = new double[length];
    quad = new double[length];
  }

  /**
   * Divides the sample by a power of two near its mean and fills in what follows from the weights.
   *
   * @param entries how many of the first entries are filled; those that follow have x = 0 and no
   *     weight but, at the very end, the one that stands for the penalty
   * @param curvature of the loss, in the user's units
   * @param penaltyWeight see {@link ScaledBasis}
   * @return the power of two
   */
  double scale(int entries, double curvature, double penaltyWeight) {
    double largest = 0;
    for (int i = 0; i < entries; i++) {
      largest = Math.max(largest, x[i]);
    }
    double safe = ScaledBasis.powerOfTwoOf(largest);
    double sum = 0;
    double weightSum = 0;
    for (int i = 0; i < entries; i++) {
      sum += om[i] * (x[i] / safe);
      weightSum += om[i];
    }
    double scale = safe * (sum > 0 ? ScaledBasis.powerOfTwoOf(sum / weightSum) : 1);
    for (int i = 0; i < entries; i++) {
      x[i] /= scale;
      quad[i] = curvature * scale * om[i];
    }
    if (penaltyWeight > 0) {
      om[om.length - 1] = penaltyWeight;
    }
    return scale;
  }

  /** Sums weights and weighted entries, what stands for the penalty included. */
  void sumUp() {
    weightSum = 0;
    absoluteSum = 0;
    int observed = 0;
    for (int i = 0; i < om.length; i++) {
      weightSum += om[i];
      absoluteSum += om[i] * x[i];
      observed += om[i] > 0 ? 1 : 0;
    }
    meanWeight = weightSum / observed;
  }

  /** The objective at the fit Nᵀh. */
  double objective(double[] fit) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      double error = Math.abs(x[i] - fit[i]);
      sum += (om[i] + .5 * quad[i] * error) * error;
    }
    return sum;
  }

  /** Returns whether the loss has a quadratic part. */
  boolean isQuadratic() {
    return Loops.max(quad) > 0;
  }

  /**
   * Moves a dual point to where the loss's conjugate is zero, or finite.
   *
   * @param mu <em>modified</em>: |μ_i| ≤ om_i
   * @param all whether also where the loss has a quadratic part
   */
  void clip(double[] mu, boolean all) {
    for (int i = 0; i < mu.length; i++) {
      if (all || quad[i] == 0) {
        mu[i] = Math.max(-om[i], Math.min(om[i], mu[i]));
      }
    }
  }

  /**
   * The dual point that belongs to a fit: the derivative of the loss there.
   *
   * @param fit Nᵀh; <em>not modified</em>
   * @param mu <em>modified</em>
   */
  void derivative(double[] fit, double[] mu) {
    for (int i = 0; i < mu.length; i++) {
      double error = fit[i] - x[i];
      mu[i] = om[i] * Math.signum(error) + quad[i] * error;
    }
  }

  /**
   * A lower bound of the optimum without a ridge, at least 0, from any dual point.
   *
   * <p>loss(e) ≥ ⟨e, μ⟩ − loss*(μ) with e = Nᵀh − x, so the optimum is at least min ⟨h, Nμ⟩ − ⟨x,
   * μ⟩ − loss*(μ), where the minimum over a box or a ball is at a corner. Without an upper bound Nμ
   * must be non-negative; mixing μ with +om repairs it, since N·om ≥ 0.
   *
   * @param unit the unit rows
   * @param mu clipped; <em>modified</em>
   * @param product scratch of rank entries; <em>modified</em>
   * @param full scratch of rank entries; <em>modified</em>
   */
  double bound(FactorRows unit, double[] mu, double[] product, double[] full) {
    unit.backward(mu, product);
    boolean unbounded = rule.isUnbounded();
    double[] norms = rule.norms();
    if (unbounded) {
      repair(unit, mu, product, full);
    }
    double value = 0;
    double least = 0;
    for (int l = 0; l < product.length; l++) {
      double corner = product[l] >= 0 || unbounded ? rule.lo() : rule.hi();
      if (corner < Double.POSITIVE_INFINITY) {
        value += corner * norms[l] * product[l];
      }
      least = Math.min(least, product[l]);
    }
    if (rule.ball() < Double.POSITIVE_INFINITY) {
      value = rule.ball() * norms[0] * least;
    }
    for (int i = 0; i < mu.length; i++) {
      value -= x[i] * mu[i];
      double beyond = Math.abs(mu[i]) - om[i];
      if (beyond > 0 && quad[i] > 0) {
        value -= beyond * beyond / (2 * quad[i]);
      }
    }
    return Math.max(0, value);
  }

  private void repair(FactorRows unit, double[] mu, double[] product, double[] full) {
    double mix = 0;
    unit.backward(om, full);
    for (int l = 0; l < product.length; l++) {
      if (product[l] < 0 && full[l] > product[l]) {
        mix = Math.max(mix, -product[l] / (full[l] - product[l]));
      }
    }
    if (mix > 0) {
      for (int i = 0; i < mu.length; i++) {
        mu[i] = (1 - mix) * mu[i] + mix * om[i];
      }
      for (int l = 0; l < product.length; l++) {
        product[l] = Math.max(0, (1 - mix) * product[l] + mix * full[l]);
      }
    }
  }
}
