package org.mahnmf.report.chart;

import java.util.List;
import org.mahnmf.report.html.HtmlElement;
import org.mahnmf.report.html.Ink;
import org.mahnmf.report.html.Numbers;
import org.mahnmf.report.html.Svg;

/** Two axes: where values lie on a drawing, with round numbers beside a grid. */
record Axes(
    Range xRange,
    Range yRange,
    List<Double> yTicks,
    double left,
    double right,
    double top,
    double bottom) {

  /** Below the axis, for its numbers and its title. */
  private static final double FOOT = 42;

  static Axes of(Range xRange, Range yRange, double right, double top, double height) {
    double bottom = height - FOOT;
    List<Double> yTicks = yRange.ticks((bottom - top) / 45);
    double left =
        Range.labels(yTicks).stream()
            .mapToDouble(label -> Svg.width(label) + 12)
            .reduce(10, Math::max);
    return new Axes(xRange, yRange, yTicks, left, right, top, bottom);
  }

  double x(double value) {
    return left + xRange.share(value) * (right - left);
  }

  double y(double value) {
    return bottom - yRange.share(value) * (bottom - top);
  }

  void appendPoint(StringBuilder path, double x, double y) {
    path.append(path.length() == 0 ? 'M' : 'L')
        .append(Numbers.coordinate(x(x)))
        .append(' ')
        .append(Numbers.coordinate(y(y)));
  }

  void draw(HtmlElement group, String xTitle, String yTitle, Ink ink) {
    List<String> yLabels = Range.labels(yTicks);
    group.add(Svg.label(2, top - 14, "start", ink.muted(), yTitle));
    for (int k = 0; k < yTicks.size(); k++) {
      double y = y(yTicks.get(k));
      group.add(
          Svg.line(left, y, right, y, ink.line()),
          Svg.label(left - 8, y + 4, "end", ink.muted(), yLabels.get(k))
              .attributes("font-variant-numeric", "tabular-nums"));
    }
    List<Double> xTicks = xRange.ticks((right - left) / 75);
    List<String> xLabels = Range.labels(xTicks);
    group.add(Svg.line(left, bottom, right, bottom, ink.muted()));
    for (int k = 0; k < xTicks.size(); k++) {
      double x = x(xTicks.get(k));
      group.add(
          Svg.line(x, bottom, x, bottom + 4, ink.muted()),
          Svg.label(x, bottom + 18, "middle", ink.muted(), xLabels.get(k)));
    }
    group.add(Svg.label(right, bottom + FOOT - 6, "end", ink.muted(), xTitle));
  }
}
