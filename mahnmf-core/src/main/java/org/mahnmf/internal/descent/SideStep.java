package org.mahnmf.internal.descent;

import org.mahnmf.checkpoint.Saved;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.PassSums;

/** Improves one factor with the other fixed: the one-sided problem, eq2.1 or eq2.2. */
interface SideStep extends Saved {

  /**
   * Takes one step.
   *
   * @param fixed rank x length; <em>not modified</em>
   * @param moving rank x count; <em>modified</em>
   * @param outerStep number of outer steps before this one; drives schedules
   * @param loss Σ weight·|residual| where the step begins
   */
  void improve(DenseMatrix fixed, DenseMatrix moving, int outerStep, double loss);

  /** Returns the sums of the residual at the point where the last step ended. */
  PassSums sums();

  /** Returns the work of all steps in products of 2·m·n·rank flops. */
  double products();
}
