package org.mahnmf;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.mahnmf.base.Check;
import org.mahnmf.internal.admm.Admm;
import org.mahnmf.internal.fit.HeldOutPath;
import org.mahnmf.internal.search.EvenColumns;
import org.mahnmf.internal.search.WeightUnits;
import org.mahnmf.internal.start.GrownStart;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.HoldoutPlan;
import org.mahnmf.solver.TooFewEntriesException;

/**
 * Finds how many parts a table has, by what is predicted and not by what is fitted: a few entries
 * are hidden, each rank is fitted to the others, and the mean absolute error of the hidden ones is
 * compared; this for several disjoint sets (folds). Gross errors among the hidden entries are the
 * same for every rank and cancel, because ranks are compared fold by fold.
 *
 * <pre>{@code
 * HeldOutCurve curve = RankSearch.withDefaults().search(MahNmf.ofRank(1), Observations.of(table));
 * Factorization parts = MahNmf.ofRank(curve.rank()).fit(Observations.of(table));
 * }</pre>
 *
 * <p>Columns are brought to one unit first ({@link EvenColumns}), unless weights say what their
 * units are or terms on the factors are in those of the table. Errors are then parts of the .9
 * quantile of a column's positive entries, and none counts for more than about two of these, so
 * that a wild cell does not decide.
 *
 * <p>Each fit is by {@link Admm}, continues from the fit of the next smaller rank on the same
 * entries ({@link GrownStart}), and has the ridge that predicts the hidden entries best of a few,
 * or the given one; other terms on the factors stand alone. Without a ridge parts in excess do more
 * harm than true ones do good where noise is dense, and rank 1 wins. Without a list of ranks the
 * search climbs 1, 2, 3, 4, 6, 8, 12 … until the error no longer falls, and then looks between the
 * ranks around the best.
 *
 * <p>Which rank is taken. With a ridge the error hardly rises beyond the true rank, so the least
 * error alone says too much. Excess is compared within folds; the standard error of the errors
 * themselves would mostly be that of the outliers.
 *
 * <ol>
 *   <li>The smallest rank within one standard error of the least error (Breiman, Friedman, Olshen,
 *       Stone 1984), if its parts come back in the other folds: the worst of them correlates with
 *       its partners by .5 on average. Those in excess mostly have .1 to .3.
 *   <li>Else, the largest smaller rank within 10 % of the least error all of whose parts come out
 *       the same, by .99: what more parts predict is real then, but small, and it does not make
 *       parts.
 *   <li>Else, the smallest rank within 5 % of the least error.
 * </ol>
 *
 * <p>Of a hundred planted tables of ranks 2 to 6 (200 to 600 rows, 8 to 40 columns, noise of 5 to
 * 15 %, up to 5 % gross errors; four kinds of factors) one standard error alone is right in 98 and
 * 5 % alone in 92; but where noise has a little structure of its own one standard error counts that
 * as well, and tables without a true rank gain a little with every part. Immutable: every {@code
 * with} returns a new search.
 *
 * @param ranks to try, each at least 1; empty to climb until the error turns
 * @param folds how many sets of entries are hidden, one after the other, from 2 to 10
 * @param pattern what is hidden at once
 */
public record RankSearch(List<Integer> ranks, int folds, HoldoutPlan.Pattern pattern) {

  /** How many sets of entries are hidden, one after the other. */
  public static final int DEFAULT_FOLDS = 5;

  /** Any rank must beat the constant by this many standard errors, and by this much of it. */
  private static final double CLEARLY = 2;

  private static final double NOTICEABLY = .002;

  /** Climbing ends when this many ranks in a row are clearly worse than the best, or no better. */
  private static final int TURNED = 2;

  private static final int FLAT = 3;

  /** Correlations of the worst part of a rank with its partners in other folds. */
  private static final double BACK = .5;

  private static final double SAME = .99;

  /** Shares of the least error. */
  private static final double AS_GOOD = .05;

  private static final double NEARLY_AS_GOOD = .1;

  /** Ranks nearer to each other than this share of the best are not told apart when climbing. */
  private static final double NEAR = .08;

  /** Checks and sorts the ranks. */
  public RankSearch {
    for (int rank : ranks) {
      Check.that("rank is %s but must be at least 1", rank >= 1, rank);
    }
    Check.that("folds is %s but must be from 2 to 10", folds >= 2 && folds <= 10, folds);
    ranks = ranks.stream().sorted().distinct().toList();
  }

  /** Returns a search that climbs by itself and hides single entries in {@link #DEFAULT_FOLDS}. */
  public static RankSearch withDefaults() {
    return new RankSearch(List.of(), DEFAULT_FOLDS, HoldoutPlan.Pattern.ENTRIES);
  }

  /**
   * Sets the ranks to try.
   *
   * @param newRanks each at least 1; empty to climb until the error turns
   */
  public RankSearch withRanks(List<Integer> newRanks) {
    return new RankSearch(newRanks, folds, pattern);
  }

  /**
   * Sets how many sets of entries are hidden, one after the other.
   *
   * @param newFolds from 2 to 10
   */
  public RankSearch withFolds(int newFolds) {
    return new RankSearch(ranks, newFolds, pattern);
  }

  /**
   * Sets what is hidden at once.
   *
   * @param newPattern blocks for smooth data such as video
   */
  public RankSearch with(HoldoutPlan.Pattern newPattern) {
    return new RankSearch(ranks, folds, newPattern);
  }

