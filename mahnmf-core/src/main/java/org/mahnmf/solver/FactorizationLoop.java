package org.mahnmf.solver;

import java.util.Optional;
import org.mahnmf.checkpoint.Checkpoint;
import org.mahnmf.checkpoint.State;
import org.mahnmf.checkpoint.Stateful;
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
   * @param factors the point with the lowest objective, or the last one
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
      Optional<String> stopReason) {

    /**
     * Exchanges an ending with a checkpoint.
     *
     * @param state <em>modified</em>
     * @param now or null while restoring
     */
    public static Ending exchange(State state, Ending now) {
      return new Ending(
          Factors.exchange(state, now == null ? null : now.factors),
          Objective.exchange(state, now == null ? null : now.objective),
          state.count(now == null ? 0 : now.iterations),
          state.number(now == null ? 0 : now.products),
          Optional.ofNullable(state.text(now == null ? null : now.stopReason.orElse(null))));
    }
  }

  private static final String SCHEDULE_ENDED = "schedule ended: no smaller penalty is left to try";

  private final StoppingRule rule;
  private final FitListener listener;
  private final double scale;
  private final boolean keepLast;

  /**
   * Prepares a loop.
   *
   * @param rule when to stop
   * @param listener who watches
   * @param scale multiplies the solver's objective to give the user's
   * @param keepLast return the last point, not the best
   */
  public FactorizationLoop(
      StoppingRule rule, FitListener listener, double scale, boolean keepLast) {
    this.rule = rule;
    this.listener = listener;
    this.scale = scale;
    this.keepLast = keepLast;
  }

  /**
   * Runs an iteration to its end, or to the end of what an earlier run of it has begun.
   *
   * @param iteration <em>modified</em>
   * @param checkpoint saves it after outer steps
   * @param watchers what rule and listener have seen
   */
  public Ending run(Iteration iteration, Checkpoint checkpoint, Stateful watchers) {
    Run run = new Run(iteration, checkpoint, watchers);
    if (checkpoint.enterSteps("steps", run)) {
      run.toTheEnd();
      checkpoint.leave();
    }
    return run.ending;
  }

  /** The state of the loop, saved before an outer step or after the last one. */
  private final class Run implements Stateful {

    private final Iteration iteration;
    private final Checkpoint checkpoint;
    private final Stateful watchers;
    private final Factors best;
    private Objective bestObjective;
    private double previous = Double.POSITIVE_INFINITY;
    private int steps;
    private boolean begun;
    private Ending ending;
    private long begin = System.nanoTime();

    Run(Iteration iteration, Checkpoint checkpoint, Stateful watchers) {
      this.iteration = iteration;
      this.checkpoint = checkpoint;
      this.watchers = watchers;
      this.best = iteration.factors().copy();
      this.bestObjective = iteration.objective();
    }

    void toTheEnd() {
      Optional<String> reason = begun ? Optional.empty() : look();
      try {
        while (reason.isEmpty()) {
          checkpoint.saveIfDue();
          iteration.advance();
          steps++;
          reason = look();
        }
      } catch (RunContext.StopRequested e) {
        reason = Optional.empty();
      }
      ending = new Ending(best, bestObjective, steps, iteration.products(), reason);
    }

    /** Looks at the point after a step; returns why it is the last one, if it is. */
    private Optional<String> look() {
      Objective now = iteration.objective();
      double total = now.total();
      if (keepLast || total < bestObjective.total()) {
        best.assign(iteration.factors());
        bestObjective = now;
      }
      Progress progress =
          new Progress(
              steps,
              new Progress.Objectives(
                  total * scale, bestObjective.total() * scale, previous * scale),
              iteration.isSettled(),
              elapsed(),
              iteration.products(),
              scale,
              iteration.factors());
      listener.onIteration(progress);
      previous = total;
      begun = true;
      if (total == 0) {
        return Optional.of("perfect fit");
      }
      return iteration.isExhausted() ? Optional.of(SCHEDULE_ENDED) : rule.reason(progress);
    }

    private double elapsed() {
      return (System.nanoTime() - begin) * 1e-9;
    }

    @Override
    public void exchange(State state) {
      watchers.exchange(state);
      boolean over = state.flag(ending != null);
      if (over) {
        ending = Ending.exchange(state, ending);
        return;
      }
      begun = true;
      Factors.exchange(state, best);
      bestObjective = Objective.exchange(state, bestObjective);
      previous = state.number(previous);
      steps = state.count(steps);
      begin = System.nanoTime() - (long) (state.number(elapsed()) * 1e9);
      iteration.exchange(state);
    }
  }
}
