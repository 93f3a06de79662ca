package org.mahnmf.report;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.outlier.OneSplit;
import org.mahnmf.outlier.OutlierScan;

/**
 * The cells of a table that do not fit: those of {@link OutlierScan}, or, of a table for which its
 * fits would take too long, those of {@link OneSplit}.
 *
 * @param strangest the cells that stand out most, the strangest first
 */
record Outliers(List<OutlierScan.Cell> strangest, long standingOut, long observed, String method) {

  /** Cells times parts up to which fits predict every cell. */
  private static final double SMALL = 0x1p20;

  /** The strangest first, then in reading order. */
  private static final Comparator<OutlierScan.Cell> ORDER =
      Comparator.comparingDouble((OutlierScan.Cell cell) -> -Math.abs(cell.score()))
          .thenComparingInt(OutlierScan.Cell::row)
          .thenComparingInt(OutlierScan.Cell::column);

  /** Finds the cells that stand out, and keeps the strangest. */
  static Outliers of(FitView fit, int most) {
    int samples = fit.samples();
    int features = fit.observations().features();
    boolean isSmall = (double) samples * features * fit.rank() <= SMALL;
    return isSmall && fit.rank() < Math.min(samples, features)
        ? byFolds(fit, most)
        : bySplit(fit, most);
  }

  private static Outliers byFolds(FitView fit, int most) {
    int threads = Math.max(1, fit.record().environment().threads());
    OutlierScan scan =
        OutlierScan.of(dense(fit.observations()), fit.basis(), fit.codes(), threads, () -> false);
    List<OutlierScan.Cell> cells = scan.cells();
    long[] observed = {0};
    fit.forEach((row, column, value, difference) -> observed[0]++);
    return new Outliers(
        cells.stream().sorted(ORDER).limit(most).toList(),
        cells.size(),
        observed[0],
        OutlierScan.METHOD);
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

  private static Outliers bySplit(FitView fit, int most) {
    OneSplit split = OneSplit.of(fit.observations(), fit.basis(), fit.codes());
    // The least strange is on top; of equal ones the later gives way.
    PriorityQueue<OutlierScan.Cell> queue = new PriorityQueue<>(Collections.reverseOrder(ORDER));
    long[] counts = {0, 0};
    fit.forEach(
        (row, column, value, difference) -> {
          double score = split.score(column, difference);
          counts[0]++;
          if (Math.abs(score) > OutlierScan.CUT_OFF) {
            counts[1]++;
            queue.add(new OutlierScan.Cell(row, column, value, value - difference, score));
            if (queue.size() > most) {
              queue.remove();
            }
          }
        });
    return new Outliers(
        queue.stream().sorted(ORDER).toList(), counts[1], counts[0], split.method());
  }
}
