package org.mahnmf;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.mahnmf.internal.fit.HeldOutPath;

/**
 * What {@link RankSearch} or {@link WeightSearch} found: how well each rank or weight predicts
 * hidden entries, and which one to take.
 *
 * <pre>{@code
 * HeldOutCurve curve =
 *     RankSearch.withDefaults().search(MahNmf.ofRank(1), Observations.of(table));
 * System.out.println(curve.sentence());
 * }</pre>
 *
 * @param ofRanks whether ranks were tried, else weights
 * @param choice the rank, see {@link RankSearch}; or the weight with the least error in the units
 *     of X: 0, none, if no other is noticeably better and by more than one standard error
 * @param baseline what the ranks or weights are measured against
 * @param points one for each rank or weight tried, ascending, weight 0 first; none if the search
 *     was cut short at once
 * @param hidden what they had to predict
 * @param cutShort why it ended before its time, if it did: {@code interrupted} or a time limit
 */
public record HeldOutCurve(
    boolean ofRanks,
    double choice,
    Baseline baseline,
    List<HeldOutCurve.Point> points,
    Hidden hidden,
    Optional<String> cutShort) {
  /** Keeps a list of its own. */
  public HeldOutCurve {
    points = List.copyOf(points);
  }

  /**
   * What ranks or weights are measured against.
   *
   * @param structure whether some rank predicts hidden entries better than one number for all of
   *     them does; if not, the table is noise to this method, and the rank is the smallest tried
   * @param constantError mean absolute error of that one number; NaN if no rank was tried
   * @param unit weight at which the piece would cost as much as the absolute errors do at the fit
   *     without it
   */
  public record Baseline(boolean structure, double constantError, double unit) {}

  /**
   * What was hidden.
   *
   * @param holdout {@code entries} or {@code regions}
   * @param folds how many sets of entries, one after the other
   * @param share of the observed entries in each of them
   */
  public record Hidden(String holdout, int folds, double share) {}

  /**
   * How alike the parts of two folds are, each matched with its partner; 1 of a weight.
   *
   * @param mean correlation
   * @param worst the least correlation in each pair of folds, on average
   */
  public record Agreement(double mean, double worst) {}

  /**
   * One rank or weight.
   *
   * @param at the rank, or the weight in the units of X
   * @param error mean absolute error of hidden entries over the folds, in the units of X; of ranks
   *     as a part of the .9 quantile of their column's positive entries, unless terms or weights
   *     are in the units of X
   * @param standardError of that mean, from the spread of the folds
   * @param excess how much more that is than at the best, the folds compared one by one
   * @param excessStandardError of that difference; entries that nothing predicts cancel in it
   * @param agreement of the parts of a rank in different folds
   * @param fitError mean absolute error of the entries that were seen
   */
  public record Point(
      double at,
      double error,
      double standardError,
      double excess,
      double excessStandardError,
      Agreement agreement,
      double fitError) {
    /** Returns the rank. */
    public int rank() {
      return (int) at;
    }

    /** Returns the weight. */
    public double weight() {
      return at;
    }

    public double stability() {
      return agreement.mean;
    }

    public double worstStability() {
      return agreement.worst;
    }
  }

  /** Returns how well each key of a path predicts, ascending. */
  static <K extends Comparable<K>> List<Point> points(
      HeldOutPath<K> path, ToDoubleFunction<K> at, boolean stable) {
    List<Point> points = new ArrayList<>();
    for (K key : path.done().keySet()) {
      HeldOutPath.Mean error = path.error(key);
      HeldOutPath.Mean excess = path.excess(key);
      double[] stability = stable ? path.stability(key) : new double[] {1, 1};
      points.add(
          new Point(
              at.applyAsDouble(key),
              error.value(),
              error.standardError(),
              excess.value(),
              excess.standardError(),
              new Agreement(stability[1], stability[0]),
              path.fitError(key)));
    }
    return points;
  }

  public boolean structure() {
    return baseline.structure;
  }

  public double constantError() {
    return baseline.constantError;
  }

  /** Returns the chosen rank. */
  public int rank() {
    return (int) choice;
  }

  /** Returns the chosen weight. */
  public double weight() {
    return choice;
  }

  /** Returns the chosen point; there is none if the search was cut short at once. */
  public Point chosen() {
    return points.stream().filter(point -> point.at == choice).findFirst().orElseThrow();
  }

  /**
   * Returns the rank with the least error: what to fit with if the aim is to predict or to restore
   * entries, not to count parts. The rank itself if there is no structure.
   */
  public int bestRank() {
    return structure()
        ? points.stream().filter(point -> point.excess == 0).findFirst().orElseThrow().rank()
        : rank();
  }

  /** Returns whether it was interrupted before its time. */
  public boolean interrupted() {
    return cutShort.filter(MahNmf.INTERRUPTED::equals).isPresent();
  }

  /** Returns the choice of a rank as a sentence for a person. */
  public String sentence() {
    if (points.isEmpty()) {
      return "Rank %s, the smallest: the search ended before any rank was compared (%s)."
          .formatted(rank(), cutShort.orElse("no ranks"));
    }
    if (!structure()) {
      return "No structure found: no rank predicts hidden entries better than one number for all of"
          + " them.";
    }
    Point chosen = chosen();
    boolean within = chosen.excess <= chosen.excessStandardError;
    String why =
        within
            ? "the smallest that predicts hidden entries as well as any, within one standard error"
            : String.format(
                Locale.ROOT,
                "it predicts hidden entries within %.0f %% of the best",
                Math.ceil(100 * chosen.excess / (chosen.error - chosen.excess)));
    return "Rank %s: %s%s%s"
        .formatted(
            rank(),
            why,
            bestRank() == rank() ? "" : "; rank " + bestRank() + " has the least error",
            within ? "." : ", but its parts do not come out the same in every fold.");
  }

  /**
   * Returns the choice of a weight as a sentence for a person.
   *
   * @param name of the trade-off, such as the option that asked for it
   */
  public String sentence(String name) {
    if (points.isEmpty()) {
      return "%s: none, the search ended before anything was compared (%s)."
          .formatted(name, cutShort.orElse("no weights"));
    }
    return choice == 0
        ? name + ": none, since no weight predicts hidden entries noticeably better."
        : String.format(
            Locale.ROOT,
            "%s: weight %.4g predicts hidden entries best, error %.4g instead of %.4g without.",
            name,
            choice,
            chosen().error,
            points.get(0).error);
  }

  /** Returns the curve as nested maps, lists, numbers and texts, as in rank.json and run.json. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    putKey(map, choice);
    if (ofRanks) {
      map.put("bestRank", bestRank());
      map.put("structure", structure());
      map.put("sentence", sentence());
      map.put("constantError", constantError());
    } else {
      map.put("unit", baseline.unit);
    }
    map.put("holdout", hidden.holdout);
    map.put("folds", hidden.folds);
    map.put("share", hidden.share);
    map.put("interrupted", interrupted());
    cutShort.ifPresent(reason -> map.put("cutShort", reason));
    map.put("curve", points.stream().map(this::toMap).toList());
    return map;
  }

  private Map<String, Object> toMap(Point point) {
    Map<String, Object> map = new LinkedHashMap<>();
    putKey(map, point.at);
    map.put("error", point.error);
    map.put("standardError", point.standardError);
    map.put("excess", point.excess);
    map.put("excessStandardError", point.excessStandardError);
    if (ofRanks) {
      map.put("stability", point.stability());
      map.put("worstStability", point.worstStability());
    }
    map.put("fitError", point.fitError);
    return map;
  }

  private void putKey(Map<String, Object> map, double at) {
    if (ofRanks) {
      map.put("rank", (int) at);
    } else {
      map.put("weight", at);
    }
  }
}
