package org.mahnmf.spark.block;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.apache.spark.TaskContext;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.mahnmf.base.Workers;
import org.mahnmf.internal.fit.NumberHash;
import org.mahnmf.internal.sparse.SparseStore;
import org.mahnmf.internal.store.DenseStore;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Store;
import org.mahnmf.spark.file.Sample;

/**
 * The samples of one partition, divided by the scale of the table. The matrices travel; the store
 * on them is opened where they arrive.
 */
public final class Block implements Serializable {

  private static final long serialVersionUID = 1;

  private static Workers shared = new Workers(1);

  /** Number of the first sample among all. */
  final long first;

  final int samples;

  /** The group of each sample, or null. */
  final String[] groups;

  private final double zeroWeight;

  /** Samples x features. */
  private final Matrix values;

  /** Likewise; null if all are 1. */
  private final Matrix weights;

  private transient Store store;

  private Block(long first, String[] groups, double zeroWeight, Matrix values, Matrix weights) {
    this.zeroWeight = zeroWeight;
    this.first = first;
    this.groups = groups;
    this.values = values;
    this.weights = weights;
    this.samples = values.rows();
  }

  /**
   * How blocks are made.
   *
   * @param scale what entries are divided by
   * @param sparse whether zeros are not stored
   * @param zeroWeight the weight of a zero that is not stored
   */
  public record Layout(int features, double scale, boolean sparse, double zeroWeight)
      implements Serializable {}

  /** Reads the samples of a partition again; they must be as many, and have the same hash. */
  static Block read(Layout layout, long first, int count, long hash, Iterator<Sample> source) {
    NumberHash found = new NumberHash();
    Block block = read(layout, first, count, source, sample -> sample.hashInto(found));
    if (found.value() != hash) {
      throw changed("other samples, or in another order");
    }
    return block;
  }

  private static IllegalStateException changed(String what) {
    return new IllegalStateException(
        "a partition has "
            + what
            + ", than when it was first looked at; give a dataset that stays the same, or cache it");
  }

  /** Makes a table of samples. */
  public static Observations table(Layout layout, List<Sample> samples) {
    return read(layout, 0, samples.size(), samples.iterator(), sample -> {}).observations();
  }

  private static Block read(
      Layout layout, long first, int count, Iterator<Sample> source, Consumer<Sample> seen) {
    SparseMatrix.Builder stored = new SparseMatrix.Builder(count, layout.features);
    SparseMatrix.Builder storedWeights = new SparseMatrix.Builder(count, layout.features);
    boolean weighted = false;
    DenseMatrix whole = layout.sparse ? null : new DenseMatrix(count, layout.features);
    DenseMatrix wholeWeights = null;
    String[] groups = new String[count];
    int next = 0;
    for (; source.hasNext() && next < count; next++) {
      int row = next;
      Sample sample = source.next();
      seen.accept(sample);
      groups[row] = sample.group;
      if (layout.sparse) {
        weighted |= sample.weights != null;
        Sample.forNonZeros(
            sample.features,
            (index, value) -> {
              stored.add(row, index, value / layout.scale);
              storedWeights.add(row, index, sample.weight(index, value));
            });
      } else {
        wholeWeights = addWhole(whole, wholeWeights, row, sample, layout.scale);
      }
    }
    if (next != count || source.hasNext()) {
      throw changed("more or fewer samples");
    }
    return new Block(
        first,
        count == 0 || groups[0] == null ? null : groups,
        layout.zeroWeight,
        layout.sparse ? stored.build() : whole,
        weighted ? storedWeights.build() : wholeWeights);
  }

  /** Returns the weights: null as long as all are 1. */
  private static DenseMatrix addWhole(
      DenseMatrix values, DenseMatrix weights, int row, Sample sample, double scale) {
    DenseMatrix all = weights;
    for (int i = 0; i < values.columns(); i++) {
      double value = sample.features.apply(i);
      double weight = sample.weight(i, value);
      values.set(row, i, weight > 0 ? value / scale : 0);
      if (weight != 1 && all == null) {
        all = new DenseMatrix(values.rows(), values.columns());
        Arrays.fill(all.array(), 1);
      }
      if (all != null) {
        all.set(row, i, weight);
      }
    }
    return all;
  }

  /**
   * Returns some of the samples, in the units of this block.
   *
   * @param chosen numbers among all samples, rising; those of other blocks are passed over
   */
  Iterator<Sample> part(long[] chosen) {
    return Arrays.stream(chosen)
        .filter(number -> number >= first && number < first + samples)
        .mapToInt(number -> (int) (number - first))
        .mapToObj(row -> new Sample(vector(values, row), vector(weights, row), null))
        .iterator();
  }

  private static Vector vector(Matrix matrix, int row) {
    if (matrix == null) {
      return null;
    }
    double[] entries = new double[matrix.columns()];
    matrix.copyRow(row, entries);
    return Vectors.dense(entries).compressed();
  }

  /** Opens the store, once per machine and block. */
  synchronized Store store() {
    if (store == null) {
      store =
          values instanceof SparseMatrix
              ? SparseStore.unscaled(observations(), workers())
              : new DenseStore((DenseMatrix) values, (DenseMatrix) weights, workers());
    }
    return store;
  }

  /** Returns the samples as a table of their own. */
  Observations observations() {
    Observations plain = Observations.of(values);
    Observations table = values instanceof SparseMatrix ? plain.withZeroWeight(zeroWeight) : plain;
    return weights == null ? table : table.withWeights(weights);
  }

  /** The threads of a task: as many as the cores that Spark has given it; tasks share them. */
  public static synchronized Workers workers() {
    TaskContext task = TaskContext.get();
    int count = task == null ? 1 : task.cpus();
    if (shared.threads() != count) {
      shared = new Workers(count);
    }
    return shared;
  }
}
