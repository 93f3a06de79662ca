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
import org.mahnmf.internal.store.SampleStore;
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

  private Block(Layout layout, long first, String[] groups, Rows rows) {
    this.zeroWeight = layout.zeroWeight;
    this.first = first;
    this.groups = groups;
    this.values = rows.values();
    this.weights = rows.weights();
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

  /**
   * Reads the samples of a partition again.
   *
   * @param first number of the first sample
   * @param count how many there were
   * @param hash of them all
   * @throws IllegalStateException if there are other samples now, or in another order
   */
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
    Rows rows = layout.sparse ? new StoredRows(layout, count) : new WholeRows(layout, count);
    String[] groups = new String[count];
    int row = 0;
    for (; source.hasNext() && row < count; row++) {
      Sample sample = source.next();
      seen.accept(sample);
      rows.add(row, sample);
      groups[row] = sample.group;
    }
    if (row != count || source.hasNext()) {
      throw changed("more or fewer samples");
    }
    return new Block(layout, first, count == 0 || groups[0] == null ? null : groups, rows);
  }

  /** Samples as they are read. */
  private interface Rows {

    void add(int row, Sample sample);

    Matrix values();

    Matrix weights();
  }

  /** Samples with all their entries. */
  private static final class WholeRows implements Rows {

    private final double scale;
    private final DenseMatrix values;
    private DenseMatrix weights;

    WholeRows(Layout layout, int count) {
      scale = layout.scale;
      values = new DenseMatrix(count, layout.features);
    }

    @Override
    public void add(int row, Sample sample) {
      for (int i = 0; i < values.columns(); i++) {
        double value = sample.features.apply(i);
        double weight = sample.weight(i, value);
        values.set(row, i, weight > 0 ? value / scale : 0);
        if (weight != 1 && weights == null) {
          weights = new DenseMatrix(values.rows(), values.columns());
          Arrays.fill(weights.array(), 1);
        }
        if (weights != null) {
          weights.set(row, i, weight);
        }
      }
    }

    @Override
    public Matrix values() {
      return values;
    }

    @Override
    public Matrix weights() {
      return weights;
    }
  }

  /** Samples without their zeros; NaN is missing. */
  private static final class StoredRows implements Rows {

    private final double scale;
    private final SparseMatrix.Builder values;
    private final SparseMatrix.Builder weights;
    private boolean weighted;

    StoredRows(Layout layout, int count) {
      scale = layout.scale;
      values = new SparseMatrix.Builder(count, layout.features);
      weights = new SparseMatrix.Builder(count, layout.features);
    }

    @Override
    public void add(int row, Sample sample) {
      weighted |= sample.weights != null;
      Sample.forNonZeros(
          sample.features,
          (index, value) -> {
            values.add(row, index, value / scale);
            weights.add(row, index, sample.weight(index, value));
          });
    }

    @Override
    public Matrix values() {
      return values.build();
    }

    @Override
    public Matrix weights() {
      return weighted ? weights.build() : null;
    }
  }

  /**
   * Returns some of the samples, in the units of this block.
   *
   * @param chosen numbers among all samples, rising; those of other blocks are passed over
   */
  Iterator<Sample> part(long[] chosen) {
    return Arrays.stream(chosen)
        .filter(number -> number >= first && number < first + samples)
        .mapToObj(number -> sample((int) (number - first)))
        .iterator();
  }

  private Sample sample(int row) {
    return new Sample(vector(values, row), weights == null ? null : vector(weights, row), null);
  }

  private static Vector vector(Matrix matrix, int row) {
    double[] entries = new double[matrix.columns()];
    matrix.copyRow(row, entries);
    return Vectors.dense(entries).compressed();
  }

  /** Opens the store, once per machine and block. */
  synchronized Store store() {
    if (store == null) {
      store =
          values instanceof SparseMatrix
              ? SparseStore.unscaled(observations(), zeroWeight, workers())
              : new SampleStore((DenseMatrix) values, (DenseMatrix) weights, workers());
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
