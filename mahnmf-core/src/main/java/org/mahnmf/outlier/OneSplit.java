package org.mahnmf.outlier;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.mahnmf.Model;
import org.mahnmf.internal.kernel.Selection;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;

/**
 * The spreads of columns where the folds of {@link OutlierScan} would take too long: from one split
 * of a few rows.
 *
 * <p>Suspects and a fifth of the other cells are hidden, and codes for the same basis, without a
 * ridge, predict that fifth; the spread of a column is that of these residuals, and at least that
 * of the fit. A cell is then judged by the fit that has seen it, so fewer outliers are found than
 * by folds. Of a sparse table its stored entries are judged.
 */
public final class OneSplit {

  /** Rows that are looked at, and cells times parts of them, unless the rows are very long. */
  private static final int MOST_ROWS = 1000;

  private static final double MOST_WORK = 0x1p22;
  private static final int LEAST_ROWS = 20;

  /** Hidden cells that tell how much larger held-out residuals are; codes are what costs. */
  private static final int MOST_JUDGES = 4096;

  /** Cells that are kept at once unless the rows are very long, and what each takes. */
  private static final int MOST_CELLS = 1 << 20;

  private static final long BYTES_PER_CELL = 48;

  /** With more parts for each feature the other cells of a row do not tell a hidden one. */
  private static final double MOST_PARTS = .5;

  private static final int SHARE = 5;
  private static final double SUSPECT = 8;
  private static final long SEED = 0x3C6EF372FE94F82BL;

  /** A column with fewer cells takes the spread of all. */
  private static final int FEW = 10;

  private final double[] spreads;
  private final String method;

  private OneSplit(double[] spreads, String method) {
    this.spreads = spreads;
    this.method = method;
  }

  /**
   * Chooses rows that are spread evenly.
   *
   * @param samples rows of the table
   * @param features columns of the table
   * @param rank number of parts
   */
  public static int[] rows(int samples, int features, int rank) {
    double cells = Math.min(MOST_CELLS, MOST_WORK / rank);
    double count = Math.max(LEAST_ROWS, Math.min(MOST_ROWS, cells / features));
    int[] rows = new int[(int) Math.min(samples, count)];
    Arrays.setAll(rows, k -> (int) ((long) k * samples / rows.length));
    return rows;
  }

  /**
   * Returns how much memory it takes beside a dense table, at most.
   *
   * @param samples rows of the table
   * @param features columns of the table
   * @param rank number of parts
   */
  public static long bytes(int samples, int features, int rank) {
    return BYTES_PER_CELL * features * rows(samples, features, rank).length;
  }

  /**
   * Measures the spreads of a fit.
   *
   * @param observations <em>not modified</em>
   * @param basis rank x features; <em>not modified</em>
   * @param codes samples x rank; <em>not modified</em>
   */
  public static OneSplit of(Observations observations, Matrix basis, Matrix codes) {
    DenseMatrix parts = DenseMatrix.copyOf(basis);
    int[] rows = rows(observations.samples(), observations.features(), parts.rows());
    Cells cells = new Cells(observations, parts, codes, rows);
    double[] own = cells.columns();
    int step = Math.max(1, cells.count / SHARE / MOST_JUDGES);
    int[] some =
        IntStream.range(0, rows.length).filter(k -> k % step == 0).map(k -> rows[k]).toArray();
    Cells judges = step == 1 ? cells : new Cells(observations, parts, codes, some);
    double[] spreads = cells.isTold() ? judges.heldOut(own, cells.units) : own;
    String held =
        cells.isTold()
            ? " from codes that have not seen them, a hidden fifth of the cells of "
                + some.length
                + " rows"
            : " in the fit, since with so many parts the other cells of a row do not tell a hidden one";
    return new OneSplit(
        spreads,
        "The spread of a column is that of its differences"
            + held
            + "; a cell stands out beyond 6 spreads.");
  }