  /**
   * Searches. If it is cut short by a wish to end or the time limit of the settings, what is done
   * by then counts; if nothing is, the answer is the smallest rank and no points.
   *
   * @param settings seed, threads, variants and limits of the fits, and listeners of the search;
   *     rank, solver and start do not count
   * @param observations <em>not modified</em>
   * @throws TooFewEntriesException if the table is too small to hide entries of it
   * @throws IllegalArgumentException if a rank is too large for the table
   */
  public HeldOutCurve search(MahNmf settings, Observations observations) {
    int most = Math.min(observations.samples(), observations.features());
    int largest = ranks.isEmpty() ? 1 : ranks.get(ranks.size() - 1);
    Check.that(
        "rank is %s but must be at most min(rows, columns) = %s", largest <= most, largest, most);
    Check.that(
        "no entries of a symmetric problem can be hidden, so its rank cannot be searched for;"
            + " give the fit a rank",
        !settings.isSymmetric());
    boolean free = WeightUnits.areFree(settings.loss(), settings.basis(), settings.codes());
    boolean even = free && WeightUnits.of(observations).isEmpty();
    Observations table = even ? EvenColumns.of(observations.suited()) : observations;
    MahNmf within = settings.withinTime();
    Run run = new Run(within, new HeldOutPath<>(within.plan(), table, pattern, folds));
    if (free && !settings.isRidgeGiven()) {
      run.path.tryRidges(); // bounds and penalties say of their own how large factors may be
    }
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

    private final MahNmf settings;
    private final HeldOutPath<Integer> path;

    Run(MahNmf settings, HeldOutPath<Integer> path) {
      this.settings = settings;
      this.path = path;
    }

    void climb(int most) {
      int worse = 0;
      int flat = 0;
      for (int rank = 1; rank <= most && worse < TURNED && flat < FLAT; rank = next(rank)) {
        fit(rank);
        worse = path.isWorse(rank) ? worse + 1 : 0;
        flat = rank == 1 || path.best() == rank ? 0 : flat + 1;
      }
    }

    /** 1, 2, 3, 4, 6, 8, 12, 16, 24 … */
    private static int next(int rank) {
      int power = Integer.highestOneBit(rank);
      return rank < 3 ? rank + 1 : rank == power ? power + power / 2 : 2 * power;
    }

    /**
     * Tries the middle between the best or the chosen rank and its neighbours until all are near.
     */
    void refine() {
      for (OptionalInt rank = between(); rank.isPresent(); rank = between()) {
        fit(rank.getAsInt());
      }
    }

    private OptionalInt between() {
      for (int middle : new int[] {path.best(), choose(points())}) {
        Integer lower = path.done().lowerKey(middle);
        Integer higher = path.done().higherKey(middle);
        double near = Math.max(1, NEAR * middle);
        if (lower != null && middle - lower > near) {
          return OptionalInt.of((middle + lower) / 2);
        }
        if (higher != null && higher - middle > near) {
          return OptionalInt.of((middle + higher) / 2);
        }
      }
      return OptionalInt.empty();
    }

    void fit(int rank) {
      path.fit(
          rank,
          Optional.ofNullable(path.done().lowerEntry(rank)).map(Map.Entry::getValue),
          fold -> settings.withRank(rank).plan(fold),
          "rank " + rank);
    }

    HeldOutCurve curve(Optional<String> cutShort) {
      double constant = Double.NaN;
      boolean structure = false;
      int rank = ranks.isEmpty() ? 1 : ranks.get(0);
      List<HeldOutCurve.Point> points = points();
      if (!points.isEmpty()) {
        HeldOutPath.Mean gain = path.gain(path.best());
        constant = path.constantError(path.best()).value();
        structure = gain.value() > Math.max(CLEARLY * gain.standardError(), NOTICEABLY * constant);
        rank = structure ? choose(points) : path.done().firstKey();
      }
      return new HeldOutCurve(
          true,
          rank,
          new HeldOutCurve.Baseline(structure, constant, Double.NaN),
          points,
          new HeldOutCurve.Hidden(pattern.toString(), folds, path.share()),
          cutShort);
    }

    private List<HeldOutCurve.Point> points() {
      return HeldOutCurve.points(path, rank -> rank, true);
    }
  }

  /** The rule of the class's description. */
  private static int choose(List<HeldOutCurve.Point> points) {
    double least = points.stream().mapToDouble(HeldOutCurve.Point::error).min().orElseThrow();
    HeldOutCurve.Point first = first(points, 0);
    if (first.worstStability() >= BACK) {
      return first.rank();
    }
    return points.stream()
        .filter(
            point ->
                point.rank() < first.rank()
                    && point.excess() <= NEARLY_AS_GOOD * least
                    && point.worstStability() >= SAME)
        .mapToInt(HeldOutCurve.Point::rank)
        .max()
        .orElseGet(() -> first(points, AS_GOOD * least).rank());
  }

  /** The smallest rank within one standard error of the best, or within what is allowed besides. */
  private static HeldOutCurve.Point first(List<HeldOutCurve.Point> points, double allowed) {
    return points.stream()
        .filter(point -> point.excess() <= Math.max(point.excessStandardError(), allowed))
        .findFirst()
        .orElseThrow();
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
}
