package org.mahnmf.outlier;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Observations;

/**
 * The cells and rows of a table that do not fit what its parts expect.
 *
 * <p>The residual of a cell is divided by a robust spread: that of residuals at this level of the
 * expected value, times what the cell's column and its row add to it ({@link Spreads}). Where the
 * middle of these scores shows heavier tails than those of the normal distribution, a power draws
 * them in, so that a score reads as standard deviations in either case. Cells are then cut off so
 * that among those flagged a share of at most {@link #FALSE_SHARE} is expected to be innocent
 * (Benjamini, Hochberg 1995).
 */
public final class OutlierScan {

  /** Expected share of innocent cells among those flagged. */
  public static final double FALSE_SHARE = .001;

  /** Cells of a table that is scanned at most; a scan keeps a few numbers for each. */
  private static final double MOST_CELLS = 0x1p28;

  /**
   * A spread below this share of how much the expected values of a column vary, or of how large
   * they are, is that of the search and not noise: even without noise a non-negative fit may miss a
   * few samples by that much, because they lie just outside the cone of the parts.
   */
  private static final double FLOOR_OF_VARIATION = .03;

  private static final double FLOOR_OF_SIZE = 1e-4;

  /** Expected values below this share of the usual positive entry of a column are zeros. */
  private static final double MOSTLY_ZERO = .01;

  /**
   * Of the cells of a column where nothing is expected, or where something is, nearly all: the rest
   * may be outliers.
   */
  private static final double NEARLY_ALL = .9;

  /** Levels of the expected value that have a spread of their own, and cells in each. */
  private static final int MOST_LEVELS = 20;

  private static final int LEAST_CELLS = 200;

  /** Keeps residuals that are exactly zero from being divided by zero. */
  private static final double LEAST_SPREAD = 1e-9;

  /** Where the tails are compared with those of the normal distribution, and how far drawn in. */
  private static final double TAIL = .85;

  private static final double NORMAL_MEDIAN = .67449;
  private static final double NORMAL_TAIL = 1.43953;
  private static final double LEAST_POWER = .4;
  private static final int ROUNDS = 3;

  /**
   * How many times noisier than usual a row or a level may be: a row of errors is not noise. A
   * column may be as noisy as it likes, since that is what some sensors are.
   */
  private static final double MOST_NOISE = 4;

  private static final double MOST_COLUMN_NOISE = 1e6;

  /**
   * A residual that is met exactly, in usual spreads or in floors, and how many of them there are
   * with noise.
   */
  private static final double EXACT = 1e-3;

  private static final double MOST_MET = .5;

  /** Level, column and row each explain a part of the spread, so they are asked in turn. */
  private static final int SWEEPS = 2;

  /** A row is as strange as its cells; one cell counts at most this much. */
  private static final double MOST_OF_A_CELL = 10;

  private final Observations observations;
  private final Matrix expected;
  private final Spreads spreads;
  private final DenseMatrix scores;
  private final double[] rowScores;
  private final boolean[] telling; // cells that tell how much noise there is
  private double cutOff = Double.POSITIVE_INFINITY;

  /**
   * A cell that stands out.
   *
   * @param row of the table, from 0
   * @param column of the table, from 0
   * @param value in the table
   * @param expected by the parts
   * @param score how far apart these are, in standard deviations
   */
  public record Cell(int row, int column, double value, double expected, double score) {}

  /**
   * A row with cells that stand out.
   *
   * @param row of the table, from 0
   * @param cells how many stand out
   * @param score mean size of its residuals in usual spreads, 10 at most for one cell
   */
  public record Row(int row, int cells, double score) {}

  private OutlierScan(Observations observations, Matrix expected, double parameters) {
    this.observations = observations;
    this.expected = expected;
    this.spreads = new Spreads(Math.min(.5, parameters));
    this.scores = new DenseMatrix(expected.rows(), expected.columns());
    this.rowScores = new double[expected.rows()];
    this.telling = new boolean[scores.array().length];
  }

