package org.mahnmf.solver;

import java.util.function.IntConsumer;
import org.mahnmf.checkpoint.Saved;
import org.mahnmf.checkpoint.SavedState;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Problem;
import org.mahnmf.store.Holdout;

/**
 * One candidate of {@link Auto} on its way: runs a solver to its own end, or until the hidden
 * entries say that it only fits noise from here on, and keeps its best point.
 */
final class Trial implements Saved {

  /** No trial takes more outer steps. */
  private static final int MOST_STEPS = 500;

  /** Smoothing creeps for ever; what it gains below this is not worth a trial. */
  private static final double LEAST_TOLERANCE = 1e-4;

  /** Hidden entries this much worse than at best, for this many steps: it will not come back. */
  private static final double WORSE = 1.02;

  private static final int WORSE_STEPS = 6;

  /** A creeping method ends when this many steps gain less than this. */
  private static final int CREEP_STEPS = 4;

  private static final double CREEP = 5e-4;

  /** Hidden entries this much worse at the end than at best: the method fits noise. */
  private static final double OVERFIT = 1.005;

  /**
   * Hidden entries this much worse than at best are as good. They belong to samples that the fit
   * knows, whose codes take up noise before the basis does: a basis for other samples still gains.
   * Faces under Laplace noise at rank 80, as returned: from step 3 to 5 on Yale B the error rises
   * by 3 % on the faces learnt from and falls by 3 % on others, from step 4 to 8 on PIE by 3 % and
   * 6 %.
   */
  private static final double AS_GOOD = 1.01;

  private final Recipe recipe;
  private final Problem problem;
  private final Holdout holdout;
  private final RunContext run;
  private final IntConsumer listener;
  private final Factors start;
  private Iteration iteration;
  private Factors best;
  private double previous = Double.POSITIVE_INFINITY;
  private double bestObjective = Double.POSITIVE_INFINITY;
  private double bestError = Double.POSITIVE_INFINITY;
  private double reference = Double.POSITIVE_INFINITY;
  private int referenceStep;
  private double startError = Double.NaN;
  private double lastError = Double.NaN;
  private int bestStep;
  private int lastGoodStep;
  private int steps;
  private boolean givenUp;
  private double products;

  /**
   * What to try.
   *
   * @param solver the method
   * @param start name of the start
   * @param seed makes a random start; unused for the given one
   * @param isGiven whether the start is the given one
   */
  record Recipe(Solver solver, String start, long seed, boolean isGiven) {}

  /**
   * Prepares a trial.
   *
   * @param start <em>not modified</em>
   * @param holdout what the problem's store was taken from, or null to go by the objective
   * @param listener told the steps taken
   */
  Trial(
      Recipe recipe,
      Problem problem,
      Factors start,
      Holdout holdout,
      RunContext run,
      IntConsumer listener) {
    this.recipe = recipe;
    this.problem = problem;
    this.holdout = holdout;
    this.run = run;
    this.listener = listener;
    this.start = start;
    this.best = start.copy();
  }

  /** Runs to the end; a request to stop leaves the best point so far. Runs once. */
  void run() {
    if (iteration == null) {
      begin();
      look();
      reference = bestError;
    }
    try {
      runToTheEnd();
    } finally {
      products = iteration.products();
      iteration = null; // duals are as large as X
    }
  }

  private void begin() {
    iteration = recipe.solver().start(problem, start.copy(), run);
  }

  private void runToTheEnd() {
    double tolerance = Math.max(LEAST_TOLERANCE, run.tolerance());
    while (steps < MOST_STEPS) {
      run.saving().look();
      double now = iteration.objective().total();
      boolean still = Math.abs(previous - now) <= tolerance * Math.abs(now);
      if (now == 0 || (still && iteration.isSettled())) {
        return;
      }
      previous = now;
      iteration.advance();
      steps++;
      listener.accept(steps);
      look();
      if (holdout != null) {
        if (bestError < reference * (1 - CREEP)) {
          reference = bestError;
          referenceStep = steps;
        }
        boolean creeps =
            recipe.solver() instanceof Smoothing && steps - referenceStep >= CREEP_STEPS;
        boolean worse = lastError > WORSE * bestError && steps - bestStep >= WORSE_STEPS;
        if (creeps || worse) {
          givenUp = true;
          return;
        }
      }
    }
  }

  private void look() {
    double now = iteration.objective().total();
    if (holdout != null) {
      lastError = holdout.meanError(iteration.factors());
      startError = steps == 0 ? lastError : startError;
    }
    boolean better = holdout == null ? now < bestObjective : lastError < bestError;
    if (better) {
      bestObjective = now;
      bestError = lastError;
      bestStep = steps;
      best.assign(iteration.factors());
    }
    if (holdout != null && lastError <= AS_GOOD * bestError) {
      lastGoodStep = steps;
    }
  }

  @Override
  public void exchange(SavedState state) {
    state.factors(best);
    previous = state.number(previous);
    bestObjective = state.number(bestObjective);
    bestError = state.number(bestError);
    reference = state.number(reference);
    referenceStep = state.count(referenceStep);
    startError = state.number(startError);
    lastError = state.number(lastError);
    bestStep = state.count(bestStep);
    steps = state.count(steps);
    givenUp = state.flag(givenUp);
    products = state.number(products);
    if (state.flag(iteration != null)) {
      if (iteration == null) {
        begin();
      }
      iteration.exchange(state);
    }
  }

  Recipe recipe() {
    return recipe;
  }

  Problem problem() {
    return problem;
  }

  /** Returns where the trial began. */
  Factors start() {
    return start;
  }

  /** Returns the best point by what the trial goes by. */
  Factors best() {
    return best;
  }

  /** Returns what trials are compared by, the less the better. */
  double score() {
    return holdout == null ? bestObjective : bestError;
  }

  /** Returns the error of the hidden entries at the start. */
  double startError() {
    return startError;
  }

  /** Returns the outer steps to the best point. */
  int bestStep() {
    return bestStep;
  }

  /**
   * Returns how many outer steps a run on all entries had better take: to the best point, or, by
   * smoothing, whose late steps are small, as long as the hidden entries hardly mind.
   */
  int stepsToTake() {
    return recipe.solver() instanceof Smoothing ? lastGoodStep : bestStep;
  }

  /** Returns whether the trial went on beyond the point that foretells the hidden entries best. */
  boolean overfits() {
    return holdout != null && (givenUp || lastError > OVERFIT * bestError);
  }

  double products() {
    return products;
  }

  AutoChoice.Candidate describe(String data, double share) {
    double scale = problem.store().scale();
    return new AutoChoice.Candidate(
        recipe.solver().name(),
        recipe.start(),
        data,
        bestObjective * scale,
        holdout == null ? Double.NaN : bestError * scale,
        bestStep,
        products() * share);
  }
}
