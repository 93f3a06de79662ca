package org.mahnmf.internal.fit;

import java.util.Optional;
import org.mahnmf.base.Workers;
import org.mahnmf.checkpoint.Checkpoint;
import org.mahnmf.internal.search.WeightUnits;
import org.mahnmf.matrix.Observations;

/** The course of a fit: prepare the problem, search for its best point, finish. */
public final class Fit {

  private final Observations given;
  private final Optional<WeightUnits> units;
  private final Plan plan;
  private final Clock clock;

  private Fit(Plan asked, Observations observations) {
    given = observations.suited();
    boolean areFree = given.weights().isPresent() && asked.letsWeightsBeUnits();
    units = areFree ? WeightUnits.of(given) : Optional.empty();
    plan = units.map(asked::in).orElse(asked);
    clock = new Clock(plan);
  }

  /**
   * Factors a table.
   *
   * @param plan what is asked for
   * @param observations <em>not modified</em>; kept by the result
   * @param lastStep whether the fit ends with the codes that a transform finds; without them there
   *     is no lower bound
   */
  public static Finished run(Plan plan, Observations observations, boolean lastStep) {
    Fit fit = new Fit(plan, observations);
    try (Workers workers = new Workers(plan.threads())) {
      Preparation prepared = fit.prepare(workers);
      Search search = new Search(fit.plan, prepared);
      Found found = search.belowCaps(search.run());
      Finished result = new Finish(fit.plan, prepared, found).run(lastStep);
      boolean over = found.ending().stopReason().isPresent() && !result.ending().interrupted();
      plan.control().checkpoint().end(over);
      return fit.units.map(taken -> result.outOf(taken, fit.given)).orElse(result);
    } catch (ArithmeticException e) {
      throw Finish.beyondNumbers(e);
    }
  }

  private Preparation prepare(Workers workers) {
    Observations table = units.map(WeightUnits::scaled).orElse(given);
    return new Preparation(plan, given, table, clock, workers);
  }

  /**
   * Searches for the best point but leaves out the final codes and their evaluation.
   *
   * @param plan what is asked for
   * @param observations <em>not modified</em>
   */
  public static Found search(Plan plan, Observations observations) {
    Fit fit = new Fit(plan, observations);
    try (Workers workers = new Workers(plan.threads())) {
      return new Search(fit.plan, fit.prepare(workers)).run();
    }
  }

  /** The seconds of a fit, those of the runs that it resumes included, and its wish to end. */
  static final class Clock {

    private final Plan plan;
    private final Checkpoint checkpoint;
    private long begin = System.nanoTime();
    private volatile boolean stopped;

    Clock(Plan plan) {
      this.plan = plan;
      this.checkpoint = plan.control().checkpoint();
    }

    /** Counts the seconds of earlier runs in. */
    void resume() {
      begin -= (long) (checkpoint.beginClock(this::isStopRequested) * 1e9);
    }

    double elapsed() {
      return (System.nanoTime() - begin) * 1e-9;
    }

    boolean isStopRequested() {
      if (checkpoint.isTakingOver()) {
        return false; // what is known already takes no time, and is better than a start
      }
      // A wish to end cannot be taken back: nothing is saved from then on.
      stopped |=
          plan.control().cancellation().getAsBoolean() || elapsed() >= plan.limits().seconds();
      return stopped;
    }
  }
}
