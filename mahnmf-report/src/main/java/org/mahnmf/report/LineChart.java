package org.mahnmf.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * Lines over two axes, drawn as SVG. A line is named at its end, not in a legend that sends the eye
 * back and forth, unless {@link #withLegend} asks for one.
 */
public final class LineChart {

  private static final int MOST_POINTS = 500;
  private static final double LABEL_GAP = 15;

  /** From the end of a line to its label. */
  private static final double END_GAP = 9;

  /** How much wider than {@link Svg#width} bold letters are in the widest of the usual fonts. */
  private static final double BOLD = 1.25;

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

  /**
   * Starts a chart.
   *
   * @param name what the chart shows, for people who cannot see it
   * @param xTitle what runs to the right
   * @param yTitle what runs upwards
   */
  public LineChart(String name, String xTitle, String yTitle) {
    this.name = name;
    this.xTitle = xTitle;
    this.yTitle = yTitle;
  }

  /**
   * Adds a line. Points that are not finite, or not positive on a logarithmic axis, are left out.
   *
   * @param label name of the line; may be empty
   * @param x places to the right; <em>copied</em>
   * @param y as many heights; <em>copied</em>
   */
  public LineChart line(String label, double[] x, double[] y) {
    if (x.length != y.length) {
      throw new IllegalArgumentException(
          "the line " + label + " has " + x.length + " places but " + y.length + " heights");
    }
    lines.add(new Line(label, x.clone(), y.clone(), new double[y.length], false));
    return this;
  }

  /**
   * Adds a line with a pale band around it, such as a mean with its deviation.
   *
   * @param label name of the line; may be empty
   * @param x places to the right; <em>copied</em>
   * @param y as many heights; <em>copied</em>
   * @param spread as many: how far the band goes up and down; <em>copied</em>
   */
  public LineChart line(String label, double[] x, double[] y, double[] spread) {
    if (spread.length != y.length) {
      throw new IllegalArgumentException(
          "the line " + label + " has " + y.length + " heights but " + spread.length + " spreads");
    }
    line(label, x, y);
    Line last = lines.remove(lines.size() - 1);
    lines.add(new Line(label, last.x, last.y, spread.clone(), false));
    return this;
  }

  /**
   * Adds a dashed line, which lets another be seen below it.
   *
   * @param label name of the line; may be empty
   * @param x places to the right; <em>copied</em>
   * @param y as many heights; <em>copied</em>
   */
  public LineChart dashedLine(String label, double[] x, double[] y) {
    line(label, x, y);
    Line last = lines.remove(lines.size() - 1);
    lines.add(new Line(last.label, last.x, last.y, last.spread, true));
    return this;
  }

  /**
   * Adds a dashed level across the chart.
   *
   * @param label its name
   * @param y its height
   */
  public LineChart level(String label, double y) {
    levels.add(new Level(label, y));
    return this;
  }

  /**
   * Marks a stretch of a line, or a point if both ends are equal, in the colour of the last line.
   *
   * @param fromX left end
   * @param toX right end
   * @param y height
   */
  public LineChart mark(double fromX, double toX, double y) {
    marks.add(new Mark(Math.max(0, lines.size() - 1), fromX, toX, y));
    return this;
  }

  /**
   * Makes axes logarithmic.
   *
   * @param x whether the horizontal one is
   * @param y whether the vertical one is
   */
  public LineChart withLogarithmic(boolean x, boolean y) {
    logX = x;
    logY = y;
    return this;
  }

  /** Names the lines above the chart, not at their ends. */
  public LineChart withLegend() {
    legend = true;
    return this;
  }

  /** Writes the last value at the end of each line. */
  public LineChart withLastValues() {
    lastValues = true;
    return this;
  }

  /**
   * Sets the size.
   *
   * @param newWidth in pixels, at least 200
   * @param newHeight in pixels, at least 120
   */
  public LineChart withSize(double newWidth, double newHeight) {
    if (!(newWidth >= 200) || !(newHeight >= 120)) {
      throw new IllegalArgumentException(
          "the size is " + newWidth + "x" + newHeight + " but must be at least 200x120");
    }
    width = newWidth;
    height = newHeight;
    return this;
  }

  LineChart withHeading(String text) {
    heading = text;
    return this;
  }

  LineChart withInk(Ink newInk) {
    ink = newInk;
    return this;
  }

  /** Returns the chart as an {@code svg} element for a page. */
  public HtmlElement toSvg() {
    HtmlElement svg = Svg.drawing(width, height, name, description()).styled("chart");
    return svg.add(drawing());
  }

  /** Returns what the chart shows in words. */
  String description() {
    StringBuilder out = new StringBuilder(yTitle + " against " + xTitle + ".");
    for (Line line : lines) {
      double[][] points = line.shown(logX, logY);
      out.append(line.label.isEmpty() ? " The line" : " " + line.label);
      if (points[0].length == 0) {
        out.append(" has no points.");
      } else {
        int last = points[0].length - 1;
        out.append(" goes from ").append(Numbers.format(points[1][0]));
        out.append(" to ").append(Numbers.format(points[1][last])).append('.');
      }
    }
    for (Level level : levels) {
      out.append(' ').append(level.label).append(": ");
      out.append(Numbers.format(level.y)).append('.');
    }
    return out.toString();
  }

  /** Returns everything drawn, in a group whose corner is at 0, 0. */
  HtmlElement drawing() {
    List<double[][]> points = new ArrayList<>();
    Range xRange = new Range(logX);
    Range yRange = new Range(logY);
    for (Line line : lines) {
      double[][] shown = line.shown(logX, logY);
      points.add(shown);
      xRange.include(shown[0]);
      yRange.include(shown[1]);
      yRange.include(shown[2]);
      yRange.include(shown[3]);
    }
    for (Level level : levels) {
      yRange.include(new double[] {level.y});
    }
    HtmlElement group = HtmlElement.of("g").attribute("font-family", "inherit");
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
              .attribute("font-size", 14)
              .attribute("font-weight", "600"));
      top += 24;
    }
    if (legend) {
      top = legend(group, top);
    }
    double bottom = height - 42;
    List<Double> yTicks = yRange.ticks((int) Math.max(2, (bottom - top) / 45));
    List<String> yLabels = Ticks.labels(yTicks);
    double left = 10;
    for (String label : yLabels) {
      left = Math.max(left, Svg.width(label) + 12);
    }
    double right = width - Math.max(14, endWidth(points) + END_GAP);
    Frame frame = new Frame(xRange, yRange, left, right, top, bottom);

    axes(group, frame, yTicks, yLabels);
    for (Level level : levels) {
      double y = frame.y(level.y);
      group.add(
          Svg.line(left, y, right, y, ink.muted()).attribute("stroke-dasharray", "5 4"),
          Svg.label(right, y + 15, "end", ink.muted(), level.label));
    }
    for (int k = 0; k < lines.size(); k++) {
      band(group, frame, k, points.get(k));
    }
    for (int k = 0; k < lines.size(); k++) {
      curve(group, frame, k, points.get(k));
    }
    for (Mark mark : marks) {
      mark(group, frame, mark);
    }
    ends(group, frame, points);
    return group;
  }

  private double legend(HtmlElement group, double top) {
    double x = 2;
    double y = top - 12;
    for (int k = 0; k < lines.size(); k++) {
      double wide = 30 + Svg.width(lines.get(k).label);
      if (x > 2 && x + wide > width) {
        x = 2;
        y += 20;
      }
      group.add(
          Svg.line(x, y - 4, x + 16, y - 4, ink.series(k))
              .attribute("stroke-width", 2.5)
              .attribute("stroke-dasharray", dashes(k)),
          Svg.label(x + 22, y, "start", ink.text(), lines.get(k).label));
      x += wide + 14;
    }
    return y + 34;
  }

  private void axes(HtmlElement group, Frame frame, List<Double> yTicks, List<String> yLabels) {
    group.add(Svg.label(2, frame.top - 14, "start", ink.muted(), yTitle));
    for (int k = 0; k < yTicks.size(); k++) {
      double y = frame.y(yTicks.get(k));
      group.add(
          Svg.line(frame.left, y, frame.right, y, ink.line()),
          Svg.label(frame.left - 8, y + 4, "end", ink.muted(), yLabels.get(k))
              .attribute("font-variant-numeric", "tabular-nums"));
    }
    List<Double> xTicks = frame.xRange.ticks((int) Math.max(2, (frame.right - frame.left) / 75));
    List<String> xLabels = Ticks.labels(xTicks);
    group.add(Svg.line(frame.left, frame.bottom, frame.right, frame.bottom, ink.muted()));
    for (int k = 0; k < xTicks.size(); k++) {
      double x = frame.x(xTicks.get(k));
      group.add(
          Svg.line(x, frame.bottom, x, frame.bottom + 4, ink.muted()),
          Svg.label(x, frame.bottom + 18, "middle", ink.muted(), xLabels.get(k)));
    }
    group.add(Svg.label(frame.right, height - 6, "end", ink.muted(), xTitle));
  }

  private void band(HtmlElement group, Frame frame, int index, double[][] points) {
    if (Arrays.equals(points[2], points[3])) {
      return;
    }
    StringBuilder path = new StringBuilder();
    for (int k = 0; k < points[0].length; k++) {
      point(path, frame, points[0][k], points[2][k]);
    }
    for (int k = points[0].length - 1; k >= 0; k--) {
      point(path, frame, points[0][k], points[3][k]);
    }
    group.add(
        HtmlElement.of("path")
            .attribute("d", path.append('Z').toString())
            .attribute("fill-opacity", 0.15)
            .attribute("style", "fill:" + ink.series(index)));
  }

  private static void point(StringBuilder path, Frame frame, double x, double y) {
    path.append(path.length() == 0 ? 'M' : 'L')
        .append(Numbers.coordinate(frame.x(x)))
        .append(' ')
        .append(Numbers.coordinate(frame.y(y)));
  }

  private void curve(HtmlElement group, Frame frame, int index, double[][] points) {
    StringBuilder path = new StringBuilder();
    for (int k = 0; k < points[0].length; k++) {
      point(path, frame, points[0][k], points[1][k]);
    }
    if (points[0].length > 1) {
      HtmlElement curve =
          HtmlElement.of("path")
              .attribute("d", path.toString())
              .attribute("fill", "none")
              .attribute("stroke-width", 2)
              .attribute("stroke-linejoin", "round")
              .attribute("stroke-linecap", "round")
              .attribute("style", "stroke:" + ink.series(index));
      if (!dashes(index).equals("none")) {
        curve.attribute("stroke-dasharray", dashes(index));
      }
      group.add(curve);
    }
    if (points[0].length == 1 || lastValues) {
      int last = points[0].length - 1;
      if (last >= 0) {
        group.add(dot(frame.x(points[0][last]), frame.y(points[1][last]), index));
      }
    }
  }

  private void mark(HtmlElement group, Frame frame, Mark mark) {
    double y = frame.y(mark.y);
    if (mark.fromX == mark.toX) {
      group.add(dot(frame.x(mark.fromX), y, mark.line));
      return;
    }
    group.add(
        Svg.line(frame.x(mark.fromX), y, frame.x(mark.toX), y, ink.series(mark.line))
            .attribute("stroke-width", 5)
            .attribute("stroke-linecap", "round"),
        dot(frame.x(mark.fromX), y, mark.line),
        dot(frame.x(mark.toX), y, mark.line));
  }

  private HtmlElement dot(double x, double y, int index) {
    return HtmlElement.of("circle")
        .attribute("cx", x)
        .attribute("cy", y)
        .attribute("r", 4)
        .attribute("stroke-width", 1.5)
        .attribute("style", "fill:" + ink.series(index) + ";stroke:" + ink.surface());
  }

  /** Writes names and last values right of the lines, pushed apart where they would overlap. */
  private void ends(HtmlElement group, Frame frame, List<double[][]> points) {
    List<End> ends = new ArrayList<>();
    for (int k = 0; k < lines.size(); k++) {
      double[][] line = points.get(k);
      String text = endText(k, line);
      if (!text.isEmpty() && line[0].length > 0) {
        ends.add(new End(k, text, frame.y(line[1][line[1].length - 1])));
      }
    }
    ends.sort(Comparator.comparingDouble(End::y));
    double[] places = new double[ends.size()];
    double floor = frame.top - 6;
    for (int k = 0; k < places.length; k++) {
      places[k] = Math.max(ends.get(k).y, floor);
      floor = places[k] + LABEL_GAP;
    }
    double ceiling = frame.bottom;
    for (int k = places.length - 1; k >= 0; k--) {
      places[k] = Math.min(places[k], ceiling);
      ceiling = places[k] - LABEL_GAP;
    }
    for (int k = 0; k < places.length; k++) {
      End end = ends.get(k);
      group.add(
          Svg.label(frame.right + END_GAP, places[k] + 4, "start", ink.series(end.line), end.text)
              .attribute("font-weight", "600"));
    }
  }

  private double endWidth(List<double[][]> points) {
    double widest = 0;
    for (int k = 0; k < lines.size(); k++) {
      widest = Math.max(widest, Svg.width(endText(k, points.get(k))) * BOLD);
    }
    return widest;
  }

  private String endText(int index, double[][] points) {
    String text = legend ? "" : lines.get(index).label;
    if (lastValues && points[1].length > 0) {
      String value = Numbers.format(points[1][points[1].length - 1]);
      return text.isEmpty() ? value : text + " " + value;
    }
    return text;
  }

  private String dashes(int index) {
    return lines.get(index).dashed ? "6 5" : index < 6 ? "none" : index < 12 ? "7 4" : "2 4";
  }

  private record Level(String label, double y) {}

  private record Mark(int line, double fromX, double toX, double y) {}

  private record End(int line, String text, double y) {}

  /** A named line. */
  private static final class Line {

    private final String label;
    private final double[] x;
    private final double[] y;
    private final double[] spread;
    private final boolean dashed;

    Line(String label, double[] x, double[] y, double[] spread, boolean dashed) {
      this.label = label;
      this.x = x;
      this.y = y;
      this.spread = spread;
      this.dashed = dashed;
    }

    /**
     * Returns the points that can be drawn: places, heights, lower and upper ends of the band; of
     * very many, the ends and the extremes of each slot.
     */
    double[][] shown(boolean logX, boolean logY) {
      int count = 0;
      double[][] points = new double[4][x.length];
      for (int k = 0; k < x.length; k++) {
        if (fits(x[k], logX) && fits(y[k], logY)) {
          points[0][count] = x[k];
          points[1][count] = y[k];
          // A logarithmic axis has no place for a lower end at or below zero.
          points[2][count] = fits(y[k] - spread[k], logY) ? y[k] - spread[k] : y[k];
          points[3][count++] = fits(y[k] + spread[k], logY) ? y[k] + spread[k] : y[k];
        }
      }
      List<Integer> kept = new ArrayList<>();
      int slots = MOST_POINTS / 4;
      for (int slot = 0; slot < slots && count > MOST_POINTS; slot++) {
        int from = (int) ((long) slot * count / slots);
        int to = (int) ((long) (slot + 1) * count / slots) - 1;
        int low = from;
        int high = from;
        for (int k = from; k <= to; k++) {
          low = points[1][k] < points[1][low] ? k : low;
          high = points[1][k] > points[1][high] ? k : high;
        }
        List<Integer> four = new ArrayList<>(List.of(from, low, high, to));
        Collections.sort(four);
        for (int k : four) {
          if (kept.isEmpty() || kept.get(kept.size() - 1) < k) {
            kept.add(k);
          }
        }
      }
      if (kept.isEmpty()) {
        for (int k = 0; k < count; k++) {
          kept.add(k);
        }
      }
      double[][] out = new double[points.length][kept.size()];
      for (int row = 0; row < out.length; row++) {
        for (int k = 0; k < kept.size(); k++) {
          out[row][k] = points[row][kept.get(k)];
        }
      }
      return out;
    }

    private static boolean fits(double value, boolean log) {
      return Double.isFinite(value) && (!log || value > 0);
    }
  }

  /** What an axis spans. */
  private static final class Range {

    private final boolean log;
    private double low = Double.POSITIVE_INFINITY;
    private double high = Double.NEGATIVE_INFINITY;

    Range(boolean log) {
      this.log = log;
    }

    void include(double[] values) {
      for (double value : values) {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    }

    boolean isEmpty() {
      return low > high;
    }

    void includeZeroIfNear() {
      low = !log && low > 0 && low < 0.15 * high ? 0 : low;
    }

    /** Makes room around the values, and a range of a single value. */
    void pad(double share) {
      if (!(low < high)) {
        double around = low == 0 ? 1 : Math.abs(low) * 0.1;
        low = log ? low / 2 : low - around;
        high = log ? high * 2 : high + around;
      } else if (log) {
        double factor = Math.exp(share * (Math.log(high) - Math.log(low)));
        low = Math.max(low / factor, Double.MIN_NORMAL);
        high = Math.min(high * factor, Double.MAX_VALUE);
      } else {
        double room = share * (high - low);
        // zero is the natural foot of a quantity that is never negative
        low = low >= 0 && low - room < 0 ? 0 : low - room;
        high += room;
      }
    }

    List<Double> ticks(int target) {
      return log ? Ticks.logarithmic(low, high, target) : Ticks.linear(low, high, target);
    }

    double share(double value) {
      return log
          ? (Math.log(value) - Math.log(low)) / (Math.log(high) - Math.log(low))
          : (value / 2 - low / 2) / (high / 2 - low / 2);
    }
  }

  /** Where values lie on the drawing. */
  private record Frame(
      Range xRange, Range yRange, double left, double right, double top, double bottom) {

    double x(double value) {
      return left + xRange.share(value) * (right - left);
    }

    double y(double value) {
      return bottom - yRange.share(value) * (bottom - top);
    }
  }
}
