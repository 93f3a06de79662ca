package org.mahnmf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.mahnmf.match.PartMatch;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Observations;
import org.mahnmf.solver.Admm;
import org.mahnmf.solver.FactorizationLoop;
import org.mahnmf.start.GrownStart;
import org.mahnmf.start.RandomStart;
import org.mahnmf.store.HoldoutPlan;

/**
 * Finds how many parts a table has, by what is foretold and not by what is fitted: a few entries
 * are hidden, each rank is fitted to the others, and the mean absolute error of the hidden ones is
 * compared; this for several disjoint sets (folds). Gross errors among the hidden entries are the
 * same for every rank and cancel, because ranks are compared fold by fold.
 *
 * <pre>{@code
 * RankCurve curve = RankSearch.withDefaults().search(MahNmf.withRank(1), Observations.of(table));
 * Factorization parts = MahNmf.withRank(curve.rank()).fit(Observations.of(table));
 * }</pre>
 *
 * <p>Each fit is by {@link Admm}, goes on from the fit of the next smaller rank on the same entries
 * ({@link GrownStart}), and ends when the hidden entries say so. Without a list of ranks the search
 * climbs 1, 2, 3, 4, 6, 8, 12 … until the error has turned and then looks between the ranks around
 * the best.
 *
 * <p>The one-standard-error rule is that of Breiman, Friedman, Olshen, Stone (1984), applied to
 * differences within folds; the standard error of the errors themselves would mostly be that of the
 * outliers. Immutable: every {@code with} returns a new search.
 */
public final class RankSearch implements Cloneable {

  /** How many sets of entries are hidden, one after the other. */
  public static final int DEFAULT_FOLDS = 5;

  /** Entries to hide in each fold, as a share or, in small tables, as a number. */
  private static final double SHARE = .05;

  private static final double SHARE_MOST = .1;
  private static final double ENOUGH_HIDDEN = 2000;

  /** Any rank must beat the constant by this many standard errors, and by this much of it. */
  private static final double CLEARLY = 2;

  private static final double NOTICEABLY = .002;

  /** Climbing ends when this many ranks in a row are clearly worse than the best. */
  private static final int TURNED = 2;

  /** Ranks nearer to each other than this share of the best are not told apart when climbing. */
  private static final double NEAR = .08;

  private static final long ANOTHER_FOLD = 0xD1B54A32D192ED03L;

  /** Told about every fit. */
  @FunctionalInterface
  public interface Listener {

    /**
     * Sees that a fit has ended.
     *
     * @param rank its rank
     * @param fold from 1
     * @param folds how many there are
     * @param error of the hidden entries, in the units of X
     */
    void onFit(int rank, int fold, int folds, double error);
  }

  private List<Integer> ranks = List.of();
  private int folds = DEFAULT_FOLDS;
  private HoldoutPlan.Pattern pattern = HoldoutPlan.Pattern.ENTRIES;
  private Listener listener = (rank, fold, all, error) -> {};

  private RankSearch() {}

  /** Returns a search that climbs by itself and hides single entries in {@link #DEFAULT_FOLDS}. */
  public static RankSearch withDefaults() {
    return new RankSearch();
  }

  /**
   * Sets the ranks to try.
   *
   * @param newRanks each at least 1; empty to climb until the error turns
   */
  public RankSearch withRanks(List<Integer> newRanks) {
    for (int rank : newRanks) {
      if (rank < 1) {
        throw new IllegalArgumentException("rank is " + rank + " but must be at least 1");
      }
    }
    RankSearch copy = copy();
    copy.ranks = newRanks.stream().sorted().distinct().toList();
    return copy;
  }

  /**
   * Sets how many sets of entries are hidden, one after the other.
   *
   * @param newFolds from 2 to 10
   */
  public RankSearch withFolds(int newFolds) {
    if (newFolds < 2 || newFolds > 10) {
      throw new IllegalArgumentException("folds is " + newFolds + " but must be from 2 to 10");
    }
    RankSearch copy = copy();
    copy.folds = newFolds;
    return copy;
  }

