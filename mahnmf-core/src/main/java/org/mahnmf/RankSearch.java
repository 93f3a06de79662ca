package org.mahnmf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.mahnmf.internal.admm.Admm;
import org.mahnmf.internal.search.EvenColumns;
import org.mahnmf.internal.search.PartMatch;
import org.mahnmf.internal.search.WeightUnits;
import org.mahnmf.internal.start.GrownStart;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.HoldoutPlan;
import org.mahnmf.solver.TooFewEntriesException;

/**
 * Finds how many parts a table has, by what is predicted and not by what is fitted: a few entries
 * are hidden, each rank is fitted to the others, and the mean absolute error of the hidden ones is
 * compared; this for several disjoint sets (folds). Gross errors among the hidden entries are the
 * same for every rank and cancel, because ranks are compared fold by fold.
 *
 * <pre>{@code
 * RankCurve curve = RankSearch.withDefaults().search(MahNmf.ofRank(1), Observations.of(table));
 * Factorization parts = MahNmf.ofRank(curve.rank()).fit(Observations.of(table));
 * }</pre>
 *
 * <p>Columns are brought to one unit first ({@link EvenColumns}), unless weights say what their
 * units are or terms on the factors are in those of the table. Errors are then parts of the .9
 * quantile of a column's positive entries, and none counts for more than about two of these, so
 * that a wild cell does not decide.
 *
 * <p>Each fit is by {@link Admm}, goes on from the fit of the next smaller rank on the same entries
 * ({@link GrownStart}), and has the ridge that predicts the hidden entries best of a few, or the
 * given one; other terms on the factors stand alone. Without a ridge parts in excess do more harm
 * than true ones do good where noise is dense, and rank 1 wins. Without a list of ranks the search
 * climbs 1, 2, 3, 4, 6, 8, 12 … until the error no longer falls, and then looks between the ranks
 * around the best.
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
 */
public final class RankSearch implements Cloneable {

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
    if (settings.isSymmetric()) {
      throw new IllegalArgumentException(
          "no entries of a symmetric problem can be hidden, so its rank cannot be searched for; give"
              + " the fit a rank");
    }
    boolean free = WeightUnits.areFree(settings.loss(), settings.basis(), settings.codes());
    boolean even = free && WeightUnits.of(observations).isEmpty();
    Observations table = even ? EvenColumns.of(observations.suited()) : observations;
    Run run = new Run(new HeldOutPath<>(settings, table, pattern, folds));
    if (free) {
      run.path.tryRidges(); // bounds and prices say of their own how large factors may be
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

    private final HeldOutPath<Integer> path;

    Run(HeldOutPath<Integer> path) {
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
          (settings, plan) -> settings.withRank(rank).withValidation(plan),
          (fold, error) -> listener.onFit(rank, fold, folds, error));
    }

    RankCurve curve(Optional<String> cutShort) {
      if (path.done().isEmpty()) {
        int smallest = ranks.isEmpty() ? 1 : ranks.get(0);
        return found(smallest, false, Double.NaN, List.of(), cutShort);
      }
      HeldOutPath.Fits best = path.done().get(path.best());
      HeldOutPath.Mean gain = HeldOutPath.Mean.ofDifference(best.constantErrors, best.errors);
      double constant = HeldOutPath.Mean.of(best.constantErrors).value();
      boolean structure =
          gain.value() > Math.max(CLEARLY * gain.standardError(), NOTICEABLY * constant);
      return found(
          structure ? choose(points()) : path.done().firstKey(),
          structure,
          constant,
          points(),
          cutShort);
    }

    private List<RankCurve.Point> points() {
      List<RankCurve.Point> points = new ArrayList<>();
      path.done()
          .forEach(
              (rank, fits) -> {
                HeldOutPath.Mean error = HeldOutPath.Mean.of(fits.errors);
                HeldOutPath.Mean excess = path.excess(rank);
                double[][] matches = matches(fits.factors);
                points.add(
                    new RankCurve.Point(
                        rank,
                        error.value(),
                        error.standardError(),
                        excess.value(),
                        excess.standardError(),
                        Arrays.stream(matches).flatMapToDouble(Arrays::stream).average().orElse(1),
                        Arrays.stream(matches)
                            .mapToDouble(pair -> Arrays.stream(pair).min().orElse(1))
                            .average()
                            .orElse(1),
                        HeldOutPath.Mean.of(fits.fitErrors).value()));
              });
      return points;
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
  }

  /** The rule of the class's description. */
  private static int choose(List<RankCurve.Point> points) {
    double least = points.stream().mapToDouble(RankCurve.Point::error).min().orElseThrow();
    RankCurve.Point first = first(points, 0);
    if (first.worstStability() >= BACK) {
      return first.rank();
    }
    return points.stream()
        .filter(
            point ->
                point.rank() < first.rank()
                    && point.excess() <= NEARLY_AS_GOOD * least
                    && point.worstStability() >= SAME)
        .mapToInt(RankCurve.Point::rank)
        .max()
        .orElseGet(() -> first(points, AS_GOOD * least).rank());
  }

  /** The smallest rank within one standard error of the best, or within what is allowed besides. */
  private static RankCurve.Point first(List<RankCurve.Point> points, double allowed) {
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

  private RankSearch copy() {
    try {
      return (RankSearch) clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e);
    }
  }
}
