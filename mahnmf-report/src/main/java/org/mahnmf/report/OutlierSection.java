package org.mahnmf.report;

import java.util.List;
import org.mahnmf.outlier.OutlierScan;
import org.mahnmf.report.chart.Heatmap;
import org.mahnmf.report.html.Blocks;
import org.mahnmf.report.html.HtmlElement;
import org.mahnmf.report.html.Numbers;

/** Where a table departs from its parts. */
final class OutlierSection {

  private static final int NUMBERED = 9;
  private static final int MAP_WIDTH = 900;
  private static final int MAP_HEIGHT = 600;

  private final FitView fit;
  private final Outliers outliers;

  OutlierSection(FitView fit, Outliers outliers) {
    this.fit = fit;
    this.outliers = outliers;
  }

  /** Adds a map of the differences and a table of the largest. */
  void addTo(HtmlElement section) {
    Heatmap map =
        Heatmap.signed(fit.differences(), MAP_WIDTH, MAP_HEIGHT)
            .names(fit.observations().sampleNames(), fit.observations().featureNames())
            .titles("sample", "feature");
    List<OutlierScan.Cell> cells = outliers.strangest();
    // the last first, so that the most important circles lie on top
    for (int k = cells.size() - 1; k >= 0; k--) {
      OutlierScan.Cell cell = cells.get(k);
      map.mark(
          cell.row(),
          cell.column(),
          k < NUMBERED ? Integer.toString(k + 1) : "",
          String.format(
              "%s. %s, %s: %s, expected %s",
              k + 1,
              fit.sampleName(cell.row()),
              fit.featureName(cell.column()),
              Numbers.format(cell.value()),
              Numbers.format(cell.expected())));
    }
    section.add(
        Blocks.paragraph(
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
                    : "")));
    section.add(Blocks.figure(map.toSvg("Where the table departs from its parts")));
    if (cells.isEmpty()) {
      section.add(Blocks.paragraph("No cell stands out. " + outliers.method()));
      return;
    }
    String kind = fit.isStoredOnly() ? "stored" : "observed";
    section.add(
        Blocks.paragraph(
            Numbers.count(outliers.standingOut(), "cell", "cells")
                + " of "
                + Numbers.count(outliers.observed(), kind + " cell", kind + " cells")
                + (outliers.standingOut() == 1 ? " stands out. " : " stand out. ")
                + outliers.method()
                + " The score counts spreads."));
    table(section);
  }

  private void table(HtmlElement section) {
    List<OutlierScan.Cell> cells = outliers.strangest();
    double[] values = new double[3 * cells.size()];
    for (int k = 0; k < cells.size(); k++) {
      values[3 * k] = cells.get(k).value();
      values[3 * k + 1] = cells.get(k).expected();
      values[3 * k + 2] = cells.get(k).value() - cells.get(k).expected();
    }
    int decimals = Numbers.decimals(values);
    HtmlElement body =
        Blocks.table(
            section,
            cells.size() == 1 ? "The strangest cell" : "The " + cells.size() + " strangest cells",
            List.of("#", "Sample", "Feature", "#Value", "#Expected", "#Difference", "#Score"),
            "");
    for (int k = 0; k < cells.size(); k++) {
      OutlierScan.Cell cell = cells.get(k);
      double score = Math.abs(cell.score());
      double apart = cell.value() - cell.expected();
      String difference = Numbers.inColumn(apart, decimals);
      body.child("tr")
          .add(
              Blocks.numberCell(Integer.toString(k + 1)).styled("number faint"),
              Blocks.rowHead(fit.sampleName(cell.row())),
              HtmlElement.of("td", fit.featureName(cell.column())),
              Blocks.numberCell(Numbers.inColumn(cell.value(), decimals)),
              Blocks.numberCell(Numbers.inColumn(cell.expected(), decimals)),
              Blocks.numberCell(apart > 0 ? "+" + difference : difference)
                  .styled(apart > 0 ? "number above" : "number below"),
              Blocks.numberCell(score >= 9999.5 ? "> 9999" : Numbers.fixed(score, 1)));
    }
  }
}
