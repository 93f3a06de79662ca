package org.mahnmf.internal.encode;

import java.util.Arrays;
import org.mahnmf.internal.kernel.FactorRows;
import org.mahnmf.internal.kernel.Loops;

/**
 * First-order solver of one sample's problem: over-relaxed ADMM on the splitting E = x − Nᵀh, z =
 * h, N the basis with unit rows, with a certified gap. Takes every rule that a sample's codes can
 * have but a ridge, for which there is {@link BlockAdmm}.
 *
 * <p>Scale-free: the penalty follows the sample's own mean residual. Nothing depends on any other
 * sample. One instance per thread.
 */
final class LeastAbsoluteAdmm {

  private static final double THETA = .3;
  private static final double RELAX = 1.7;
  private static final int CHECK = 10;

  private final ScaledBasis basis;
  private final ScaledBasis.Systems systems;
  private final FactorRows unit;
  private final double[] h;
  private final double[] z;
  private final double[] split;
  private final double[] best;
  private final double[] multiplier;
  private final double[] full;
  private final double[] a;
  private final double[] e;
  private final double[] t;
  private final double[] p;
  private final double[] mu;
  private SampleProblem sample;
  private double objective;
  private double bound;

  LeastAbsoluteAdmm(ScaledBasis basis) {
    this.basis = basis;
    this.systems = basis.systems();
    this.unit = systems.unitRows();
    h = new double[basis.rank];
    z = new double[basis.rank];
    split = new double[basis.rank];
    best = new double[basis.rank];
    multiplier = new double[basis.rank];
    full = new double[basis.rank];
    a = new double[basis.length];
    e = new double[basis.length];
    t = new double[basis.length];
    p = new double[basis.length];
    mu = new double[basis.length];
  }

  /**
   * Solves one sample.
   *
   * @param problem the sample; <em>not modified</em>
   * @param tolerance relative gap at which to stop
   * @param most iterations at the most; 0 gives a regularised least squares point
   * @param out receives the codes of the scaled basis; <em>modified</em>
   */
  void solve(SampleProblem problem, double tolerance, int most, double[] out) {
    sample = problem;
    start();
    problem.sumUp();
    double weightSum = problem.weightSum;
    bound = 0;
    objective = Double.POSITIVE_INFINITY;
    evaluate();
    double mean = objective / weightSum;
    double perfect = 1e-13 * problem.absoluteSum;
    for (int k = 1; k <= most && objective > perfect; k++) {
      double tau = THETA * mean / problem.meanWeight;
      step(tau);
      if (k % CHECK != 0 && k != most) {
        continue;
      }
      evaluate();
      certify(tau);
      if (objective - bound <= tolerance * objective) {
        break;
      }
      double now = objective / weightSum;
      if (now < .5 * mean) {
        rescale(now / mean);
        mean = now;
      }
    }
    for (int l = 0; l < out.length; l++) {
      out[l] = best[l] / basis.norms[l];
    }
  }

  /** z = projected (NNᵀ + cI)⁻¹ N(om∘x), duals zero. */
  private void start() {
    for (int i = 0; i < t.length; i++) {
      t[i] = sample.om[i] > 0 ? sample.x[i] : 0;
    }
    unit.backward(t, z);
    systems.system().solve(z);
    sample.rule.project(z, full);
    unit.forward(z, p);
    Arrays.fill(split, 0);
    for (int i = 0; i < e.length; i++) {
      e[i] = sample.x[i] - p[i];
      a[i] = 0;
      t[i] = p[i];
    }
  }

  private void step(double tau) {
    unit.backward(t, h);
    for (int l = 0; l < h.length; l++) {
      h[l] += ScaledBasis.SPLIT * (z[l] + split[l]);
    }
    systems.system().solve(h);
    unit.forward(h, p);
    double[] x = sample.x;
    for (int i = 0; i < x.length; i++) {
      double v = x[i] - (RELAX * p[i] + (1 - RELAX) * (x[i] - e[i])) + a[i];
      double limit = tau * sample.om[i];
      double clipped = Math.max(-limit, Math.min(limit, v));
      // prox of the loss: soft threshold, shrunk by its quadratic part (eq4.22.1)
      e[i] = (v - clipped) / (1 + tau * sample.quad[i]);
      a[i] = v - e[i];
      t[i] = x[i] - e[i] + a[i];
    }
    for (int l = 0; l < h.length; l++) {
      h[l] = RELAX * h[l] + (1 - RELAX) * z[l] - split[l];
      z[l] = h[l];
    }
    sample.rule.project(z, full);
    for (int l = 0; l < h.length; l++) {
      split[l] = z[l] - h[l];
    }
  }

  /** Keeps the true multipliers a/tau when tau changes by a factor. */
  private void rescale(double factor) {
    for (int i = 0; i < a.length; i++) {
      a[i] *= factor;
      t[i] = sample.x[i] - e[i] + a[i];
    }
    Loops.scale(factor, split);
  }

  private void evaluate() {
    unit.forward(z, p);
    double value = sample.objective(p);
    if (value < objective) {
      objective = value;
      System.arraycopy(z, 0, best, 0, z.length);
    }
  }

  /**
   * A lower bound from the dual point U = −a/tau, within the weights, where the loss's conjugate is
   * zero. A loss with a quadratic part has two more natural points: U as it is, and the derivative
   * of the loss at the current fit.
   */
  private void certify(double tau) {
    dualPoint(tau);
    sample.clip(mu, true);
    bound = Math.max(bound, sample.bound(unit, mu, multiplier, full));
    if (sample.isQuadratic()) {
      dualPoint(tau);
      sample.clip(mu, false);
      bound = Math.max(bound, sample.bound(unit, mu, multiplier, full));
      unit.forward(z, p);
      sample.derivative(p, mu);
      bound = Math.max(bound, sample.bound(unit, mu, multiplier, full));
    }
  }

  /** U = −a/tau, moved towards Nμ ≥ 0 where codes have no upper bound: μ = U + Nᵀ(NNᵀ)⁺(−NU)₊. */
  private void dualPoint(double tau) {
    for (int i = 0; i < mu.length; i++) {
      mu[i] = -a[i] / tau;
    }
    if (!sample.rule.isUnbounded()) {
      return;
    }
    unit.backward(mu, multiplier);
    for (int l = 0; l < multiplier.length; l++) {
      multiplier[l] = Math.max(0, -multiplier[l]);
    }
    systems.gram().solve(multiplier);
    unit.forward(multiplier, p);
    for (int i = 0; i < mu.length; i++) {
      mu[i] += p[i];
    }
  }

  /** The objective of the codes returned last. */
  double objective() {
    return objective;
  }

  /** No codes of the last sample have a lower objective. */
  double bound() {
    return bound;
  }
}
