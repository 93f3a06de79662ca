package org.mahnmf.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Where a table departs most from its parts. The usual spread is 1.4826·median|difference|, which
 * estimates the standard deviation and does not care about the outliers themselves.
 */
final class Outliers {

  /** A cell stands out if it differs by more than this many spreads. */
  static final double STANDS_OUT = 5;

  /** A spread below this share of the mean |X| is rounding, not noise. */
  private static final double ROUNDING = 1e-9;

  private final List<Cell> largest;
  private final double spread;
  private final long standingOut;
  private final long observed;
  private final boolean exact;

  private Outliers(
      List<Cell> largest, double spread, long standingOut, long observed, boolean exact) {
    this.largest = largest;
    this.spread = spread;
    this.standingOut = standingOut;
    this.observed = observed;
    this.exact = exact;
  }

  /** Finds the cells with the largest differences. */
  static Outliers of(FitView fit, int most) {
    Sums sums = new Sums();
    // The least of the largest is on top; of equal ones the later gives way.
    PriorityQueue<Cell> queue = new PriorityQueue<>(Collections.reverseOrder(Cell.ORDER));
    fit.forEach(
        (row, column, value, difference) -> {
          sums.count++;
          sums.values += value;
          if (queue.size() < most || Math.abs(difference) > Math.abs(queue.peek().difference)) {
            queue.add(new Cell(row, column, value, difference));
            if (queue.size() > most) {
              queue.remove();
            }
          }
        });
    double rounding = sums.count == 0 ? 0 : ROUNDING * sums.values / sums.count;
    double median =
        new CountedMedian(
                sizes ->
                    fit.forEach(
                        (row, column, value, difference) -> sizes.accept(Math.abs(difference))))
            .of(sums.count);
    double spread = Math.max(1.4826 * median, rounding);
    long above = above(fit, STANDS_OUT * spread);
    List<Cell> cells = new ArrayList<>(queue);
    cells.removeIf(cell -> Math.abs(cell.difference) <= rounding);
    cells.sort(Cell.ORDER);
    return new Outliers(List.copyOf(cells), spread, above, sums.count, spread <= rounding);
  }

  /** Over all cells. */
  private static final class Sums {
    private long count;
    private double values;
  }

  private static long above(FitView fit, double size) {
    long[] above = {0};
    fit.forEach(
        (row, column, value, difference) -> above[0] += Math.abs(difference) > size ? 1 : 0);
    return above[0];
  }

  /** Returns the cells that differ most, largest first; none that differ by rounding only. */
  List<Cell> largest() {
    return largest;
  }

  /** Returns the usual size of a difference. */
  double spread() {
    return spread;
  }

  /** Returns how many cells differ by more than {@link #STANDS_OUT} spreads. */
  long standingOut() {
    return standingOut;
  }

  /** Returns how many cells were seen. */
  long observed() {
    return observed;
  }

  /** Returns whether the parts meet at least half of the cells but for rounding. */
  boolean isExact() {
    return exact;
  }

  /** Returns |difference| in spreads. */
  double score(Cell cell) {
    return Math.abs(cell.difference) / spread;
  }

  /**
   * One entry of the table.
   *
   * @param row zero-based
   * @param column zero-based
   * @param value in the table
   * @param difference from what the parts expect
   */
  record Cell(int row, int column, double value, double difference) {

    /** Largest difference first, then in reading order. */
    static final Comparator<Cell> ORDER =
        Comparator.comparingDouble((Cell cell) -> -Math.abs(cell.difference))
            .thenComparingInt(Cell::row)
            .thenComparingInt(Cell::column);

    double expected() {
      return value - difference;
    }
  }
}
