package org.mahnmf.problem;

import org.mahnmf.base.Check;
import org.mahnmf.matrix.DenseMatrix;

/**
 * All entries within [lower, upper]: the set of box-constrained MahNMF, eq4.1, and of the plain
 * problem, eq1.1, where nothing but 0 bounds them.
 *
 * @param lower finite, at least 0
 * @param upper at least lower; may be infinite
 */
public record Box(double lower, double upper) implements FeasibleSet {

  /** All entries at least 0: the set of the plain problem. */
  public static final Box NON_NEGATIVE = new Box(0, Double.POSITIVE_INFINITY);

  /** Checks the bounds. */
  public Box {
    Check.that(
        "box is [%s, %s] but must have 0 <= lower <= upper",
        lower >= 0 && lower <= upper && lower < Double.POSITIVE_INFINITY, lower, upper);
  }

  @Override
  public String name() {
    return isPlain() ? "nonnegative" : "box";
  }

  /** Returns whether entries need only be at least 0. */
  public boolean isPlain() {
    return equals(NON_NEGATIVE);
  }

  @Override
  public boolean isEntrywise() {
    return true;
  }

  @Override
  public boolean couplesColumns() {
    return false;
  }

  @Override
  public Box rescaled(double factorScale, double objectiveScale) {
    return new Box(lower / factorScale, upper / factorScale);
  }

  @Override
  public SampleRule forSample(SampleRule rule) {
    return rule.withBounds(lower, upper);
  }

  @Override
  public String toString() {
    return isPlain() ? name() : "box [" + lower + ", " + upper + "]";
  }

  @Override
  public void project(DenseMatrix factor) {
    double[] a = factor.array();
    for (int i = 0; i < a.length; i++) {
      a[i] = Math.max(lower, Math.min(upper, a[i]));
    }
  }
}
