package org.mahnmf.report;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.mahnmf.HeldOutCurve;
import org.mahnmf.report.chart.LineChart;
import org.mahnmf.report.html.HtmlElement;
import org.mahnmf.report.html.HtmlTable;
import org.mahnmf.report.html.Numbers;

/** Shows how the weight of a variant was found. */
final class WeightBlock {

  private WeightBlock() {}

  /** Adds sentence, chart and table of a search to a section. */
  static void addTo(HtmlElement section, String option, HeldOutCurve curve) {
    section.paragraph(curve.sentence(option));
    List<HeldOutCurve.Point> positive =
        curve.points().stream().filter(point -> point.weight() > 0).toList();
    if (positive.isEmpty()) {
      return;
    }
    double[] weights = column(positive, HeldOutCurve.Point::weight);
    LineChart chart =
        new LineChart("Mean absolute error over weight", "weight", "mean absolute error")
            .logarithmic(true, false)
            .line("", weights, column(positive, HeldOutCurve.Point::error))
            .level("without", curve.points().get(0).error());
    if (curve.weight() > 0) {
      chart.mark(curve.weight(), curve.weight(), curve.chosen().error());
    }
    section.add(chart.toSvg());
    HtmlTable table =
        new HtmlTable(
            section,
            "The weights tried",
            "slim",
            List.of(
                "#Weight", "#Held-out error", "#Excess", "#Its standard error", "#Error of seen"));
    for (HeldOutCurve.Point point : curve.points()) {
      table.row(
          Numbers.format(point.weight()) + (point.weight() == curve.weight() ? " ◂" : ""),
          Numbers.format(point.error()),
          Numbers.format(point.excess(), 2),
          Numbers.format(point.excessStandardError(), 2),
          Numbers.format(point.fitError()));
    }
  }

  private static double[] column(
      List<HeldOutCurve.Point> points, ToDoubleFunction<HeldOutCurve.Point> value) {
    return points.stream().mapToDouble(value).toArray();
  }
}
