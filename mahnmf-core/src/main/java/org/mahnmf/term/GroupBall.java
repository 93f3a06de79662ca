package org.mahnmf.term;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.mahnmf.base.Check;
import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.FeasibleSet;
import org.mahnmf.problem.SampleRule;

/**
 * For every group ρ of columns Σ_l ‖F(l, ρ)‖_p ≤ γ_ρ and F ≥ 0 (eq4.9): each group may use a few
 * components only.
 *
 * <p>The projection (eq4.13.1) acts on max(0, ·), group by group (errata 11): O(entries) for p = 2,
 * O(entries · log) for p = ∞, see {@link GroupNorm}. Afterwards the computed norm is at most γ_ρ,
 * so that projecting twice changes nothing.
 *
 * <p>The radii may be given as a share of a start that is not known yet, as in the paper's section
 * 5.5 (1 % of the starting basis): {@link #percentOfStart}, then {@link #resolved}. On one side
 * alone the ball is void, W → cW, H → H/c satisfies any γ: bound the other side (errata 18).
 */
public final class GroupBall implements FeasibleSet {

  private final GroupNorm norm;
  private final Groups groups;
  private final double percent;
  private final double[] radii;

  private GroupBall(GroupNorm norm, Groups groups, double percent, double[] radii) {
    this.norm = norm;
    this.groups = groups;
    this.percent = percent;
    this.radii = radii;
  }

  /**
   * Creates a ball with the same radius for each group.
   *
   * @param norm p
   * @param gamma γ, positive and finite
   */
  public GroupBall(GroupNorm norm, double gamma, Groups groups) {
    this(norm, groups, Double.NaN, new double[groups.size()]);
    Check.that(
        "gamma is %s but must be positive and finite; leave the term out for no bound",
        gamma > 0 && gamma < Double.POSITIVE_INFINITY, gamma);
    Arrays.fill(radii, gamma);
  }

  /**
   * Creates a ball whose radii are a share of the start's group norms, positive and finite; it must
   * be {@link #resolved} before it projects.
   */
  public static GroupBall percentOfStart(GroupNorm norm, double percent, Groups groups) {
    Check.that(
        "the percentage of the start is %s but must be positive and finite, such as 1 for one"
            + " per cent",
        percent > 0 && percent < Double.POSITIVE_INFINITY, percent);
    return new GroupBall(norm, groups, percent, null);
  }

  /** Returns whether the radii are known. */
  public boolean isResolved() {
    return radii != null;
  }

  /**
   * Returns the ball with γ_ρ = percent/100 · Σ_l ‖start(l, ρ)‖_p, where the start is in the units
   * of this ball; itself if the radii are known. A group that is zero in the start has radius 0 and
   * stays zero.
   */
  @Override
  public GroupBall resolved(DenseMatrix start) {
    if (isResolved()) {
      return this;
    }
    groups.requireCount(start.columns());
    double[] shares = new double[groups.size()];
    Arrays.setAll(shares, g -> percent / 100 * groupNorm(start, g));
    return new GroupBall(norm, groups, Double.NaN, shares);
  }

  /** Returns p. */
  public GroupNorm norm() {
    return norm;
  }

  /** Returns the groups. */
  public Groups groups() {
    return groups;
  }

  /** Returns γ of a group, by its number. */
  public double gamma(int group) {
    requireResolved();
    return radii[group];
  }

  /** Returns Σ_l ‖max(0, F(l, ρ))‖_p of a group, by its number. */
  public double groupNorm(DenseMatrix factor, int group) {
    return norm.sum(gather(factor, group), factor.rows(), groups.length(group));
  }

  @Override
  public String name() {
    return "groupBall";
  }

  @Override
  public double lower() {
    return 0;
  }

  /** The largest γ, because an entry is at most its row's norm; infinite if not resolved. */
  @Override
  public double upper() {
    return isResolved() ? Loops.max(radii) : Double.POSITIVE_INFINITY;
  }

  @Override
  public boolean isEntrywise() {
    return false;
  }

  @Override
  public boolean couplesColumns() {
    return true;
  }

  /** Returns the ball with radii γ/f; a share of the start has no unit and stays. */
  @Override
  public GroupBall rescaled(double factorScale, double objectiveScale) {
    if (!isResolved()) {
      return this;
    }
    double[] scaled = DoubleStream.of(radii).map(radius -> radius / factorScale).toArray();
    return new GroupBall(norm, groups, Double.NaN, scaled);
  }

  /**
   * Adds Σ_l h_l ≤ the largest γ, which holds for any member of any group, because an entry is at
   * most the norm of its row.
   */
  @Override
  public SampleRule forSample(SampleRule rule) {
    double radius = upper();
    return radius > 0 ? rule.withinBall(radius) : rule.withBounds(0, 0);
  }

  @Override
  public void check(int rank, int count) {
    groups.requireCount(count);
  }

  @Override
  public void project(DenseMatrix factor) {
    requireResolved();
    int rank = factor.rows();
    for (int g = 0; g < radii.length; g++) {
      int length = groups.length(g);
      double[] block = gather(factor, g);
      if (!(norm.sum(block, rank, length) <= radii[g])) {
        norm.project(block, rank, length, radii[g]);
      }
      for (int l = 0; l < rank; l++) {
        groups.scatter(block, l * length, factor, l, g);
      }
    }
  }

  private double[] gather(DenseMatrix factor, int group) {
    int length = groups.length(group);
    double[] block = new double[factor.rows() * length];
    for (int l = 0; l < factor.rows(); l++) {
      groups.gather(factor, l, group, block, l * length);
    }
    return block;
  }

  private void requireResolved() {
    if (!isResolved()) {
      throw new IllegalStateException(
          ("the radii are %s %% of the start, which is not known yet; call resolved(start)"
                  + " first")
              .formatted(percent));
    }
  }

  @Override
  public String toString() {
    String radius = isResolved() ? "gamma up to " + upper() : percent + " % of the start";
    return "groupBall with p %s and %s on %s".formatted(norm.label(), radius, groups);
  }
}
