package org.mahnmf.store;

import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.InvalidEntryException;
import org.mahnmf.problem.Observations;

/**
 * X and its transpose in compressed columns: 24 bytes per stored entry, 40 if weighted.
 *
 * <p>Every entry is one of three: stored, with a positive value and a weight; missing, that is NaN
 * or of weight 0, which costs nothing; or absent, a zero of weight ω₀. With non-negative factors
 * the loss at an absent entry, ω₀·wᵀh, is linear, so a pass is exact at the cost of the stored
 * entries alone, O(nnz·r + (m + n)·r), see {@link SparseSide}. ω₀ = 0 makes absent entries missing;
 * between 0 and 1 it keeps an L1 fit of very sparse data from being drawn to zero.
 *
 * <p>The scale is the power of two nearest the (weighted) mean of the stored entries: the mean over
 * all entries would be tiny and say how sparse X is rather than how large its entries are.
 */
public final class SparseStore implements Store {

  private final double scale;
  private final double weightSum;
  private final double absoluteSum;
  private final long observed;
  private final double largestWeight;
  private final boolean weighted;
  private final Workers workers;
  private final SparseSide codes;
  private final SparseSide basis;

  private SparseStore(
      Observations observations,
      SparseMatrix table,
      double scale,
      double zeroWeight,
      Workers workers) {
    this.scale = scale;
    this.workers = workers;
    this.codes = new SparseSide(new Columns(observations, table, scale), zeroWeight, workers);
    this.basis = codes.transposed();
    double[] values = codes.columns().values;
    double[] weights = codes.columns().weights;
    double sum = 0;
    double absolute = 0;
    double largest = 0;
    long positive = 0;
    for (int k = 0; k < values.length; k++) {
      double weight = weights == null ? 1 : weights[k];
      sum += weight;
      absolute += weight * values[k];
      largest = Math.max(largest, weight);
      positive += weight > 0 ? 1 : 0;
    }
    long absent = (long) table.rows() * table.columns() - values.length;
    this.weightSum = sum + zeroWeight * absent;
    this.absoluteSum = absolute;
    this.observed = positive + (zeroWeight > 0 ? absent : 0);
    this.largestWeight = absent > 0 ? Math.max(largest, zeroWeight) : largest;
    this.weighted = weights != null || (absent > 0 && zeroWeight != 1);
  }

  /**
   * Opens a sparse table divided by the power of two nearest the mean of its stored entries.
   *
   * @param observations a {@link SparseMatrix}, unweighted or with weights in a {@link
   *     SparseMatrix} that has entries only where the table has; <em>not modified</em>
   * @param zeroWeight ω₀, the weight of absent entries, at least 0
   * @param workers the threads of the passes; <em>kept</em>
   */
  public static SparseStore scaled(Observations observations, double zeroWeight, Workers workers) {
    SparseMatrix table = check(observations, zeroWeight);
    return new SparseStore(observations, table, scaleOf(observations, table), zeroWeight, workers);
  }

  /**
   * Opens a sparse table in its own units.
   *
   * @param observations as for {@link #scaled}; <em>not modified</em>
   * @param zeroWeight ω₀, the weight of absent entries, at least 0
   * @param workers the threads of the passes; <em>kept</em>
   */
  public static SparseStore unscaled(
      Observations observations, double zeroWeight, Workers workers) {
    return new SparseStore(observations, check(observations, zeroWeight), 1, zeroWeight, workers);
  }

  /** Opens a sparse table divided by a power of four, see {@link Stores#openSymmetric}. */
  static SparseStore scaledByFours(Observations observations, double zeroWeight, Workers workers) {
    SparseMatrix table = check(observations, zeroWeight);
    double power = PowerScale.evenPower(scaleOf(observations, table));
    return new SparseStore(observations, table, power, zeroWeight, workers);
  }

