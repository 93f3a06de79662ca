package org.mahnmf.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.IntFunction;
import java.util.stream.DoubleStream;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.outlier.OneSplit;
import org.mahnmf.outlier.OutlierScan;
import org.mahnmf.report.chart.Heatmap;
import org.mahnmf.report.html.HtmlElement;
import org.mahnmf.report.html.HtmlTable;
import org.mahnmf.report.html.Numbers;

/**
 * The cells of a table that do not fit: those of {@link OutlierScan}, or, of a table for which its
 * fits would take too long, those of {@link OneSplit}.
 *
 * @param strangest the cells that stand out most, the strangest first
 */
record Outliers(List<OutlierScan.Cell> strangest, long standingOut, long observed, String method) {

  /** Cells times parts up to which fits predict every cell. */
  private static final double SMALL = 0x1p20;

  /** What these take of each cell: the table in units of its columns, and one prediction a fold. */
  private static final double BYTES_PER_CELL = 96;

  /** Circles with a number beside them. */
  private static final int NUMBERED = 9;

  /** The strangest first, then in reading order. */
  private static final Comparator<OutlierScan.Cell> ORDER =
      Comparator.comparingDouble((OutlierScan.Cell cell) -> -Math.abs(cell.score()))
          .thenComparingInt(OutlierScan.Cell::row)
          .thenComparingInt(OutlierScan.Cell::column);

  /** Returns how many bytes it takes beside a dense table, at most. */
  static long bytes(int samples, int features, int rank) {
    double cells = (double) samples * features;
    return isSmall(cells, rank)
        ? (long) (BYTES_PER_CELL * cells)
        : OneSplit.bytes(samples, features, rank);
  }

  private static boolean isSmall(double cells, int rank) {
    return cells * rank <= SMALL;
  }

  /** Finds the cells that stand out, and keeps the strangest. */
  static Outliers of(FitView fit, Matrix differences, int most) {
    Observations table = fit.observations();
    if (!isSmall(fit.cells(), fit.rank())
        || fit.rank() >= Math.min(table.samples(), table.features())) {
      OneSplit split = OneSplit.of(table, fit.basis(), fit.codes());
      return bySplit(fit, differences, split, most);
    }
    int threads = Math.max(1, fit.record().environment().threads());
    List<OutlierScan.Cell> cells =
        OutlierScan.of(dense(table), fit.basis(), fit.codes(), threads, () -> false).cells();
    cells.sort(ORDER);
    long observed =
        DoubleStream.of(differences.toDense().array()).filter(cell -> !Double.isNaN(cell)).count();
    List<OutlierScan.Cell> strangest = cells.subList(0, Math.min(most, cells.size()));
    return new Outliers(strangest, cells.size(), observed, OutlierScan.METHOD);
  }

  /** A small sparse table has zeros that count, and perhaps a weight of them. */
  private static Observations dense(Observations observations) {
    if (!(observations.values() instanceof SparseMatrix)) {
      return observations;
    }
    DenseMatrix values = observations.values().toDense();
    DenseMatrix weights = new DenseMatrix(values.rows(), values.columns());
    for (int i = 0; i < values.rows(); i++) {
      for (int j = 0; j < values.columns(); j++) {
        weights.set(i, j, observations.weight(i, j, values.get(i, j)));
      }
    }
    return Observations.of(values).withWeights(weights);
  }

