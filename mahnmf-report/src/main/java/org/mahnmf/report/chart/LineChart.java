package org.mahnmf.report.chart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.mahnmf.report.html.HtmlElement;
import org.mahnmf.report.html.Ink;
import org.mahnmf.report.html.Numbers;
import org.mahnmf.report.html.Svg;

/**
 * Builds lines over two axes, drawn as SVG. A line is named at its end, not in a legend that sends
 * the eye back and forth, unless {@link #legend} asks for one.
 */
public final class LineChart {

  private final String name;
  private final String xTitle;
  private final String yTitle;
  private final List<Line> lines = new ArrayList<>();
  private final List<Level> levels = new ArrayList<>();
  private final List<Mark> marks = new ArrayList<>();
  private double width = 520;
  private double height = 300;
  private boolean logX;
  private boolean logY;
  private boolean legend;
  private boolean lastValues;
  private String heading = "";
  private Ink ink = Ink.PAGE;

  /** Starts a chart with its name, for people who cannot see it, and what runs along its axes. */
  public LineChart(String name, String xTitle, String yTitle) {
    this.name = name;
    this.xTitle = xTitle;
    this.yTitle = yTitle;
  }

  /**
   * Adds a line, whose name may be empty; all arrays are <em>copied</em>. Points that are not
   * finite, or not positive on a logarithmic axis, are left out.
   */
  public LineChart line(String label, double[] x, double[] y) {
    return line(label, x, y, new double[y.length]);
  }

  /** Adds a line with a pale band that goes so far up and down, such as a mean's deviation. */
  public LineChart line(String label, double[] x, double[] y, double[] spread) {
    lines.add(new Line(label, x, y, spread, false));
    return this;
  }

  /** Adds a dashed line, which lets another be seen below it. */
  public LineChart dashedLine(String label, double[] x, double[] y) {
    lines.add(new Line(label, x, y, new double[y.length], true));
    return this;
  }

  /** Adds a dashed level across the chart. */
  public LineChart level(String label, double y) {
    levels.add(new Level(label, y));
    return this;
  }

  /**
   * Marks a stretch of a line, or a point if both ends are equal, in the colour of the last line.
   */
  public LineChart mark(double fromX, double toX, double y) {
    marks.add(new Mark(Math.max(0, lines.size() - 1), fromX, toX, y));
    return this;
  }

  public LineChart logarithmic(boolean x, boolean y) {
    logX = x;
    logY = y;
    return this;
  }

  /** Names the lines above the chart, not at their ends. */
  public LineChart legend() {
    legend = true;
    return this;
  }

  /** Writes the last value at the end of each line. */
  public LineChart lastValues() {
    lastValues = true;
    return this;
  }

  public LineChart size(double newWidth, double newHeight) {
    if (!(newWidth >= 200) || !(newHeight >= 120)) {
      throw new IllegalArgumentException(
          "the size is " + newWidth + "x" + newHeight + " but must be at least 200x120");
    }
    width = newWidth;
    height = newHeight;
    return this;
  }

  /** Sets the line above the chart. */
  public LineChart heading(String text) {
    heading = text;
    return this;
  }

  /** Sets the colours; without it those of the page. */
  public LineChart ink(Ink newInk) {
    ink = newInk;
    return this;
  }

  /** Returns the chart as an {@code svg} element for a page. */
  public HtmlElement toSvg() {
    return Svg.drawing(width, height, name, description()).styled("chart").add(drawing());
  }

  public String description() {
    StringBuilder out = new StringBuilder(yTitle + " against " + xTitle + ".");
    for (Line line : lines) {
      Line.Points points = line.shown(logX, logY);
      out.append(line.label().isEmpty() ? " The line" : " " + line.label());
      out.append(
          points.count() == 0
              ? " has no points."
              : " goes from %s to %s."
                  .formatted(Numbers.format(points.y()[0]), Numbers.format(points.last())));
    }
    for (Level level : levels) {
      out.append(' ' + level.label + ": " + Numbers.format(level.y) + '.');
    }
    return out.toString();
  }

  /** Returns everything drawn, in a group whose corner is at 0, 0. */
  public HtmlElement drawing() {
    List<Line.Points> points = lines.stream().map(line -> line.shown(logX, logY)).toList();
    Range xRange = new Range(logX);
    Range yRange = new Range(logY);
    EndLabels ends = new EndLabels();
    for (int k = 0; k < lines.size(); k++) {
      Line.Points shown = points.get(k);
      xRange.include(shown.x());
      yRange.include(shown.y());
      yRange.include(shown.low());
      yRange.include(shown.high());
      String text = endText(lines.get(k), shown);
      if (!text.isEmpty() && shown.count() > 0) {
        ends.add(k, text, shown.last());
      }
    }
    levels.forEach(level -> yRange.include(level.y));
    HtmlElement group = HtmlElement.of("g").attributes("font-family", "inherit");
    if (xRange.isEmpty()) {
      return group.add(
          Svg.label(width / 2, height / 2, "middle", ink.muted(), "There is nothing to draw yet."));
    }
    xRange.includeZeroIfNear();
    xRange.pad(0);
    yRange.pad(levels.isEmpty() ? 0.06 : 0.12);

    double top = 30;
    if (!heading.isEmpty()) {
      group.add(
          Svg.label(2, 15, "start", ink.text(), heading)
              .attributes("font-size", 14, "font-weight", "600"));
      top += 24;
    }
    if (legend) {
      top = drawLegend(group, top);
    }
    Axes axes = Axes.of(xRange, yRange, width - Math.max(14, ends.width()), top, height);
    axes.draw(group, xTitle, yTitle, ink);
    for (Level level : levels) {
      double y = axes.y(level.y);
      group.add(
          Svg.line(axes.left(), y, axes.right(), y, ink.muted())
              .attributes("stroke-dasharray", "5 4"),
          Svg.label(axes.right(), y + 15, "end", ink.muted(), level.label));
    }
    for (int k = 0; k < lines.size(); k++) {
      drawBand(group, axes, k, points.get(k));
    }
    for (int k = 0; k < lines.size(); k++) {
      drawCurve(group, axes, k, points.get(k));
    }
    marks.forEach(mark -> drawMark(group, axes, mark));
    ends.draw(group, axes, ink);
    return group;
  }

