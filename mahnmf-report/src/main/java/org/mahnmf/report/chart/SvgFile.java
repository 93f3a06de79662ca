package org.mahnmf.report.chart;

import org.mahnmf.report.html.HtmlElement;
import org.mahnmf.report.html.Ink;
import org.mahnmf.report.html.Numbers;
import org.mahnmf.report.html.Svg;

/** Charts as files of their own, dark on white, for pages that are not ours. */
public final class SvgFile {

  private static final double MARGIN = 20;

  private SvgFile() {}

  /**
   * Returns a chart as the text of an SVG file.
   *
   * @param width of the chart in pixels, at least 200
   * @param height likewise, at least 120
   * @param chart <em>modified</em>: gets this size, and colours of its own
   */
  public static String of(String name, double width, double height, LineChart chart) {
    chart.ink(Ink.PAPER).size(width, height);
    return of(width, height, name, chart.description(), chart);
  }

  /** Puts charts of one size side by side on white. */
  public static String of(
      double width, double height, String name, String description, LineChart... charts) {
    double allWidth = charts.length * (width + MARGIN) + MARGIN;
    double allHeight = height + 2 * MARGIN;
    HtmlElement svg =
        Svg.drawing(allWidth, allHeight, name, description)
            .attributes("xmlns", "http://www.w3.org/2000/svg", "font-family", Ink.FONTS)
            .add(
                Svg.rectangle(0, 0, allWidth, allHeight)
                    .attributes("rx", 8, "fill", Ink.PAPER.surface()));
    for (int k = 0; k < charts.length; k++) {
      String x = Numbers.coordinate(MARGIN + k * (width + MARGIN));
      svg.child("g")
          .attributes("transform", "translate(" + x + " " + Numbers.coordinate(MARGIN) + ")")
          .add(charts[k].drawing());
    }
    return svg.render();
  }
}
