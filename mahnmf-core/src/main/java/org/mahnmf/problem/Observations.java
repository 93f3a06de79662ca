package org.mahnmf.problem;

import java.util.List;
import java.util.Optional;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;

/**
 * What was seen: a table X (rows are samples, columns are features) with optional weights and
 * names.
 *
 * <p>NaN marks a missing entry; it has weight 0. Weights are at least 0 and multiply the loss of
 * their entry. X is <em>kept</em>, never modified and never copied before a store is opened.
 */
public final class Observations {

  private final Matrix values;
  private final Matrix weights;
  private final List<String> featureNames;
  private final List<String> sampleNames;

  private Observations(
      Matrix values, Matrix weights, List<String> featureNames, List<String> sampleNames) {
    this.values = values;
    this.weights = weights;
    this.featureNames = featureNames;
    this.sampleNames = sampleNames;
  }

  /**
   * Observes a table.
   *
   * @param table rows are samples; entries at least 0, NaN = missing; <em>kept</em>
   * @throws IllegalArgumentException if an entry is negative or infinite, or the table is empty
   */
  public static Observations of(Matrix table) {
    if (table.rows() == 0 || table.columns() == 0) {
      throw new IllegalArgumentException(
          "the table is empty: it has "
              + table.rows()
              + " rows and "
              + table.columns()
              + " columns");
    }
    double[] row = new double[table.columns()];
    for (int i = 0; i < table.rows(); i++) {
      table.copyRow(i, row);
      for (int j = 0; j < row.length; j++) {
        if (row[j] < 0 || row[j] == Double.POSITIVE_INFINITY) {
          throw new InvalidEntryException(
              i, j, row[j], "entries must be finite and at least 0 (NaN marks a missing one)");
        }
      }
    }
    return new Observations(table, null, List.of(), List.of());
  }

  /**
   * Observes a table given as an array of rows.
   *
   * @param rows samples; <em>copied</em>
   */
  public static Observations of(double[][] rows) {
    return of(DenseMatrix.ofRows(rows));
  }

  /**
   * Returns the same table with a weight for each entry.
   *
   * @param newWeights of the table's size, finite and at least 0; <em>kept</em>
   */
  public Observations withWeights(Matrix newWeights) {
    if (newWeights.rows() != values.rows() || newWeights.columns() != values.columns()) {
      throw new IllegalArgumentException(
          "the weights are "
              + newWeights.rows()
              + "x"
              + newWeights.columns()
              + " but the table is "
              + values.rows()
              + "x"
              + values.columns());
    }
    double[] row = new double[newWeights.columns()];
    for (int i = 0; i < newWeights.rows(); i++) {
      newWeights.copyRow(i, row);
      for (int j = 0; j < row.length; j++) {
        if (!(row[j] >= 0) || row[j] == Double.POSITIVE_INFINITY) {
          throw new InvalidEntryException(i, j, row[j], "weights must be finite and at least 0");
        }
      }
    }
    return new Observations(values, newWeights, featureNames, sampleNames);
  }

  /**
   * Returns the same table with names for reports.
   *
   * @param features one name per column, or empty
   * @param samples one name per row, or empty
   */
  public Observations withNames(List<String> features, List<String> samples) {
    return new Observations(values, weights, List.copyOf(features), List.copyOf(samples));
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
   * Returns the weight of an entry: 0 where it is missing, else the given weight or 1.
   *
   * @param sample row
   * @param feature column
   */
  public double weight(int sample, int feature) {
    if (Double.isNaN(values.get(sample, feature))) {
      return 0;
    }
    return weights == null ? 1 : weights.get(sample, feature);
  }

  /**
   * Checks that every sample and feature has at least one entry that counts.
   *
   * @throws IllegalArgumentException naming the first one that has none
   */
  public void requireNoEmptyLines() {
    boolean[] seen = new boolean[features()];
    double[] row = new double[features()];
    double[] weight = new double[features()];
    for (int i = 0; i < samples(); i++) {
      values.copyRow(i, row);
      if (weights != null) {
        weights.copyRow(i, weight);
      }
      boolean any = false;
      for (int j = 0; j < row.length; j++) {
        if (!Double.isNaN(row[j]) && (weights == null || weight[j] > 0)) {
          any = true;
          seen[j] = true;
        }
      }
      if (!any) {
        throw new IllegalArgumentException(
            "row " + (i + 1) + " has no observed entry; remove it or give it at least one");
      }
    }
    for (int j = 0; j < seen.length; j++) {
      if (!seen[j]) {
        throw new IllegalArgumentException(
            "column " + (j + 1) + " has no observed entry; remove it or give it at least one");
      }
    }
  }

  @Override
  public String toString() {
    return "Observations of "
        + samples()
        + " samples x "
        + features()
        + " features"
        + (weights == null ? "" : ", weighted");
  }
}