  /**
   * Fits a table and scans it. Columns may be in different units.
   *
   * @param settings of the fit
   * @param observations <em>not modified</em>; kept
   */
  public static OutlierScan of(MahNmf settings, Observations observations) {
    ColumnUnits units = ColumnUnits.of(observations);
    return of(observations, settings.fit(units.divide(observations)), units);
  }

  /**
   * Scans a table that was fitted in other units.
   *
   * @param observations in the user's units; <em>not modified</em>; kept
   * @param fit of the same table in units of its own
   * @param units of the fit
   */
  public static OutlierScan of(Observations observations, Factorization fit, ColumnUnits units) {
    Matrix expected = SpanFit.expected(fit.observations(), fit.codes(), fit.basis());
    return of(observations, units.multiply(expected), fit.basis().rows());
  }

  /**
   * Scans a table.
   *
   * @param observations <em>not modified</em>; kept
   * @param expected what its parts make of it, the same size; <em>kept</em>
   * @param rank number of parts
   */
  public static OutlierScan of(Observations observations, Matrix expected, int rank) {
    requireScannable(observations);
    double cells = (double) observations.samples() * observations.features();
    double parameters = (double) rank * (observations.samples() + observations.features());
    OutlierScan scan = new OutlierScan(observations, expected, parameters / cells);
    scan.run();
    return scan;
  }

  /**
   * Checks before the work that a table can be scanned.
   *
   * @param observations what would be scanned
   * @throws IllegalArgumentException if it is sparse or too large
   */
  public static void requireScannable(Observations observations) {
    double cells = (double) observations.samples() * observations.features();
    if (observations.values() instanceof SparseMatrix || cells > MOST_CELLS) {
      throw new IllegalArgumentException(
          "only dense tables of up to " + (long) MOST_CELLS + " cells are scanned for outliers");
    }
  }

