package org.mahnmf.term;

import org.mahnmf.problem.EntryTerm;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.SampleRule;
import org.mahnmf.problem.Store;

/**
 * λ/2 Σ x². On both factors it is worth λ‖WᵀH‖_* at its balance: robust PCA's weight on the size of
 * the fit, with parts. A fit of noise pays more than it gains, so the ridge that predicts hidden
 * entries best is the default's guard against overfitting.
 *
 * <p>λ has no unit: X → cX scales loss and ridge by c. √max(m, n) is its natural size, see {@link
 * #natural}.
 *
 * @param weight λ, finite and at least 0
 */
public record Ridge(double weight) implements EntryTerm {

  /** Name of the term in objectives. */
  public static final String NAME = "ridge";

  /** Checks the weight. */
  public Ridge {
    EntryTerm.requireWeight(NAME, weight);
  }

  /**
   * Returns λ* = √(max(m, n)·mean(ω²)), the weight of robust PCA's theory, with the mean over all
   * entries of X and a missing one's ω = 0.
   */
  public static double natural(Store.Extent extent) {
    double mean = extent.sums().squaredWeights() / extent.samples() / extent.features();
    // Squares of weights beyond the range of numbers: the largest weight stands for all.
    double weight =
        mean > 0 && mean < Double.POSITIVE_INFINITY
            ? Math.sqrt(mean)
            : extent.sums().largestWeight();
    return Math.sqrt(Math.max(extent.samples(), extent.features())) * weight;
  }

  /** Returns a problem with λ, in the user's units, on both factors, besides its other terms. */
  public static Problem on(Problem problem, double weight) {
    return weight == 0 ? problem : problem.with(new Ridge(weight));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public double linear() {
    return 0;
  }

  @Override
  public double quadratic() {
    return weight;
  }

  @Override
  public Ridge rescaled(double factorScale, double objectiveScale) {
    return new Ridge(weight * (factorScale / objectiveScale * factorScale));
  }

  @Override
  public SampleRule forSample(SampleRule rule) {
    return rule.plusRidge(weight);
  }

  @Override
  public String toString() {
    return "ridge " + weight;
  }
}
