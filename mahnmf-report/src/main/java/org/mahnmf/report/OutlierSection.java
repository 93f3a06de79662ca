package org.mahnmf.report;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.DoubleStream;
import org.mahnmf.outlier.OutlierScan;
import org.mahnmf.report.chart.Heatmap;
import org.mahnmf.report.html.HtmlElement;
import org.mahnmf.report.html.HtmlTable;
import org.mahnmf.report.html.Numbers;

/** Where a table departs from its parts. */
final class OutlierSection {

  static final int MAP_WIDTH = 900;
  static final int MAP_HEIGHT = 600;

  private static final int NUMBERED = 9;

  private OutlierSection() {}

  /** Adds a map of the differences and a table of the largest. */
  static void addTo(HtmlElement section, FitView fit, Outliers outliers) {
    Heatmap map =
        Heatmap.signed(fit.differences(), MAP_WIDTH, MAP_HEIGHT)
            .names(fit.observations().sampleNames(), fit.observations().featureNames())
            .titles("sample", "feature");
    List<OutlierScan.Cell> cells = outliers.strangest();
    mark(map, cells, fit::sampleName, fit::featureName);
    section.paragraph(
        "Red cells hold more than the parts expect, blue cells less."
            + (map.hasMissing() ? " Hatched cells are missing." : "")
            + (cells.isEmpty() ? "" : " Circles mark the rows of the table below.")
            + (map.isReduced()
                ? " The table is larger than the picture: each pixel shows the largest"
                    + " difference of its block."
                : "")
            + (fit.isStoredOnly()
                ? " The table is sparse and large: this section looks at the entries that it"
                    + " stores, not at its zeros."
                : ""));
    map.addTo(section, "Where the table departs from its parts");
    if (cells.isEmpty()) {
      section.paragraph("No cell stands out. " + outliers.method());
      return;
    }
    String kind = fit.isStoredOnly() ? "stored" : "observed";
    section.paragraph(
        String.format(
            "%s of %s %s out. %s The score counts spreads.",
            Numbers.count(outliers.standingOut(), "cell", "cells"),
            Numbers.count(outliers.observed(), kind + " cell", kind + " cells"),
            outliers.standingOut() == 1 ? "stands" : "stand",
            outliers.method()));
    table(section, fit, cells);
  }

  /** Circles cells; the last first, so that the most important circles lie on top. */
  static void mark(
      Heatmap map,
      List<OutlierScan.Cell> cells,
      IntFunction<String> rows,
      IntFunction<String> columns) {
    for (int k = cells.size() - 1; k >= 0; k--) {
      OutlierScan.Cell cell = cells.get(k);
      String words =
          String.format(
              "%s. %s, %s: %s, expected %s",
              k + 1,
              rows.apply(cell.row()),
              columns.apply(cell.column()),
              Numbers.format(cell.value()),
              Numbers.format(cell.expected()));
      map.mark(cell.row(), cell.column(), k < NUMBERED ? Integer.toString(k + 1) : "", words);
    }
  }

  private static void table(HtmlElement section, FitView fit, List<OutlierScan.Cell> cells) {
    int decimals =
        Numbers.decimals(
            cells.stream()
                .flatMapToDouble(
                    cell ->
                        DoubleStream.of(
                            cell.value(), cell.expected(), cell.value() - cell.expected()))
                .toArray());
    HtmlTable table =
        new HtmlTable(
            section,
            cells.size() == 1 ? "The strangest cell" : "The " + cells.size() + " strangest cells",
            "",
            List.of("#", "Sample", "Feature", "#Value", "#Expected", "#Difference", "#Score"));
    for (int k = 0; k < cells.size(); k++) {
      OutlierScan.Cell cell = cells.get(k);
      double score = Math.abs(cell.score());
      double apart = cell.value() - cell.expected();
      String difference = (apart > 0 ? "+" : "") + Numbers.inColumn(apart, decimals);
      table.row(
          HtmlTable.number(Integer.toString(k + 1), "faint"),
          fit.sampleName(cell.row()),
          fit.featureName(cell.column()),
          Numbers.inColumn(cell.value(), decimals),
          Numbers.inColumn(cell.expected(), decimals),
          HtmlTable.number(difference, apart > 0 ? "above" : "below"),
          score >= 9999.5 ? "> 9999" : Numbers.fixed(score, 1));
    }
  }
}