  private static Outliers bySplit(FitView fit, Matrix differences, OneSplit split, int most) {
    // The least strange is on top; of equal ones the later gives way.
    PriorityQueue<OutlierScan.Cell> queue = new PriorityQueue<>(ORDER.reversed());
    Matrix x = fit.observations().values();
    double[] row = new double[differences.longestRow()];
    int[] columns = new int[row.length];
    long standingOut = 0;
    // A sparse matrix does not store differences of zero, which count as well.
    long observed =
        differences instanceof SparseMatrix
            ? ((SparseMatrix) x).nonZeros()
            : x.rows() * (long) x.columns();
    for (int i = 0; i < x.rows(); i++) {
      int count = differences.copyStored(i, columns, row);
      for (int k = 0; k < count; k++) {
        double score = split.score(columns[k], row[k]);
        if (Double.isNaN(row[k])) {
          observed--;
        } else if (Math.abs(score) > OutlierScan.CUT_OFF) {
          standingOut++;
          if (queue.size() == most && Math.abs(score) <= Math.abs(queue.element().score())) {
            continue;
          }
          double value = x.get(i, columns[k]);
          queue.add(new OutlierScan.Cell(i, columns[k], value, value - row[k], score));
          if (queue.size() > most) {
            queue.remove();
          }
        }
      }
    }
    List<OutlierScan.Cell> strangest = new ArrayList<>(queue);
    strangest.sort(ORDER);
    return new Outliers(strangest, standingOut, observed, split.method());
  }

  /** Adds a map of the differences and a table of the largest. */
  void addTo(HtmlElement section, FitView fit, Matrix differences) {
    Heatmap map = map(differences, fit.observations()).titles("sample", "feature");
    mark(map, strangest, fit::sampleName, fit::featureName);
    section.paragraph(
        "Red cells hold more than the parts expect, blue cells less."
            + (map.hasMissing() ? " Hatched cells are missing." : "")
            + (strangest.isEmpty() ? "" : " Circles mark the rows of the table below.")
            + (map.isReduced()
                ? " The table is larger than the picture: each pixel shows the largest"
                    + " difference of its block."
                : "")
            + (fit.isStoredOnly()
                ? " The table is sparse and large: this section looks at the entries that it"
                    + " stores, not at its zeros."
                : ""));
    map.addTo(section, "Where the table departs from its parts");
    if (strangest.isEmpty()) {
      section.paragraph("No cell stands out. " + method);
      return;
    }
    String kind = fit.isStoredOnly() ? "stored" : "observed";
    section.paragraph(
        Numbers.count(standingOut, "cell of ", "cells of ")
            + Numbers.count(observed, kind + " cell", kind + " cells")
            + (standingOut == 1 ? " stands out. " : " stand out. ")
            + method
            + " The score counts spreads.");
    table(section, fit);
  }

  /** Returns a map of what is off, in red and blue. */
  static Heatmap map(Matrix cells, Observations table) {
    return Heatmap.signed(cells, 900, 600).names(table.sampleNames(), table.featureNames());
  }

  /** Circles cells; the last first, so that the most important circles lie on top. */
  static void mark(
      Heatmap map,
      List<OutlierScan.Cell> cells,
      IntFunction<String> rows,
      IntFunction<String> columns) {
    for (int k = cells.size() - 1; k >= 0; k--) {
      OutlierScan.Cell cell = cells.get(k);
      String place = rows.apply(cell.row()) + ", " + columns.apply(cell.column());
      String values =
          Numbers.format(cell.value()) + ", expected " + Numbers.format(cell.expected());
      String label = k < NUMBERED ? Integer.toString(k + 1) : "";
      map.mark(cell.row(), cell.column(), label, (k + 1) + ". " + place + ": " + values);
    }
  }

  private void table(HtmlElement section, FitView fit) {
    double[] shown = new double[3 * strangest.size()];
    for (int k = 0; k < strangest.size(); k++) {
      OutlierScan.Cell cell = strangest.get(k);
      shown[3 * k] = cell.value();
      shown[3 * k + 1] = cell.expected();
      shown[3 * k + 2] = cell.value() - cell.expected();
    }
    int decimals = Numbers.decimals(shown);
    int count = strangest.size();
    HtmlTable table =
        new HtmlTable(
            section,
            count == 1 ? "The strangest cell" : "The " + count + " strangest cells",
            "",
            "#, Sample, Feature, #Value, #Expected, #Difference, #Score".split(", "));
    for (int k = 0; k < count; k++) {
      OutlierScan.Cell cell = strangest.get(k);
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
