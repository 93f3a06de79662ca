package org.mahnmf.problem;

/**
 * What the codes of one sample must obey, whoever the other samples are: lower ≤ h_l ≤ upper, Σ h_l
 * ≤ ball, a price on Σ h_l and one on ½ Σ h_l². A term on the codes says what it means for a single
 * sample; the rule is saved with a model.
 *
 * @param lower least entry, finite and at least 0
 * @param upper largest entry, may be infinite
 * @param price of the sum of the entries by group terms, at least 0
 * @param ball largest sum of the entries, may be infinite
 * @param sparsity a further price of the sum, by {@link org.mahnmf.term.Sparsity}, at least 0
 * @param ridge price of half the sum of the squares, at least 0
 */
public record SampleRule(
    double lower, double upper, double price, double ball, double sparsity, double ridge) {

  /** Non-negative codes and nothing else. */
  public static final SampleRule NON_NEGATIVE =
      new SampleRule(0, Double.POSITIVE_INFINITY, 0, Double.POSITIVE_INFINITY, 0, 0);

  /** Checks the ranges. */
  public SampleRule {
    if (!(lower >= 0 && lower <= upper && lower < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "codes from " + lower + " to " + upper + " must have 0 <= lower <= upper");
    }
    requirePrice("price", price);
    requirePrice("sparsity", sparsity);
    requirePrice("ridge", ridge);
    if (!(ball > 0)) {
      throw new IllegalArgumentException("ball is " + ball + " but must be positive");
    }
  }

  private static void requirePrice(String name, double value) {
    if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(name + " is " + value + " but must be finite and >= 0");
    }
  }

  /** Returns what a unit of the sum of the entries costs by all terms. */
  public double linear() {
    return price + sparsity;
  }

  /**
   * Returns the rule with other bounds.
   *
   * @param newLower least entry
   * @param newUpper largest entry
   */
  public SampleRule withBounds(double newLower, double newUpper) {
    return new SampleRule(newLower, newUpper, price, ball, sparsity, ridge);
  }

  /**
   * Returns the rule with a price added.
   *
   * @param more added to the price of the sum of the entries
   */
  public SampleRule plusPrice(double more) {
    return new SampleRule(lower, upper, price + more, ball, sparsity, ridge);
  }

  /**
   * Returns the rule with sparsity added.
   *
   * @param more added to that price of the sum of the entries
   */
  public SampleRule plusSparsity(double more) {
    return new SampleRule(lower, upper, price, ball, sparsity + more, ridge);
  }

  /**
   * Returns the rule with a ridge added.
   *
   * @param more added to the price of half the sum of the squares
   */
  public SampleRule plusRidge(double more) {
    return new SampleRule(lower, upper, price, ball, sparsity, ridge + more);
  }

  /**
   * Returns the rule with another ridge.
   *
   * @param newRidge price of half the sum of the squares
   */
  public SampleRule withRidge(double newRidge) {
    return new SampleRule(lower, upper, price, ball, sparsity, newRidge);
  }

  /**
   * Returns the rule with a smaller ball.
   *
   * @param radius largest sum of the entries
   */
  public SampleRule withinBall(double radius) {
    return new SampleRule(lower, upper, price, Math.min(ball, radius), sparsity, ridge);
  }

  /** Returns the bounds alone: a relaxation of every problem that this rule is a part of. */
  public SampleRule boundsOnly() {
    return NON_NEGATIVE.withBounds(lower, upper);
  }
}