  private double drawLegend(HtmlElement group, double top) {
    double x = 2;
    double y = top - 12;
    for (int k = 0; k < lines.size(); k++) {
      double wide = 30 + Svg.width(lines.get(k).label());
      if (x > 2 && x + wide > width) {
        x = 2;
        y += 20;
      }
      group.add(
          Svg.line(x, y - 4, x + 16, y - 4, ink.series(k))
              .attributes("stroke-width", 2.5, "stroke-dasharray", dashes(k)),
          Svg.label(x + 22, y, "start", ink.text(), lines.get(k).label()));
      x += wide + 14;
    }
    return y + 34;
  }

  private void drawBand(HtmlElement group, Axes axes, int index, Line.Points points) {
    if (Arrays.equals(points.low(), points.high())) {
      return;
    }
    StringBuilder path = new StringBuilder();
    for (int k = 0; k < points.count(); k++) {
      axes.appendPoint(path, points.x()[k], points.low()[k]);
    }
    for (int k = points.count() - 1; k >= 0; k--) {
      axes.appendPoint(path, points.x()[k], points.high()[k]);
    }
    group
        .child("path")
        .attributes("d", path.append('Z').toString(), "fill-opacity", 0.15)
        .attributes("style", "fill:" + ink.series(index));
  }

  private void drawCurve(HtmlElement group, Axes axes, int index, Line.Points points) {
    StringBuilder path = new StringBuilder();
    for (int k = 0; k < points.count(); k++) {
      axes.appendPoint(path, points.x()[k], points.y()[k]);
    }
    if (points.count() > 1) {
      HtmlElement curve =
          group
              .child("path")
              .attributes("d", path.toString(), "fill", "none", "stroke-width", 2)
              .attributes("stroke-linejoin", "round", "stroke-linecap", "round")
              .attributes("style", "stroke:" + ink.series(index));
      if (!dashes(index).equals("none")) {
        curve.attributes("stroke-dasharray", dashes(index));
      }
    }
    if (points.count() == 1 || (lastValues && points.count() > 0)) {
      double x = points.x()[points.count() - 1];
      group.add(dot(axes.x(x), axes.y(points.last()), index));
    }
  }

  private void drawMark(HtmlElement group, Axes axes, Mark mark) {
    double y = axes.y(mark.y);
    if (mark.fromX < mark.toX) {
      group.add(
          Svg.line(axes.x(mark.fromX), y, axes.x(mark.toX), y, ink.series(mark.line))
              .attributes("stroke-width", 5, "stroke-linecap", "round"),
          dot(axes.x(mark.fromX), y, mark.line));
    }
    group.add(dot(axes.x(mark.toX), y, mark.line));
  }

  private HtmlElement dot(double x, double y, int index) {
    return HtmlElement.of("circle")
        .attributes("cx", x, "cy", y, "r", 4, "stroke-width", 1.5)
        .attributes("style", "fill:" + ink.series(index) + ";stroke:" + ink.surface());
  }

  private String endText(Line line, Line.Points points) {
    String value = lastValues && points.count() > 0 ? " " + Numbers.format(points.last()) : "";
    return ((legend ? "" : line.label()) + value).strip();
  }

  private String dashes(int index) {
    return lines.get(index).dashed() ? "6 5" : index < 6 ? "none" : index < 12 ? "7 4" : "2 4";
  }

  private record Level(String label, double y) {}

  private record Mark(int line, double fromX, double toX, double y) {}

  /** Names and last values right of the lines, pushed apart where they would overlap. */
  private static final class EndLabels {

    /** From one label to the next. */
    private static final double SPACING = 15;

    /** From the end of a line to its label. */
    private static final double GAP = 9;

    /** How much wider than {@link Svg#width} bold letters are in the widest of the usual fonts. */
    private static final double BOLD = 1.25;

    private final List<Label> labels = new ArrayList<>();

    private record Label(int line, String text, double value) {}

    /** Adds the label of a line that ends at a value. */
    void add(int line, String text, double value) {
      labels.add(new Label(line, text, value));
    }

    /** Returns the room that they need, with that before them. */
    double width() {
      return GAP
          + labels.stream().mapToDouble(label -> BOLD * Svg.width(label.text)).max().orElse(0);
    }

    void draw(HtmlElement group, Axes axes, Ink ink) {
      labels.sort(Comparator.comparingDouble(label -> axes.y(label.value)));
      double[] places = new double[labels.size()];
      double floor = axes.top() - 6;
      for (int k = 0; k < places.length; k++) {
        places[k] = Math.max(axes.y(labels.get(k).value), floor);
        floor = places[k] + SPACING;
      }
      double ceiling = axes.bottom();
      for (int k = places.length - 1; k >= 0; k--) {
        places[k] = Math.min(places[k], ceiling);
        ceiling = places[k] - SPACING;
      }
      for (int k = 0; k < places.length; k++) {
        Label label = labels.get(k);
        String colour = ink.series(label.line);
        group.add(
            Svg.label(axes.right() + GAP, places[k] + 4, "start", colour, label.text)
                .attributes("font-weight", "600"));
      }
    }
  }
}
