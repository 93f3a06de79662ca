package org.mahnmf.matrix;

import java.util.List;
import java.util.Optional;
import org.mahnmf.base.Check;

/**
 * What was seen: a table X (rows are samples, columns are features) with optional weights and
 * names.
 *
 * <p>NaN marks a missing entry; it has weight 0. An absent entry of a {@link SparseMatrix} is a
 * zero of weight {@link #zeroWeight()}. Weights are at least 0 and multiply the loss of their
 * entry. X is <em>kept</em>, never modified and never copied before a store is opened.
 */
public final class Observations {

  /** A sparse table with at least this share of its cells stored has few zeros. */
  private static final double FEW_ZEROS = .1;

  /** Cells of a table that is small: 32 MB as doubles. */
  private static final double SMALL = 0x1p22;

  private final Matrix values;
  private final Matrix weights;
  private final double zeroWeight;
  private final List<String> featureNames;
  private final List<String> sampleNames;
  private final Space space;
  private final PictureShape picture;

  private Observations(
      Matrix values,
      Matrix weights,
      double zeroWeight,
      List<String> featureNames,
      List<String> sampleNames,
      Space space,
      PictureShape picture) {
    this.values = values;
    this.weights = weights;
    this.zeroWeight = zeroWeight;
    this.featureNames = featureNames;
    this.sampleNames = sampleNames;
    this.space = space;
    this.picture = picture;
  }

  /**
   * Observes a table.
   *
   * @param table rows are samples; entries at least 0, NaN = missing; <em>kept</em>
   * @throws IllegalArgumentException if an entry is negative or infinite, or the table is empty
   */
  public static Observations of(Matrix table) {
    Check.that(
        "the table is empty: it has %s rows and %s columns",
        table.rows() != 0 && table.columns() != 0, table.rows(), table.columns());
    forEachRow(
        table,
        (i, columns, row, count) -> {
          for (int k = 0; k < count; k++) {
            if (row[k] < 0 || row[k] == Double.POSITIVE_INFINITY) {
              throw new InvalidEntryException(
                  i,
                  columns[k],
                  row[k],
                  "entries must be finite and at least 0 (NaN marks a missing one)");
            }
          }
        });
    return new Observations(table, null, 1, List.of(), List.of(), null, null);
  }

  /** Observes a table given as an array of rows, samples; <em>copied</em>. */
  public static Observations of(double[][] rows) {
    return of(DenseMatrix.ofRows(rows));
  }

  /**
   * Returns the same table with a weight for each entry, finite and at least 0; the weights are
   * <em>kept</em>.
   */
  public Observations withWeights(Matrix newWeights) {
    Check.that(
        "the weights are %sx%s but the table is %sx%s",
        newWeights.rows() == values.rows() && newWeights.columns() == values.columns(),
        newWeights.rows(),
        newWeights.columns(),
        values.rows(),
        values.columns());
    forEachRow(
        newWeights,
        (i, columns, row, count) -> {
          for (int k = 0; k < count; k++) {
            if (!(row[k] >= 0) || row[k] == Double.POSITIVE_INFINITY) {
              throw new InvalidEntryException(
                  i, columns[k], row[k], "weights must be finite and at least 0");
            }
          }
        });
    return new Observations(
        values, newWeights, zeroWeight, featureNames, sampleNames, space, picture);
  }

  /**
   * Returns other entries, of the table's size and kind, dense or sparse, with the same weights and
   * names; <em>kept</em>.
   */
  public Observations withValues(Matrix newValues) {
    of(newValues);
    return new Observations(
        newValues, weights, zeroWeight, featureNames, sampleNames, space, picture);
  }

  /**
   * Returns the same sparse table with another weight, finite and at least 0, of the absent
   * entries, the zeros that are not stored; 0 makes them missing; default 1.
   */
  public Observations withZeroWeight(double newWeight) {
    Check.that(
        "the weight of absent entries is %s but must be finite and at least 0",
        newWeight >= 0 && newWeight < Double.POSITIVE_INFINITY, newWeight);
    if (newWeight != 1 && !(values instanceof SparseMatrix)) {
      throw new IllegalArgumentException(
          ("the weight of absent entries is %s but the table is dense and has none; give a"
                  + " sparse table, or weights")
              .formatted(newWeight));
    }
    return new Observations(values, weights, newWeight, featureNames, sampleNames, space, picture);
  }

  /** Returns the weight of an absent entry of a sparse table; 1 if the table is dense. */
  public double zeroWeight() {
    return zeroWeight;
  }

  /** Sees the first entries of a row, and in which columns they are. */
  private interface RowCheck {
    void accept(int row, int[] columns, double[] values, int count);
  }

  private static void forEachRow(Matrix matrix, RowCheck check) {
    double[] row = new double[matrix.longestRow()];
    int[] columns = new int[row.length];
    for (int i = 0; i < matrix.rows(); i++) {
      int count = matrix.copyStored(i, columns, row);
      check.accept(i, columns, row, count);
    }
  }