  private void run() {
    int[] cells = observed();
    double[] levels = residuals(cells);
    markTelling(cells, levels);
    double[] inFloors = scores.array().clone();
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      divideByLevel(cells, levels);
      divideByLines(cells, inFloors, false);
      if (sweep == 0) {
        rowScores(cells, inFloors);
      }
      divideByLines(cells, inFloors, true);
    }
    // Whatever was divided by, it is not less than the floor.
    for (int k : cells) {
      scores.array()[k] = smaller(scores.array()[k], inFloors[k]);
    }
    drawIn(cells);
  }

  /** The places of all observed cells, row by row. */
  private int[] observed() {
    int width = scores.columns();
    return IntStream.range(0, scores.rows() * width)
        .filter(k -> observations.weight(k / width, k % width) > 0)
        .toArray();
  }

  /** What the parts expect, which for differences of parts may be less than any entry can be. */
  private double expected(int row, int column) {
    return Math.max(0, expected.get(row, column));
  }

  /** Residuals in floors of their columns; returns the expected values in the same unit. */
  private double[] residuals(int[] cells) {
    int width = scores.columns();
    double[] floor = floors();
    double[] level = new double[scores.array().length];
    for (int k : cells) {
      double unit = floor[k % width];
      double value = observations.values().get(k / width, k % width);
      double here = expected(k / width, k % width);
      level[k] = unit > 0 ? here / unit : 0;
      scores.array()[k] = unit > 0 ? (value - here) / unit : 0;
    }
    return level;
  }

  /**
   * Finds the cells that tell how much noise there is. In a column with many zeros these do not:
   * nothing is below zero, so they may be met without noise and with much. Nor does what stands
   * where nothing is expected and nearly always nothing is seen.
   */
  private void markTelling(int[] cells, double[] level) {
    int width = scores.columns();
    int[] count = new int[width];
    int[] zeros = new int[width];
    int[] bare = new int[width];
    int[] empty = new int[width];
    for (int k : cells) {
      int zero = isZero(k) ? 1 : 0;
      int low = level[k] < 1 ? 1 : 0;
      count[k % width]++;
      zeros[k % width] += zero;
      bare[k % width] += low;
      empty[k % width] += low * zero;
    }
    for (int k : cells) {
      int j = k % width;
      boolean manyZeros = zeros[j] > (1 - NEARLY_ALL) * count[j];
      boolean nearlyEmpty = empty[j] > NEARLY_ALL * bare[j];
      telling[k] = !(manyZeros && isZero(k)) && !(nearlyEmpty && level[k] < 1);
    }
  }

  private boolean isZero(int k) {
    return observations.values().get(k / scores.columns(), k % scores.columns()) == 0;
  }

  /** Divides by the spread at the level of the expected value. */
  private void divideByLevel(int[] cells, double[] level) {
    int[] order =
        IntStream.of(cells)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer k) -> level[k]))
            .mapToInt(Integer::intValue)
            .toArray();
    int levels = Math.max(1, Math.min(MOST_LEVELS, cells.length / LEAST_CELLS));
    double[][] sizes = new double[levels][cells.length / levels + 1];
    int[] counts = new int[levels];
    for (int q = 0; q < order.length; q++) {
      int b = (int) ((long) q * levels / order.length);
      if (telling[order[q]]) {
        sizes[b][counts[b]++] = Math.abs(scores.array()[order[q]]);
      }
    }
    double[] spread = spreads.of(sizes, counts, 0, MOST_NOISE);
    for (int q = 0; q < order.length; q++) {
      double place = (q + .5) * levels / order.length - .5;
      int below = (int) Math.max(0, Math.min(levels - 1, Math.floor(place)));
      int above = Math.min(levels - 1, below + 1);
      double part = Math.max(0, Math.min(1, place - below));
      double here = spread[below] + part * (spread[above] - spread[below]);
      scores.array()[order[q]] /= Math.max(LEAST_SPREAD, here);
    }
  }

  /** The least spread of each column that counts as noise. */
  private double[] floors() {
    Spreads plain = new Spreads(0);
    double[] floors = new double[scores.columns()];
    double[] column = new double[scores.rows()];
    for (int j = 0; j < floors.length; j++) {
      for (int i = 0; i < column.length; i++) {
        column[i] = expected(i, j);
      }
      double middle = plain.quantile(column, column.length, .5);
      for (int i = 0; i < column.length; i++) {
        column[i] = Math.abs(column[i] - middle);
      }
      double variation = plain.of(column, column.length);
      double usual = ColumnUnits.usual(observations, j, column);
      if (Math.max(middle, variation) < MOSTLY_ZERO * usual) {
        variation = usual; // from nothing to that
      }
      floors[j] = Math.max(FLOOR_OF_VARIATION * variation, FLOOR_OF_SIZE * middle);
    }
    return floors;
  }

  /** Divides by what each row or each column adds to the usual spread. */
  private void divideByLines(int[] cells, double[] inFloors, boolean rows) {
    int width = scores.columns();
    int lines = rows ? scores.rows() : width;
    double[][] sizes = new double[lines][rows ? width : scores.rows()];
    int[] count = new int[lines];
    int met = 0;
    int told = 0;
    for (int k : cells) {
      if (telling[k]) {
        int line = rows ? k / width : k % width;
        double size = Math.abs(scores.array()[k]);
        sizes[line][count[line]++] = size;
        met += Math.min(size, Math.abs(inFloors[k])) < EXACT ? 1 : 0;
        told++;
      }
    }
    // Without noise all is met exactly but the outliers, which then must not pass for noise.
    double tiny = met < MOST_MET * told ? EXACT : 0;
    double[] spread = spreads.of(sizes, count, tiny, rows ? MOST_NOISE : MOST_COLUMN_NOISE);
    for (int k : cells) {
      scores.array()[k] /= Math.max(LEAST_SPREAD, spread[rows ? k / width : k % width]);
    }
  }

  private static double smaller(double score, double other) {
    return Math.abs(score) < Math.abs(other) ? score : other;
  }

  private void rowScores(int[] cells, double[] inFloors) {
    int width = scores.columns();
    int[] count = new int[rowScores.length];
    for (int k : cells) {
      rowScores[k / width] +=
          Math.min(MOST_OF_A_CELL, Math.abs(smaller(scores.array()[k], inFloors[k])));
      count[k / width]++;
    }
    for (int i = 0; i < count.length; i++) {
      rowScores[i] /= Math.max(1, count[i]);
    }
  }

  /**
   * Makes the median and the tail of the innocent cells those of the normal distribution, and cuts
   * off. Which cells are innocent depends on the cut, so this takes a few rounds.
   */
  private void drawIn(int[] cells) {
    double[] sizes = sizes(IntStream.of(cells));
    double[] told = sizes(IntStream.of(cells).filter(k -> telling[k]));
    double power = 1;
    double median = 0;
    double flagged = 0;
    for (int round = 0; round < ROUNDS; round++) {
      double innocent = 1 - flagged / Math.max(1, told.length);
      median = Math.max(spreads.quantile(told, told.length, .5 * innocent), NORMAL_MEDIAN);
      double tail = spreads.quantile(told, told.length, TAIL * innocent);
      power =
          tail <= median
              ? 1
              : StrictMath.log(NORMAL_TAIL / NORMAL_MEDIAN) / StrictMath.log(tail / median);
      power = Math.max(LEAST_POWER, Math.min(1, power));
      cutOff = cutOff(sizes, median, power);
      flagged = countAbove(told, median, power, cutOff);
    }
    for (int k : cells) {
      double score = scores.array()[k];
      scores.array()[k] = Math.copySign(normal(Math.abs(score), median, power), score);
    }
  }

  /** How far some cells are from what is expected, ascending. */
  private double[] sizes(IntStream cells) {
    return cells.mapToDouble(k -> Math.abs(scores.array()[k])).sorted().toArray();
  }

  private static double normal(double size, double median, double power) {
    return NORMAL_MEDIAN * StrictMath.pow(size / median, power);
  }

  /** The least score of the cells to flag. */
  private static double cutOff(double[] sorted, double median, double power) {
    int count = sorted.length;
    for (int flagged = count; flagged > 0; flagged--) {
      double score = normal(sorted[count - flagged], median, power);
      if (NormalTail.twoSided(score) <= FALSE_SHARE * flagged / count) {
        return score;
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  private static double countAbove(double[] sorted, double median, double power, double cutOff) {
    int flagged = 0;
    while (flagged < sorted.length
        && normal(sorted[sorted.length - 1 - flagged], median, power) >= cutOff) {
      flagged++;
    }
    return flagged;
  }

  /** Returns the cells that stand out, the strangest first. */
  public List<Cell> cells() {
    List<Cell> flagged = new ArrayList<>();
    for (int i = 0; i < scores.rows(); i++) {
      for (int j = 0; j < scores.columns(); j++) {
        if (isOutlier(i, j)) {
          double value = observations.values().get(i, j);
          flagged.add(new Cell(i, j, value, expected(i, j), scores.get(i, j)));
        }
      }
    }
    flagged.sort(Comparator.comparingDouble((Cell cell) -> -Math.abs(cell.score)));
    return flagged;
  }

  /** Returns the rows with cells that stand out, the strangest first. */
  public List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < scores.rows(); i++) {
      int count = 0;
      for (int j = 0; j < scores.columns(); j++) {
        count += isOutlier(i, j) ? 1 : 0;
      }
      if (count > 0) {
        rows.add(new Row(i, count, rowScores[i]));
      }
    }
    rows.sort(Comparator.comparingDouble((Row row) -> -row.score));
    return rows;
  }

  /**
   * Returns whether a cell stands out; a missing one does not.
   *
   * @param row from 0
   * @param column from 0
   */
  public boolean isOutlier(int row, int column) {
    return Math.abs(scores.get(row, column)) >= cutOff && observations.weight(row, column) > 0;
  }

  /** Returns the least size of a score that stands out; infinite if none does. */
  public double cutOff() {
    return cutOff;
  }

  /** Returns the score of every cell, 0 where it is missing; above 0 where it is too large. */
  public Matrix scores() {
    return scores;
  }

  /** Returns the table with outliers and missing cells replaced by what the parts expect. */
  public DenseMatrix repaired() {
    DenseMatrix repaired = DenseMatrix.copyOf(observations.values());
    for (int i = 0; i < repaired.rows(); i++) {
      for (int j = 0; j < repaired.columns(); j++) {
        if (isOutlier(i, j) || !(observations.weight(i, j) > 0)) {
          repaired.set(i, j, expected(i, j));
        }
      }
    }
    return repaired;
  }
}
