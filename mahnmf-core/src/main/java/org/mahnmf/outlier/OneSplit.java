package org.mahnmf.outlier;

import java.util.Arrays;
import java.util.SplittableRandom;
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
  private static final int MOST_CELLS = 1 << 17;

  private static final long BYTES_PER_CELL = 48;

  /** With more parts for each feature the other cells of a row do not tell a hidden one. */
  private static final double MOST_PARTS = .5;

  private static final int SHARE = 5;
  private static final double SUSPECT = 8;
  private static final long SEED = 0x3C6EF372FE94F82BL;

  /** A column with fewer cells takes the spread of all. */
  private static final int FEW = 10;

  /**
   * With more columns of a dense table they have half of that on average, and nearly all are
   * stretched alike: a quarter of the hidden cells tells that one number to 4 %, which makes a cold
   * report about .1 s faster.
   */
  private static final int MANY = 2 * MOST_JUDGES / FEW;

  private final double[] spreads;
  private final String method;

  private OneSplit(double[] spreads, String method) {
    this.spreads = spreads;
    this.method = method;
  }

  /** Chooses rows of a table that are spread evenly. */
  public static int[] rows(int samples, int features, int rank) {
    double cells = Math.min(MOST_CELLS, MOST_WORK / rank);
    double count = Math.max(LEAST_ROWS, Math.min(MOST_ROWS, cells / features));
    int[] rows = new int[(int) Math.min(samples, count)];
    Arrays.setAll(rows, k -> (int) ((long) k * samples / rows.length));
    return rows;
  }

  /** Returns how many bytes it takes beside a dense table, at most. */
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
    boolean isDense = !(observations.values() instanceof SparseMatrix);
    int judged = isDense && observations.features() > MANY ? MOST_JUDGES / 4 : MOST_JUDGES;
    int step = Math.max(1, cells.count / SHARE / judged);
    int[] some =
        IntStream.range(0, rows.length).filter(k -> k % step == 0).map(k -> rows[k]).toArray();
    Cells judges = step == 1 ? cells : new Cells(observations, parts, codes, some);
    double[] spreads = cells.isTold() ? judges.heldOut(own, cells.units) : own;
    String held =
        cells.isTold()
            ? "from codes that have not seen them, a hidden fifth of the cells of %s rows"
                .formatted(some.length)
            : "in the fit, since with so many parts the other cells of a row do not tell a hidden one";
    return new OneSplit(
        spreads,
        "The spread of a column is that of its differences %s; a cell stands out beyond 6 spreads."
            .formatted(held));
  }

  /** Returns how far a cell is off in spreads of its column; above 6 it stands out. */
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
    private final int[] columns;
    private final double[] values;
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
      int[] places = new int[x.longestRow()];
      double[] row = new double[places.length];
      int most =
          x instanceof SparseMatrix sparse
              ? IntStream.of(rows).map(sparse::nonZeros).sum()
              : rows.length * row.length;
      this.columns = new int[most];
      this.values = new double[most];
      for (int n = 0; n < rows.length; n++) {
        int stored = x.copyStored(rows[n], places, row);
        for (int k = 0; k < stored; k++) {
          if (table.weight(rows[n], places[k], row[k]) > 0) {
            columns[count] = places[k];
            values[count++] = row[k];
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
      double parameters = (double) basis.rows() * (rows.length + table.features());
      double exact = Math.min(.5, parameters / Math.max(1, count));
      double[] residuals = new double[count];
      Arrays.setAll(residuals, this::residual);
      double[] spreads = spreads(byColumn(null, residuals), exact + (1 - exact) * .5);
      double[][] seen = byColumn(null, values);
      double[][] fitted = byColumn(null, expected);
      for (int j = 0; j < spreads.length; j++) {
        double middle = Selection.select(seen[j], 0, seen[j].length, .5);
        units[j] = ColumnUnits.unit(middle);
        spreads[j] = Math.max(spreads[j], Spreads.floor(fitted[j], fitted[j].length, middle));
      }
      return spreads;
    }

    private double residual(int cell) {
      return Math.abs(values[cell] - expected[cell]);
    }

    /** What some of the cells hold, or all for null, by column, each in the order of the rows. */
    private double[][] byColumn(boolean[] wanted, double[] of) {
      int[] left = new int[table.features()];
      for (int k = 0; k < count; k++) {
        left[columns[k]] += wanted == null || wanted[k] ? 1 : 0;
      }
      double[][] result = new double[left.length][];
      Arrays.setAll(result, j -> new double[left[j]]);
      for (int k = count - 1; k >= 0; k--) {
        if (wanted == null || wanted[k]) {
          result[columns[k]][--left[columns[k]]] = of[k];
        }
      }
      return result;
    }

    /** The spread of each column, <em>modified</em>; of one with few cells that of all. */
    private static double[] spreads(double[][] sizes, double level) {
      double[] all = Arrays.stream(sizes).flatMapToDouble(Arrays::stream).toArray();
      double usual = Spreads.of(all, all.length, level);
      return Arrays.stream(sizes)
          .mapToDouble(own -> own.length < FEW ? usual : Spreads.of(own, own.length, level))
          .toArray();
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
          isHidden[k] = isJudge[k] || residual(k) > SUSPECT * spreads[columns[k]];
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
      double[] ratios = new double[count];
      Arrays.setAll(
          ratios,
          k -> {
            double own = spreads[columns[k]];
            return own > 0 ? Math.abs(values[k] - held[k]) / own : 0;
          });
      double[] result = spreads(byColumn(isJudge, ratios), .5);
      Arrays.setAll(result, j -> spreads[j] * Math.max(1, result[j]));
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
