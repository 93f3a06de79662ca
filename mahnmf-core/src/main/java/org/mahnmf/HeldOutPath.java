package org.mahnmf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import org.mahnmf.checkpoint.Checkpoint;
import org.mahnmf.checkpoint.Stateful;
import org.mahnmf.internal.admm.Admm;
import org.mahnmf.internal.fit.Fit;
import org.mahnmf.internal.fit.FitIdentity;
import org.mahnmf.internal.fit.Found;
import org.mahnmf.internal.fit.TableFacts;
import org.mahnmf.internal.search.PartMatch;
import org.mahnmf.internal.start.GrownStart;
import org.mahnmf.internal.start.RandomStart;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.HoldoutPlan;
import org.mahnmf.problem.Units;
import org.mahnmf.solver.FactorizationLoop;
import org.mahnmf.solver.IterationListener;
import org.mahnmf.solver.Start;
import org.mahnmf.solver.Validation;

/**
 * Fits along a path of settings, such as ranks or weights, each judged by entries that were hidden
 * from it, in several disjoint folds. A fit continues from an earlier one on the same entries.
 * Settings are compared fold by fold, so that what no fit predicts cancels.
 *
 * @param <K> what changes along the path
 */
final class HeldOutPath<K extends Comparable<K>> {

  /** Entries to hide in each fold, as a share or, in small tables, as a number. */
  private static final double SHARE = .05;

  private static final double SHARE_MOST = .1;
  private static final double ENOUGH_HIDDEN = 2000;

  /** Shares of the ridge's natural weight; more of them choose no other rank. */
  private static final double[] RIDGES = {.25, .5, .75};

  private static final long ANOTHER_FOLD = 0xD1B54A32D192ED03L;

  private MahNmf settings;
  private final Observations observations;
  private final HoldoutPlan plan;
  private final int folds;
  private double[] ridges;
  private final NavigableMap<K, Fits> done = new TreeMap<>();

  /**
   * Prepares a path.
   *
   * @param settings seed, threads, variants and limits of the fits; the time limit is one for all
   * @param observations <em>not modified</em>
   * @param pattern what is hidden at once
   * @param folds how many sets of entries are hidden, one after the other
   */
  HeldOutPath(MahNmf settings, Observations observations, HoldoutPlan.Pattern pattern, int folds) {
    double share = Math.max(SHARE, Math.min(SHARE_MOST, ENOUGH_HIDDEN / observed(observations)));
    this.settings = withinTime(settings);
    this.observations = observations;
    this.plan = HoldoutPlan.of(pattern, share).withSeed(settings.seed()).decided();
    this.folds = folds;
    this.ridges = new double[] {settings.ridgeShare()};
    settings
        .checkpoint()
        .identify(() -> FitIdentity.of(settings.plan(), TableFacts.of(observations.suited())));
  }

  /** Has every fit try several ridges, unless one is given. */
  void tryRidges() {
    ridges = settings.isRidgeGiven() ? ridges : RIDGES;
  }

  /** Has all fits run at the ridge that the settings would choose, if they would choose one. */
  void chooseRidge() {
    if (settings.choosesRidge()) {
      MahNmf alone = settings.withoutListeners().withRestarts(1).withCheckpoint(Checkpoint.none());
      settings =
          settings.withRidge(Fit.chosenRidge(alone.plan(), observations, settings.checkpoint()));
    }
    ridges = new double[] {settings.ridgeShare()};
    if (settings.cancellation().getAsBoolean()) {
      throw new Interrupted();
    }
  }

  /** Ends a search that was asked to end. */
  static final class Interrupted extends RuntimeException {
    private static final long serialVersionUID = 1;

    Interrupted() {
      super("interrupted", null, false, false);
    }
  }

  /** What one key gave in each fold. */
  static final class Fits {

    /** Of the hidden entries. */
    final double[] errors;

    /** Of the others. */
    final double[] fitErrors;

    /** Of the hidden entries, if one number stands for all. */
    final double[] constantErrors;

    /** In the units of the store. */
    final Factors[] factors;

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
  record Mean(double value, double standardError) {

    static Mean of(double[] values) {
      double largest = Arrays.stream(values).map(Math::abs).max().orElseThrow();
      double unit = largest > 0 ? Units.nearest(largest) : 1; // squares must stay numbers
      double mean = Arrays.stream(values).map(v -> v / unit).average().orElseThrow();
      double squares = Arrays.stream(values).map(v -> (v / unit - mean) * (v / unit - mean)).sum();
      double error = Math.sqrt(squares / (values.length - 1) / values.length);
      return new Mean(mean * unit, error * unit);
    }

    static Mean ofDifference(double[] values, double[] others) {
      double[] differences = new double[values.length];
      Arrays.setAll(differences, f -> values[f] - others[f]);
      return of(differences);
    }
  }

