package org.mahnmf.solver;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.mahnmf.checkpoint.State;

/**
 * Which ridge was chosen, and what the hidden entries said to it.
 *
 * @param share of the natural weight λ* = √(max(m, n)·mean(ω²))
 * @param weight λ, in the user's units
 * @param hidden how many entries were hidden; 0 if too few could be
 * @param isInRegions whether they were hidden in whole regions, or one by one
 * @param starts how many starts were tried
 * @param isExact whether the loss turned out exact, so that the ridge was taken away again
 * @param points what was tried, in the order of the path
 */
public record RidgeChoice(
    double share,
    double weight,
    int hidden,
    boolean isInRegions,
    int starts,
    boolean isExact,
    List<RidgeChoice.Point> points) {

  /** Keeps a list of its own. */
  public RidgeChoice {
    points = List.copyOf(points);
  }

  /**
   * One weight of the path.
   *
   * @param share of the natural weight
   * @param heldOutError error of the hidden entries, the mean over all starts, in the user's units
   * @param objective the lowest of all starts on the entries that were not hidden, ridge included
   */
  public record Point(double share, double heldOutError, double objective) {

    public static Point exchange(State state, Point now) {
      return new Point(
          state.number(now == null ? 0 : now.share),
          state.number(now == null ? 0 : now.heldOutError),
          state.number(now == null ? 0 : now.objective));
    }
  }

  /**
   * Exchanges a choice with a checkpoint.
   *
   * @param state <em>modified</em>
   * @param now or null while restoring
   */
  public static RidgeChoice exchange(State state, RidgeChoice now) {
    return new RidgeChoice(
        state.number(now == null ? 0 : now.share),
        state.number(now == null ? 0 : now.weight),
        state.count(now == null ? 0 : now.hidden),
        state.flag(now != null && now.isInRegions),
        state.count(now == null ? 0 : now.starts),
        state.flag(now != null && now.isExact),
        state.list(now == null ? null : now.points, point -> Point.exchange(state, point)));
  }

  /** Returns the error of the hidden entries at the chosen weight, in the user's units. */
  public double heldOutError() {
    return points.stream()
        .filter(point -> point.share == share)
        .mapToDouble(Point::heldOutError)
        .findFirst()
        .orElse(Double.NaN);
  }

  /** Returns the choice as a sentence for a person. */
  public String sentence() {
    String size =
        String.format(
            Locale.ROOT, "%.4g (%s of the natural weight) on both factors", weight, share);
    if (hidden == 0) {
      return "The table is too small to hide entries that would choose the ridge: its weight is "
          + size
          + ".";
    }
    if (points.isEmpty()) {
      return "The run ended before hidden entries could choose the ridge: its weight is "
          + size
          + ".";
    }
    if (isExact) {
      return String.format(
          Locale.ROOT,
          "No ridge: most of %d hidden entries are predicted exactly (mean error of all %.4g), so there"
              + " is no noise to keep out of the fit.",
          hidden,
          heldOutError());
    }
    return String.format(
        Locale.ROOT,
        isInRegions
            ? "%s %d entries in hidden regions best (error %.4g%s; %s tried)."
            : "%s %d hidden entries best (mean error %.4g%s; %s tried).",
        share == 0
            ? "No ridge: the fit without one predicts"
            : "A ridge of weight " + size + " keeps noise out of the fit: it predicts",
        hidden,
        heldOutError(),
        without(),
        points.size() + (points.size() == 1 ? " weight" : " weights"));
  }

  /** Tells the error without a ridge, if that is another one and is known. */
  private String without() {
    return points.stream()
        .filter(point -> point.share == 0 && share > 0)
        .map(point -> String.format(Locale.ROOT, ", without a ridge %.4g", point.heldOutError))
        .findFirst()
        .orElse("");
  }

  /** Returns the choice as nested maps, lists, numbers and texts, as in run.json. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("ridge", weight);
    map.put("share", share);
    map.put("hidden", hidden);
    map.put("holdout", isInRegions ? "regions" : "entries");
    map.put("starts", starts);
    map.put("exact", isExact);
    List<Object> lines = new ArrayList<>();
    for (Point point : points) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("share", point.share);
      line.put("heldOutError", point.heldOutError);
      line.put("objective", point.objective);
      lines.add(line);
    }
    map.put("path", lines);
    map.put("reason", sentence());
    return map;
  }
}
