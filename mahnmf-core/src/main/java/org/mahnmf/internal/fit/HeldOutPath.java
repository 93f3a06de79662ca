package org.mahnmf.internal.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.mahnmf.checkpoint.Checkpoint;
import org.mahnmf.checkpoint.Stateful;
import org.mahnmf.internal.search.PartMatch;
import org.mahnmf.internal.start.GrownStart;
import org.mahnmf.internal.start.RandomStart;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.HoldoutPlan;
import org.mahnmf.problem.Units;
import org.mahnmf.solver.FactorizationLoop;
import org.mahnmf.solver.FitListener;
import org.mahnmf.solver.RidgeChoice;
import org.mahnmf.solver.Start;
import org.mahnmf.solver.Validation;

/**
 * Fits along a path of plans, such as those of ranks or weights, each judged by entries that were
 * hidden from it, in several disjoint folds. A fit continues from an earlier one on the same
 * entries. Plans are compared fold by fold, so that what no fit predicts cancels.
 *
 * @param <K> what changes along the path
 */
public final class HeldOutPath<K extends Comparable<K>> {

  /** Entries to hide in each fold, as a share or, in small tables, as a number. */
  private static final double SHARE = .05;

  private static final double SHARE_MOST = .1;
  private static final double ENOUGH_HIDDEN = 2000;

  /** Shares of the ridge's natural weight; more of them choose no other rank. */
  private static final double[] RIDGES = {.25, .5, .75};

  private static final long ANOTHER_FOLD = 0xD1B54A32D192ED03L;

  private final Plan asked;
  private final Observations observations;
  private final HoldoutPlan hidden;
  private final int folds;
  private double[] ridges;
  private final NavigableMap<K, Fits> done = new TreeMap<>();

  /**
   * Prepares a path.
   *
   * @param asked seed, checkpoint, wish to end and listeners of the search
   * @param observations <em>not modified</em>
   * @param pattern what is hidden at once
   * @param folds how many sets of entries are hidden, one after the other
   */
  public HeldOutPath(
      Plan asked, Observations observations, HoldoutPlan.Pattern pattern, int folds) {
    double share = Math.max(SHARE, Math.min(SHARE_MOST, ENOUGH_HIDDEN / observed(observations)));
    this.asked = asked;
    this.observations = observations;
    this.hidden = HoldoutPlan.of(pattern, share).withSeed(asked.method().seed()).decided();
    this.folds = folds;
    this.ridges = new double[] {asked.ridgeShare()};
    checkpoint().identify(() -> FitIdentity.of(asked, TableFacts.of(observations.suited())));
  }

  private Checkpoint checkpoint() {
    return asked.control().checkpoint();
  }

  /** Has every fit try several ridges. */
  public void tryRidges() {
    ridges = RIDGES;
  }

  /**
   * Has all fits run at the ridge that hidden entries choose.
   *
   * @param alone a plan without listeners, restarts and checkpoint, which chooses a ridge
   */
  public void chooseRidge(Plan alone) {
    double chosen =
        checkpoint()
            .made(
                "ridge of a search",
                () -> Fit.search(alone, observations).choice().map(RidgeChoice::share).orElse(0.0),
                (state, now) -> state.number(now == null ? 0 : now));
    ridges = new double[] {chosen};
    endIfAsked();
  }

  private void endIfAsked() {
    if (asked.control().cancellation().getAsBoolean()) {
      throw new Interrupted();
    }
  }

  /**
   * What one fit of the path has of its own, whatever the user has set.
   *
   * @param seed of the fold
   * @param hidden the entries that judge it
   * @param ridge share of its natural weight
   * @param start where it begins
   */
  public record Fold(long seed, HoldoutPlan hidden, double ridge, Start start) {}

  /** Ends a search that was asked to end. */
  public static final class Interrupted extends RuntimeException {
    private static final long serialVersionUID = 1;

    Interrupted() {
      super("interrupted", null, false, false);
    }
  }

  /** What one key gave in each fold. */
  public static final class Fits {

    /** Of the hidden entries. */
    private final double[] errors;

    /** Of the others. */
    private final double[] fitErrors;

    /** Of the hidden entries, if one number stands for all. */
    private final double[] constantErrors;

    /** In the units of the store. */
    private final Factors[] factors;

    private Fits(int folds) {
      errors = new double[folds];
      fitErrors = new double[folds];
      constantErrors = new double[folds];
      factors = new Factors[folds];
    }

    private Stateful fold(int f) {
      return state -> {
        errors[f] = state.number(errors[f]);
        fitErrors[f] = state.number(fitErrors[f]);
        constantErrors[f] = state.number(constantErrors[f]);
        factors[f] = Factors.exchange(state, factors[f]);
      };
    }
  }

  /**
   * A mean and its standard error.
   *
   * @param value the mean
   * @param standardError of it
   */
  public record Mean(double value, double standardError) {

    private static Mean of(double[] values) {
      double largest = Arrays.stream(values).map(Math::abs).max().orElseThrow();
      double unit = largest > 0 ? Units.nearest(largest) : 1; // squares must stay numbers
      double mean = Arrays.stream(values).map(v -> v / unit).average().orElseThrow();
      double squares = Arrays.stream(values).map(v -> (v / unit - mean) * (v / unit - mean)).sum();
      double error = Math.sqrt(squares / (values.length - 1) / values.length);
      return new Mean(mean * unit, error * unit);
    }

