package org.mahnmf.internal.store;

import java.util.Arrays;
import java.util.Optional;
import org.mahnmf.base.Workers;
import org.mahnmf.internal.kernel.Chunks;
import org.mahnmf.matrix.ByteMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.NumberType;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.Precision;
import org.mahnmf.matrix.Space;
import org.mahnmf.problem.Dual;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.HiddenEntries;
import org.mahnmf.problem.SideData;
import org.mahnmf.problem.Store;
import org.mahnmf.problem.Units;

/**
 * X as dense doubles, floats or bytes, weights likewise if there are any: one copy, from which both
 * factors are served. In the heap, or in the space that the observations name for what the heap
 * cannot hold; the answer does not depend on where it is.
 */
public final class DenseStore implements Store {

  private final Optional<Space> space;
  private final Extent extent;
  private final DenseTable table;
  private final boolean bytes;

  private DenseStore(
      Precision precision, Optional<Space> space, double scale, Workers workers, Source source) {
    this.space = space;
    this.bytes = source.bytes;
    boolean linesAreSamples = DenseTable.linesAreSamples(source.samples, source.features);
    int lines = linesAreSamples ? source.samples : source.features;
    Chunks chunks = new Chunks(linesAreSamples ? source.features : source.samples);
    Tiles zeros =
        bytes && !Tiles.areOutside(space, precision, lines, chunks)
            ? new ByteTiles(lines, chunks, 1 / scale)
            // Doubles that are floats take half the room outside the heap while nothing is lost.
            : Tiles.zeros(space, precision, NumberType.F4, lines, chunks);
    Sums sums = new Sums();
    Tiles weights = read(source, new Lines(zeros, linesAreSamples), precision, space, sums);
    table = new DenseTable(zeros, weights, precision, workers, linesAreSamples);
    extent = new Extent(source.features, source.samples, scale, false, sums);
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
    return open(observations, precision, scaleOf(observations), workers);
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
    return open(observations, precision, Units.evenPower(scaleOf(observations)), workers);
  }

  private static DenseStore open(
      Observations observations, Precision precision, double scale, Workers workers) {
    Rows rows =
        (sample, values, weights) -> {
          observations.values().copyRow(sample, values);
          for (int j = 0; j < values.length; j++) {
            weights[j] = observations.weight(sample, j, values[j]);
            values[j] = weights[j] > 0 ? values[j] / scale : 0;
          }
        };
    return new DenseStore(
        precision,
        observations.space(),
        scale,
        workers,
        new Source(
            observations.samples(),
            observations.features(),
            observations.values() instanceof ByteMatrix,
            rows));
  }

  @Override
  public Optional<Store> hiding(HiddenEntries hidden) {
    SideData side = side(Factor.CODES);
    Rows rows =
        (sample, values, weights) -> {
          side.read(sample, values);
          side.readWeights(sample, weights);
          for (int k = hidden.before(sample); k < hidden.before(sample + 1); k++) {
            values[hidden.features()[k]] = 0;
            weights[hidden.features()[k]] = 0;
          }
        };
    return Optional.of(
        new DenseStore(
            table.precision,
            space,
            scale(),
            table.workers,
            new Source(samples(), features(), bytes, rows)));
  }

  /** The power of two nearest the mean of the entries that count, found without overflow. */
  private static double scaleOf(Observations observations) {
    Matrix values = observations.values();
    double[] row = new double[values.columns()];
    double largest = 0;
    double largestWeight = 0;
    for (int i = 0; i < values.rows(); i++) {
      values.copyRow(i, row);
      for (int j = 0; j < row.length; j++) {
        double weight = observations.weight(i, j, row[j]);
        if (weight > 0) {
          largest = Math.max(largest, row[j]);
          largestWeight = Math.max(largestWeight, weight);
        }
      }
    }
    if (largest == 0) {
      return 1;
    }
    double safe = Units.nearest(largest);
    double safeWeight = Units.nearest(largestWeight);
    double sum = 0;
    double weightSum = 0;
    for (int i = 0; i < values.rows(); i++) {
      values.copyRow(i, row);
      for (int j = 0; j < row.length; j++) {
        double weight = observations.weight(i, j, row[j]) / safeWeight;
        if (weight > 0) {
          sum += weight * (row[j] / safe);
          weightSum += weight;
        }
      }
    }
    return Units.ofMean(safe, sum / weightSum);
  }