  /**
   * Returns the same table as solvers like it: a small sparse table with few zeros becomes dense.
   * That costs little, every solver takes it, and the answer is that of the same table in a dense
   * file. Any other table stays as it is; a large sparse one is never copied into a dense one.
   */
  public Observations suited() {
    boolean plain = weights == null && zeroWeight == 1;
    if (!plain || !(values instanceof SparseMatrix sparse)) {
      return this;
    }
    double cells = (double) values.rows() * values.columns();
    return cells <= SMALL && sparse.nonZeros() >= FEW_ZEROS * cells
        ? new Observations(sparse.toDense(), null, 1, featureNames, sampleNames, space, picture)
        : this;
  }

  /** Returns the same table with names for reports: one per column and one per row, or empty. */
  public Observations withNames(List<String> features, List<String> samples) {
    return new Observations(
        values, weights, zeroWeight, List.copyOf(features), List.copyOf(samples), space, picture);
  }

  /**
   * Returns the same table, whose copies in a dense store may be kept elsewhere than in the heap,
   * in a space for what that cannot hold; <em>kept</em>. The answer does not depend on it.
   */
  public Observations withSpace(Space newSpace) {
    return new Observations(
        values, weights, zeroWeight, featureNames, sampleNames, newSpace, picture);
  }

  /**
   * Returns the same table, whose samples are pictures. A fit then knows which features are
   * neighbours, and may hide regions to choose its ridge by.
   *
   * @param shape how a sample is laid out
   * @throws IllegalArgumentException if such pictures do not fill the rows
   */
  public Observations withPicture(PictureShape shape) {
    shape.requireFits(features());
    return new Observations(values, weights, zeroWeight, featureNames, sampleNames, space, shape);
  }

  /** Returns how a sample is laid out, if it is a picture. */
  public Optional<PictureShape> picture() {
    return Optional.ofNullable(picture);
  }

  /** Returns where copies may be kept, if elsewhere than in the heap. */
  public Optional<Space> space() {
    return Optional.ofNullable(space);
  }

  /** Returns the number of samples (rows). */
  public int samples() {
    return values.rows();
  }

  /** Returns the number of features (columns). */
  public int features() {
    return values.columns();
  }

  /** Returns the table; NaN marks a missing entry. */
  public Matrix values() {
    return values;
  }

  /** Returns the weights, if any were given. */
  public Optional<Matrix> weights() {
    return Optional.ofNullable(weights);
  }

  /** Returns the features' names; empty if they have none. */
  public List<String> featureNames() {
    return featureNames;
  }

  /** Returns the samples' names; empty if they have none. */
  public List<String> sampleNames() {
    return sampleNames;
  }

  /**
   * Returns the weight of an entry: 0 where it is missing, {@link #zeroWeight()} where it is
   * absent, else the given weight or 1.
   */
  public double weight(int sample, int feature) {
    return weight(sample, feature, values.get(sample, feature));
  }

  /**
   * The same where the entry is known already, since to look it up once more is slow where the
   * table is sparse or on the disk.
   */
  public double weight(int sample, int feature, double value) {
    if (Double.isNaN(value)) {
      return 0;
    }
    if (value == 0 && values instanceof SparseMatrix) {
      return zeroWeight;
    }
    return weights == null ? 1 : weights.get(sample, feature);
  }

  /** Writes the weights of a row, whose entries are known, to an array. */
  public void copyWeights(int sample, double[] row, double[] out) {
    for (int j = 0; j < row.length; j++) {
      out[j] = weight(sample, j, row[j]);
    }
  }

  /**
   * Checks that every sample and feature has at least one entry that counts; an absent entry counts
   * if its weight is not 0. At the cost of the stored entries.
   *
   * @throws IllegalArgumentException naming the first one that has none
   */
  public void requireNoEmptyLines() {
    int[] rowCounts = new int[samples()];
    int[] columnCounts = new int[features()];
    int[] rowMissing = new int[samples()];
    int[] columnMissing = new int[features()];
    forEachRow(
        values,
        (i, columns, row, count) -> {
          for (int k = 0; k < count; k++) {
            int j = columns[k];
            boolean counts = !Double.isNaN(row[k]) && (weights == null || weights.get(i, j) > 0);
            (counts ? rowCounts : rowMissing)[i]++;
            (counts ? columnCounts : columnMissing)[j]++;
          }
        });
    requireSome("row", rowCounts, rowMissing, features());
    requireSome("column", columnCounts, columnMissing, samples());
  }

  private void requireSome(String line, int[] counts, int[] missing, int length) {
    for (int i = 0; i < counts.length; i++) {
      boolean absent = zeroWeight > 0 && counts[i] + missing[i] < length;
      Check.that(
          "%s %s has no observed entry; remove it or give it at least one",
          counts[i] != 0 || absent, line, i + 1);
    }
  }

  @Override
  public String toString() {
    return "Observations of %s samples x %s features%s"
        .formatted(samples(), features(), weights == null ? "" : ", weighted");
  }
}
