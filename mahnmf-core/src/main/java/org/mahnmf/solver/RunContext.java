package org.mahnmf.solver;

import java.util.function.BooleanSupplier;

/**
 * What a run's surroundings tell a solver.
 *
 * @param tolerance relative change of the objective that counts as converged
 * @param stopRequested true when the user or the clock wants the run to end
 */
public record RunContext(double tolerance, BooleanSupplier stopRequested) {

  /**
   * Returns a context that never asks to stop.
   *
   * @param tolerance relative change of the objective that counts as converged
   */
  public static RunContext unhurried(double tolerance) {
    return new RunContext(tolerance, () -> false);
  }

  /**
   * Ends the running step if the user or the clock wants so. The loop then returns the best point
   * seen, so a step may call this wherever it likes.
   */
  public void checkpoint() {
    if (stopRequested.getAsBoolean()) {
      throw new StopRequested();
    }
  }

  /** Ends a step in the middle; caught by the loop, never seen by users. */
  static final class StopRequested extends RuntimeException {
    private static final long serialVersionUID = 1;

    StopRequested() {
      super("stop requested", null, false, false);
    }
  }
}
