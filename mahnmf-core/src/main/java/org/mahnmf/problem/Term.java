package org.mahnmf.problem;

import java.io.Serializable;
import org.mahnmf.matrix.DenseMatrix;

/**
 * A piece of the problem that concerns one factor alone: a set it must lie in or a penalty it pays.
 *
 * <p>Factors are rank x count matrices: one row per component, one column per sample (codes) or
 * feature (basis). A term is immutable and may be used by several threads.
 */
public interface Term extends Serializable {

  /** Returns the name that objective terms, refusals and reports use. */
  String name();

  /**
   * Returns this term in scaled units: the factor is F = f·F' and the objective is divided by s.
   *
   * @param factorScale f
   * @param objectiveScale s
   */
  Term rescaled(double factorScale, double objectiveScale);

  /** Returns whether the term ties different columns of its factor together. */
  boolean couplesColumns();

  /**
   * Returns this term with what it takes from the starting point filled in.
   *
   * @param start the factor before the first step, in the units of this term; <em>not modified</em>
   */
  default Term resolved(DenseMatrix start) {
    return this;
  }

  /**
   * Says what this term, on the codes, means for one sample that stands alone.
   *
   * @param rule what the other terms mean
   */
  default SampleRule forSample(SampleRule rule) {
    return rule;
  }

  /**
   * Checks that the term fits the size of its factor.
   *
   * @param rank rows of the factor
   * @param count columns of the factor
   * @throws IllegalArgumentException naming the value, the rule and the fix
   */
  default void check(int rank, int count) {}
}