  private static SparseMatrix check(Observations observations, double zeroWeight) {
    if (!(zeroWeight >= 0) || zeroWeight == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "the weight of absent entries is "
              + zeroWeight
              + " but must be finite and at least 0 (0 makes them missing)");
    }
    if (!(observations.values() instanceof SparseMatrix table)) {
      throw new IllegalArgumentException(
          "the table is a "
              + observations.values().getClass().getSimpleName()
              + " but a sparse store needs a SparseMatrix; use SparseMatrix.copyOf");
    }
    if (observations.weights().isPresent()) {
      checkWeights(table, observations.weights().get());
    }
    return table;
  }

  /** Weights off the table's pattern would make absent entries differ from each other. */
  private static void checkWeights(SparseMatrix table, Matrix given) {
    if (!(given instanceof SparseMatrix weights)) {
      throw new IllegalArgumentException(
          "the weights are a "
              + given.getClass().getSimpleName()
              + " but those of a sparse table must be a SparseMatrix with entries only where the"
              + " table has them; make the table dense or the weights sparse");
    }
    int[] indices = new int[weights.columns()];
    double[] values = new double[weights.columns()];
    for (int i = 0; i < weights.rows(); i++) {
      int count = weights.copyNonZeros(i, indices, values);
      for (int k = 0; k < count; k++) {
        if (table.get(i, indices[k]) == 0) {
          throw new InvalidEntryException(
              i,
              indices[k],
              values[k],
              "a sparse table takes weights only where it has an entry; all absent entries have"
                  + " one weight");
        }
      }
    }
  }

  /** Found without overflow, like the scale of a dense store. */
  private static double scaleOf(Observations observations, SparseMatrix table) {
    Columns own = new Columns(observations, table, 1);
    double largest = 0;
    for (double value : own.values) {
      largest = Math.max(largest, value);
    }
    if (largest == 0) {
      return 1;
    }
    double safe = PowerScale.nearest(largest);
    double sum = 0;
    double weightSum = 0;
    for (int k = 0; k < own.values.length; k++) {
      double weight = own.weights == null ? 1 : own.weights[k];
      sum += weight * (own.values[k] / safe);
      weightSum += weight;
    }
    return safe * PowerScale.nearest(sum / weightSum);
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
    return weightSum;
  }

  @Override
  public double absoluteSum() {
    return absoluteSum;
  }

  @Override
  public long observed() {
    return observed;
  }

  @Override
  public double largestWeight() {
    return largestWeight;
  }

  @Override
  public boolean isWeighted() {
    return weighted;
  }

  @Override
  public boolean isSparse() {
    return true;
  }

  @Override
  public Workers workers() {
    return workers;
  }

  @Override
  public SideData side(Factor moving) {
    return moving == Factor.CODES ? codes : basis;
  }

  /** Stored entries column by column; row j of the user's table is column j here. */
  static final class Columns {

    final int length;
    final int[] pointers;
    final int[] indices;
    final double[] values;

    /** Null if all stored entries have weight 1. */
    final double[] weights;

    Columns(int length, int[] pointers, int[] indices, double[] values, double[] weights) {
      this.length = length;
      this.pointers = pointers;
      this.indices = indices;
      this.values = values;
      this.weights = weights;
    }

    /** Reads the table divided by the scale; what is missing becomes 0 of weight 0. */
    Columns(Observations observations, SparseMatrix table, double scale) {
      int samples = table.rows();
      length = table.columns();
      pointers = new int[samples + 1];
      indices = new int[table.nonZeros()];
      values = new double[table.nonZeros()];
      double[] allWeights = new double[table.nonZeros()];
      int[] rowIndices = new int[length];
      double[] row = new double[length];
      boolean plain = true;
      int place = 0;
      for (int j = 0; j < samples; j++) {
        int count = table.copyNonZeros(j, rowIndices, row);
        for (int k = 0; k < count; k++) {
          double weight = 1;
          if (Double.isNaN(row[k])) {
            weight = 0;
          } else if (observations.weights().isPresent()) {
            weight = observations.weights().get().get(j, rowIndices[k]);
          }
          indices[place] = rowIndices[k];
          values[place] = weight > 0 ? row[k] / scale : 0;
          allWeights[place] = weight;
          plain &= weight == 1;
          place++;
        }
        pointers[j + 1] = place;
      }
      weights = plain ? null : allWeights;
    }

    int count() {
      return pointers.length - 1;
    }

    Columns transposed() {
      int[] next = new int[length + 1];
      for (int i : indices) {
        next[i + 1]++;
      }
      for (int i = 0; i < length; i++) {
        next[i + 1] += next[i];
      }
      int[] newPointers = next.clone();
      int[] newIndices = new int[indices.length];
      double[] newValues = new double[values.length];
      double[] newWeights = weights == null ? null : new double[weights.length];
      for (int j = 0; j < count(); j++) {
        for (int k = pointers[j]; k < pointers[j + 1]; k++) {
          int place = next[indices[k]]++;
          newIndices[place] = j;
          newValues[place] = values[k];
          if (newWeights != null) {
            newWeights[place] = weights[k];
          }
        }
      }
      return new Columns(count(), newPointers, newIndices, newValues, newWeights);
    }
  }
}
