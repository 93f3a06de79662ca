package org.mahnmf.problem;

/**
 * A price that every entry x ≥ 0 of a factor pays by itself: linear·x + ½ quadratic·x². Two numbers
 * of a {@link Side}, which every proximal step takes in along with its set.
 */
public interface EntryTerm extends Term {

  /** Returns the price per unit of an entry, at least 0. */
  double linear();

  /** Returns the curvature of the price, at least 0. */
  double quadratic();

  @Override
  EntryTerm rescaled(double factorScale, double objectiveScale);

  @Override
  default boolean couplesColumns() {
    return false;
  }

  /**
   * Returns a weight that is fit for a price.
   *
   * @param name of the term
   * @param weight to check
   * @throws IllegalArgumentException if it is negative or not finite
   */
  static double requireWeight(String name, double weight) {
    if (!(weight >= 0 && weight < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "the weight of '" + name + "' is " + weight + " but must be finite and at least 0");
    }
    return weight;
  }
}
