package org.mahnmf.internal.encode;

import java.io.Serializable;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Loss;
import org.mahnmf.problem.SampleRule;

/**
 * What the codes of a sample minimise: loss(x − Wᵀh) + penalties(h) under a rule (eq3.2), in the
 * user's units.
 *
 * @param basis rank x features; <em>kept</em>
 * @param loss of a residual
 * @param rule what codes must obey, and what they cost
 */
public record CodeProblem(DenseMatrix basis, Loss loss, SampleRule rule) implements Serializable {

  public CodeProblem with(Loss newLoss) {
    return new CodeProblem(basis, newLoss, rule);
  }

  public CodeProblem with(SampleRule newRule) {
    return new CodeProblem(basis, loss, newRule);
  }
}
