package org.mahnmf.report;

import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.mahnmf.RankCurve;
import org.mahnmf.report.chart.LineChart;
import org.mahnmf.report.html.Blocks;
import org.mahnmf.report.html.HtmlElement;
import org.mahnmf.report.html.HtmlPage;
import org.mahnmf.report.html.Numbers;

/** A page about a search for the rank: the curve, the choice and the stability of the parts. */
public final class RankReport {

  private final String name;
  private final RankCurve curve;
  private final Map<String, String> record;

  /**
   * Reports a search.
   *
   * @param name of the input, such as its file name
   * @param curve what was found
   * @param record what is needed to repeat it, by name
   */
  public RankReport(String name, RankCurve curve, Map<String, String> record) {
    this.name = name;
    this.curve = curve;
    this.record = record;
  }

  /** Returns the page. */
  public String render() {
    HtmlPage page = new HtmlPage("Rank report", name, curve.sentence());
    curve
        .cutShort()
        .ifPresent(
            reason ->
                page.add(
                    Blocks.note(
                        "The search was cut short ("
                            + reason
                            + "): only the ranks below were tried.")));
    page.add(cards());
    addTo(page.section("How well each rank predicts"), curve);
    Blocks.record(page.section("To repeat it"), "Everything needed to repeat the search", record);
    return page.footer("This page needs no network.").render();
  }

  private HtmlElement cards() {
    HtmlElement cards = Blocks.cards();
    RankCurve.Point chosen = curve.chosen();
    Blocks.card(
        cards,
        "Rank",
        curve.structure() ? Integer.toString(curve.rank()) : "none",
        curve.structure() ? "parts" : "no structure found",
        "");
    Blocks.card(
        cards,
        "Held-out error",
        Numbers.format(chosen.error()),
        "one number for all: " + Numbers.format(curve.constantError()),
        "");
    Blocks.card(
        cards,
        "Stability",
        Numbers.fixed(chosen.stability(), 3),
        "mean correlation of matched parts; 1 is perfect",
        "");
    return cards;
  }

  /** Adds charts and table of a search to a section, if any rank was tried. */
  static void addTo(HtmlElement section, RankCurve curve) {
    if (curve.points().isEmpty()) {
      return;
    }
    section.add(
        Blocks.paragraph(
            String.format(
                "In each of %s folds %s of the entries (%s) were hidden from the fits. Errors"
                    + " are parts of what is large in a column, its .9 quantile. The error of"
                    + " the seen entries falls with every part; that of the hidden ones does not"
                    + " where parts begin to fit noise. Excess is the difference to the best"
                    + " rank, fold by fold; the smallest rank whose excess is within its standard"
                    + " error is taken if its parts come out alike in all folds, also the worst"
                    + " of them.",
                curve.folds(),
                Numbers.percent(curve.share()),
                "blocks".equals(curve.holdout()) ? "whole blocks" : "here and there")));
    double[] ranks = column(curve, RankCurve.Point::rank);
    HtmlElement pair = section.child("div").styled("pair");
    pair.add(
        new LineChart("Mean absolute error over rank", "rank", "mean absolute error")
            .dashedLine("seen entries", ranks, column(curve, RankCurve.Point::fitError))
            .line("hidden entries", ranks, column(curve, RankCurve.Point::error))
            .mark(curve.rank(), curve.rank(), curve.chosen().error())
            .legend()
            .toSvg());
    pair.add(
        new LineChart("Stability of the parts over rank", "rank", "matched correlation")
            .line("all parts", ranks, column(curve, RankCurve.Point::stability))
            .dashedLine("worst part", ranks, column(curve, RankCurve.Point::worstStability))
            .mark(curve.rank(), curve.rank(), curve.chosen().stability())
            .legend()
            .toSvg());
    HtmlElement body =
        Blocks.table(
            section,
            "The ranks tried",
            List.of(
                "#Rank",
                "#Held-out error",
                "#Standard error",
                "#Excess",
                "#Its standard error",
                "#Stability",
                "#Of the worst part",
                "#Error of seen entries"),
            "slim");
    for (RankCurve.Point point : curve.points()) {
      body.child("tr")
          .add(
              Blocks.numberCell(
                  point.rank() + (point.rank() == curve.rank() && curve.structure() ? " ◂" : "")),
              Blocks.numberCell(Numbers.format(point.error())),
              Blocks.numberCell(Numbers.format(point.standardError(), 2)),
              Blocks.numberCell(Numbers.format(point.excess(), 2)),
              Blocks.numberCell(Numbers.format(point.excessStandardError(), 2)),
              Blocks.numberCell(Numbers.fixed(point.stability(), 3)),
              Blocks.numberCell(Numbers.fixed(point.worstStability(), 3)),
              Blocks.numberCell(Numbers.format(point.fitError())));
    }
  }

  private static double[] column(RankCurve curve, ToDoubleFunction<RankCurve.Point> value) {
    return curve.points().stream().mapToDouble(value).toArray();
  }
}
