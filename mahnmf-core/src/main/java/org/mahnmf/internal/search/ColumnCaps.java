package org.mahnmf.internal.search;

import java.util.Arrays;
import org.mahnmf.checkpoint.State;
import org.mahnmf.internal.kernel.Selection;
import org.mahnmf.matrix.ByteMatrix;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Units;

/**
 * Keeps wild cells from setting the scale of a fit: solvers see min(x, c) with one cap c per
 * column.
 *
 * <p>Above what is fitted |x − p| is linear in p, so min(x, c) has the minimisers of x as long as
 * no fitted value passes c, and its loss is less by Σ weight·(x − c)₊, which is {@link #excess()}.
 * Steps, starts, the natural ridge and errors of hidden entries, however, are measured in means of
 * the table, which one cell may outweigh. A cap begins at {@link #MIDDLES} times the middle of the
 * column's positive entries and is {@linkplain #raise raised} while something fitted comes near it
 * in most capped cells.
 *
 * <p>A table gets caps only if what lies above them outweighs a part of the rest; any other is seen
 * as it is. Only for losses that are linear in their tails, so not for the elastic one.
 */
public final class ColumnCaps {

  /** Where caps begin, in middles of the column's positive entries. */
  private static final double MIDDLES = 4;

  /** A cap is at least so many times what is fitted to most capped cells, and raised by so much. */
  private static final double ROOM = 2;

  private static final double RAISE = 4;

  /** Wild cells, twice their cap or more, that weigh less than this share set no scale. */
  private static final double HARMLESS = .05;

  /**
   * Likewise where they are told from the rest by the usual column, which may have another unit.
   */
  private static final double DOUBTFUL = .25;

  /** Where a larger share of all cells lies above its cap, large values are usual, not wild. */
  private static final double MOST_WILD = .1;

  /**
   * In a column with fewer positive entries these may be wild in their majority, so that their
   * middle says little; then that of the usual column counts, if it is less.
   */
  private static final double FEW = .25;

  /** Rows, spread evenly, from which the middles are taken, and cells of them at a time. */
  private static final int MOST_ROWS = 1023;

  private static final int BLOCK = 1 << 18;

  private final Observations observations;
  private final double[] caps; // infinite where a column has none
  private final double[] largest;
  private Observations seen;
  private double excess;

  private ColumnCaps(Observations observations, double[] caps, double[] largest) {
    this.observations = observations;
    this.caps = caps;
    this.largest = largest;
  }

  /**
   * Returns no caps.
   *
   * @param observations <em>kept</em>
   */
  public static ColumnCaps none(Observations observations) {
    ColumnCaps none = new ColumnCaps(observations, new double[0], new double[0]);
    none.seen = observations;
    return none;
  }

  /**
   * Finds the caps of a table, or none if nothing in it is wild.
   *
   * @param observations <em>kept</em>
   */
  public static ColumnCaps of(Observations observations) {
    Middles middles = new Middles(observations);
    double[] caps = middles.caps();
    double[] largest = new double[caps.length];
    forEach(observations, (i, j, value, weight) -> largest[j] = Math.max(largest[j], value));
    double top = Arrays.stream(largest).max().orElse(0);
    boolean isAny = false;
    for (int j = 0; j < caps.length; j++) {
      if (largest[j] <= caps[j]) {
        caps[j] = Double.POSITIVE_INFINITY;
      }
      isAny |= caps[j] < Double.POSITIVE_INFINITY;
    }
    if (!isAny) {
      return none(observations);
    }
    double unit = Units.nearest(top); // so that no sum overflows
    double[] sums = new double[4];
    forEach(
        observations,
        (i, j, value, weight) -> {
          double below = Math.min(value, ROOM * caps[j]);
          sums[0] += weight * (below / unit);
          sums[1] += weight * ((value - below) / unit);
          sums[2] += value > below ? 1 : 0;
          sums[3] += middles.hasFew(j) ? 0 : weight * ((value - below) / unit);
        });
    double cells = (double) observations.samples() * observations.features();
    boolean isHarmless = sums[3] <= HARMLESS * sums[0] && sums[1] <= DOUBTFUL * sums[0];
    if (isHarmless || sums[2] > MOST_WILD * cells) {
      return none(observations);
    }
    ColumnCaps found = new ColumnCaps(observations, caps, largest);
    found.look();
    return found;
  }

  /** Returns the table that solvers see; the given one if there are no caps. */
  public Observations seen() {
    return seen;
  }

  /** Returns Σ weight·(x − c)₊, by how much more x costs than what is seen of it. */
  public double excess() {
    return excess;
  }

  /** Returns whether any cell lies above its cap. */
  public boolean isAny() {
    return seen != observations;
  }

  /**
   * Exchanges the caps with a checkpoint.
   *
   * @param state <em>modified</em>
   */
  public void exchange(State state) {
    if (state.numbers(caps)) {
      look();
    }
  }

