package org.mahnmf.report;

import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.mahnmf.HeldOutCurve;
import org.mahnmf.report.chart.LineChart;
import org.mahnmf.report.html.HtmlElement;
import org.mahnmf.report.html.HtmlPage;
import org.mahnmf.report.html.HtmlTable;
import org.mahnmf.report.html.Numbers;

/**
 * A page about a search for the rank: the curve, the choice and the stability of the parts; and
 * what pages about something else tell of such searches.
 *
 * @param name of the input, such as its file name
 * @param record what is needed to repeat it, by name
 */
public record RankReport(String name, HeldOutCurve curve, Map<String, String> record) {

  public String render() {
    HtmlPage page = new HtmlPage("Rank report", name, curve.sentence());
    curve
        .cutShort()
        .map(why -> "The search was cut short (" + why + "): only the ranks below were tried.")
        .ifPresent(page::note);
    HeldOutCurve.Point chosen = curve.chosen();
    String constant = "one number for all: " + Numbers.format(curve.constantError());
    String stability = Numbers.fixed(chosen.stability(), 3);
    page.card(
            "Rank",
            curve.structure() ? Integer.toString(curve.rank()) : "none",
            curve.structure() ? "parts" : "no structure found")
        .card("Held-out error", Numbers.format(chosen.error()), constant)
        .card("Stability", stability, "mean correlation of matched parts; 1 is perfect");
    addTo(page.section("How well each rank predicts"), curve);
    String caption = "Everything needed to repeat the search";
    HtmlTable.record(page.section("To repeat it"), caption, record);
    return page.footer("This page needs no network.").render();
  }

  /** Adds a section about a search to a page about something else. */
  static void addTo(HtmlPage page, HeldOutCurve curve) {
    addTo(page.section("How the rank was found").paragraph(curve.sentence()), curve);
  }

  /** Adds charts and table of a search to a section, if any rank was tried. */
  private static void addTo(HtmlElement section, HeldOutCurve curve) {
    List<HeldOutCurve.Point> points = curve.points();
    if (points.isEmpty()) {
      return;
    }
    section.paragraph(
        String.format(
            "In each of %s folds %s of the entries (%s) were hidden from the fits. Errors"
                + " are parts of what is large in a column, its .9 quantile. The error of"
                + " the seen entries falls with every part; that of the hidden ones does not"
                + " where parts begin to fit noise. Excess is the difference to the best"
                + " rank, fold by fold; the smallest rank whose excess is within its standard"
                + " error is taken if its parts come out alike in all folds, also the worst"
                + " of them.",
            curve.hidden().folds(),
            Numbers.percent(curve.hidden().share()),
            "regions".equals(curve.hidden().holdout()) ? "in whole regions" : "here and there"));
    double[] ranks = column(points, HeldOutCurve.Point::rank);
    HtmlElement pair = section.child("div").styled("pair");
    pair.add(
        new LineChart("Mean absolute error over rank", "rank", "mean absolute error")
            .dashedLine("seen entries", ranks, column(points, HeldOutCurve.Point::fitError))
            .line("hidden entries", ranks, column(points, HeldOutCurve.Point::error))
            .mark(curve.rank(), curve.rank(), curve.chosen().error())
            .legend()
            .toSvg());
    pair.add(
        new LineChart("Stability of the parts over rank", "rank", "matched correlation")
            .line("all parts", ranks, column(points, HeldOutCurve.Point::stability))
            .dashedLine("worst part", ranks, column(points, HeldOutCurve.Point::worstStability))
            .mark(curve.rank(), curve.rank(), curve.chosen().stability())
            .legend()
            .toSvg());
    HtmlTable table =
        new HtmlTable(
            section,
            "The ranks tried",
            "slim",
            ("#Rank, #Held-out error, #Standard error, #Excess, #Its standard error, "
                    + "#Stability, #Of the worst part, #Error of seen entries")
                .split(", "));
    for (HeldOutCurve.Point point : points) {
      table.row(
          point.rank() + (point.rank() == curve.rank() && curve.structure() ? " ◂" : ""),
          Numbers.format(point.error()),
          Numbers.format(point.standardError(), 2),
          Numbers.format(point.excess(), 2),
          Numbers.format(point.excessStandardError(), 2),
          Numbers.fixed(point.stability(), 3),
          Numbers.fixed(point.worstStability(), 3),
          Numbers.format(point.fitError()));
    }
  }

  /** Adds a section about the search for the weight of a variant. */
  static void addWeightsTo(HtmlPage page, String option, HeldOutCurve curve) {
    HtmlElement section = page.section("How " + option + " was found");
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
            "#Weight, #Held-out error, #Excess, #Its standard error, #Error of seen".split(", "));
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
