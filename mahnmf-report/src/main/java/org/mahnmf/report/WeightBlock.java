package org.mahnmf.report;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.mahnmf.WeightCurve;
import org.mahnmf.report.chart.LineChart;
import org.mahnmf.report.html.Blocks;
import org.mahnmf.report.html.HtmlElement;
import org.mahnmf.report.html.Numbers;

/** Shows how the weight of a variant was found. */
final class WeightBlock {

  private WeightBlock() {}

  /** Adds sentence, chart and table of a search to a section. */
  static void addTo(HtmlElement section, String option, WeightCurve curve) {
    section.add(Blocks.paragraph(curve.sentence(option)));
    List<WeightCurve.Point> positive =
        curve.points().stream().filter(point -> point.weight() > 0).toList();
    if (positive.isEmpty()) {
      return;
    }
    double[] weights = column(positive, WeightCurve.Point::weight);
    LineChart chart =
        new LineChart("Mean absolute error over weight", "weight", "mean absolute error")
            .logarithmic(true, false)
            .line("", weights, column(positive, WeightCurve.Point::error))
            .level("without", curve.points().get(0).error());
    if (curve.weight() > 0) {
      chart.mark(curve.weight(), curve.weight(), curve.chosen().error());
    }
    section.add(chart.toSvg());
    HtmlElement body =
        Blocks.table(
            section,
            "The weights tried",
            List.of(
                "#Weight", "#Held-out error", "#Excess", "#Its standard error", "#Error of seen"),
            "slim");
    for (WeightCurve.Point point : curve.points()) {
      body.child("tr")
          .add(
              Blocks.numberCell(
                  Numbers.format(point.weight()) + (point.weight() == curve.weight() ? " ◂" : "")),
              Blocks.numberCell(Numbers.format(point.error())),
              Blocks.numberCell(Numbers.format(point.excess(), 2)),
              Blocks.numberCell(Numbers.format(point.excessStandardError(), 2)),
              Blocks.numberCell(Numbers.format(point.fitError())));
    }
  }

  private static double[] column(
      List<WeightCurve.Point> points, ToDoubleFunction<WeightCurve.Point> value) {
    return points.stream().mapToDouble(value).toArray();
  }
}
