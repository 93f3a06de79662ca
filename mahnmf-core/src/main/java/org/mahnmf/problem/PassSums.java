package org.mahnmf.problem;

import java.util.stream.DoubleStream;

/**
 * Sums over each column of a pass, in arrays that the pass fills. Totals add the columns in order,
 * so they do not depend on the number of threads.
 *
 * @param absoluteByColumn Σ weight·|R|
 * @param squaredByColumn Σ weight·R²
 * @param smoothedByColumn the smoothed loss (eq3.6), only from a smoothing pass that was asked for
 *     it
 * @param dualByColumn ⟨X, U⟩, the curvature's part of U left out, likewise
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record PassSums(
    double[] absoluteByColumn,
    double[] squaredByColumn,
    double[] smoothedByColumn,
    double[] dualByColumn) {

  /**
   * Creates sums.
   *
   * @param count number of columns
   */
  public PassSums(int count) {
    this(new double[count], new double[count], new double[count], new double[count]);
  }

  /** Returns Σ weight·|R|. */
  public double absolute() {
    return sum(absoluteByColumn);
  }

  /** Returns Σ weight·R². */
  public double squared() {
    return sum(squaredByColumn);
  }

  /** Returns the smoothed loss, eq3.6, with its quadratic part if the loss has curvature. */
  public double smoothed() {
    return sum(smoothedByColumn);
  }

  /** Returns ⟨X, U⟩. */
  public double dual() {
    return sum(dualByColumn);
  }

  /**
   * Stores the sums of one column.
   *
   * @param column which
   * @param values Σ weight·|R|, Σ weight·R², the smoothed loss, ⟨X, U⟩; <em>not modified</em>
   * @param from where they begin
   */
  public void set(int column, double[] values, int from) {
    absoluteByColumn[column] = values[from];
    squaredByColumn[column] = values[from + 1];
    smoothedByColumn[column] = values[from + 2];
    dualByColumn[column] = values[from + 3];
  }

  /** In the order of the columns: {@link DoubleStream#sum} would compensate rounding. */
  private static double sum(double[] values) {
    return DoubleStream.of(values).reduce(0, Double::sum);
  }
}
