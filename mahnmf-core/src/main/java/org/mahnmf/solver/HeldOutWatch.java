package org.mahnmf.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.mahnmf.checkpoint.Saved;
import org.mahnmf.checkpoint.SavedState;
import org.mahnmf.problem.Objective;
import org.mahnmf.store.Holdout;

/**
 * Watches the hidden entries while a solver runs on the others: prefers the point that foretells
 * them best, and stops the run when their error has turned. With many parameters per observation a
 * run learns the structure first and the noise later; the turn is where the one gives way to the
 * other. A {@link #silent} watch only measures: the run is what it would be without.
 */
public final class HeldOutWatch implements FactorizationLoop.Preference, StoppingRule, Saved {

  /** Hidden entries this much worse than at best, for this many steps: it will not come back. */
  private static final double WORSE = 1.02;

  private static final int WORSE_STEPS = 6;

  /** This many steps without a gain of this much: whatever follows is not worth its time. */
  private static final int IDLE_STEPS = 20;

  private static final double GAIN = 5e-4;

  private final Holdout holdout;
  private final double scale;
  private final boolean decides;
  private List<Double> errors = new ArrayList<>();
  private double best = Double.POSITIVE_INFINITY;
  private int bestStep;
  private double reference = Double.POSITIVE_INFINITY;
  private int referenceStep;

  /**
   * Begins to watch.
   *
   * @param holdout the run goes over its rest
   * @param scale multiplies an error in the store's units to give the user's
   */
  public HeldOutWatch(Holdout holdout, double scale) {
    this(holdout, scale, true);
  }

  private HeldOutWatch(Holdout holdout, double scale, boolean decides) {
    this.holdout = holdout;
    this.scale = scale;
    this.decides = decides;
  }

  /**
   * Begins to watch without a say: the point with the lowest objective is returned, and nothing
   * ends early.
   *
   * @param holdout the run goes over its rest
   * @param scale multiplies an error in the store's units to give the user's
   */
  public static HeldOutWatch silent(Holdout holdout, double scale) {
    return new HeldOutWatch(holdout, scale, false);
  }

  @Override
  public boolean isBetter(Iteration now, Objective kept) {
    double error = holdout.meanError(now.factors()) * scale;
    int step = errors.size();
    errors.add(error);
    if (error < reference * (1 - GAIN)) {
      reference = error;
      referenceStep = step;
    }
    boolean better =
        decides
            ? error < best
            : step == 0 || FactorizationLoop.Preference.LOWEST.isBetter(now, kept);
    if (better) {
      best = error;
      bestStep = step;
    }
    return better;
  }

  @Override
  public Optional<String> reason(Progress progress) {
    int step = errors.size() - 1;
    boolean worse = errors.get(step) > WORSE * best && step - bestStep >= WORSE_STEPS;
    boolean idle = step - referenceStep >= IDLE_STEPS;
    return decides && (worse || idle)
        ? Optional.of(
            String.format(
                Locale.ROOT, "held-out error turned: least, %.4g, after step %d", best, bestStep))
        : Optional.empty();
  }

  @Override
  public void exchange(SavedState state) {
    errors = state.list(errors, error -> state.number(error == null ? 0 : error));
    best = state.number(best);
    bestStep = state.count(bestStep);
    reference = state.number(reference);
    referenceStep = state.count(referenceStep);
  }

  /** Returns the mean error of the hidden entries at the point kept, in the user's units. */
  public double best() {
    return best;
  }

  /** Returns the outer steps to that point. */
  public int bestStep() {
    return bestStep;
  }

  /** Returns the error after every outer step, the start's first, in the user's units. */
  public List<Double> errors() {
    return List.copyOf(errors);
  }
}