    private static Mean ofDifference(double[] values, double[] others) {
      double[] differences = new double[values.length];
      Arrays.setAll(differences, f -> values[f] - others[f]);
      return of(differences);
    }
  }

  private static double observed(Observations observations) {
    if (observations.values() instanceof SparseMatrix) {
      return (double) observations.samples() * observations.features();
    }
    double count = 0;
    for (int i = 0; i < observations.samples(); i++) {
      for (int j = 0; j < observations.features(); j++) {
        count += observations.weight(i, j) > 0 ? 1 : 0;
      }
    }
    return count;
  }

  /** Returns what is done, by key. */
  public NavigableMap<K, Fits> done() {
    return done;
  }

  /**
   * Returns how well parts agree, the worst of a pair of folds on average and the mean over all.
   * Each fold had its own start and its own hidden entries: its parts should be the same.
   */
  public double[] stability(K key) {
    Factors[] factors = done.get(key).factors;
    List<double[]> pairs = new ArrayList<>();
    for (int f = 0; f < folds; f++) {
      for (int g = 0; g < f; g++) {
        pairs.add(PartMatch.correlations(factors[f].basis(), factors[g].basis()));
      }
    }
    return new double[] {
      pairs.stream().mapToDouble(pair -> Arrays.stream(pair).min().orElse(1)).average().orElse(1),
      pairs.stream().flatMapToDouble(Arrays::stream).average().orElse(1)
    };
  }

  /** Returns the share of the entries that a fold hides. */
  public double share() {
    return hidden.share();
  }

  /**
   * Fits one point of the path in every fold, at the given ridge or at the one that predicts the
   * fold's hidden entries best.
   *
   * @param key where it stands on the path
   * @param from earlier fits to continue from; empty for random starts
   * @param plan makes the plan of a fit
   * @param words for its key, as listeners are told them
   * @return what is now done under this key
   * @throws Interrupted if it was asked to end
   */
  public Fits fit(K key, Optional<Fits> from, Function<Fold, Plan> plan, String words) {
    Fits fits = new Fits(folds);
    for (int f = 0; f < folds; f++) {
      int fold = f;
      Start start =
          from.<Start>map(earlier -> new GrownStart(earlier.factors[fold]))
              .orElseGet(RandomStart::new);
      if (checkpoint().enter("fold " + f + " at " + key, fits.fold(f))) {
        fit(plan, start, fits, f);
        checkpoint().leave();
      }
      for (FitListener listener : asked.control().listeners()) {
        listener.onFold(words, f + 1, folds, fits.errors[f]);
      }
    }
    done.put(key, fits);
    return fits;
  }

  /** Goes up the ridges, each from the fit before, until the hidden entries are told worse. */
  private void fit(Function<Fold, Plan> plan, Start start, Fits fits, int fold) {
    fits.errors[fold] = Double.POSITIVE_INFINITY;
    Start from = start;
    for (double share : ridges) {
      Found found = Fit.search(plan.apply(fold(fold, share, from)), observations);
      endIfAsked();
      // Of a table of zeros none is hidden: whatever is predicted of it is right.
      Optional<Validation> judged = found.validation();
      double error = judged.map(Validation::error).orElse(0.0);
      if (fits.factors[fold] != null && !(error < fits.errors[fold])) {
        break;
      }
      fits.factors[fold] = found.ending().factors();
      fits.errors[fold] = error;
      fits.fitErrors[fold] = judged.map(Validation::fitError).orElse(0.0);
      fits.constantErrors[fold] = judged.map(Validation::constantError).orElse(0.0);
      from = new GrownStart(found.ending().factors());
    }
  }

  private Fold fold(int number, double ridge, Start start) {
    long seed = asked.method().seed() + (number + 1) * ANOTHER_FOLD;
    return new Fold(seed, hidden.withFold(number), ridge, start);
  }

  /**
   * Puts another problem at a point of the path, in the first fold.
   *
   * @param fits whose factors are taken
   * @param plan makes the plan, of no steps and without a checkpoint
   * @return the point and its objective, in the units of the store
   */
  public FactorizationLoop.Ending at(Fits fits, Function<Fold, Plan> plan) {
    Fold first = fold(0, ridges[0], new GrownStart(fits.factors[0]));
    return Fit.search(plan.apply(first), observations).ending();
  }

  /** Returns the key with the least mean error so far. */
  public K best() {
    K best = done.firstKey();
    for (K key : done.keySet()) {
      best = error(key).value < error(best).value ? key : best;
    }
    return best;
  }

  /** Returns the error of the hidden entries. */
  public Mean error(K key) {
    return Mean.of(done.get(key).errors);
  }

  /** Returns the mean error of the others. */
  public double fitError(K key) {
    return Mean.of(done.get(key).fitErrors).value;
  }

  /** Returns the error of the hidden entries, if one number stands for all. */
  public Mean constantError(K key) {
    return Mean.of(done.get(key).constantErrors);
  }

  /** Returns how much better a key predicts than one number does, from fold to fold. */
  public Mean gain(K key) {
    return Mean.ofDifference(done.get(key).constantErrors, done.get(key).errors);
  }

  /** Returns how much worse than the best a key is, from fold to fold. */
  public Mean excess(K key) {
    return Mean.ofDifference(done.get(key).errors, done.get(best()).errors);
  }

  /** Returns whether a key is worse than the best by more than one standard error. */
  public boolean isWorse(K key) {
    Mean excess = excess(key);
    return excess.value > excess.standardError;
  }
}
