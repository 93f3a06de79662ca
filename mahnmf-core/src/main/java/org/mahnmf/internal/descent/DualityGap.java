package org.mahnmf.internal.descent;

import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.FeasibleSet;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Side;

/**
 * The stop of eq3.14 for a box (eq4.1): with bounded codes the dual function φ(μ) = Σ min(lo·(Wμ),
 * hi·(Wμ)) − ⟨x, μ⟩ is explicit, and f − φ(μ̂) bounds the distance to the optimum.
 *
 * <p>μ̂ = Σ_i 2(i+1)/((k+1)(k+2))·U_i is never formed: Wμ̂ = 4S/((k+1)(k+2)) with S the gradient
 * sum of the Z sequence, and ⟨x, μ̂⟩ accumulates the passes' ⟨X, U_i⟩.
 */
final class DualityGap {

  /** Relative gap at which the inner steps end. */
  private static final double ENOUGH = 1e-4;

  private final FeasibleSet box;
  private double innerSum;

  private DualityGap(FeasibleSet box) {
    this.box = box;
  }

  /** Returns the stop where eq3.14 holds: a bounded box and the plain loss; else null. */
  static DualityGap orNull(Problem problem, Side side) {
    boolean applies = side.isBounded() && side.isEntrywise() && problem.loss().curvature() == 0;
    return applies ? new DualityGap(side.set()) : null;
  }

  /** Begins a one-sided problem. */
  void reset() {
    innerSum = 0;
  }

  /**
   * Takes in step k and says whether the gap is small enough.
   *
   * @param inner ⟨X, U_k⟩
   * @param gradientSum Σ_{i≤k} (i+1)/2·W·U_i; <em>not modified</em>
   * @param best lowest objective so far
   */
  boolean isClosed(int k, double inner, DenseMatrix gradientSum, double best) {
    innerSum += (k + 1) * inner;
    double weight = 1.0 / ((k + 1.0) * (k + 2.0));
    double dual = -2 * weight * innerSum;
    double[] s = gradientSum.array();
    for (int i = 0; i < s.length; i++) {
      double product = 4 * weight * s[i];
      dual += Math.min(box.lower() * product, box.upper() * product);
    }
    return best - dual <= ENOUGH * best;
  }
}
