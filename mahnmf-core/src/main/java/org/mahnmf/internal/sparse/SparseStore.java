package org.mahnmf.internal.sparse;

import java.util.Arrays;
import java.util.Optional;
import org.mahnmf.base.Workers;
import org.mahnmf.matrix.InvalidEntryException;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Dual;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.HiddenEntries;
import org.mahnmf.problem.SideData;
import org.mahnmf.problem.Store;
import org.mahnmf.problem.Units;

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
  private final Sums sums = new Sums();
  private final Workers workers;
  private final SparseSide codes;
  private final SparseSide basis;

  private SparseStore(Columns x, double scale, double zeroWeight, Workers workers) {
    this.scale = scale;
    this.workers = workers;
    this.codes = new SparseSide(x, zeroWeight, workers);
    this.basis = codes.transposed();
    for (int k = 0; k < x.values.length; k++) {
      sums.add(x.values[k], x.weight(k));
    }
    sums.addAbsent(zeroWeight, (long) x.count() * x.length - x.values.length);
  }

  /**
   * Opens a sparse table divided by the power of two nearest the mean of its stored entries.
   *
   * @param observations a {@link SparseMatrix}, unweighted or with weights in a {@link
   *     SparseMatrix} that has entries only where the table has; <em>not modified</em>
   * @param workers the threads of the passes; <em>kept</em>
   */
  public static SparseStore scaled(Observations observations, Workers workers) {
    return divided(observations, Units.scaleOf(observations), workers);
  }

  /** Opens a sparse table as {@link #scaled} does, but in its own units. */
  public static SparseStore unscaled(Observations observations, Workers workers) {
    return divided(observations, 1, workers);
  }

  /**
   * Opens a sparse table in its own units as the problem of the codes sees it, at half the memory
   * of a store.
   */
  public static SideData bySample(Observations observations, Workers workers) {
    return new SparseSide(read(observations), observations.zeroWeight(), workers);
  }

  /** Opens a sparse table divided by a power of four, for a symmetric problem. */
  public static SparseStore scaledByFours(Observations observations, Workers workers) {
    return divided(observations, Units.evenPower(Units.scaleOf(observations)), workers);
  }

  private static SparseStore divided(Observations observations, double scale, Workers workers) {
    Columns x = read(observations);
    for (int k = 0; k < x.values.length; k++) {
      x.values[k] /= scale;
    }
    return new SparseStore(x, scale, observations.zeroWeight(), workers);
  }

  private static Columns read(Observations observations) {
    if (!(observations.values() instanceof SparseMatrix table)) {
      throw new IllegalArgumentException(
          "the table is a %s but a sparse store needs a SparseMatrix; use SparseMatrix.copyOf"
              .formatted(observations.values().getClass().getSimpleName()));
    }
    if (observations.weights().isPresent()) {
      checkWeights(table, observations.weights().get());
    }
    return Columns.of(observations, table);
  }

  /** Weights off the table's pattern would make absent entries differ from each other. */
  private static void checkWeights(SparseMatrix table, Matrix given) {
    if (!(given instanceof SparseMatrix weights)) {
      throw new IllegalArgumentException(
          ("the weights are a %s but those of a sparse table must be a SparseMatrix with"
                  + " entries only where the table has them; make the table dense or the weights sparse")
              .formatted(given.getClass().getSimpleName()));
    }
    int[] indices = new int[weights.columns()];
    double[] values = new double[weights.columns()];
    for (int i = 0; i < weights.rows(); i++) {
      int count = weights.copyStored(i, indices, values);
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

  @Override
  public Extent extent() {
    return new Extent(basis.count(), codes.count(), scale, true, sums);
  }

  @Override
  public Workers workers() {
    return workers;
  }

  /** A hidden entry is stored as a missing one, whether it was stored before or absent. */
  @Override
  public Optional<Store> hiding(HiddenEntries hidden) {
    Columns rest = codes.columns().hiding(hidden);
    return Optional.of(new SparseStore(rest, scale, codes.zeroWeight(), workers));
  }

  @Override
  public Optional<Dual> newDual() {
    return Optional.of(
        new SparseDual(codes.columns(), basis.columns(), codes.zeroWeight(), workers));
  }

  @Override
  public Dual newDual(Dual before) {
    SparseDual dual = new SparseDual(codes.columns(), basis.columns(), codes.zeroWeight(), workers);
    dual.assign((SparseDual) before);
    return dual;
  }

  @Override
  public SideData side(Factor moving) {
    return moving == Factor.CODES ? codes : basis;
  }

  /**
   * Stored entries column by column; row j of the user's table is column j here. The weights are
   * null if all are 1.
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Columns(int length, int[] pointers, int[] indices, double[] values, double[] weights) {

    /** Reads a table; what is missing becomes 0 of weight 0. */
    static Columns of(Observations observations, SparseMatrix table) {
      Growing columns = new Growing(table.columns(), table.rows(), table.nonZeros());
      int[] indices = new int[table.longestRow()];
      double[] row = new double[table.longestRow()];
      for (int j = 0; j < table.rows(); j++) {
        int count = table.copyStored(j, indices, row);
        for (int k = 0; k < count; k++) {
          double weight = 1;
          if (Double.isNaN(row[k])) {
            weight = 0;
          } else if (observations.weights().isPresent()) {
            weight = observations.weights().get().get(j, indices[k]);
          }
          columns.add(indices[k], row[k], weight);
        }
        columns.end();
      }
      return columns.build();
    }

    /** Makes hidden entries stored ones of weight 0. */
    Columns hiding(HiddenEntries hidden) {
      Growing rest = new Growing(length, count(), values.length);
      for (int sample = 0; sample < count(); sample++) {
        int k = pointers[sample];
        int next = hidden.before(sample);
        int end = hidden.before(sample + 1);
        while (k < pointers[sample + 1] || next < end) {
          int own = k < pointers[sample + 1] ? indices[k] : length;
          int left = next < end ? hidden.features()[next] : length;
          rest.add(Math.min(own, left), own < left ? values[k] : 0, own < left ? weight(k) : 0);
          k += own <= left ? 1 : 0;
          next += left <= own ? 1 : 0;
        }
        rest.end();
      }
      return rest.build();
    }

    double weight(int k) {
      return weights == null ? 1 : weights[k];
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

  /** Columns as they are read, one after the other. */
  private static final class Growing {

    private final int length;
    private final int[] pointers;
    private int[] indices;
    private double[] values;

    /** Null as long as all weights are 1. */
    private double[] weights;

    private int count;
    private int ended;

    Growing(int length, int columns, int capacity) {
      this.length = length;
      pointers = new int[columns + 1];
      indices = new int[capacity];
      values = new double[capacity];
    }

    void add(int index, double value, double weight) {
      if (count == indices.length) {
        resize(Math.max(16, 2 * count));
      }
      if (weight != 1 && weights == null) {
        weights = new double[indices.length];
        Arrays.fill(weights, 0, count, 1);
      }
      indices[count] = index;
      values[count] = weight > 0 ? value : 0;
      if (weights != null) {
        weights[count] = weight;
      }
      count++;
    }

    void end() {
      pointers[++ended] = count;
    }

    private void resize(int capacity) {
      indices = Arrays.copyOf(indices, capacity);
      values = Arrays.copyOf(values, capacity);
      weights = weights == null ? null : Arrays.copyOf(weights, capacity);
    }

    Columns build() {
      if (count < indices.length) {
        resize(count);
      }
      return new Columns(length, pointers, indices, values, weights);
    }
  }
}
