package org.mahnmf;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What {@link WeightSearch} found: how well a fit with each weight predicts hidden entries, and
 * which weight to take.
 *
 * <pre>{@code
 * Tradeoff elastic = (settings, weight) -> settings.with(new ElasticNet(weight));
 * WeightCurve curve =
 *     WeightSearch.withDefaults().search(MahNmf.ofRank(2), Observations.of(table), elastic);
 * System.out.println(curve.sentence("elastic"));
 * }</pre>
 *
 * @param weight the one with the least error, in the units of X; 0, none, if no other is noticeably
 *     better and by more than one standard error
 * @param unit weight at which the piece would cost as much as the absolute errors do at the fit
 *     without it
 * @param points one for each weight tried, ascending, 0 first
 * @param holdout {@code entries} or {@code blocks}
 * @param folds how many sets of entries were hidden, one after the other
 * @param share of the observed entries in each of them
 * @param cutShort why it ended before its time, if it did: {@code interrupted} or a time limit
 */
public record WeightCurve(
    double weight,
    double unit,
    List<WeightCurve.Point> points,
    String holdout,
    int folds,
    double share,
    Optional<String> cutShort) {

  /** Keeps a list of its own. */
  public WeightCurve {
    points = List.copyOf(points);
  }

  /**
   * One weight.
   *
   * @param weight in the units of X
   * @param error mean absolute error of hidden entries over the folds, in the units of X
   * @param standardError of that mean, from the spread of the folds
   * @param excess how much more that is than with the best weight, the folds compared one by one
   * @param excessStandardError of that difference
   * @param fitError mean absolute error of the entries that were seen
   */
  public record Point(
      double weight,
      double error,
      double standardError,
      double excess,
      double excessStandardError,
      double fitError) {

    Map<String, Object> toMap() {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("weight", weight);
      map.put("error", error);
      map.put("standardError", standardError);
      map.put("excess", excess);
      map.put("excessStandardError", excessStandardError);
      map.put("fitError", fitError);
      return map;
    }
  }

  /** Returns whether it was interrupted before its time. */
  public boolean interrupted() {
    return cutShort.filter(MahNmf.INTERRUPTED::equals).isPresent();
  }

  /**
   * Returns the choice as a sentence for a person.
   *
   * @param name of the trade-off, such as the option that asked for it
   */
  public String sentence(String name) {
    if (points.isEmpty()) {
      return name
          + ": none, the search ended before anything was compared ("
          + cutShort.orElse("no weights")
          + ").";
    }
    double none = points.get(0).error;
    return weight == 0
        ? name + ": none, since no weight predicts hidden entries noticeably better."
        : String.format(
            Locale.ROOT,
            "%s: weight %.4g predicts hidden entries best, error %.4g instead of %.4g without.",
            name,
            weight,
            chosen().error,
            none);
  }

  /** Returns the point of the chosen weight; there is none if the search was cut short at once. */
  public Point chosen() {
    return points.stream().filter(point -> point.weight == weight).findFirst().orElseThrow();
  }

  /** Returns the curve as nested maps, lists, numbers and texts, as in run.json. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("weight", weight);
    map.put("unit", unit);
    map.put("holdout", holdout);
    map.put("folds", folds);
    map.put("share", share);
    map.put("interrupted", interrupted());
    cutShort.ifPresent(reason -> map.put("cutShort", reason));
    List<Object> curve = new ArrayList<>();
    points.forEach(point -> curve.add(point.toMap()));
    map.put("curve", curve);
    return map;
  }
}
