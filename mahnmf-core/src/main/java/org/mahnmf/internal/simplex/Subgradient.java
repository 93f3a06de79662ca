package org.mahnmf.internal.simplex;

import java.util.Arrays;
import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.internal.kernel.Products;

/**
 * The pull of each residual on h, ω_i sign(e_i) or 0 while it is active, and their sum g = Σ_i
 * pull_i w_i, the gradient of f over the inactive residuals; both follow the walk. Completed by the
 * multipliers of the active residuals, the pulls are a dual point, which bounds f from below.
 */
final class Subgradient {

  /** A residual below this part of x_i is zero up to rounding. */
  private static final double NOISE = 1e-13;

  private final LeastAbsoluteProblem problem;
  final double[] pull;
  final double[] gradient;
  private final int[] changed; // residuals whose pull changed since the gradient was right
  private final double[] change; // by how much
  private int changedCount;

  // Scratch memory.
  private final double[] reduced;
  private final double[] normal;

  Subgradient(LeastAbsoluteProblem problem) {
    this.problem = problem;
    pull = new double[problem.features];
    gradient = new double[problem.rank];
    // All residuals, the one that leaves and the one that enters.
    changed = new int[problem.features + 2];
    change = new double[problem.features + 2];
    reduced = new double[problem.rank];
    normal = new double[problem.rank];
  }

  /** Forgets all signs. */
  void reset() {
    Arrays.fill(pull, 0);
  }

  /** Computes everything anew from the residuals. */
  void compute(double[] residual, ActiveSet active) {
    double[] x = problem.x;
    double[] weight = problem.weight;
    for (int i = 0; i < pull.length; i++) {
      double e = residual[i];
      // The sign of what vanishes up to rounding is kept: it may be what proves the optimum.
      if (Math.abs(e) > NOISE * x[i] || pull[i] == 0) {
        // No comparison, which would be mispredicted; adding +0 makes +0 of −0.
        pull[i] = Math.copySign(weight[i], e + 0.0);
      }
    }
    active.clearActive(pull);
    for (int l = 0; l < gradient.length; l++) {
      gradient[l] = Loops.dot(pull, problem.rows[l]);
    }
  }

  /**
   * Follows a step to the minimum on an edge.
   *
   * @param leaving the residual that leaves zero, or −1
   * @param sign its sign from now on
   * @param entering the residual that stays at zero from now on, or −1
   */
  void follow(EdgeSearch edge, int leaving, double sign, int entering) {
    changedCount = edge.crossed(changed);
    for (int k = 0; k < changedCount; k++) {
      double old = pull[changed[k]];
      change[k] = -2 * old;
      pull[changed[k]] = -old;
    }
    if (leaving >= 0) {
      set(leaving, sign * problem.weight[leaving]);
    }
    if (entering >= 0) {
      set(entering, 0);
    }
    updateGradient();
  }

  private void set(int i, double value) {
    changed[changedCount] = i;
    change[changedCount] = value - pull[i];
    changedCount++;
    pull[i] = value;
  }

  private void updateGradient() {
    for (int l = 0; l < gradient.length; l++) {
      double[] row = problem.rows[l];
      double even = 0;
      double odd = 0;
      int k = 0;
      for (; k + 1 < changedCount; k += 2) {
        even += change[k] * row[changed[k]];
        odd += change[k + 1] * row[changed[k + 1]];
      }
      if (k < changedCount) {
        even += change[k] * row[changed[k]];
      }
      gradient[l] += even + odd;
    }
  }

  // ---------------------------------------------------------------- the lower bound

  /**
   * A number that f with the problem's target goes below nowhere in the box.
   *
   * <p>For any |μ_i| ≤ ω_i, f(h) ≥ Σ_i μ_i (w_iᵀh − t_i) = hᵀWμ − ⟨t, μ⟩. Here μ_i = pull_i, and
   * active residuals get minus the slope of their edge, clipped to ±ω_i: at an optimum Wμ then
   * vanishes for entries inside (lo, hi). What is left is the minimum of a linear function.
   *
   * @param active priced with this gradient
   */
  double lowerBound(ActiveSet active) {
    double inner = Loops.dot(pull, problem.target); // ⟨t, μ⟩
    System.arraycopy(gradient, 0, reduced, 0, reduced.length); // Wμ
    for (int s = 0; s < problem.rank; s++) {
      int i = active.features[s];
      if (i >= 0) {
        double weight = problem.weight[i];
        double multiplier = Math.max(-weight, Math.min(weight, -active.slopes[s]));
        inner += multiplier * problem.target[i];
        problem.copyNormal(i, normal);
        Products.add(reduced, multiplier, normal, reduced.length);
      }
    }
    double bound = mixedBound(inner);
    if (problem.hi < Double.POSITIVE_INFINITY) {
      bound = Math.max(bound, boxBound(inner));
    }
    return Math.max(0, bound);
  }

  /** Mixes μ with +ω until Wμ ≥ 0, which is possible as Wω ≥ 0: then h = lo is the minimum. */
  private double mixedBound(double inner) {
    double[] weightSum = problem.weightSum;
    double part = 0;
    for (int l = 0; l < reduced.length; l++) {
      if (reduced[l] < 0) {
        part = Math.max(part, -reduced[l] / (weightSum[l] - reduced[l]));
      }
    }
    double atLo = 0;
    for (int l = 0; l < reduced.length; l++) {
      atLo += (1 - part) * reduced[l] + part * weightSum[l];
    }
    double mixedInner = (1 - part) * inner + part * problem.weightedTotal;
    return problem.lo * atLo - mixedInner;
  }

  /** In a bounded box, each entry is least at lo or at hi. */
  private double boxBound(double inner) {
    double total = 0;
    for (int l = 0; l < reduced.length; l++) {
      total += Math.min(problem.lo * reduced[l], problem.hi * reduced[l]);
    }
    return total - inner;
  }
}
