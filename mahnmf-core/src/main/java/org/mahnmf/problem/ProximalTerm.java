package org.mahnmf.problem;

import org.mahnmf.matrix.DenseMatrix;

/** A convex, non-smooth penalty on a factor with an easy proximal step, such as eq4.10. */
public interface ProximalTerm extends Term {

  /**
   * Returns the penalty.
   *
   * @param factor <em>not modified</em>
   */
  double value(DenseMatrix factor);

  /**
   * Replaces F by the non-negative minimiser of ½‖· − F‖² + step · penalty(·) (eq4.21).
   *
   * @param factor <em>modified</em>
   * @param step weight of the penalty, positive
   */
  void prox(DenseMatrix factor, double step);
}
