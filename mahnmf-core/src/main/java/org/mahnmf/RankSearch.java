package org.mahnmf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.mahnmf.match.PartMatch;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Observations;
import org.mahnmf.solver.Admm;
import org.mahnmf.start.GrownStart;
import org.mahnmf.store.HoldoutPlan;

/**
 * Finds how many parts a table has, by what is predicted and not by what is fitted: a few entries
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

  /** Any rank must beat the constant by this many standard errors, and by this much of it. */
  private static final double CLEARLY = 2;

  private static final double NOTICEABLY = .002;

  /** Climbing ends when this many ranks in a row are clearly worse than the best. */
  private static final int TURNED = 2;

  /** Ranks nearer to each other than this share of the best are not told apart when climbing. */
  private static final double NEAR = .08;

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
   * Searches. If it is cut short by a wish to end or the time limit of the settings, what is done
   * by then counts; if nothing is, the answer is the smallest rank and no points.
   *
   * @param settings seed, threads, variants and limits of the fits; their rank, solver and start do
   *     not count
   * @param observations <em>not modified</em>
   * @throws TooFewEntriesException if the table is too small to hide entries of it
   * @throws IllegalArgumentException if a rank is too large for the table
   */
  public RankCurve search(MahNmf settings, Observations observations) {
    int most = Math.min(observations.samples(), observations.features());
    int largest = ranks.isEmpty() ? 1 : ranks.get(ranks.size() - 1);
    if (largest > most) {
      throw new IllegalArgumentException(
          "rank is " + largest + " but must be at most min(rows, columns) = " + most);
    }
    Run run = new Run(new HeldOutPath<>(settings, observations, pattern, folds));
    try {
      if (ranks.isEmpty()) {
        run.climb(most);
        run.refine();
      } else {
        ranks.forEach(run::fit);
      }
    } catch (HeldOutPath.Interrupted e) {
      return run.curve(Optional.of(settings.whyEarly()));
    }
    return run.curve(Optional.empty());
  }

  /** One search. */
  private final class Run {

    private final HeldOutPath<Integer> path;

    Run(HeldOutPath<Integer> path) {
      this.path = path;
    }

    void climb(int most) {
      int worse = 0;
      for (int rank = 1; rank <= most && worse < TURNED; rank = next(rank)) {
        fit(rank);
        worse = path.isWorse(rank) ? worse + 1 : 0;
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
      int best = path.best();
      Integer lower = path.done().lowerKey(best);
      Integer higher = path.done().higherKey(best);
      double near = Math.max(1, NEAR * best);
      if (lower != null && best - lower > near) {
        return OptionalInt.of((best + lower) / 2);
      }
      return higher != null && higher - best > near
          ? OptionalInt.of((best + higher) / 2)
          : OptionalInt.empty();
    }

    void fit(int rank) {
      path.fit(
          rank,
          Optional.ofNullable(path.done().lowerEntry(rank)).map(Map.Entry::getValue),
          (settings, plan) -> settings.atRank(rank).withValidation(plan),
          (fold, error) -> listener.onFit(rank, fold, folds, error));
    }

    RankCurve curve(Optional<String> cutShort) {
      if (path.done().isEmpty()) {
        int smallest = ranks.isEmpty() ? 1 : ranks.get(0);
        return found(smallest, false, Double.NaN, List.of(), cutShort);
      }
      List<RankCurve.Point> points = new ArrayList<>();
      int chosen = 0;
      for (int rank : path.done().keySet()) {
        HeldOutPath.Fits fits = path.done().get(rank);
        HeldOutPath.Mean error = HeldOutPath.Mean.of(fits.errors);
        HeldOutPath.Mean excess = path.excess(rank);
        if (chosen == 0 && excess.value() <= excess.standardError()) {
          chosen = rank;
        }
        points.add(
            new RankCurve.Point(
                rank,
                error.value(),
                error.standardError(),
                excess.value(),
                excess.standardError(),
                stability(fits.factors),
                HeldOutPath.Mean.of(fits.fitErrors).value()));
      }
      HeldOutPath.Fits best = path.done().get(path.best());
      HeldOutPath.Mean gain = HeldOutPath.Mean.ofDifference(best.constantErrors, best.errors);
      double constant = HeldOutPath.Mean.of(best.constantErrors).value();
      boolean structure =
          gain.value() > Math.max(CLEARLY * gain.standardError(), NOTICEABLY * constant);
      return found(
          structure ? chosen : path.done().firstKey(), structure, constant, points, cutShort);
    }

    private RankCurve found(
        int rank,
        boolean structure,
        double constant,
        List<RankCurve.Point> points,
        Optional<String> cutShort) {
      return new RankCurve(
          rank, structure, constant, points, pattern.toString(), folds, path.share(), cutShort);
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