  /**
   * Sets what is hidden at once.
   *
   * @param newPattern blocks for smooth data such as video
   */
  public RankSearch with(HoldoutPlan.Pattern newPattern) {
    RankSearch copy = copy();
    copy.pattern = newPattern;
    return copy;
  }

  /**
   * Sets who is told.
   *
   * @param newListener called after every fit, on the thread of the search
   */
  public RankSearch withListener(Listener newListener) {
    RankSearch copy = copy();
    copy.listener = newListener;
    return copy;
  }

  /**
   * Searches.
   *
   * @param settings seed, threads, variants and limits of the fits; their rank, solver and start do
   *     not count
   * @param observations <em>not modified</em>
   * @throws IllegalArgumentException if the table is too small to hide entries of it, or a rank is
   *     too large for it
   */
  public RankCurve search(MahNmf settings, Observations observations) {
    int most = Math.min(observations.samples(), observations.features());
    int largest = ranks.isEmpty() ? 1 : ranks.get(ranks.size() - 1);
    if (largest > most) {
      throw new IllegalArgumentException(
          "rank is " + largest + " but must be at most min(rows, columns) = " + most);
    }
    double share = Math.max(SHARE, Math.min(SHARE_MOST, ENOUGH_HIDDEN / observed(observations)));
    HoldoutPlan plan = HoldoutPlan.of(pattern, share).withSeed(settings.seed());
    Run run = new Run(withinTime(settings), observations, plan);
    try {
      if (ranks.isEmpty()) {
        run.climb(most);
        run.refine();
      } else {
        ranks.forEach(run::fit);
      }
    } catch (Interrupted e) {
      return run.curve(true);
    }
    return run.curve(false);
  }

  /** The time limit is one for the whole search. */
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

  /** Ends a search that was asked to end. */
  private static final class Interrupted extends RuntimeException {
    private static final long serialVersionUID = 1;

    Interrupted() {
      super("interrupted", null, false, false);
    }
  }

  /** What one rank gave in each fold. */
  private final class Fits {
    private final double[] errors = new double[folds];
    private final double[] fitErrors = new double[folds];
    private final Factors[] factors = new Factors[folds];
  }

  /** A mean and its standard error. */
  private record Mean(double value, double standardError) {

    static Mean of(double[] values) {
      double mean = Arrays.stream(values).average().orElseThrow();
      double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
      return new Mean(mean, Math.sqrt(squares / (values.length - 1) / values.length));
    }

    static Mean ofDifference(double[] values, double[] others) {
      double[] differences = new double[values.length];
      Arrays.setAll(differences, f -> values[f] - others[f]);
      return of(differences);
    }
  }

  /** One search. */
  private final class Run {

    private final MahNmf settings;
    private final Observations observations;
    private final HoldoutPlan plan;
    private final NavigableMap<Integer, Fits> done = new TreeMap<>();
    private final double[] constantErrors = new double[folds];

    Run(MahNmf settings, Observations observations, HoldoutPlan plan) {
      this.settings = settings;
      this.observations = observations;
      this.plan = plan;
    }

    void climb(int most) {
      int worse = 0;
      for (int rank = 1; rank <= most && worse < TURNED; rank = next(rank)) {
        fit(rank);
        Mean excess = excess(rank);
        worse = excess.value > excess.standardError ? worse + 1 : 0;
      }
    }

    /** 1, 2, 3, 4, 6, 8, 12, 16, 24 … */
    private static int next(int rank) {
      int power = Integer.highestOneBit(rank);
      return rank < 3 ? rank + 1 : rank == power ? power + power / 2 : 2 * power;
    }

    /** Tries the middle between the best rank and its neighbours until these are near. */
    void refine() {
      for (OptionalInt rank = between(); rank.isPresent(); rank = between()) {
        fit(rank.getAsInt());
      }
    }

