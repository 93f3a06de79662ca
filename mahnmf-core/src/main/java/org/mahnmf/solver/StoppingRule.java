package org.mahnmf.solver;

import java.util.Optional;

/** Says when a run ends, and why. Rules combine with {@link #or} and {@link #and}. */
@FunctionalInterface
public interface StoppingRule {

  /**
   * Returns the reason to stop, or nothing to continue.
   *
   * @param progress where the run stands
   */
  Optional<String> reason(Progress progress);

  /**
   * Stops when either rule does.
   *
   * @param other asked second
   */
  default StoppingRule or(StoppingRule other) {
    return progress -> reason(progress).or(() -> other.reason(progress));
  }

  /**
   * Stops when both rules do.
   *
   * @param other asked second
   */
  default StoppingRule and(StoppingRule other) {
    return progress ->
        reason(progress)
            .flatMap(mine -> other.reason(progress).map(theirs -> mine + " and " + theirs));
  }

  /**
   * Stops when the schedules have run out and the objective changes little in one outer step.
   *
   * @param tolerance largest change that stops, relative to the objective; 0 never stops a run that
   *     still moves
   */
  static StoppingRule relativeChange(double tolerance) {
    return progress ->
        progress.iteration() > 0 && progress.settled() && progress.relativeChange() <= tolerance
            ? Optional.of("converged: relative change at most " + tolerance)
            : Optional.empty();
  }

  /**
   * Stops as the paper does, eq2.3: |f_t − f_{t+1}| ≤ ξ in the units of X.
   *
   * @param xi largest change that stops
   */
  static StoppingRule absoluteChange(double xi) {
    return progress ->
        progress.iteration() > 0 && Math.abs(progress.previous() - progress.objective()) <= xi
            ? Optional.of("converged: change at most " + xi + " (eq2.3)")
            : Optional.empty();
  }

  /**
   * Stops after a number of outer steps.
   *
   * @param most at least 0
   */
  static StoppingRule iterations(int most) {
    return progress ->
        progress.iteration() >= most ? Optional.of("iteration limit of " + most) : Optional.empty();
  }

  /**
   * Stops when the objective is low enough.
   *
   * @param target in the user's units
   */
  static StoppingRule target(double target) {
    return progress ->
        progress.best() <= target
            ? Optional.of("target objective " + target + " reached")
            : Optional.empty();
  }
}
