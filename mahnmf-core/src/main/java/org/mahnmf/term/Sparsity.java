package org.mahnmf.term;

import org.mahnmf.problem.EntryTerm;
import org.mahnmf.problem.SampleRule;

/**
 * μ Σ x, which for entries that are at least 0 is the l1 norm: small entries become 0.
 *
 * @param weight μ, finite and at least 0
 */
public record Sparsity(double weight) implements EntryTerm {

  /** Name of the term in objectives. */
  public static final String NAME = "sparsity";

  /** Checks the weight. */
  public Sparsity {
    EntryTerm.requireWeight(NAME, weight);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public double linear() {
    return weight;
  }

  @Override
  public double quadratic() {
    return 0;
  }

  @Override
  public Sparsity rescaled(double factorScale, double objectiveScale) {
    return new Sparsity(weight * (factorScale / objectiveScale));
  }

  @Override
  public SampleRule forSample(SampleRule rule) {
    return rule.plusSparsity(weight);
  }

  @Override
  public String toString() {
    return "sparsity " + weight;
  }
}
