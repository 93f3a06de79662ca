package org.mahnmf.report;

import java.util.List;
import java.util.Optional;
import org.mahnmf.HeldOutCurve;
import org.mahnmf.RunRecord;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.outlier.OutlierScan;
import org.mahnmf.report.chart.Heatmap;
import org.mahnmf.report.html.HtmlElement;
import org.mahnmf.report.html.HtmlPage;
import org.mahnmf.report.html.HtmlTable;
import org.mahnmf.report.html.Numbers;

/**
 * A page about the cells and rows of a table that stand out.
 *
 * @param name of the input, such as its file name
 * @param observations what was scanned; <em>kept</em>
 * @param ranks how the rank was found, if it was
 * @param sample what the file calls it
 * @param feature what the file calls it
 */
public record OutlierReport(
    String name,
    Observations observations,
    OutlierScan scan,
    RunRecord record,
    Optional<HeldOutCurve> ranks,
    String sample,
    String feature) {

  private static final int MOST_CELLS = 50;
  private static final int MOST_ROWS = 20;

  /** Scores beyond this many cut-offs have the full colour. */
  private static final double FULL_COLOUR = 3;

  /** Reports a scan of a table whose samples are rows of its file. */
  public OutlierReport(
      String name,
      Observations observations,
      OutlierScan scan,
      RunRecord record,
      Optional<HeldOutCurve> ranks) {
    this(name, observations, scan, record, ranks, "row", "column");
  }

  /** Returns the report of a table whose samples are columns of its file. */
  public OutlierReport withColumnsAsSamples() {
    return new OutlierReport(name, observations, scan, record, ranks, "column", "row");
  }

  public String render() {
    List<OutlierScan.Cell> cells = scan.cells();
    List<OutlierScan.Row> rows = scan.rows();
    HtmlPage page = new HtmlPage("Outlier report", name, lead(cells.size(), rows.size()));
    double share = (double) cells.size() / Math.max(1, record.data().observed());
    String count = Numbers.fixed(cells.size(), 0);
    page.card("Cells that stand out", count, Numbers.percent(share) + " of those observed")
        .card(capital(sample) + "s with such cells", Numbers.fixed(rows.size(), 0), "")
        .card("Cut-off", Numbers.fixed(OutlierScan.CUT_OFF, 0), "spreads of the column")
        .card("Parts", Integer.toString(record.setup().rank()), "that tell what is expected");
    RunSection run = new RunSection(record);
    run.addNotes(page);
    cells(page.section("Cells"), cells);
    rows(page.section(capital(sample) + "s"), rows);
    ranks.ifPresent(curve -> RankReport.addTo(page, curve));
    run.addConvergence(page.section("How the fit went"));
    return run.finish(page);
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

  private void cells(HtmlElement section, List<OutlierScan.Cell> all) {
    section.paragraph(
        "Red cells hold more than expected, blue cells less. "
            + OutlierScan.METHOD
            + " The score counts spreads.");
    List<OutlierScan.Cell> cells = all.subList(0, Math.min(MOST_CELLS, all.size()));
    Heatmap map = Outliers.map(clipped(), observations).titles(sample, feature);
    Outliers.mark(map, cells, this::row, this::column);
    map.addTo(section, "How far each cell is from what is expected");
    if (cells.isEmpty()) {
      return;
    }
    HtmlTable table =
        new HtmlTable(
            section,
            cells.size() < all.size()
                ? "The strangest " + cells.size() + " cells; outliers.csv has all"
                : "The strangest cells first",
            "",
            ("#, " + capital(sample) + ", " + capital(feature) + ", #Value, #Expected, #Score")
                .split(", "));
    for (int k = 0; k < cells.size(); k++) {
      OutlierScan.Cell cell = cells.get(k);
      table.row(
          HtmlTable.number(Integer.toString(k + 1), "faint"),
          row(cell.row()),
          column(cell.column()),
          Numbers.format(cell.value()),
          Numbers.format(cell.expected()),
          HtmlTable.number(Numbers.fixed(cell.score(), 1), cell.score() > 0 ? "above" : "below"));
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
      section.paragraph("No " + sample + " has a cell that stands out.");
      return;
    }
    section.paragraph(
        String.format(
            "A %s's score is the mean size of its differences in spreads; one cell counts 10"
                + " at most. A %s without outliers has about 0.8. Where too few other"
                + " cells are left to predict them from, they are not repaired.",
            sample, sample));
    HtmlTable table =
        new HtmlTable(
            section,
            "The strangest " + sample + "s first",
            "slim",
            (capital(sample) + ", #Cells that stand out, #Score, Repairable").split(", "));
    for (OutlierScan.Row row : rows.subList(0, Math.min(MOST_ROWS, rows.size()))) {
      table.row(
          row(row.row()),
          Integer.toString(row.cells()),
          Numbers.fixed(row.score(), 2),
          row.isRepairable() ? "yes" : "no");
    }
  }

  private static String capital(String word) {
    return Character.toUpperCase(word.charAt(0)) + word.substring(1);
  }

  private String row(int row) {
    return FitView.name(observations.sampleNames(), row, sample);
  }

  private String column(int column) {
    return FitView.name(observations.featureNames(), column, feature);
  }
}
