package org.mahnmf.internal.store;

import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.mahnmf.base.Workers;
import org.mahnmf.checkpoint.State;
import org.mahnmf.internal.kernel.Chunks;
import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.NumberType;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.Precision;
import org.mahnmf.matrix.Space;
import org.mahnmf.problem.Dual;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.HiddenEntries;
import org.mahnmf.problem.Loss;
import org.mahnmf.problem.PassOperation;
import org.mahnmf.problem.PassSums;
import org.mahnmf.problem.SideData;
import org.mahnmf.problem.Store;
import org.mahnmf.problem.Units;

/**
 * X as dense doubles, floats or bytes in tiles, weights likewise if there are any: one copy, from
 * which both factors are served. In the heap, or in the space that the observations name for what
 * the heap cannot hold; the answer does not depend on where it is.
 *
 * <p>Lines are samples, unless samples are too short for long loops: a table of few features is
 * held by features, so that 2,000,000 rows of 8 columns are 8 lines, not millions of small arrays.
 */
public final class DenseStore implements Store {

  /** Samples of fewer features are not held as lines if there are more of them than features. */
  private static final int FEW_FEATURES = 64;

  private final Tiles x;
  private final Tiles weights; // null if all are 1
  private final Precision precision;
  private final Optional<Space> space;
  private final Workers workers;
  private final boolean linesAreSamples;
  private final Extent extent;
  private final AtomicReference<DoublePass> doubles = new AtomicReference<>();
  private final AtomicReference<FloatPass> floats = new AtomicReference<>();

  private DenseStore(
      Precision precision, Optional<Space> space, double scale, Workers workers, TableRows rows) {
    this.precision = precision;
    this.space = space;
    this.workers = workers;
    linesAreSamples = rows.features() >= FEW_FEATURES || rows.features() >= rows.samples();
    int lines = linesAreSamples ? rows.samples() : rows.features();
    Chunks chunks = new Chunks(linesAreSamples ? rows.features() : rows.samples());
    x =
        rows.areBytes() && !Tiles.areOutside(space, precision, lines, chunks)
            ? new ByteTiles(lines, chunks, 1 / scale)
            // Doubles that are floats take half the room outside the heap while nothing is lost.
            : Tiles.zeros(space, precision, NumberType.F4, lines, chunks);
    Sums sums = new Sums();
    weights = rows.readInto(x, linesAreSamples, precision, space, sums);
    extent = new Extent(rows.features(), rows.samples(), scale, false, sums);
  }

  /**
   * Wraps a block of a larger X as it is, without a copy, in the units it was given in: samples x
   * features, finite and at least 0, with weights where 0 means missing, null if all are 1; all
   * <em>kept</em>. A block of few features is still held by samples.
   */
  public DenseStore(DenseMatrix values, DenseMatrix weights, Workers workers) {
    Chunks chunks = new Chunks(values.columns());
    this.x = new FlatTiles(values, chunks);
    this.weights = weights == null ? null : new FlatTiles(weights, chunks);
    this.precision = Precision.DOUBLE;
    this.space = Optional.empty();
    this.workers = workers;
    this.linesAreSamples = true;
    Sums sums = new Sums();
    for (int i = 0; i < values.array().length; i++) {
      sums.add(values.array()[i], weights == null ? 1 : weights.array()[i]);
    }
    this.extent = new Extent(values.columns(), values.rows(), 1, false, sums);
  }

  /** Opens a table divided by the power of two nearest its mean, as doubles. */
  public static DenseStore scaled(Observations observations, Workers workers) {
    return scaled(observations, Precision.DOUBLE, workers);
  }

  /**
   * Opens a table, <em>not modified</em>, divided by the power of two nearest its mean; the workers
   * are <em>kept</em>.
   */
  public static DenseStore scaled(Observations observations, Precision precision, Workers workers) {
    return open(observations, precision, Units.scaleOf(observations), workers);
  }

  /** Opens a table in its own units, as doubles: others might not hold them. */
  public static DenseStore unscaled(Observations observations, Workers workers) {
    return open(observations, Precision.DOUBLE, 1, workers);
  }

  /**
   * Opens a table divided by a power of four near its mean, so that both factors of a symmetric
   * problem take the same share of it, a power of two.
   */
  public static DenseStore scaledByFours(
      Observations observations, Precision precision, Workers workers) {
    return open(observations, precision, Units.evenPower(Units.scaleOf(observations)), workers);
  }

  private static DenseStore open(
      Observations observations, Precision precision, double scale, Workers workers) {
    TableRows rows = TableRows.of(observations, scale);
    return new DenseStore(precision, observations.space(), scale, workers, rows);
  }

  @Override
  public Optional<Store> hiding(HiddenEntries hidden) {
    SideData side = side(Factor.CODES);
    TableRows.Reader rows =
        (sample, values, itsWeights) -> {
          side.read(sample, values);
          side.readWeights(sample, itsWeights);
          for (int k = hidden.before(sample); k < hidden.before(sample + 1); k++) {
            values[hidden.features()[k]] = 0;
            itsWeights[hidden.features()[k]] = 0;
          }
        };
    boolean areBytes = x instanceof ByteTiles;
    return Optional.of(
        new DenseStore(
            precision,
            space,
            scale(),
            workers,
            new TableRows(samples(), features(), areBytes, rows)));
  }

  @Override
  public Precision precision() {
    return precision;
  }

  @Override
  public Extent extent() {
    return extent;
  }

  @Override
  public Workers workers() {
    return workers;
  }

  @Override
  public Optional<Dual> newDual() {
    return Optional.of(new DenseDual(Tiles.zeros(space, precision, x.lines(), x.chunks())));
  }

  @Override
  public Dual newDual(Dual before) {
    return new DenseDual(((DenseDual) before).dual);
  }

  @Override
  public SideData side(Factor moving) {
    return new DenseSide(moving);
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
      DenseStore.read(x, columnsAreLines, column, values);
    }

    @Override
    public void readWeights(int column, double[] out) {
      if (weights == null) {
        Arrays.fill(out, 0, length(), 1);
      } else {
        DenseStore.read(weights, columnsAreLines, column, out);
      }
    }
  }

  /** The dual of a dense X, in the layout and the precision of its tiles. */
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