  /**
   * Returns how far a cell is off in spreads of its column; above 6 it stands out.
   *
   * @param column of the cell
   * @param difference of the cell from what is expected
   */
  public double score(int column, double difference) {
    return spreads[column] > 0 ? difference / spreads[column] : 0;
  }

  /** Returns how cells are judged, in a sentence for a person. */
  public String method() {
    return method;
  }

  /** Returns the spread of each column. */
  public double[] spreads() {
    return spreads.clone();
  }

  /** The observed cells of some rows, row by row; of sparse rows the stored ones. */
  private static final class Cells {

    private final Observations table;
    private final DenseMatrix basis;
    private final int[] rows;
    private final int[] ends; // of the cells of each row
    private int[] columns;
    private double[] values;
    private final double[] expected;
    private final double[] units; // in which columns are of like size
    private int count;

    Cells(Observations table, DenseMatrix basis, Matrix codes, int[] rows) {
      this.table = table;
      this.basis = basis;
      this.rows = rows;
      this.ends = new int[rows.length];
      this.units = new double[table.features()];
      Matrix x = table.values();
      int width = x instanceof SparseMatrix sparse ? sparse.longestRow() : x.columns();
      int[] places = new int[width];
      double[] row = new double[width];
      Arrays.setAll(places, j -> j);
      int first = x instanceof SparseMatrix ? 1 << 10 : rows.length * width;
      this.columns = new int[first];
      this.values = new double[first];
      for (int n = 0; n < rows.length; n++) {
        int stored = width;
        if (x instanceof SparseMatrix sparse) {
          stored = sparse.copyNonZeros(rows[n], places, row);
        } else {
          x.copyRow(rows[n], row);
        }
        for (int k = 0; k < stored; k++) {
          if (table.weight(rows[n], places[k], row[k]) > 0) {
            add(places[k], row[k]);
          }
        }
        ends[n] = count;
      }
      DenseMatrix some = new DenseMatrix(rows.length, basis.rows());
      for (int n = 0; n < rows.length; n++) {
        for (int l = 0; l < basis.rows(); l++) {
          some.set(n, l, codes.get(rows[n], l));
        }
      }
      expected = expected(some);
    }

    private void add(int column, double value) {
      if (count == values.length) {
        columns = Arrays.copyOf(columns, 2 * count);
        values = Arrays.copyOf(values, 2 * count);
      }
      columns[count] = column;
      values[count++] = value;
    }

    private double[] expected(DenseMatrix codes) {
      double[] of = new double[count];
      for (int n = 0, k = 0; n < rows.length; n++) {
        for (int l = 0; l < basis.rows(); l++) {
          double code = codes.get(n, l);
          for (int at = k; at < ends[n]; at++) {
            of[at] += code * basis.get(l, columns[at]);
          }
        }
        k = ends[n];
      }
      return of;
    }

    /** The spread of each column's residuals in the fit, at least its floor. */
    double[] columns() {
      int[] from = new int[table.features() + 1];
      for (int k = 0; k < count; k++) {
        from[columns[k] + 1]++;
      }
      for (int j = 0; j < table.features(); j++) {
        from[j + 1] += from[j];
      }
      double parameters = (double) basis.rows() * (rows.length + table.features());
      double exact = Math.min(.5, parameters / Math.max(1, count));
      double level = exact + (1 - exact) * .5;
      double[] all = new double[count];
      Arrays.setAll(all, this::residual);
      double usual = Spreads.of(all, count, level);
      int[] order = byColumn(from);
      double[] spreads = new double[table.features()];
      for (int j = 0; j < spreads.length; j++) {
        int length = from[j + 1] - from[j];
        double own =
            length < FEW
                ? usual
                : Spreads.of(column(order, from, j, this::residual), length, level);
        double[] seen = column(order, from, j, k -> values[k]);
        double middle = Selection.select(seen, 0, length, .5);
        units[j] = ColumnUnits.unit(middle);
        double floor = Spreads.floor(column(order, from, j, k -> expected[k]), length, middle);
        spreads[j] = Math.max(own, floor);
      }
      return spreads;
    }

