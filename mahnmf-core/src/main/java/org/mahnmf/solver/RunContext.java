package org.mahnmf.solver;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.mahnmf.checkpoint.Checkpoint;
import org.mahnmf.start.Start;

/**
 * What a run's surroundings tell a solver.
 *
 * @param tolerance relative change of the objective that counts as converged
 * @param stopRequested true when the user or the clock wants the run to end
 * @param origin where the start came from, if that is known
 * @param trials told how the trials of a solver with a choice go
 * @param choices told what it has chosen
 * @param saving saves the run while it works
 */
public record RunContext(
    double tolerance,
    BooleanSupplier stopRequested,
    Optional<Origin> origin,
    Consumer<TrialProgress> trials,
    Consumer<AutoChoice> choices,
    Checkpoint saving) {

  /**
   * Where the start came from, so that a solver may make others like it.
   *
   * @param start made it
   * @param seed with this
   * @param isChosen whether the user asked for this start; if not, another one will do
   */
  public record Origin(Start start, long seed, boolean isChosen) {}

  /**
   * Creates a context in which the start is the only one.
   *
   * @param tolerance relative change of the objective that counts as converged
   * @param stopRequested true when the user or the clock wants the run to end
   */
  public RunContext(double tolerance, BooleanSupplier stopRequested) {
    this(tolerance, stopRequested, Optional.empty(), trial -> {}, choice -> {}, Checkpoint.none());
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

  /** Ends a step in the middle; caught by the loop, never seen by users. */
  static final class StopRequested extends RuntimeException {
    private static final long serialVersionUID = 1;

    StopRequested() {
      super("stop requested", null, false, false);
    }
  }
}
