package org.mahnmf.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;
import org.apache.spark.TaskContext;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Observations;
import org.mahnmf.store.SampleStore;
import org.mahnmf.store.SparseStore;
import org.mahnmf.store.Store;
import org.mahnmf.store.Workers;
import scala.Tuple2;

/**
 * The samples of one partition, divided by the scale of the table. The arrays travel; the store on
 * them is opened where they arrive.
 */
final class Block implements Serializable {

  private static final long serialVersionUID = 1;

  /** Number of the first sample among all. */
  final long first;

  final int samples;
  private final int features;

  /** Dense: samples x features. Sparse: what is stored, sample by sample. */
  private double[] values;

  /** As long as the values; null if all are 1. */
  private double[] weights;

  /** Null if dense. */
  private int[] pointers;

  private int[] indices;
  private final double zeroWeight;

  /** The group of each sample, or null. */
  final String[] groups;

  private transient Store store;

  private Block(long first, int samples, int features, double zeroWeight, boolean grouped) {
    this.first = first;
    this.samples = samples;
    this.features = features;
    this.zeroWeight = zeroWeight;
    this.groups = grouped ? new String[samples] : null;
  }

  /**
   * How blocks are made.
   *
   * @param features of every sample
   * @param scale what entries are divided by
   * @param sparse whether zeros are not stored
   * @param zeroWeight weight of a zero that is not stored
   */
  static final class Layout implements Serializable {

    private static final long serialVersionUID = 1;

    final int features;
    final double scale;
    final boolean sparse;
    final double zeroWeight;

    Layout(int features, double scale, boolean sparse, double zeroWeight) {
      this.features = features;
      this.scale = scale;
      this.sparse = sparse;
      this.zeroWeight = zeroWeight;
    }
  }

  /**
   * Reads the samples of a partition.
   *
   * @param first number of the first sample
   * @param count how many there are
   */
  static Block read(Layout layout, long first, int count, Iterator<Sample> source) {
    Block block = null;
    int row = 0;
    while (source.hasNext() && row < count) {
      Sample sample = source.next();
      if (block == null) {
        block = new Block(first, count, layout.features, layout.zeroWeight, sample.group != null);
        block.allocate(layout.sparse);
      }
      if (layout.sparse) {
        block.addStored(row, sample, layout.scale);
      } else {
        block.addWhole(row, sample, layout.scale);
      }
      if (block.groups != null) {
        block.groups[row] = sample.group;
      }
      row++;
    }
    if (row != count || source.hasNext()) {
      throw new IllegalStateException(
          "a partition had "
              + count
              + " samples when they were counted but has others now; give"
              + " a dataset that stays the same, or cache it");
    }
    return block;
  }

  private void allocate(boolean sparse) {
    if (sparse) {
      values = new double[16];
      indices = new int[16];
      pointers = new int[samples + 1];
    } else {
      values = new DenseMatrix(samples, features).array();
    }
  }

  private void addWhole(int row, Sample sample, double scale) {
    int offset = row * features;
    for (int i = 0; i < features; i++) {
      double value = sample.features.apply(i);
      double weight = sample.weight(i, value);
      values[offset + i] = weight > 0 ? value / scale : 0;
      setWeight(offset + i, weight);
    }
  }

  private void addStored(int row, Sample sample, double scale) {
    int count = pointers[row];
    Iterator<Tuple2<Object, Object>> entries =
        scala.jdk.javaapi.CollectionConverters.asJava(sample.features.activeIterator());
    while (entries.hasNext()) {
      Tuple2<Object, Object> entry = entries.next();
      double value = (Double) entry._2();
      if (value == 0) {
        continue;
      }
      if (count == values.length) {
        values = Arrays.copyOf(values, 2 * count);
        indices = Arrays.copyOf(indices, 2 * count);
        weights = weights == null ? null : Arrays.copyOf(weights, 2 * count);
      }
      int index = (Integer) entry._1();
      indices[count] = index;
      double weight = sample.weight(index, value);
      values[count] = Double.isNaN(value) ? value : value / scale;
      setWeight(count, weight);
      count++;
    }
    pointers[row + 1] = count;
  }

  private void setWeight(int place, double weight) {
    if (weight != 1 && weights == null) {
      weights = new double[values.length];
      Arrays.fill(weights, 0, place, 1);
    }
    if (weights != null) {
      weights[place] = weight;
    }
  }

  /** Opens the store, once per machine and block. */
  synchronized Store store() {
    if (store == null) {
      store = pointers == null ? dense() : sparse();
    }
    return store;
  }

  private Store dense() {
    return new SampleStore(
        DenseMatrix.wrap(samples, features, values),
        weights == null ? null : DenseMatrix.wrap(samples, features, weights),
        workers());
  }

  private Store sparse() {
    return SparseStore.unscaled(observations(), zeroWeight, workers());
  }

  /** Returns the samples as a table of their own. */
  Observations observations() {
    if (pointers == null) {
      Observations plain = Observations.of(DenseMatrix.wrap(samples, features, values));
      return weights == null
          ? plain
          : plain.withWeights(DenseMatrix.wrap(samples, features, weights));
    }
    SparseMatrix.Builder table = new SparseMatrix.Builder(samples, features);
    Optional<SparseMatrix.Builder> tableWeights =
        Optional.ofNullable(weights).map(given -> new SparseMatrix.Builder(samples, features));
    for (int j = 0; j < samples; j++) {
      for (int k = pointers[j]; k < pointers[j + 1]; k++) {
        table.add(j, indices[k], values[k]);
        if (tableWeights.isPresent()) {
          tableWeights.get().add(j, indices[k], weights[k]);
        }
      }
    }
    Observations plain = Observations.of(table.build()).withZeroWeight(zeroWeight);
    return tableWeights.map(given -> plain.withWeights(given.build())).orElse(plain);
  }

  /** The threads of a task: as many as the cores that Spark has given it. */
  static Workers workers() {
    TaskContext task = TaskContext.get();
    return Threads.of(task == null ? 1 : task.cpus());
  }

  /** Threads shared by the tasks of a machine. */
  private static final class Threads {

    private static Workers shared = new Workers(1);

    private Threads() {}

    static synchronized Workers of(int count) {
      if (shared.threads() != count) {
        shared = new Workers(count);
      }
      return shared;
    }
  }
}
