package org.mahnmf.internal.descent;

import org.mahnmf.base.Workers;
import org.mahnmf.checkpoint.Saved;
import org.mahnmf.checkpoint.SavedState;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.PassSums;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.SideData;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.RunContext;

/** Improves one factor with the other fixed: the one-sided problem, eq2.1 or eq2.2. */
abstract class SideStep implements Saved {
  final Problem problem;
  final SideData data;
  final Side side;
  final Workers workers;
  final RunContext run;

  /** Of the residual at the point where the last step ended. */
  final PassSums sums;

  /** The work of all steps in products of 2·m·n·rank flops. */
  double products;

  SideStep(Problem problem, Store store, Factor which, RunContext run) {
    this.problem = problem;
    this.data = store.side(which);
    this.side = problem.side(which);
    this.workers = store.workers();
    this.run = run;
    this.sums = new PassSums(data.count());
  }

  /**
   * Takes one step.
   *
   * @param fixed rank x length; <em>not modified</em>
   * @param moving rank x count; <em>modified</em>
   * @param outerStep number of outer steps before this one; drives schedules
   * @param loss Σ weight·|residual| where the step begins
   */
  abstract void improve(DenseMatrix fixed, DenseMatrix moving, int outerStep, double loss);

  @Override
  public void exchange(SavedState state) {
    products = state.number(products);
  }
}
