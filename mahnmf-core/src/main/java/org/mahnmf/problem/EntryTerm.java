package org.mahnmf.problem;

import org.mahnmf.base.Check;

/**
 * A penalty that every entry x ≥ 0 of a factor pays by itself: linear·x + ½ quadratic·x². Two
 * numbers of a {@link Side}, which every proximal step takes in along with its set.
 */
public interface EntryTerm extends Term {

  /** Returns the penalty per unit of an entry, at least 0. */
  double linear();

  /** Returns the curvature of the penalty, at least 0. */
  double quadratic();

  @Override
  EntryTerm rescaled(double factorScale, double objectiveScale);

  @Override
  default boolean couplesColumns() {
    return false;
  }

  /**
   * Returns a weight that is fit for a penalty.
   *
   * @param name of the term
   * @param weight to check
   * @throws IllegalArgumentException if it is negative or not finite
   */
  static double requireWeight(String name, double weight) {
    Check.that(
        "the weight of '%s' is %s but must be finite and at least 0",
        weight >= 0 && weight < Double.POSITIVE_INFINITY, name, weight);
    return weight;
  }
}
