package org.mahnmf.solver;

import org.mahnmf.checkpoint.Stateful;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Objective;

/**
 * The state of a run of a {@link Solver}: the factors and what is needed to improve them.
 *
 * <p>A checkpoint saves it between two steps. To resume, it is made again from the same problem and
 * some start, and then given its {@linkplain Stateful#exchange state} back.
 */
public interface Iteration extends Stateful {

  /** Takes one outer step. */
  void advance();

  /** Returns the current factors; live, copy them to keep them. */
  Factors factors();

  /** Returns the objective of {@link #factors()}. */
  Objective objective();

  /**
   * Returns whether all schedules of the method (smoothing, penalties, phases) have run to their
   * end, so that a small change of the objective means convergence.
   */
  default boolean isSettled() {
    return true;
  }

  /**
   * Returns whether the last step changed nothing because a schedule is at its end, which says
   * little about how near a minimum is.
   */
  default boolean isExhausted() {
    return false;
  }

  /** Returns the work so far in products of 2·m·n·rank flops. */
  default double products() {
    return Double.NaN;
  }
}
