package org.mahnmf.solver;

import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Loss;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Store;

/**
 * An algorithm. One class and one line in {@code META-INF/services/org.mahnmf.solver.Solver} make
 * it known to the program, the reports and the tests.
 *
 * <p>A solver is immutable; the state of a run lives in its {@link Iteration}.
 */
public interface Solver {

  /** Returns the name that {@code --solver} takes. */
  String name();

  /**
   * Returns the name and whatever tells this solver from others of the same name, so that a
   * checkpoint is not resumed by another one.
   */
  default String identity() {
    return isAsPublished() ? name() + " as published" : name();
  }

  /** Returns one sentence for {@code info} and reports. */
  String description();

  /**
   * Says, before any work, whether this solver can minimise a problem.
   *
   * @param problem <em>not modified</em>
   */
  Support support(Problem problem);

  /**
   * Begins a run.
   *
   * @param problem what is minimised; <em>kept</em>
   * @param store X; <em>kept</em>
   * @param start feasible factors in the problem's units; <em>kept and modified</em>
   * @param run tolerance and the request to stop
   */
  Iteration start(Problem problem, Store store, Factors start, RunContext run);

  /**
   * Returns whether this solver minimises sums of a loss.
   *
   * @param loss of the problem
   */
  default boolean takes(Loss loss) {
    return loss.isKinked();
  }

  /** Returns this method for a start that is near a minimum already. */
  default Solver near() {
    return this;
  }

  /** Returns whether a fit by this solver chooses a ridge of its own unless it is given one. */
  default boolean choosesRidge() {
    return false;
  }

  /**
   * Returns the rule that ends a run of this solver when nothing else does.
   *
   * @param tolerance relative change of the objective per outer step
   */
  default StoppingRule convergence(double tolerance) {
    return StoppingRule.relativeChange(tolerance);
  }

  /**
   * Returns what a run keeps in memory besides a dense X, as an estimate.
   *
   * @param rank number of components
   * @param samples the paper's n
   * @param features the paper's m
   */
  default Workspace workspace(int rank, int samples, int features) {
    return new Workspace(0, 14);
  }

  /**
   * Returns whether this is a method exactly as the paper prints it. Such a method works on the
   * table itself, in its units and without caps, and the last point is its result, not the best.
   */
  default boolean isAsPublished() {
    return false;
  }
}
