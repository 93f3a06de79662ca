package org.mahnmf.spark;

import java.io.Serializable;
import java.util.Arrays;
import org.mahnmf.problem.Side;
import org.mahnmf.term.Box;
import org.mahnmf.term.GroupBall;
import org.mahnmf.term.GroupNorm;
import org.mahnmf.term.GroupSparse;
import org.mahnmf.term.Groups;
import org.mahnmf.term.Ridge;
import org.mahnmf.term.Sparsity;

/**
 * The terms on the codes, in the user's units, in a form that travels. Each block makes its own of
 * them: bounds hold and prices are paid entry by entry, and groups of samples never cross blocks.
 */
final class CodesTerms implements Serializable {

  private static final long serialVersionUID = 1;

  private final double lower;
  private final double upper;
  private final GroupNorm norm;
  private final double price;
  private final double radius;
  private final double sparsity;
  private final double ridge;

  /**
   * States the terms.
   *
   * @param lower least code
   * @param upper largest code, may be infinite
   * @param norm of groups; null if there are none
   * @param price η of the group price, or 0
   * @param radius γ of the group ball, or infinity
   */
  CodesTerms(double lower, double upper, GroupNorm norm, double price, double radius) {
    this(lower, upper, norm, price, radius, 0, 0);
  }

  private CodesTerms(
      double lower,
      double upper,
      GroupNorm norm,
      double price,
      double radius,
      double sparsity,
      double ridge) {
    this.lower = lower;
    this.upper = upper;
    this.norm = norm;
    this.price = price;
    this.radius = radius;
    this.sparsity = sparsity;
    this.ridge = ridge;
  }

  static CodesTerms nonNegative() {
    return new CodesTerms(0, Double.POSITIVE_INFINITY, null, 0, Double.POSITIVE_INFINITY);
  }

  /**
   * Returns these terms with other prices of single codes.
   *
   * @param newSparsity μ of {@link Sparsity}, or 0
   * @param newRidge λ of {@link Ridge}, or 0
   */
  CodesTerms withPrices(double newSparsity, double newRidge) {
    return new CodesTerms(lower, upper, norm, price, radius, newSparsity, newRidge);
  }

  /** Returns these terms with so much added to the ridge. */
  CodesTerms plusRidge(double more) {
    return withPrices(sparsity, ridge + more);
  }

  @Override
  public String toString() {
    return "from "
        + lower
        + " to "
        + upper
        + (norm == null ? "" : ", groups by " + norm + ", price " + price + ", ball " + radius)
        + (sparsity > 0 ? ", sparsity " + sparsity : "")
        + (ridge > 0 ? ", ridge " + ridge : "");
  }

  /** Returns these terms with another largest code, unless groups rule them. */
  CodesTerms cappedAt(double newUpper) {
    return norm == null
        ? new CodesTerms(lower, newUpper, null, price, radius, sparsity, ridge)
        : this;
  }

  /**
   * Makes the side of some samples.
   *
   * @param groups a name for each, or null
   * @param count how many samples
   */
  Side side(String[] groups, int count) {
    Side side = Side.nonNegative();
    if (lower > 0 || upper < Double.POSITIVE_INFINITY) {
      side = side.with(new Box(lower, upper));
    }
    if (norm != null) {
      Groups named = groups == null ? Groups.single(count) : Groups.ofLabels(Arrays.asList(groups));
      if (radius < Double.POSITIVE_INFINITY) {
        side = side.with(new GroupBall(norm, radius, named));
      }
      if (price > 0) {
        side = side.with(new GroupSparse(norm, price, named));
      }
    }
    if (sparsity > 0) {
      side = side.with(new Sparsity(sparsity));
    }
    if (ridge > 0) {
      side = side.with(new Ridge(ridge));
    }
    return side;
  }
}
