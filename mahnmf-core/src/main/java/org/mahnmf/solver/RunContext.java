package org.mahnmf.solver;

import java.util.function.BooleanSupplier;
import org.mahnmf.checkpoint.Checkpoint;

/**
 * What a run's surroundings tell a solver.
 *
 * @param tolerance relative change of the objective that counts as converged
 * @param stopRequested true when the user or the clock wants the run to end
 * @param checkpoint saves the run while it works
 */
public record RunContext(double tolerance, BooleanSupplier stopRequested, Checkpoint checkpoint) {

  /** The tolerance that the constants of methods with schedules were chosen for. */
  public static final double USUAL_TOLERANCE = 1e-4;

  /**
   * Creates a context that saves nothing.
   *
   * @param tolerance relative change of the objective that counts as converged
   * @param stopRequested true when the user or the clock wants the run to end
   */
  public RunContext(double tolerance, BooleanSupplier stopRequested) {
    this(tolerance, stopRequested, Checkpoint.none());
  }

  /** Returns the same with the usual tolerance, for steps that the user did not ask for. */
  public RunContext withUsualTolerance() {
    return new RunContext(USUAL_TOLERANCE, stopRequested, checkpoint);
  }

  /**
   * Ends the running step if the user or the clock wants so. The loop then returns the best point
   * seen, so a step may call this wherever it likes.
   */
  public void stopIfAsked() {
    if (stopRequested.getAsBoolean()) {
      throw new StopRequested();
    }
  }

  /** Ends a step in the middle; caught by what drives the steps, never seen by users. */
  public static final class StopRequested extends RuntimeException {
    private static final long serialVersionUID = 1;

    StopRequested() {
      super("stop requested", null, false, false);
    }
  }
}
