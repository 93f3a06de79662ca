package org.mahnmf.lab.study;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A chart of a study.
 *
 * @param title what tells it from the other panels
 * @param xTitle what runs to the right
 * @param yTitle what runs upwards
 * @param logX whether the horizontal axis is logarithmic
 * @param logY whether the vertical axis is logarithmic
 * @param curves in the order of the legend
 */
public record Panel(
    String title, String xTitle, String yTitle, boolean logX, boolean logY, List<Curve> curves) {

  private static final String OVER = " over ";

  /**
   * Returns panels of the values named by {@link Curve#point}: one for each curve name and each
   * combination of the groups but the last, which tells the lines of a panel apart.
   *
   * @param result of the study
   */
  public static List<Panel> ofPoints(StudyResult result) {
    Map<String, Lines> panels = new LinkedHashMap<>();
    for (StudyResult.Row row : result.rows()) {
      int last = row.group().size() - 1;
      String title = String.join(", ", row.group().subList(0, last));
      row.values()
          .forEach(
              (name, value) -> {
                if (Curve.isPoint(name)) {
                  String[] words = Curve.nameOf(name).split(OVER, 2);
                  panels
                      .computeIfAbsent(
                          title + "|" + Curve.nameOf(name),
                          key -> new Lines(title, words[words.length - 1], words[0]))
                      .add(row.group().get(last), Curve.placeOf(name), value);
                }
              });
    }
    return panels.values().stream().map(Lines::panel).toList();
  }

  /**
   * Returns panels of a column of the table, one for each combination of the groups that are not
   * named here.
   *
   * @param result of the study
   * @param across the group whose words are numbers and run to the right
   * @param by the group that tells the lines of a panel apart
   * @param value the column that runs upwards
   */
  public static List<Panel> ofRows(StudyResult result, String across, String by, String value) {
    int place = result.groups().indexOf(across);
    int label = result.groups().indexOf(by);
    Map<String, Lines> panels = new LinkedHashMap<>();
    for (StudyResult.Row row : result.rows()) {
      List<String> rest = new ArrayList<>(row.group());
      rest.remove(Math.max(place, label));
      rest.remove(Math.min(place, label));
      String title = String.join(", ", rest);
      panels
          .computeIfAbsent(title, key -> new Lines(title, across, value))
          .add(
              row.group().get(label),
              Double.parseDouble(row.group().get(place)),
              row.values().get(value));
    }
    return panels.values().stream().map(Lines::panel).toList();
  }

  /**
   * Returns the same panel with other axes.
   *
   * @param x whether the horizontal axis is logarithmic
   * @param y whether the vertical axis is logarithmic
   */
  public Panel withLogarithmic(boolean x, boolean y) {
    return new Panel(title, xTitle, yTitle, x, y, curves);
  }

  /** The points of a panel while they are gathered. */
  private static final class Lines {

    private final String title;
    private final String xTitle;
    private final String yTitle;
    private final Map<String, TreeMap<Double, StudyResult.Summary>> lines = new LinkedHashMap<>();

    Lines(String title, String xTitle, String yTitle) {
      this.title = title;
      this.xTitle = xTitle;
      this.yTitle = yTitle;
    }

    void add(String label, double x, StudyResult.Summary value) {
      lines.computeIfAbsent(label, key -> new TreeMap<>()).put(x, value);
    }

    Panel panel() {
      List<Curve> curves = new ArrayList<>();
      lines.forEach(
          (label, points) ->
              curves.add(
                  new Curve(
                      label,
                      points.keySet().stream().mapToDouble(x -> x).toArray(),
                      points.values().stream().mapToDouble(StudyResult.Summary::mean).toArray(),
                      points.values().stream()
                          .mapToDouble(StudyResult.Summary::deviation)
                          .toArray())));
      return new Panel(title, xTitle, yTitle, false, false, curves);
    }
  }
}
