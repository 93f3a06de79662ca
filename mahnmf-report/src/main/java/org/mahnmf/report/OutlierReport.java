package org.mahnmf.report;

import java.util.List;
import java.util.Optional;
import org.mahnmf.RankCurve;
import org.mahnmf.RunRecord;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.outlier.OutlierScan;
import org.mahnmf.report.chart.Heatmap;
import org.mahnmf.report.html.Blocks;
import org.mahnmf.report.html.HtmlElement;
import org.mahnmf.report.html.HtmlPage;
import org.mahnmf.report.html.Numbers;

/** A page about the cells and rows of a table that stand out. */
public final class OutlierReport {

  private static final int MOST_CELLS = 50;
  private static final int MOST_ROWS = 20;
  private static final int NUMBERED = 9;
  private static final int MAP_WIDTH = 900;
  private static final int MAP_HEIGHT = 600;

  /** Scores beyond this many cut-offs have the full colour. */
  private static final double FULL_COLOUR = 3;

  private final String name;
  private final Observations observations;
  private final OutlierScan scan;
  private final RunRecord record;
  private final Optional<RankCurve> ranks;
  private final String sample; // what the file calls it
  private final String feature;

  /**
   * Reports a scan.
   *
   * @param name of the input, such as its file name
   * @param observations what was scanned; <em>kept</em>
   * @param scan what was found
   * @param record of the fit
   * @param ranks how the rank was found, if it was
   */
  public OutlierReport(
      String name,
      Observations observations,
      OutlierScan scan,
      RunRecord record,
      Optional<RankCurve> ranks) {
    this.name = name;
    this.observations = observations;
    this.scan = scan;
    this.record = record;
    this.ranks = ranks;
    this.sample = "row";
    this.feature = "column";
  }

  private OutlierReport(OutlierReport report, String sample, String feature) {
    this.name = report.name;
    this.observations = report.observations;
    this.scan = report.scan;
    this.record = report.record;
    this.ranks = report.ranks;
    this.sample = sample;
    this.feature = feature;
  }

  /** Returns the report of a table whose samples are columns of its file. */
  public OutlierReport withColumnsAsSamples() {
    return new OutlierReport(this, "column", "row");
  }

  /** Returns the page. */
  public String render() {
    List<OutlierScan.Cell> cells = scan.cells();
    List<OutlierScan.Row> rows = scan.rows();
    HtmlPage page = new HtmlPage("Outlier report", name, lead(cells.size(), rows.size()));
    page.add(cards(cells.size(), rows.size()));
    RunSection.notes(page, record);
    cells(page.section("Cells"), cells);
    rows(page.section(capital(sample) + "s"), rows);
    ranks.ifPresent(
        curve -> {
          HtmlElement section = page.section("How the rank was found");
          section.add(Blocks.paragraph(curve.sentence()));
          RankReport.addTo(section, curve);
        });
    RunSection.convergence(page.section("How the fit went"), record);
    RunSection.record(page.section("Run record"), record);
    return RunSection.footer(page, record).render();
  }

  private String lead(int cells, int rows) {
    if (cells == 0) {
      return "No cell of the table stands out.";
    }
    return String.format(
        "%s in %s%s not fit what the rest of the table tells.",
        Numbers.count(cells, "cell", "cells"),
        Numbers.count(rows, sample, sample + "s"),
        cells == 1 ? " does" : " do");
  }

  private HtmlElement cards(int cells, int rows) {
    HtmlElement cards = Blocks.cards();
    double share = (double) cells / Math.max(1, record.data().observed());
    Blocks.card(
        cards,
        "Cells that stand out",
        Numbers.fixed(cells, 0),
        Numbers.percent(share) + " of those observed",
        "");
    Blocks.card(cards, capital(sample) + "s with such cells", Numbers.fixed(rows, 0), "", "");
    Blocks.card(
        cards, "Cut-off", Numbers.fixed(OutlierScan.CUT_OFF, 0), "spreads of the column", "");
    Blocks.card(
        cards, "Parts", Integer.toString(record.setup().rank()), "that tell what is expected", "");
    return cards;
  }

