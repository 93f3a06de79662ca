package org.mahnmf.problem;

/**
 * What the codes of one sample must obey, whoever the other samples are: lower ≤ h_l ≤ upper, Σ h_l
 * ≤ ball, and a price on Σ h_l. A term on the codes says what it means for a single sample; the
 * rule is saved with a model.
 *
 * @param lower least entry, finite and at least 0
 * @param upper largest entry, may be infinite
 * @param price of the sum of the entries, at least 0
 * @param ball largest sum of the entries, may be infinite
 */
public record SampleRule(double lower, double upper, double price, double ball) {

  /** Non-negative codes and nothing else. */
  public static final SampleRule NON_NEGATIVE =
      new SampleRule(0, Double.POSITIVE_INFINITY, 0, Double.POSITIVE_INFINITY);

  /** Checks the ranges. */
  public SampleRule {
    if (!(lower >= 0 && lower <= upper && lower < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "codes from " + lower + " to " + upper + " must have 0 <= lower <= upper");
    }
    if (!(price >= 0 && price < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("price is " + price + " but must be finite and >= 0");
    }
    if (!(ball > 0)) {
      throw new IllegalArgumentException("ball is " + ball + " but must be positive");
    }
  }

  /**
   * Returns the rule with other bounds.
   *
   * @param newLower least entry
   * @param newUpper largest entry
   */
  public SampleRule withBounds(double newLower, double newUpper) {
    return new SampleRule(newLower, newUpper, price, ball);
  }

  /**
   * Returns the rule with a price added.
   *
   * @param more added to the price of the sum of the entries
   */
  public SampleRule plusPrice(double more) {
    return new SampleRule(lower, upper, price + more, ball);
  }

  /**
   * Returns the rule with a smaller ball.
   *
   * @param radius largest sum of the entries
   */
  public SampleRule withinBall(double radius) {
    return new SampleRule(lower, upper, price, Math.min(ball, radius));
  }

  /** Returns the bounds alone: a relaxation of every problem that this rule is a part of. */
  public SampleRule boundsOnly() {
    return NON_NEGATIVE.withBounds(lower, upper);
  }
}
