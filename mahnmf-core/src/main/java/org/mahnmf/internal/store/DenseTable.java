package org.mahnmf.internal.store;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.mahnmf.base.Workers;
import org.mahnmf.checkpoint.State;
import org.mahnmf.internal.kernel.Chunks;
import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Precision;
import org.mahnmf.problem.Dual;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Loss;
import org.mahnmf.problem.PassOperation;
import org.mahnmf.problem.PassSums;
import org.mahnmf.problem.SideData;

/**
 * A dense table in tiles, with its weights, as both factors and a dual see it.
 *
 * <p>Lines are samples, unless samples are too short for long loops: a table of few features is
 * held by features, so that 2,000,000 rows of 8 columns are 8 lines, not millions of small arrays.
 */
final class DenseTable {

  /** Samples of fewer features are not held as lines if there are more of them than features. */
  private static final int FEW_FEATURES = 64;

  final Tiles x;

  /** Null if all are 1. */
  final Tiles weights;

  final Precision precision;
  final Workers workers;
  final boolean linesAreSamples;
  private final AtomicReference<DoublePass> doubles = new AtomicReference<>();
  private final AtomicReference<FloatPass> floats = new AtomicReference<>();

  /** Wraps tiles as {@link #linesAreSamples} says, the weights null if all are 1; <em>kept</em>. */
  DenseTable(
      Tiles x, Tiles weights, Precision precision, Workers workers, boolean linesAreSamples) {
    this.x = x;
    this.weights = weights;
    this.precision = precision;
    this.workers = workers;
    this.linesAreSamples = linesAreSamples;
  }

  static boolean linesAreSamples(int samples, int features) {
    return features >= FEW_FEATURES || features >= samples;
  }

  /** Returns the table as one factor sees it. */
  SideData side(Factor moving) {
    return new DenseSide(moving);
  }

  /** Makes a dual of zeros of the table's size, which are <em>kept</em>. */
  Dual dual(Tiles zeros) {
    return new DenseDual(zeros);
  }

  /** Returns whether a factor has a column for each line. */
  private boolean isAcross(Factor which) {
    return (which == Factor.CODES) == linesAreSamples;
  }

  /** Hands out a pass in the precision of the table, to be given back. */
  private TilePass<?> take(int rank) {
    if (precision == Precision.DOUBLE) {
      return takeDoubles(rank);
    }
    FloatPass pass = floats.getAndSet(null);
    return pass != null && pass.rank == rank ? pass : new FloatPass(x, weights, workers, rank);
  }

  /** Hands out a pass in doubles, to be given back. */
  private DoublePass takeDoubles(int rank) {
    DoublePass pass = doubles.getAndSet(null);
    return pass != null && pass.rank == rank ? pass : new DoublePass(x, weights, workers, rank);
  }

  /** Takes a pass back, so that the next one of the same rank uses its memory. */
  private void give(TilePass<?> pass) {
    if (pass instanceof DoublePass inDoubles) {
      doubles.set(inDoubles);
    } else {
      floats.set((FloatPass) pass);
    }
  }

  /** Copies a line, or one entry of every line. */
  private static void read(Tiles tiles, boolean line, int which, double[] out) {
    if (line) {
      tiles.copyLine(which, out);
      return;
    }
    Chunks chunks = tiles.chunks();
    int chunk = chunks.of(which);
    tiles.copyEntries(chunk, which - chunks.begin(chunk), out);
  }

  /** A dense X as one factor sees it. */
  private final class DenseSide implements SideData {

    private final boolean columnsAreLines;

    DenseSide(Factor moving) {
      this.columnsAreLines = isAcross(moving);
    }

    @Override
    public int length() {
      return columnsAreLines ? x.chunks().along() : x.lines();
    }

    @Override
    public int count() {
      return columnsAreLines ? x.lines() : x.chunks().along();
    }

    @Override
    public void pass(
        PassOperation operation,
        DenseMatrix fixed,
        DenseMatrix moving,
        DenseMatrix product,
        PassSums sums) {
      DoublePass pass = takeDoubles(fixed.rows());
      pass.face(columnsAreLines ? moving : fixed, columnsAreLines ? fixed : moving);
      pass.columns(operation, columnsAreLines, fixed, product, sums);
      give(pass);
    }

    @Override
    public void product(DenseMatrix fixed, DenseMatrix product) {
      TilePass<?> pass = take(fixed.rows());
      pass.multiply(!columnsAreLines, fixed, x, weights, product);
      give(pass);
    }

    @Override
    public void read(int column, double[] values) {
      DenseTable.read(x, columnsAreLines, column, values);
    }

    @Override
    public void readWeights(int column, double[] out) {
      if (weights == null) {
        Arrays.fill(out, 0, length(), 1);
      } else {
        DenseTable.read(weights, columnsAreLines, column, out);
      }
    }
  }

  /** The dual of a dense X, in the layout and the precision of its */
  private final class DenseDual implements Dual {

    private final Tiles dual;

    DenseDual(Tiles zeros) {
      this.dual = zeros;
    }

    @Override
    public void clear() {
      forEachRow(row -> Arrays.fill(row, 0));
    }

    @Override
    public void scale(double factor) {
      forEachRow(row -> Loops.scale(factor, row));
    }

    @Override
    public void afterCodes(
        double tau,
        Loss loss,
        DenseMatrix basis,
        DenseMatrix solved,
        DenseMatrix codes,
        DenseMatrix product) {
      TilePass<?> pass = take(basis.rows());
      pass.dual(dual, tau, loss, isAcross(Factor.CODES), basis, solved, codes, product);
      give(pass);
    }

    @Override
    public void afterBasis(
        double tau,
        Loss loss,
        DenseMatrix solved,
        DenseMatrix basis,
        DenseMatrix codes,
        DenseMatrix product) {
      TilePass<?> pass = take(basis.rows());
      pass.dual(dual, tau, loss, isAcross(Factor.BASIS), codes, solved, basis, product);
      give(pass);
    }

    @Override
    public void product(DenseMatrix basis, DenseMatrix product) {
      TilePass<?> pass = take(basis.rows());
      pass.multiply(isAcross(Factor.BASIS), basis, dual, null, product);
      give(pass);
    }

    @Override
    public void exchange(State state) {
      forEachRow(state::numbers);
    }

    /** Lets all rows be looked at and <em>modified</em>. */
    private void forEachRow(Consumer<double[]> work) {
      Chunks chunks = dual.chunks();
      for (int c = 0; c < chunks.count(); c++) {
        double[] scratch = new double[chunks.length(c)];
        for (int j = 0; j < dual.lines(); j++) {
          double[] row = dual.row(c, j, scratch);
          work.accept(row);
          dual.keep(c, j, row);
        }
      }
    }
  }
}
