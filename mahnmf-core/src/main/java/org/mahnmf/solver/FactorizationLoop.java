package org.mahnmf.solver;

import java.util.Optional;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Objective;

/**
 * The only outer loop of the project: advance, look, listen, stop; keep the best point.
 *
 * <p>The objective that rules and listeners see is in the user's units.
 */
public final class FactorizationLoop {

  /**
   * How a run ended.
   *
   * @param factors the point that is preferred, as a rule the one with the lowest objective
   * @param objective of that point, in the solver's units
   * @param iterations outer steps
   * @param products work in products of 2·m·n·rank flops
   * @param stopReason why it ended; empty if it was asked to stop in the middle of a step
   */
  public record Ending(
      Factors factors,
      Objective objective,
      int iterations,
      double products,
      Optional<String> stopReason) {}

  /** Says which point of a run is returned. */
  @FunctionalInterface
  public interface Preference {

    /** The point with the lowest objective. */
    Preference LOWEST = (now, best) -> now.objective().total() < best.total();

    /** The last point. */
    Preference LAST = (now, best) -> true;

    /**
     * Returns whether the current point is to be kept instead of the one kept so far. Asked once
     * for the start and once after every outer step.
     *
     * @param now where the run stands; <em>not modified</em>
     * @param best objective of the point kept so far; at the start, of the start itself
     */
    boolean isBetter(Iteration now, Objective best);
  }

  private final StoppingRule rule;
  private final IterationListener listener;
  private final double scale;
  private final Preference preference;

  /**
   * Prepares a loop.
   *
   * @param rule when to stop
   * @param listener who watches
   * @param scale multiplies the solver's objective to give the user's
   * @param keepLast return the last point, not the best
   */
  public FactorizationLoop(
      StoppingRule rule, IterationListener listener, double scale, boolean keepLast) {
    this(rule, listener, scale, keepLast ? Preference.LAST : Preference.LOWEST);
  }

  /**
   * Prepares a loop.
   *
   * @param rule when to stop
   * @param listener who watches
   * @param scale multiplies the solver's objective to give the user's
   * @param preference which point to return
   */
  public FactorizationLoop(
      StoppingRule rule, IterationListener listener, double scale, Preference preference) {
    this.rule = rule;
    this.listener = listener;
    this.scale = scale;
    this.preference = preference;
  }

  /**
   * Runs an iteration to its end.
   *
   * @param iteration <em>modified</em>
   */
  public Ending run(Iteration iteration) {
    long begin = System.nanoTime();
    Factors best = iteration.factors().copy();
    Objective bestObjective = iteration.objective();
    double previous = Double.POSITIVE_INFINITY;
    for (int t = 0; ; t++) {
      Objective now = iteration.objective();
      double total = now.total();
      if (preference.isBetter(iteration, bestObjective)) {
        best.assign(iteration.factors());
        bestObjective = now;
      }
      Progress progress =
          new Progress(
              t,
              total * scale,
              bestObjective.total() * scale,
              previous * scale,
              iteration.isSettled(),
              (System.nanoTime() - begin) * 1e-9,
              iteration.products(),
              scale,
              iteration.factors());
      listener.onIteration(progress);
      Optional<String> reason = total == 0 ? Optional.of("perfect fit") : rule.reason(progress);
      if (reason.isPresent()) {
        return new Ending(best, bestObjective, t, iteration.products(), reason);
      }
      previous = total;
      try {
        iteration.advance();
      } catch (RunContext.StopRequested e) {
        return new Ending(best, bestObjective, t, iteration.products(), Optional.empty());
      }
    }
  }
}
