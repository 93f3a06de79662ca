package org.mahnmf.outlier;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;

/**
 * The cells and rows of a table that do not fit what its parts expect.
 *
 * <p>Every cell is predicted by fits that have not seen it ({@link HeldOutCells}). The spread of a
 * column is that of these residuals; where they grow with what is expected, so does the spread
 * ({@link Spreads}). A cell more than {@link #CUT_OFF} spreads from its prediction is an outlier,
 * and the prediction is its repair.
 */
public final class OutlierScan {

  /** A cell further off, in spreads of its column, is an outlier. */
  public static final double CUT_OFF = 6;

  /** How cells are judged, in a sentence for a person. */
  public static final String METHOD =
      "Every cell is predicted by one of five fits that have not seen it; the spread of a column is"
          + " that of these differences, and a cell stands out beyond 6 spreads.";

  /** Cells of a table that is scanned at most; a scan keeps a few numbers for each. */
  private static final double MOST_CELLS = 0x1p28;

  /** A row is as strange as its cells; one cell counts at most this much. */
  private static final double MOST_OF_A_CELL = 10;

  private final Observations observations;
  private final Matrix expected;
  private final DenseMatrix scores;
  private final int rank;

  /**
   * A cell that stands out.
   *
   * @param row of the table, from 0
   * @param column of the table, from 0
   * @param value in the table
   * @param expected by fits that have not seen it
   * @param score how far apart these are, in spreads of the column
   */
  public record Cell(int row, int column, double value, double expected, double score) {}

  /**
   * A row with cells that stand out.
   *
   * @param row of the table, from 0
   * @param cells how many stand out
   * @param score mean size of its residuals in spreads, 10 at most for one cell
   * @param isRepairable whether enough other cells tell its codes
   */
  public record Row(int row, int cells, double score, boolean isRepairable) {}

  private OutlierScan(Observations observations, Matrix expected, DenseMatrix scores, int rank) {
    this.observations = observations;
    this.expected = expected;
    this.scores = scores;
    this.rank = rank;
  }

  /**
   * Fits a table and scans it. Columns may be in different units.
   *
   * @param observations <em>not modified</em>; kept
   */
  public static OutlierScan of(MahNmf settings, Observations observations) {
    ColumnUnits units = ColumnUnits.of(observations);
    Factorization fit = settings.fit(units.divide(observations));
    int threads = fit.record().environment().threads();
    DenseMatrix basis = units.multiply(fit.basis());
    return of(observations, basis, fit.codes(), threads, () -> false);
  }

  /**
   * Scans a table that was fitted.
   *
   * @param observations <em>not modified</em>; kept
   * @param basis of the fit, rank x features; <em>not modified</em>
   * @param codes of the fit, samples x rank; <em>not modified</em>
   * @param stop once it answers true, these end early
   */
  public static OutlierScan of(
      Observations observations, Matrix basis, Matrix codes, int threads, BooleanSupplier stop) {
    requireScannable(observations);
    ColumnUnits units = ColumnUnits.of(observations);
    Observations even = units.divide(observations);
    DenseMatrix evenBasis = units.divide(basis);
    DenseMatrix firstCodes = DenseMatrix.copyOf(codes);
    HeldOutCells cells = new HeldOutCells(even, evenBasis, firstCodes);
    double[] floors = floors(even, cells.expected());
    DenseMatrix expected = cells.predict(floors, threads, stop);
    DenseMatrix scores = new Spreads(even, expected, floors(even, expected)).scores();
    return new OutlierScan(observations, units.multiply(expected), scores, evenBasis.rows());
  }

  /**
   * Checks before the work that a table can be scanned.
   *
   * @throws IllegalArgumentException if it is sparse or too large
   */
  public static void requireScannable(Observations observations) {
    double cells = (double) observations.samples() * observations.features();
    if (observations.values() instanceof SparseMatrix || cells > MOST_CELLS) {
      throw new IllegalArgumentException(
          "only dense tables of up to " + (long) MOST_CELLS + " cells are scanned for outliers");
    }
  }

  /** The least spread of each column that counts as noise. */
  private static double[] floors(Observations table, DenseMatrix expected) {
    double[] floors = new double[table.features()];
    double[] column = new double[table.samples()];
    for (int j = 0; j < floors.length; j++) {
      double usual = ColumnUnits.usual(table, j, column);
      for (int i = 0; i < column.length; i++) {
        column[i] = expected.get(i, j);
      }
      floors[j] = Spreads.floor(column, column.length, usual);
    }
    return floors;
  }

  /** Returns the cells that stand out, the strangest first. */
  public List<Cell> cells() {
    List<Cell> flagged = new ArrayList<>();
    for (int i = 0; i < scores.rows(); i++) {
      for (int j = 0; j < scores.columns(); j++) {
        if (isOutlier(i, j)) {
          double value = observations.values().get(i, j);
          flagged.add(new Cell(i, j, value, expected.get(i, j), scores.get(i, j)));
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
      int count = outliers(i);
      if (count > 0) {
        rows.add(new Row(i, count, rowScore(i), isRepairable(i)));
      }
    }
    rows.sort(Comparator.comparingDouble((Row row) -> -row.score));
    return rows;
  }

  private int outliers(int row) {
    return (int) IntStream.range(0, scores.columns()).filter(j -> isOutlier(row, j)).count();
  }

  private double rowScore(int row) {
    double sum = 0;
    for (int j = 0; j < scores.columns(); j++) {
      sum += Math.min(MOST_OF_A_CELL, Math.abs(scores.get(row, j)));
    }
    return sum / Math.max(1, observed(row));
  }

  private int observed(int row) {
    return (int)
        IntStream.range(0, scores.columns()).filter(j -> observations.weight(row, j) > 0).count();
  }

  /** Of the cells beyond those that the codes need at most half may be wrong. */
  private boolean isRepairable(int row) {
    return 2 * outliers(row) <= observed(row) - rank;
  }

  /** Returns whether a cell, counted from 0, stands out; a missing one does not. */
  public boolean isOutlier(int row, int column) {
    return Math.abs(scores.get(row, column)) > CUT_OFF;
  }

  /** Returns the score of every cell, 0 where it is missing; above 0 where it is too large. */
  public Matrix scores() {
    return scores;
  }

  /**
   * Returns the table with outliers and missing cells replaced by what is expected; outliers stay
   * in rows that are not repairable.
   */
  public DenseMatrix repaired() {
    DenseMatrix repaired = DenseMatrix.copyOf(observations.values());
    for (int i = 0; i < repaired.rows(); i++) {
      boolean isRepairable = isRepairable(i);
      for (int j = 0; j < repaired.columns(); j++) {
        if ((isRepairable && isOutlier(i, j)) || !(observations.weight(i, j) > 0)) {
          repaired.set(i, j, expected.get(i, j));
        }
      }
    }
    return repaired;
  }
}