  private static MahNmf withinTime(MahNmf settings) {
    long begin = System.nanoTime();
    return settings.withCancellation(
        () ->
            settings.cancellation().getAsBoolean()
                || (System.nanoTime() - begin) * 1e-9 >= settings.timeLimit());
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
  NavigableMap<K, Fits> done() {
    return done;
  }

  /**
   * Returns how well each key predicts, ascending.
   *
   * @param stable whether it counts how well the parts of the folds agree
   */
  List<HeldOutCurve.Point> points(ToDoubleFunction<K> at, boolean stable) {
    List<HeldOutCurve.Point> points = new ArrayList<>();
    done.forEach(
        (key, fits) -> {
          Mean error = Mean.of(fits.errors);
          Mean excess = excess(key);
          double[][] matches = stable ? matches(fits.factors) : new double[0][];
          points.add(
              new HeldOutCurve.Point(
                  at.applyAsDouble(key),
                  error.value,
                  error.standardError,
                  excess.value,
                  excess.standardError,
                  Arrays.stream(matches).flatMapToDouble(Arrays::stream).average().orElse(1),
                  Arrays.stream(matches)
                      .mapToDouble(pair -> Arrays.stream(pair).min().orElse(1))
                      .average()
                      .orElse(1),
                  Mean.of(fits.fitErrors).value));
        });
    return points;
  }

  /**
   * How well parts agree, for each pair of folds. Each fold had its own start and its own hidden
   * entries: its parts should be the same.
   */
  private double[][] matches(Factors[] factors) {
    List<double[]> pairs = new ArrayList<>();
    for (int f = 0; f < folds; f++) {
      for (int g = 0; g < f; g++) {
        pairs.add(PartMatch.correlations(factors[f].basis(), factors[g].basis()));
      }
    }
    return pairs.toArray(double[][]::new);
  }

  /** Returns the share of the entries that a fold hides. */
  double share() {
    return plan.share();
  }

  /**
   * Fits one point of the path in every fold, at the given ridge or at the one that predicts the
   * fold's hidden entries best.
   *
   * @param key where it stands on the path
   * @param from earlier fits to continue from; empty for random starts
   * @param change makes its settings, with the entries to hide
   * @param words for its key; whoever listens to the settings is told about every fold
   * @return what is now done under this key
   * @throws Interrupted if it was asked to end
   */
  Fits fit(
      K key, Optional<Fits> from, BiFunction<MahNmf, HoldoutPlan, MahNmf> change, String words) {
    Fits fits = new Fits(folds);
    for (int f = 0; f < folds; f++) {
      int fold = f;
      MahNmf there = change.apply(settings(f), plan.withFold(f));
      Start start =
          from.<Start>map(earlier -> new GrownStart(earlier.factors[fold]))
              .orElseGet(RandomStart::new);
      if (settings.checkpoint().enter("fold " + f + " at " + key, fits.fold(f))) {
        fit(there, start, fits, f);
        settings.checkpoint().leave();
      }
      for (IterationListener listener : settings.listeners()) {
        listener.onFold(words, f + 1, folds, fits.errors[f]);
      }
    }
    done.put(key, fits);
    return fits;
  }

  /** Goes up the ridges, each from the fit before, until the hidden entries are told worse. */
  private void fit(MahNmf there, Start start, Fits fits, int fold) {
    fits.errors[fold] = Double.POSITIVE_INFINITY;
    Start from = start;
    for (double share : ridges) {
      Found found = Fit.search(there.withRidge(share).with(from).plan(), observations);
      if (settings.cancellation().getAsBoolean()) {
        throw new Interrupted();
      }
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

  private MahNmf settings(int fold) {
    return settings
        .withoutListeners()
        .with(new Admm().with(1, 1e-4))
        .withRidge(settings.ridgeShare())
        .withRestarts(1)
        .withSeed(settings.seed() + (fold + 1) * ANOTHER_FOLD);
  }

  /**
   * Puts another problem at a point of the path, in the first fold.
   *
   * @param fits whose factors are taken
   * @param change makes the settings, with the entries to hide
   * @return the point and its objective, in the units of the store
   */
  FactorizationLoop.Ending at(Fits fits, BiFunction<MahNmf, HoldoutPlan, MahNmf> change) {
    MahNmf changed =
        change
            .apply(settings(0), plan.withFold(0))
            .with(new GrownStart(fits.factors[0]))
            .withMaxIterations(0)
            .withCheckpoint(Checkpoint.none());
    return Fit.search(changed.plan(), observations).ending();
  }

  /** Returns the key with the least mean error so far. */
  K best() {
    K best = done.firstKey();
    for (K key : done.keySet()) {
      best = mean(key) < mean(best) ? key : best;
    }
    return best;
  }

  private double mean(K key) {
    return Mean.of(done.get(key).errors).value;
  }

  /** Returns how much worse than the best a key is, from fold to fold. */
  Mean excess(K key) {
    return Mean.ofDifference(done.get(key).errors, done.get(best()).errors);
  }

  /** Returns whether a key is worse than the best by more than one standard error. */
  boolean isWorse(K key) {
    Mean excess = excess(key);
    return excess.value > excess.standardError;
  }
}
