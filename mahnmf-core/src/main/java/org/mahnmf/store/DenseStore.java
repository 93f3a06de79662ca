package org.mahnmf.store;

import java.util.Arrays;
import java.util.Optional;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Space;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Observations;

/**
 * X and its transpose as dense doubles or floats, each with its columns contiguous, weights
 * likewise if there are any. Memory: two copies of X and, if weighted, two of the weights; in the
 * heap, or in the space that the observations name for what the heap cannot hold. The answer does
 * not depend on where they are.
 */
public final class DenseStore implements Store {

  private final Precision precision;
  private final Optional<Space> space;
  private final double scale;
  private final Workers workers;
  private final Filling<?> filling;
  private final DenseSide<?> codes;
  private final DenseSide<?> basis;

  private DenseStore(
      Precision precision,
      Optional<Space> space,
      double scale,
      Workers workers,
      int samples,
      int features,
      Rows source) {
    this.precision = precision;
    this.space = space;
    this.scale = scale;
    this.workers = workers;
    filling = new Filling<>(precision.cells(space, samples, features));
    filling.read(source, precision);
    codes = filling.side(workers);
    basis = codes.transpose();
  }

  /**
   * Opens a table divided by the power of two nearest its mean, as doubles.
   *
   * @param observations <em>not modified</em>
   * @param workers the threads of the passes; <em>kept</em>
   */
  public static DenseStore scaled(Observations observations, Workers workers) {
    return scaled(observations, Precision.DOUBLE, workers);
  }

  /**
   * Opens a table divided by the power of two nearest its mean.
   *
   * @param observations <em>not modified</em>
   * @param precision of what is kept
   * @param workers the threads of the passes; <em>kept</em>
   */
  public static DenseStore scaled(Observations observations, Precision precision, Workers workers) {
    return open(observations, precision, scaleOf(observations), workers);
  }

  /**
   * Opens a table in its own units, as doubles: others might not hold them.
   *
   * @param observations <em>not modified</em>
   * @param workers the threads of the passes; <em>kept</em>
   */
  public static DenseStore unscaled(Observations observations, Workers workers) {
    return open(observations, Precision.DOUBLE, 1, workers);
  }

  /**
   * Opens a table divided by a power of four near its mean, so that both factors of a symmetric
   * problem take the same share of it, a power of two.
   *
   * @param observations <em>not modified</em>
   * @param precision of what is kept
   * @param workers the threads of the passes; <em>kept</em>
   */
  static DenseStore scaledByFours(Observations observations, Precision precision, Workers workers) {
    return open(observations, precision, PowerScale.evenPower(scaleOf(observations)), workers);
  }

  private static DenseStore open(
      Observations observations, Precision precision, double scale, Workers workers) {
    Rows source =
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
        observations.samples(),
        observations.features(),
        source);
  }

  @Override
  public Optional<Store> part(int[] samples, int[] features, Holdout.Filter seen) {
    double[] row = new double[features()];
    double[] rowWeights = new double[features()];
    Rows source =
        (sample, values, weights) -> {
          codes.read(samples[sample], row);
          codes.readWeights(samples[sample], rowWeights);
          for (int j = 0; j < values.length; j++) {
            boolean kept = seen.test(samples[sample], features[j]);
            weights[j] = kept ? rowWeights[features[j]] : 0;
            values[j] = kept ? row[features[j]] : 0;
          }
        };
    return Optional.of(
        new DenseStore(precision, space, scale, workers, samples.length, features.length, source));
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
    double safe = PowerScale.nearest(largest);
    double safeWeight = PowerScale.nearest(largestWeight);
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
    return PowerScale.ofMean(safe, sum / weightSum);
  }

  @Override
  public int features() {
    return basis.count();
  }

  @Override
  public int samples() {
    return codes.count();
  }

  @Override
  public double scale() {
    return scale;
  }

  @Override
  public double weightSum() {
    return filling.weightSum;
  }

  @Override
  public double absoluteSum() {
    return filling.absoluteSum;
  }

  @Override
  public long observed() {
    return filling.observed;
  }

  @Override
  public double largestWeight() {
    return filling.largestWeight;
  }

  @Override
  public boolean isWeighted() {
    return filling.weights != null;
  }

  @Override
  public Precision precision() {
    return precision;
  }

  @Override
  public Workers workers() {
    return workers;
  }

  @Override
  public Optional<Dual> newDual() {
    return Optional.of(codes.newDual());
  }

  @Override
  public SideData side(Factor moving) {
    return moving == Factor.CODES ? codes : basis;
  }

  /** Where the rows of a table come from. */
  @FunctionalInterface
  private interface Rows {

    /**
     * Reads a row.
     *
     * @param sample which
     * @param values receives the entries, 0 where the weight is; <em>modified</em>
     * @param weights receives the weights; <em>modified</em>
     */
    void read(int sample, double[] values, double[] weights);
  }

  /** A table as it is read, and its sums. */
  private static final class Filling<A> {

    final Cells<A> x;

    /** Null as long as all weights are 1. */
    Cells<A> weights;

    double weightSum;
    double absoluteSum;
    double largestWeight;
    long observed;

    Filling(Cells<A> zeros) {
      x = zeros;
    }

    void read(Rows source, Precision precision) {
      double[] values = new double[x.columns()];
      double[] rowWeights = new double[x.columns()];
      for (int i = 0; i < x.rows(); i++) {
        source.read(i, values, rowWeights);
        boolean plain = true;
        for (int j = 0; j < values.length; j++) {
          double weight = rowWeights[j];
          if (weight > 0 && !precision.holds(weight)) {
            throw new IllegalArgumentException(
                "a weight is "
                    + weight
                    + " but a float is 0 or from 1.2e-38 to 3.4e38; rescale the weights or use"
                    + " double precision");
          }
          plain &= weight == 1;
          weightSum += weight;
          absoluteSum += weight * values[j];
          largestWeight = Math.max(largestWeight, weight);
          observed += weight > 0 ? 1 : 0;
        }
        x.setRow(i, values);
        if (!plain && weights == null) {
          weights = onesAbove(i);
        }
        if (weights != null) {
          weights.setRow(i, rowWeights);
        }
      }
    }

    private Cells<A> onesAbove(int row) {
      Cells<A> all = x.blank();
      double[] ones = new double[x.columns()];
      Arrays.fill(ones, 1);
      for (int i = 0; i < row; i++) {
        all.setRow(i, ones);
      }
      return all;
    }

    DenseSide<A> side(Workers workers) {
      return new DenseSide<>(x, weights, workers);
    }
  }
}