  /** Returns the cap of a column; infinite if it has none. */
  double cap(int column) {
    return caps.length == 0 ? Double.POSITIVE_INFINITY : caps[column];
  }

  /**
   * Raises the caps of columns in which half of the cap or more is fitted to most capped cells.
   * Parts that serve one row or one column alone do not count: without a ridge a part follows any
   * cell, and cells that nothing else in the table speaks for are what caps are against.
   *
   * @param basis rank x features, in the user's units; <em>not modified</em>
   * @param codes rank x samples; <em>not modified</em>
   * @return whether there were any, so that the fit is to be continued
   */
  public boolean raise(DenseMatrix basis, DenseMatrix codes) {
    int[] surplus = surplus(basis, codes);
    boolean isRaised = false;
    for (int j = 0; j < surplus.length; j++) {
      if (surplus[j] > 0) {
        caps[j] = RAISE * caps[j] < largest[j] ? RAISE * caps[j] : Double.POSITIVE_INFINITY;
        isRaised = true;
      }
    }
    if (isRaised) {
      look();
    }
    return isRaised;
  }

  /**
   * Returns whether {@link #raise} would raise any.
   *
   * @param basis rank x features, in the user's units; <em>not modified</em>
   * @param codes rank x samples; <em>not modified</em>
   */
  public boolean areLow(DenseMatrix basis, DenseMatrix codes) {
    return Arrays.stream(surplus(basis, codes)).anyMatch(more -> more > 0);
  }

  /** By how many capped cells of each column more come near the cap than do not. */
  private int[] surplus(DenseMatrix basis, DenseMatrix codes) {
    int[] surplus = new int[caps.length];
    if (caps.length == 0) {
      return surplus;
    }
    DenseMatrix parts = supported(basis, codes);
    forEach(
        observations,
        (i, j, value, weight) -> {
          if (value > caps[j]) {
            double fitted = 0;
            for (int l = 0; l < parts.rows(); l++) {
              fitted += parts.get(l, j) * codes.get(l, i);
            }
            surplus[j] += ROOM * fitted > caps[j] ? 1 : -1;
          }
        });
    return surplus;
  }

  /** The basis without parts that have their share of one row or one column only. */
  private static DenseMatrix supported(DenseMatrix basis, DenseMatrix codes) {
    int[] columns = served(basis, codes);
    int[] rows = served(codes, basis);
    DenseMatrix supported = basis.copy();
    for (int l = 0; l < basis.rows(); l++) {
      if (rows[l] < 2 || columns[l] < 2) {
        int begin = supported.offset(l);
        Arrays.fill(supported.array(), begin, begin + basis.columns(), 0);
      }
    }
    return supported;
  }

  /**
   * For every part, how many lines of a factor's side it serves: it makes 1/rank of them or more,
   * where every line of the other side counts alike, whatever its unit, or nearly as much of them
   * as of any, since parts may share what they make.
   */
  private static int[] served(DenseMatrix factor, DenseMatrix other) {
    int rank = factor.rows();
    double[] sums = new double[rank];
    for (int l = 0; l < rank; l++) {
      int begin = factor.offset(l);
      sums[l] = Arrays.stream(factor.array(), begin, begin + factor.columns()).sum();
    }
    double[] sizes = new double[rank];
    for (int k = 0; k < other.columns(); k++) {
      double whole = fitted(sums, other, k);
      for (int l = 0; l < rank && whole > 0; l++) {
        sizes[l] += other.get(l, k) / whole;
      }
    }
    int[] served = new int[rank];
    double[] largest = new double[rank];
    Arrays.setAll(largest, factor::largest);
    for (int j = 0; j < factor.columns(); j++) {
      double whole = fitted(sizes, factor, j);
      for (int l = 0; l < rank; l++) {
        double part = sizes[l] * factor.get(l, j);
        boolean isShare = rank * part >= whole || ROOM * factor.get(l, j) >= largest[l];
        served[l] += part > 0 && isShare ? 1 : 0;
      }
    }
    return served;
  }

  /** What parts of these sizes make of a line. */
  private static double fitted(double[] sizes, DenseMatrix factor, int line) {
    double sum = 0;
    for (int l = 0; l < sizes.length; l++) {
      sum += sizes[l] * factor.get(l, line);
    }
    return sum;
  }

  private void look() {
    double[] sum = {0};
    forEach(
        observations,
        (i, j, value, weight) -> sum[0] += weight * (value - Math.min(value, caps[j])));
    excess = sum[0];
    seen = observations.withValues(capped(observations.values()));
  }

