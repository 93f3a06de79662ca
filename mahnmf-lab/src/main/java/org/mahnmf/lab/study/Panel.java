package org.mahnmf.lab.study;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

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
   */
  public static List<Panel> ofPoints(StudyResult result) {
    Points points = new Points();
    for (StudyResult.Row row : result.rows()) {
      int last = row.group().size() - 1;
      row.values()
          .forEach(
              (name, value) -> {
                if (Curve.isPoint(name)) {
                  String[] words = Curve.nameOf(name).split(OVER, 2);
                  points
                      .of(row.group().subList(0, last), words[words.length - 1], words[0])
                      .computeIfAbsent(row.group().get(last), label -> new TreeMap<>())
                      .put(Curve.placeOf(name), value);
                }
              });
    }
    return points.panels();
  }

  /**
   * Returns panels of a column of the table, one for each combination of the groups that are not
   * named here.
   *
   * @param across the group whose words are numbers and run to the right
   * @param by the group that tells the lines of a panel apart
   * @param value the column that runs upwards
   */
  public static List<Panel> ofRows(StudyResult result, String across, String by, String value) {
    int place = result.groups().indexOf(across);
    int label = result.groups().indexOf(by);
    Points points = new Points();
    for (StudyResult.Row row : result.rows()) {
      List<String> rest = new ArrayList<>(row.group());
      rest.remove(Math.max(place, label));
      rest.remove(Math.min(place, label));
      points
          .of(rest, across, value)
          .computeIfAbsent(row.group().get(label), key -> new TreeMap<>())
          .put(Double.valueOf(row.group().get(place)), row.values().get(value));
    }
    return points.panels();
  }

  /** Returns the same panel with axes that are logarithmic or not. */
  public Panel withLogarithmic(boolean x, boolean y) {
    return new Panel(title, xTitle, yTitle, x, y, curves);
  }

  /** The points of panels, by title and axes, while they are gathered. */
  private static final class Points {

    private final Map<List<String>, Map<String, Map<Double, StudyResult.Summary>>> all =
        new LinkedHashMap<>();

    /** Returns the lines of a panel by their label. */
    Map<String, Map<Double, StudyResult.Summary>> of(List<String> groups, String x, String y) {
      return all.computeIfAbsent(
          List.of(String.join(", ", groups), x, y), key -> new LinkedHashMap<>());
    }

    List<Panel> panels() {
      List<Panel> panels = new ArrayList<>();
      all.forEach(
          (titles, lines) -> {
            List<Curve> curves = new ArrayList<>();
            lines.forEach((label, points) -> curves.add(curve(label, points)));
            panels.add(
                new Panel(titles.get(0), titles.get(1), titles.get(2), false, false, curves));
          });
      return panels;
    }

    private static Curve curve(String label, Map<Double, StudyResult.Summary> points) {
      return new Curve(
          label,
          array(points.keySet(), x -> x),
          array(points.values(), StudyResult.Summary::mean),
          array(points.values(), StudyResult.Summary::deviation));
    }

    private static <T> double[] array(Collection<T> all, ToDoubleFunction<T> value) {
      return all.stream().mapToDouble(value).toArray();
    }
  }
}
