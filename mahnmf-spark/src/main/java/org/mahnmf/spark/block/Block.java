package org.mahnmf.spark.block;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.TaskContext;
import org.mahnmf.base.Workers;
import org.mahnmf.internal.fit.NumberHash;
import org.mahnmf.internal.sparse.SparseStore;
import org.mahnmf.internal.store.SampleStore;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Store;
import org.mahnmf.spark.file.Sample;
import scala.Tuple2;

/**
 * The samples of one partition, divided by the scale of the table. The arrays travel; the store on
 * them is opened where they arrive.
 */
public final class Block implements Serializable {

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

  /** How blocks are made. */
  public static final class Layout implements Serializable {

    private static final long serialVersionUID = 1;

    public final int features;

    /** What entries are divided by. */
    final double scale;

    /** Whether zeros are not stored. */
    public final boolean sparse;

    /** The weight of a zero that is not stored. */
    public final double zeroWeight;

    public Layout(int features, double scale, boolean sparse, double zeroWeight) {
      this.features = features;
      this.scale = scale;
      this.sparse = sparse;
      this.zeroWeight = zeroWeight;
    }
  }

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
    Iterator<Sample> hashed =
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            return source.hasNext();
          }

          @Override
          public Sample next() {
            Sample sample = source.next();
            sample.hashInto(found);
            return sample;
          }
        };
    Block block = read(layout, first, count, hashed);
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

  /**
   * Reads samples.
   *
   * @param first number of the first sample
   * @param count how many there are
   */
  public static Block read(Layout layout, long first, int count, Iterator<Sample> source) {
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
      throw changed("more or fewer samples");
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
      reserve(count + 1);
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

  /**
   * Returns some of the samples.
   *
   * @param chosen numbers among all samples, rising; those of other blocks are passed over
   */
  Block part(long[] chosen) {
    int[] mine =
        Arrays.stream(chosen)
            .filter(number -> number >= first && number < first + samples)
            .mapToInt(number -> (int) (number - first))
            .toArray();
    Block part = new Block(first, mine.length, features, zeroWeight, false);
    part.allocate(pointers != null);
    for (int row = 0; row < mine.length; row++) {
      part.copyRow(this, mine[row], row);
    }
    return part;
  }

  /** Puts blocks one after the other. */
  static Block join(List<Block> blocks) {
    Block first = blocks.get(0);
    int count = blocks.stream().mapToInt(block -> block.samples).sum();
    Block all = new Block(0, count, first.features, first.zeroWeight, false);
    all.allocate(first.pointers != null);
    int row = 0;
    for (Block block : blocks) {
      for (int j = 0; j < block.samples; j++) {
        all.copyRow(block, j, row++);
      }
    }
    return all;
  }

  private void copyRow(Block source, int from, int to) {
    boolean whole = pointers == null;
    int begin = whole ? from * features : source.pointers[from];
    int end = whole ? begin + features : source.pointers[from + 1];
    int place = whole ? to * features : pointers[to];
    for (int k = begin; k < end; k++, place++) {
      reserve(place + 1);
      values[place] = source.values[k];
      if (!whole) {
        indices[place] = source.indices[k];
      }
      setWeight(place, source.weights == null ? 1 : source.weights[k]);
    }
    if (!whole) {
      pointers[to + 1] = place;
    }
  }

  private void reserve(int count) {
    if (count > values.length) {
      int length = 2 * count;
      values = Arrays.copyOf(values, length);
      indices = Arrays.copyOf(indices, length);
      weights = weights == null ? null : Arrays.copyOf(weights, length);
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
  public Observations observations() {
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
  public static Workers workers() {
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
