package org.mahnmf.solver;

import java.util.function.BooleanSupplier;
import org.mahnmf.checkpoint.Checkpoint;

/**
 * What a run's surroundings tell a solver.
 *
 * @param tolerance relative change of the objective that counts as converged
 * @param stopRequested true when the user or the clock wants the run to end
 * @param saving saves the run while it works
 */
public record RunContext(double tolerance, BooleanSupplier stopRequested, Checkpoint saving) {

  /**
   * Creates a context that saves nothing.
   *
   * @param tolerance relative change of the objective that counts as converged
   * @param stopRequested true when the user or the clock wants the run to end
   */
  public RunContext(double tolerance, BooleanSupplier stopRequested) {
    this(tolerance, stopRequested, Checkpoint.none());
  }

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

  /** Ends a step in the middle; caught by whoever drives the steps, never seen by users. */
  public static final class StopRequested extends RuntimeException {
    private static final long serialVersionUID = 1;

    StopRequested() {
      super("stop requested", null, false, false);
    }
  }
}