    private OptionalInt between() {
      int best = best();
      Integer lower = done.lowerKey(best);
      Integer higher = done.higherKey(best);
      double near = Math.max(1, NEAR * best);
      if (lower != null && best - lower > near) {
        return OptionalInt.of((best + lower) / 2);
      }
      return higher != null && higher - best > near
          ? OptionalInt.of((best + higher) / 2)
          : OptionalInt.empty();
    }

    void fit(int rank) {
      Fits fits = new Fits();
      for (int f = 0; f < folds; f++) {
        Map.Entry<Integer, Fits> smaller = done.lowerEntry(rank);
        FitRun run = new FitRun(settings(rank, f, smaller), observations);
        FactorizationLoop.Ending ending = run.search();
        if (settings.cancellation().getAsBoolean()) {
          throw new Interrupted();
        }
        RunRecord.Validation validation = run.validation().orElseThrow();
        fits.errors[f] = validation.error();
        fits.fitErrors[f] = validation.fitError();
        fits.factors[f] = ending.factors();
        constantErrors[f] = validation.constantError();
        listener.onFit(rank, f + 1, folds, validation.error());
      }
      done.put(rank, fits);
    }

    private MahNmf settings(int rank, int fold, Map.Entry<Integer, Fits> smaller) {
      return settings
          .atRank(rank)
          .withoutListeners()
          .with(new Admm().with(1, 1e-4))
          .with(
              smaller == null
                  ? new RandomStart()
                  : new GrownStart(smaller.getValue().factors[fold]))
          .withRestarts(1)
          .withSeed(settings.seed() + (fold + 1) * ANOTHER_FOLD)
          .withValidation(plan.withFold(fold));
    }

    private int best() {
      int best = done.firstKey();
      for (int rank : done.keySet()) {
        best = mean(rank) < mean(best) ? rank : best;
      }
      return best;
    }

    private double mean(int rank) {
      return Mean.of(done.get(rank).errors).value;
    }

    private Mean excess(int rank) {
      return Mean.ofDifference(done.get(rank).errors, done.get(best()).errors);
    }

    RankCurve curve(boolean interrupted) {
      if (done.isEmpty()) {
        throw new IllegalArgumentException("interrupted before the first rank was done");
      }
      List<RankCurve.Point> points = new ArrayList<>();
      int chosen = 0;
      for (int rank : done.keySet()) {
        Fits fits = done.get(rank);
        Mean error = Mean.of(fits.errors);
        Mean excess = excess(rank);
        if (chosen == 0 && excess.value <= excess.standardError) {
          chosen = rank;
        }
        points.add(
            new RankCurve.Point(
                rank,
                error.value,
                error.standardError,
                excess.value,
                excess.standardError,
                stability(fits.factors),
                Mean.of(fits.fitErrors).value));
      }
      Mean gain = Mean.ofDifference(constantErrors, done.get(best()).errors);
      double constant = Mean.of(constantErrors).value;
      boolean structure =
          gain.value > Math.max(CLEARLY * gain.standardError, NOTICEABLY * constant);
      return new RankCurve(
          structure ? chosen : done.firstKey(),
          structure,
          constant,
          points,
          pattern.toString(),
          folds,
          plan.share(),
          interrupted);
    }

    /** Each fold had its own start and its own hidden entries: its parts should be the same. */
    private double stability(Factors[] factors) {
      return IntStream.range(0, folds)
          .boxed()
          .flatMapToDouble(
              f ->
                  IntStream.range(0, f)
                      .boxed()
                      .flatMapToDouble(
                          g ->
                              Arrays.stream(
                                  PartMatch.correlations(factors[f].basis(), factors[g].basis()))))
          .average()
          .orElse(1);
    }
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%d folds of hidden %s, ranks %s",
        folds,
        pattern,
        ranks.isEmpty() ? "until the error turns" : ranks);
  }

  private RankSearch copy() {
    try {
      return (RankSearch) clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e);
    }
  }
}