  private void cells(HtmlElement section, List<OutlierScan.Cell> cells) {
    section.add(
        Blocks.paragraph(
            "Red cells hold more than expected, blue cells less. "
                + OutlierScan.METHOD
                + " The score counts spreads."));
    Heatmap map =
        Heatmap.signed(clipped(), MAP_WIDTH, MAP_HEIGHT)
            .names(observations.sampleNames(), observations.featureNames())
            .titles(sample, feature);
    int marked = Math.min(MOST_CELLS, cells.size());
    // the last first, so that the most important circles lie on top
    for (int k = marked - 1; k >= 0; k--) {
      OutlierScan.Cell cell = cells.get(k);
      String words =
          String.format(
              "%s. %s, %s: %s, expected %s",
              k + 1,
              row(cell.row()),
              column(cell.column()),
              Numbers.format(cell.value()),
              Numbers.format(cell.expected()));
      map.mark(cell.row(), cell.column(), k < NUMBERED ? Integer.toString(k + 1) : "", words);
    }
    section.add(Blocks.figure(map.toSvg("How far each cell is from what is expected")));
    if (cells.isEmpty()) {
      return;
    }
    HtmlElement body =
        Blocks.table(
            section,
            marked < cells.size()
                ? "The strangest " + marked + " cells; outliers.csv has all"
                : "The strangest cells first",
            List.of("#", capital(sample), capital(feature), "#Value", "#Expected", "#Score"),
            "");
    for (int k = 0; k < marked; k++) {
      OutlierScan.Cell cell = cells.get(k);
      body.child("tr")
          .add(
              Blocks.numberCell(Integer.toString(k + 1)).styled("number faint"),
              Blocks.rowHead(row(cell.row())),
              HtmlElement.of("td", column(cell.column())),
              Blocks.numberCell(Numbers.format(cell.value())),
              Blocks.numberCell(Numbers.format(cell.expected())),
              Blocks.numberCell(Numbers.fixed(cell.score(), 1))
                  .styled(cell.score() > 0 ? "number above" : "number below"));
    }
  }

  private Matrix clipped() {
    DenseMatrix clipped = DenseMatrix.copyOf(scan.scores());
    double most = FULL_COLOUR * OutlierScan.CUT_OFF;
    for (int i = 0; i < clipped.rows(); i++) {
      for (int j = 0; j < clipped.columns(); j++) {
        double score = Math.max(-most, Math.min(most, clipped.get(i, j)));
        clipped.set(i, j, observations.weight(i, j) > 0 ? score : Double.NaN);
      }
    }
    return clipped;
  }

  private void rows(HtmlElement section, List<OutlierScan.Row> rows) {
    if (rows.isEmpty()) {
      section.add(Blocks.paragraph("No " + sample + " has a cell that stands out."));
      return;
    }
    section.add(
        Blocks.paragraph(
            String.format(
                "A %s's score is the mean size of its differences in spreads; one cell counts 10"
                    + " at most. An innocent %s has about 0.8. Where more cells stand out than"
                    + " the others can answer for, they are not repaired.",
                sample, sample)));
    HtmlElement body =
        Blocks.table(
            section,
            "The strangest " + sample + "s first",
            List.of(capital(sample), "#Cells that stand out", "#Score", "Repairable"),
            "slim");
    rows.stream()
        .limit(MOST_ROWS)
        .forEach(
            row ->
                body.child("tr")
                    .add(
                        Blocks.rowHead(row(row.row())),
                        Blocks.numberCell(Integer.toString(row.cells())),
                        Blocks.numberCell(Numbers.fixed(row.score(), 2)),
                        HtmlElement.of("td", row.isRepairable() ? "yes" : "no")));
  }

  private static String capital(String word) {
    return Character.toUpperCase(word.charAt(0)) + word.substring(1);
  }

  private String row(int row) {
    List<String> names = observations.sampleNames();
    return names.isEmpty() ? sample + " " + (row + 1) : names.get(row);
  }

  private String column(int column) {
    List<String> names = observations.featureNames();
    return names.isEmpty() ? feature + " " + (column + 1) : names.get(column);
  }
}
