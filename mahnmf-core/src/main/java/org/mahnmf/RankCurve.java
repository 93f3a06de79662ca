package org.mahnmf;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What {@link RankSearch} found: how well each rank predicts hidden entries, and which rank to
 * take.
 *
 * <pre>{@code
 * RankCurve curve =
 *     RankSearch.withDefaults().search(MahNmf.ofRank(1), Observations.of(table));
 * System.out.println(curve.sentence());
 * }</pre>
 *
 * @param rank how many parts there are, see {@link RankSearch}
 * @param structure whether some rank predicts hidden entries better than one number for all of them
 *     does; if not, the table is noise to this method, and the rank is the smallest tried
 * @param constantError mean absolute error of that one number; NaN if no rank was tried
 * @param points one for each rank tried, ascending; none if the search was cut short at once
 * @param holdout {@code entries} or {@code blocks}
 * @param folds how many sets of entries were hidden, one after the other
 * @param share of the observed entries in each of them
 * @param cutShort why it ended before its time, if it did: {@code interrupted} or a time limit
 */
public record RankCurve(
    int rank,
    boolean structure,
    double constantError,
    List<RankCurve.Point> points,
    String holdout,
    int folds,
    double share,
    Optional<String> cutShort) {

  /** Keeps a list of its own. */
  public RankCurve {
    points = List.copyOf(points);
  }

  /**
   * One rank.
   *
   * @param rank number of components
   * @param error mean absolute error of hidden entries over the folds, as a part of the .9 quantile
   *     of their column's positive entries (in the units of X if terms or weights are in them)
   * @param standardError of that mean, from the spread of the folds
   * @param excess how much more that is than at the best rank, the folds compared one by one
   * @param excessStandardError of that difference; entries that no rank predicts cancel in it
   * @param stability mean correlation of the parts of two folds, each matched with its partner
   * @param worstStability the least of these correlations in each pair of folds, on average
   * @param fitError mean absolute error of the entries that were seen
   */
  public record Point(
      int rank,
      double error,
      double standardError,
      double excess,
      double excessStandardError,
      double stability,
      double worstStability,
      double fitError) {

    Map<String, Object> toMap() {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("rank", rank);
      map.put("error", error);
      map.put("standardError", standardError);
      map.put("excess", excess);
      map.put("excessStandardError", excessStandardError);
      map.put("stability", stability);
      map.put("worstStability", worstStability);
      map.put("fitError", fitError);
      return map;
    }
  }

  /** Returns the point of the chosen rank; there is none if the search was cut short at once. */
  public Point chosen() {
    return points.stream().filter(point -> point.rank == rank).findFirst().orElseThrow();
  }

  /**
   * Returns the rank with the least error: what to fit with if the aim is to predict or to restore
   * entries, not to count parts. The rank itself if there is no structure.
   */
  public int bestRank() {
    return structure
        ? points.stream().filter(point -> point.excess == 0).findFirst().orElseThrow().rank
        : rank;
  }

  /** Returns whether it was interrupted before its time. */
  public boolean interrupted() {
    return cutShort.filter(MahNmf.INTERRUPTED::equals).isPresent();
  }

  /** Returns the choice as a sentence for a person. */
  public String sentence() {
    if (points.isEmpty()) {
      return "Rank "
          + rank
          + ", the smallest: the search ended before any rank was compared ("
          + cutShort.orElse("no ranks")
          + ").";
    }
    if (!structure) {
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
    return "Rank "
        + rank
        + ": "
        + why
        + (bestRank() == rank ? "" : "; rank " + bestRank() + " has the least error")
        + (within ? "." : ", but its parts do not come out the same in every fold.");
  }

  /** Returns the curve as nested maps, lists, numbers and texts, as in rank.json. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("rank", rank);
    map.put("bestRank", bestRank());
    map.put("structure", structure);
    map.put("sentence", sentence());
    map.put("constantError", constantError);
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
