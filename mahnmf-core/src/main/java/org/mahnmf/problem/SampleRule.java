package org.mahnmf.problem;

import java.io.Serializable;
import org.mahnmf.base.Check;

/**
 * What the codes of one sample must obey, whatever the other samples are: lower ≤ h_l ≤ upper, Σ
 * h_l ≤ ball, a penalty on Σ h_l and one on ½ Σ h_l². A term on the codes says what it means for a
 * single sample; the rule is saved with a model.
 *
 * @param lower least entry, finite and at least 0
 * @param upper largest entry, may be infinite
 * @param penalty of the sum of the entries by group terms, at least 0
 * @param ball largest sum of the entries, may be infinite
 * @param sparsity a further penalty of the sum, by {@link org.mahnmf.term.Sparsity}, at least 0
 * @param ridge penalty of half the sum of the squares, at least 0
 */
public record SampleRule(
    double lower, double upper, double penalty, double ball, double sparsity, double ridge)
    implements Serializable {

  /** Non-negative codes and nothing else. */
  public static final SampleRule NON_NEGATIVE =
      new SampleRule(0, Double.POSITIVE_INFINITY, 0, Double.POSITIVE_INFINITY, 0, 0);

  /** Checks the ranges. */
  public SampleRule {
    Check.that(
        "codes from %s to %s must have 0 <= lower <= upper",
        lower >= 0 && lower <= upper && lower < Double.POSITIVE_INFINITY, lower, upper);
    requirePenalty("penalty", penalty);
    requirePenalty("sparsity", sparsity);
    requirePenalty("ridge", ridge);
    Check.that("ball is %s but must be positive", ball > 0, ball);
  }

  private static void requirePenalty(String name, double value) {
    Check.that(
        "%s is %s but must be finite and >= 0",
        value >= 0 && value < Double.POSITIVE_INFINITY, name, value);
  }

  /** Returns what a unit of the sum of the entries costs by all terms. */
  public double linear() {
    return penalty + sparsity;
  }

  /**
   * Returns the rule with other bounds.
   *
   * @param newLower least entry
   * @param newUpper largest entry
   */
  public SampleRule withBounds(double newLower, double newUpper) {
    return new SampleRule(newLower, newUpper, penalty, ball, sparsity, ridge);
  }

  /**
   * Returns the rule with a penalty added.
   *
   * @param more added to the penalty of the sum of the entries
   */
  public SampleRule plusPenalty(double more) {
    return new SampleRule(lower, upper, penalty + more, ball, sparsity, ridge);
  }

  /**
   * Returns the rule with sparsity added.
   *
   * @param more added to that penalty of the sum of the entries
   */
  public SampleRule plusSparsity(double more) {
    return new SampleRule(lower, upper, penalty, ball, sparsity + more, ridge);
  }

  /**
   * Returns the rule with a ridge added.
   *
   * @param more added to the penalty of half the sum of the squares
   */
  public SampleRule plusRidge(double more) {
    return new SampleRule(lower, upper, penalty, ball, sparsity, ridge + more);
  }

  /**
   * Returns the rule with another ridge.
   *
   * @param newRidge penalty of half the sum of the squares
   */
  public SampleRule withRidge(double newRidge) {
    return new SampleRule(lower, upper, penalty, ball, sparsity, newRidge);
  }

  /**
   * Returns the rule with a smaller ball.
   *
   * @param radius largest sum of the entries
   */
  public SampleRule withinBall(double radius) {
    return new SampleRule(lower, upper, penalty, Math.min(ball, radius), sparsity, ridge);
  }

  /** Returns the bounds alone: a relaxation of every problem that this rule is a part of. */
  public SampleRule boundsOnly() {
    return NON_NEGATIVE.withBounds(lower, upper);
  }
}