  @Override
  public Precision precision() {
    return table.precision;
  }

  @Override
  public Extent extent() {
    return extent;
  }

  @Override
  public Workers workers() {
    return table.workers;
  }

  @Override
  public Optional<Dual> newDual() {
    Tiles zeros = Tiles.zeros(space, table.precision, table.x.lines(), table.x.chunks());
    return Optional.of(table.dual(zeros));
  }

  @Override
  public SideData side(Factor moving) {
    return table.side(moving);
  }

  /** Where the rows of a table come from. */
  @FunctionalInterface
  private interface Rows {

    /** Reads a row: its entries, 0 where the weight is, and their weights. */
    void read(int sample, double[] values, double[] weights);
  }

  /**
   * A table to be read.
   *
   * @param samples rows
   * @param features columns
   * @param bytes whether all entries are whole numbers up to 255, divided by the scale
   * @param rows the entries
   */
  private record Source(int samples, int features, boolean bytes, Rows rows) {}

  /**
   * Reads a table and its sums, which are <em>modified</em>; returns the weights, null if all are
   * 1.
   */
  private static Tiles read(
      Source source, Lines x, Precision precision, Optional<Space> space, Sums sums) {
    Tiles weights = null;
    int features = source.features;
    double[] values = new double[features];
    double[] rowWeights = new double[features];
    Lines weightLines = null;
    for (int i = 0; i < source.samples; i++) {
      source.rows.read(i, values, rowWeights);
      boolean plain = true;
      for (int j = 0; j < features; j++) {
        double weight = rowWeights[j];
        if (weight > 0 && !precision.holds(weight)) {
          throw new IllegalArgumentException(
              "a weight is "
                  + weight
                  + " but a float is 0 or from 1.2e-38 to 3.4e38; rescale the weights or use"
                  + " double precision");
        }
        plain &= weight == 1;
        sums.add(values[j], weight);
      }
      x.set(i, values);
      if (!plain && weightLines == null) {
        weights = Tiles.zeros(space, precision, NumberType.F4, x.tiles.lines(), x.tiles.chunks());
        weightLines = new Lines(weights, x.linesAreSamples);
        double[] ones = new double[features];
        Arrays.fill(ones, 1);
        for (int k = 0; k < i; k++) {
          weightLines.set(k, ones);
        }
      }
      if (weightLines != null) {
        weightLines.set(i, rowWeights);
      }
    }
    return weights;
  }

  /**
   * Writes samples in their order, also where they are not lines: a chunk of all lines, by feature
   * and sample of the chunk, is pending while its samples come in.
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Lines(Tiles tiles, boolean linesAreSamples, double[][] pending) {

    Lines(Tiles tiles, boolean linesAreSamples) {
      this(tiles, linesAreSamples, new double[linesAreSamples ? 0 : tiles.lines()][Chunks.LONGEST]);
    }

    void set(int sample, double[] values) {
      if (linesAreSamples) {
        tiles.setLine(sample, values);
        return;
      }
      Chunks chunks = tiles.chunks();
      int chunk = chunks.of(sample);
      int entry = sample - chunks.begin(chunk);
      for (int i = 0; i < pending.length; i++) {
        pending[i][entry] = values[i];
      }
      for (int i = 0; entry == chunks.length(chunk) - 1 && i < pending.length; i++) {
        tiles.keep(chunk, i, pending[i]);
      }
    }
  }
}