    private double residual(int cell) {
      return Math.abs(values[cell] - expected[cell]);
    }

    /** The cells column by column, each in the order of the rows. */
    private int[] byColumn(int[] from) {
      int[] next = from.clone();
      int[] order = new int[count];
      for (int k = 0; k < count; k++) {
        order[next[columns[k]]++] = k;
      }
      return order;
    }

    private static double[] column(int[] order, int[] from, int j, IntToDoubleFunction of) {
      double[] column = new double[from[j + 1] - from[j]];
      Arrays.setAll(column, i -> of.applyAsDouble(order[from[j] + i]));
      return column;
    }

    boolean isTold() {
      return basis.rows() <= MOST_PARTS * table.features();
    }

    /** The spread of hidden cells; in a column with few of them the fit's, stretched as all are. */
    double[] heldOut(double[] spreads, double[] units) {
      SplittableRandom random = new SplittableRandom(SEED);
      boolean[] isJudge = new boolean[count];
      boolean[] isHidden = new boolean[count];
      for (int n = 0, k = 0; n < rows.length; n++) {
        int left = ends[n] - k;
        for (; k < ends[n]; k++) {
          isJudge[k] = random.nextInt(SHARE) == 0;
          isHidden[k] =
              isJudge[k] || Math.abs(values[k] - expected[k]) > SUSPECT * spreads[columns[k]];
          if (isHidden[k] && left == 1) {
            isHidden[k] = false; // a row keeps at least one cell
            isJudge[k] = false;
          }
          left -= isHidden[k] ? 1 : 0;
        }
      }
      DenseMatrix even = basis.copy();
      for (int k = 0; k < even.array().length; k++) {
        even.array()[k] /= units[k % units.length];
      }
      double[] held = expected(Model.of(even).transform(seen(isHidden, units)).codes().toDense());
      int[] from = new int[spreads.length + 1];
      for (int k = 0; k < count; k++) {
        from[columns[k] + 1] += isJudge[k] ? 1 : 0;
      }
      for (int j = 0; j < spreads.length; j++) {
        from[j + 1] += from[j];
      }
      int[] next = from.clone();
      double[] ratios = new double[from[spreads.length]];
      for (int k = 0; k < count; k++) {
        if (isJudge[k]) {
          double own = spreads[columns[k]];
          ratios[next[columns[k]]++] = own > 0 ? Math.abs(values[k] - held[k]) / own : 0;
        }
      }
      double usual = Spreads.of(ratios.clone(), ratios.length, .5);
      double[] result = new double[spreads.length];
      for (int j = 0; j < result.length; j++) {
        int length = from[j + 1] - from[j];
        double stretch =
            length < FEW
                ? usual
                : Spreads.of(Arrays.copyOfRange(ratios, from[j], from[j + 1]), length, .5);
        result[j] = spreads[j] * Math.max(1, stretch);
      }
      return result;
    }

    /** The rows without what is hidden; weights other than 0 play no part. */
    private Observations seen(boolean[] isHidden, double[] units) {
      if (table.values() instanceof SparseMatrix) {
        SparseMatrix.Builder builder = new SparseMatrix.Builder(rows.length, table.features());
        for (int n = 0, k = 0; n < rows.length; n++) {
          for (; k < ends[n]; k++) {
            builder.add(n, columns[k], isHidden[k] ? Double.NaN : values[k] / units[columns[k]]);
          }
        }
        return Observations.of(builder.build()).withZeroWeight(table.zeroWeight());
      }
      DenseMatrix seen = new DenseMatrix(rows.length, table.features());
      Arrays.fill(seen.array(), Double.NaN);
      for (int n = 0, k = 0; n < rows.length; n++) {
        for (; k < ends[n]; k++) {
          seen.set(n, columns[k], isHidden[k] ? Double.NaN : values[k] / units[columns[k]]);
        }
      }
      return Observations.of(seen);
    }
  }
}