  private Matrix capped(Matrix values) {
    if (values instanceof SparseMatrix sparse) {
      SparseMatrix.Builder builder = new SparseMatrix.Builder(sparse.rows(), sparse.columns());
      int[] columns = new int[sparse.longestRow()];
      double[] entries = new double[columns.length];
      for (int i = 0; i < sparse.rows(); i++) {
        int count = sparse.copyStored(i, columns, entries);
        for (int k = 0; k < count; k++) {
          builder.add(i, columns[k], Math.min(entries[k], caps[columns[k]]));
        }
      }
      return builder.build();
    }
    if (values instanceof ByteMatrix bytes) {
      ByteMatrix copy = new ByteMatrix(bytes.rows(), bytes.columns());
      for (int k = 0; k < copy.array().length; k++) {
        // whole caps: those of bytes are 4 times a whole number or half of one
        int cap = (int) Math.min(255, caps[k % copy.columns()]);
        copy.array()[k] = (byte) Math.min(bytes.array()[k] & 255, cap);
      }
      return copy;
    }
    return new Capped(values, caps.clone());
  }

  /** Sees one entry that counts. */
  @FunctionalInterface
  private interface Visitor {
    void visit(int row, int column, double value, double weight);
  }

  /** All entries that are positive and count. */
  private static void forEach(Observations observations, Visitor visitor) {
    Matrix values = observations.values();
    int[] columns = new int[values.longestRow()];
    double[] row = new double[columns.length];
    for (int i = 0; i < values.rows(); i++) {
      int count = values.copyStored(i, columns, row);
      for (int k = 0; k < count; k++) {
        if (row[k] > 0) {
          double weight = observations.weight(i, columns[k], row[k]);
          if (weight > 0) {
            visitor.visit(i, columns[k], row[k], weight);
          }
        }
      }
    }
  }

  /** A view: stores copy what they read. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Capped(Matrix values, double[] caps) implements Matrix {

    @Override
    public int rows() {
      return values.rows();
    }

    @Override
    public int columns() {
      return values.columns();
    }

    @Override
    public double get(int row, int column) {
      return Math.min(values.get(row, column), caps[column]);
    }

    @Override
    public void copyRow(int row, double[] out) {
      copyRange(row, 0, columns(), out);
    }

    @Override
    public void copyRange(int row, int from, int to, double[] out) {
      values.copyRange(row, from, to, out);
      for (int j = from; j < to; j++) {
        out[j - from] = Math.min(out[j - from], caps[j]);
      }
    }
  }

  /** The middles of columns, and where caps begin. */
  private static final class Middles {

    private final Observations observations;
    private final double[] middles;
    private final double[] shares;

    Middles(Observations observations) {
      this.observations = observations;
      this.middles = new double[observations.features()];
      this.shares = new double[middles.length];
      if (observations.values() instanceof SparseMatrix sparse) {
        readSparse(sparse);
      } else {
        readDense();
      }
    }

    double[] caps() {
      double[] present = Arrays.stream(middles).filter(middle -> middle > 0).toArray();
      double usual = present.length == 0 ? 0 : Selection.select(present, 0, present.length, .5);
      double[] caps = new double[middles.length];
      for (int j = 0; j < caps.length; j++) {
        double own = middles[j] > 0 ? middles[j] : usual;
        double cap = MIDDLES * (hasFew(j) ? Math.min(own, usual) : own);
        caps[j] = cap > 0 ? cap : Double.POSITIVE_INFINITY;
      }
      return caps;
    }

    /** Whether wild cells may be most of the positive entries of a column. */
    boolean hasFew(int column) {
      return shares[column] < FEW;
    }

    private void readDense() {
      int samples = observations.samples();
      int rows = Math.min(MOST_ROWS, samples);
      int width = Math.max(1, Math.min(middles.length, BLOCK / rows));
      double[][] positive = new double[width][rows];
      double[] row = new double[width];
      for (int from = 0; from < middles.length; from += width) {
        int to = Math.min(middles.length, from + width);
        int[] counts = new int[width];
        int[] observed = new int[width];
        for (int k = 0; k < rows; k++) {
          int i = (int) ((long) k * samples / rows);
          observations.values().copyRange(i, from, to, row);
          for (int j = from; j < to; j++) {
            double value = row[j - from];
            if (observations.weight(i, j, value) > 0) {
              observed[j - from]++;
              if (value > 0) {
                positive[j - from][counts[j - from]++] = value;
              }
            }
          }
        }
        for (int j = from; j < to; j++) {
          set(j, positive[j - from], 0, counts[j - from], observed[j - from]);
        }
      }
    }

    private void readSparse(SparseMatrix sparse) {
      int[] ends = new int[middles.length + 1];
      forEach(observations, (i, j, value, weight) -> ends[j + 1]++);
      for (int j = 0; j < middles.length; j++) {
        ends[j + 1] += ends[j];
      }
      int[] next = ends.clone();
      double[] entries = new double[ends[middles.length]];
      forEach(observations, (i, j, value, weight) -> entries[next[j]++] = value);
      for (int j = 0; j < middles.length; j++) {
        int count = ends[j + 1] - ends[j];
        int observed = observations.zeroWeight() > 0 ? sparse.rows() : count;
        set(j, entries, ends[j], count, observed);
      }
    }

    private void set(int column, double[] positive, int from, int count, int observed) {
      middles[column] = count == 0 ? 0 : Selection.select(positive, from, count, .5);
      shares[column] = (double) count / Math.max(1, observed);
    }
  }
}
