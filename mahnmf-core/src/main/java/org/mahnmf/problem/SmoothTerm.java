package org.mahnmf.problem;

import org.mahnmf.matrix.DenseMatrix;

/** A differentiable convex penalty on a factor, such as eq4.6. */
public interface SmoothTerm extends Term {

  /**
   * Returns the penalty.
   *
   * @param factor <em>not modified</em>
   */
  double value(DenseMatrix factor);

  /**
   * Adds the gradient.
   *
   * @param factor where; <em>not modified</em>
   * @param gradient <em>modified</em>: the gradient is added to it
   */
  void addGradient(DenseMatrix factor, DenseMatrix gradient);

  /** Returns an upper bound of the gradient's Lipschitz constant. */
  double lipschitz();

  /**
   * Returns q, where the penalty as a function of the entry (component, column) alone is ½ q x² − c
   * x + constant.
   *
   * @param column of the factor
   */
  double entryCurvature(int column);

  /**
   * Returns c of {@link #entryCurvature}.
   *
   * @param factor <em>not modified</em>
   * @param component row of the factor
   * @param column column of the factor
   */
  double entryPull(DenseMatrix factor, int component, int column);
}
