package org.mahnmf;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.mahnmf.checkpoint.Checkpoint;
import org.mahnmf.internal.admm.Admm;
import org.mahnmf.internal.fit.HeldOutPath;
import org.mahnmf.internal.start.GrownStart;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.HoldoutPlan;
import org.mahnmf.problem.Objective;
import org.mahnmf.solver.TooFewEntriesException;

/**
 * Chooses the weight of a trade-off, such as that of an elastic net, by what is predicted: in
 * several folds entries are hidden, the others are fitted with every weight, and the weight with
 * the least mean absolute error of the hidden ones is taken.
 *
 * <pre>{@code
 * MahNmf settings = MahNmf.ofRank(2);
 * Tradeoff elastic = (any, weight) -> any.with(new ElasticNet(weight));
 * HeldOutCurve curve = WeightSearch.withDefaults().search(settings, Observations.of(table), elastic);
 * Factorization parts = elastic.at(settings, curve.weight()).fit(Observations.of(table));
 * }</pre>
 *
 * <p>Weights are 0 and u·4^k, k = −4 … 4. The unit u is the weight at which the piece would cost as
 * much as the absolute errors do at the fit without it; so the answer does not depend on units. The
 * search ends when two weights in a row are clearly worse than the best.
 *
 * <p>Each fit is by {@link Admm} and continues from one and the same fit without the piece ({@link
 * GrownStart}), weight 0 as well: from weight to weight those at the end would have had the longer
 * run. Unlike in {@link RankSearch} a fit is judged where it converges, not where the hidden
 * entries would stop it, which is before the piece shows. None, weight 0, stays unless some weight
 * is better by more than one standard error of the difference within folds and by more than what
 * runs to the usual tolerance differ by. Immutable.
 *
 * @param pattern what is hidden at once
 */
public record WeightSearch(HoldoutPlan.Pattern pattern) {

  /** How many sets of entries are hidden, one after the other. */
  public static final int FOLDS = 5;

  private static final double RATIO = 4;
  private static final int LOWEST = -4;
  private static final int HIGHEST = 4;

  /** The path ends when this many weights in a row are clearly worse than the best. */
  private static final int TURNED = 2;

  /** A share of the error that runs to the usual tolerance differ by. */
  private static final double NOTICEABLY = .005;

  /** Returns a search that hides single entries. */
  public static WeightSearch withDefaults() {
    return new WeightSearch(HoldoutPlan.Pattern.ENTRIES);
  }

  /**
   * Sets what is hidden at once.
   *
   * @param newPattern blocks for smooth data such as video
   */
  public WeightSearch with(HoldoutPlan.Pattern newPattern) {
    return new WeightSearch(newPattern);
  }

  /**
   * Searches.
   *
   * @param settings rank, seed, threads, other variants and limits of the fits, and listeners of
   *     the search; solver and start do not count; where they choose a ridge, it is chosen first,
   *     without the piece
   * @param observations <em>not modified</em>
   * @param tradeoff the piece to weigh
   * @throws TooFewEntriesException if the table is too small to hide entries of it
   * @throws IllegalArgumentException if the settings do not fit the table
   */
  public HeldOutCurve search(MahNmf settings, Observations observations, Tradeoff tradeoff) {
    MahNmf within = settings.withinTime();
    HeldOutPath<Double> path = new HeldOutPath<>(within.plan(), observations, pattern, FOLDS);
    double unit = 0;
    try {
      if (within.choosesRidge()) {
        path.chooseRidge(within.alone().withCheckpoint(Checkpoint.none()).plan());
      }
      HeldOutPath.Fits without = fit(path, within, 0, Optional.empty());
      unit = unit(path, without, within, tradeoff);
      fit(path, within, 0, Optional.of(without));
      int worse = 0;
      for (int k = LOWEST; k <= HIGHEST && worse < TURNED && unit > 0; k++) {
        double weight = unit * StrictMath.pow(RATIO, k);
        fit(path, tradeoff.with(within, weight), weight, Optional.of(without));
        worse = path.isWorse(weight) ? worse + 1 : 0;
      }
    } catch (HeldOutPath.Interrupted e) {
      return curve(path, unit, Optional.of(settings.whyEarly()));
    }
    return curve(path, unit, Optional.empty());
  }

  private static HeldOutPath.Fits fit(
      HeldOutPath<Double> path, MahNmf settings, double weight, Optional<HeldOutPath.Fits> from) {
    String words = String.format(Locale.ROOT, "weight %.3g", weight);
    return path.fit(weight, from, settings::plan, words);
  }

  /** The penalty of the piece is linear in its weight; 0 if nothing of it is left to pay. */
  private static double unit(
      HeldOutPath<Double> path, HeldOutPath.Fits fits, MahNmf settings, Tradeoff tradeoff) {
    MahNmf still = settings.withMaxIterations(0).withCheckpoint(Checkpoint.none());
    Objective without = path.at(fits, still::plan).objective();
    Objective with = path.at(fits, tradeoff.with(still, 1)::plan).objective();
    double penalty = 0;
    for (Map.Entry<String, Double> term : with.terms().entrySet()) {
      penalty += term.getValue() - without.terms().getOrDefault(term.getKey(), 0.);
    }
    double unit = without.loss() / penalty;
    return penalty > 0 && unit < Double.POSITIVE_INFINITY ? unit : 0;
  }

  private HeldOutCurve curve(HeldOutPath<Double> path, double unit, Optional<String> cutShort) {
    return new HeldOutCurve(
        false,
        isNoneWorse(path) ? path.best() : 0,
        new HeldOutCurve.Baseline(true, Double.NaN, unit),
        HeldOutCurve.points(path, weight -> weight, false),
        new HeldOutCurve.Hidden(pattern.toString(), FOLDS, path.share()),
        cutShort);
  }

  private static boolean isNoneWorse(HeldOutPath<Double> path) {
    if (path.done().isEmpty()) {
      return false;
    }
    return path.isWorse(0.) && path.excess(0.).value() > NOTICEABLY * path.error(0.).value();
  }
}
