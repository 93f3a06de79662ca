package org.mahnmf.spark.block;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.mahnmf.problem.Box;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.Term;
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
public final class CodesTerms implements Serializable {

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
  public CodesTerms(double lower, double upper, GroupNorm norm, double price, double radius) {
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

  public static CodesTerms nonNegative() {
    return new CodesTerms(0, Double.POSITIVE_INFINITY, null, 0, Double.POSITIVE_INFINITY);
  }

  /**
   * Takes bounds and prices of single codes.
   *
   * @throws IllegalArgumentException naming a term that ties samples of different blocks
   */
  public static CodesTerms of(Side codes) {
    if (!codes.withEntries(List.of()).isEntrywise()) {
      Term tie =
          codes.terms().stream().filter(Term::couplesColumns).findFirst().orElse(codes.set());
      throw new IllegalArgumentException(
          "engine 'spark' does not take '"
              + tie.name()
              + "' on the codes of a file: it ties samples of different blocks; groups can be given"
              + " as a column, see MahNmfEstimator.setGroupCol");
    }
    return nonNegative()
        .within(codes.set().lower(), codes.set().upper())
        .withPrices(codes.linear(), codes.quadratic());
  }

  private CodesTerms within(double newLower, double newUpper) {
    return new CodesTerms(newLower, newUpper, norm, price, radius, sparsity, ridge);
  }

  /**
   * Returns these terms with groups of samples, see the constructor.
   *
   * @param newNorm of groups
   */
  public CodesTerms withGroups(GroupNorm newNorm, double newPrice, double newRadius) {
    return new CodesTerms(lower, upper, newNorm, newPrice, newRadius, sparsity, ridge);
  }

  /**
   * Returns these terms with other prices of single codes.
   *
   * @param newSparsity μ of {@link Sparsity}, or 0
   * @param newRidge λ of {@link Ridge}, or 0
   */
  public CodesTerms withPrices(double newSparsity, double newRidge) {
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
    return norm == null ? within(lower, newUpper) : this;
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
