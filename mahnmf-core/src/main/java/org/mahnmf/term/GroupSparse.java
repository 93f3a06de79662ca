package org.mahnmf.term;

import org.mahnmf.base.Check;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.ProximalTerm;
import org.mahnmf.problem.SampleRule;

/**
 * η Σ_ρ Σ_l ‖F(l, ρ)‖_p over groups ρ of columns (eq4.10): each group is drawn to few components.
 *
 * <p>The proximal step acts on max(0, ·), row by row within each group (eq4.21, errata 11):
 * O(entries) for p = 2 and, but for contrived inputs, for p = ∞. On one side alone the penalty is
 * void, W → cW, H → H/c sends it to 0: bound the other side (errata 18).
 *
 * @param norm p
 * @param eta η, positive and finite
 * @param groups of the factor's columns
 */
public record GroupSparse(GroupNorm norm, double eta, Groups groups) implements ProximalTerm {
  /** Checks the weight. */
  public GroupSparse {
    Check.that(
        "eta is %s but must be positive and finite; leave the term out for eta = 0",
        eta > 0 && eta < Double.POSITIVE_INFINITY, eta);
  }

  @Override
  public String name() {
    return "group";
  }

  @Override
  public boolean couplesColumns() {
    return true;
  }

  @Override
  public GroupSparse rescaled(double factorScale, double objectiveScale) {
    return new GroupSparse(norm, eta * factorScale / objectiveScale, groups);
  }

  /** Adds the penalty of a group of one, η Σ_l h_l. */
  @Override
  public SampleRule forSample(SampleRule rule) {
    return rule.plusPenalty(eta);
  }

  @Override
  public void check(int rank, int count) {
    groups.requireCount(count);
  }

  @Override
  public double value(DenseMatrix factor) {
    double[] row = new double[groups.longest()];
    double sum = 0;
    for (int g = 0; g < groups.size(); g++) {
      for (int l = 0; l < factor.rows(); l++) {
        groups.gather(factor, l, g, row, 0);
        sum += norm.norm(row, 0, groups.length(g));
      }
    }
    return eta * sum;
  }

  @Override
  public void prox(DenseMatrix factor, double step) {
    double[] row = new double[groups.longest()];
    double[] scratch = new double[row.length];
    for (int g = 0; g < groups.size(); g++) {
      for (int l = 0; l < factor.rows(); l++) {
        groups.gather(factor, l, g, row, 0);
        norm.prox(row, groups.length(g), step * eta, scratch);
        groups.scatter(row, 0, factor, l, g);
      }
    }
  }

  @Override
  public String toString() {
    return "group with p " + norm.label() + " and eta " + eta + " on " + groups;
  }
}
