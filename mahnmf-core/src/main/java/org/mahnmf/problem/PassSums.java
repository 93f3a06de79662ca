package org.mahnmf.problem;

import java.util.stream.DoubleStream;

/**
 * Sums over each column of a pass. Totals add the columns in order, so they do not depend on the
 * number of threads.
 */
public final class PassSums {

  private final double[] absolute;
  private final double[] squared;
  private final double[] smoothed;
  private final double[] dual;

  /**
   * Creates sums.
   *
   * @param count number of columns
   */
  public PassSums(int count) {
    absolute = new double[count];
    squared = new double[count];
    smoothed = new double[count];
    dual = new double[count];
  }

  /** Returns Σ weight·|R| by column; the array itself. */
  public double[] absoluteByColumn() {
    return absolute;
  }

  /** Returns Σ weight·R² by column; the array itself. */
  public double[] squaredByColumn() {
    return squared;
  }

  /**
   * Returns the smoothed loss (eq3.6) by column; the array itself. Only from a smoothing pass that
   * was asked for it.
   */
  public double[] smoothedByColumn() {
    return smoothed;
  }

  /**
   * Returns ⟨X, U⟩ by column, the curvature's part of U left out; the array itself. Only from a
   * smoothing pass that was asked for the loss.
   */
  public double[] dualByColumn() {
    return dual;
  }

  /** Returns Σ weight·|R|. */
  public double absolute() {
    return sum(absolute);
  }

  /** Returns Σ weight·R². */
  public double squared() {
    return sum(squared);
  }

  /** Returns the smoothed loss, eq3.6, with its quadratic part if the loss has curvature. */
  public double smoothed() {
    return sum(smoothed);
  }

  /** Returns ⟨X, U⟩. */
  public double dual() {
    return sum(dual);
  }

  /**
   * Stores the sums of one column.
   *
   * @param column which
   * @param values Σ weight·|R|, Σ weight·R², the smoothed loss, ⟨X, U⟩; <em>not modified</em>
   * @param from where they begin
   */
  public void set(int column, double[] values, int from) {
    absolute[column] = values[from];
    squared[column] = values[from + 1];
    smoothed[column] = values[from + 2];
    dual[column] = values[from + 3];
  }

  /** In the order of the columns: {@link DoubleStream#sum} would compensate rounding. */
  private static double sum(double[] values) {
    return DoubleStream.of(values).reduce(0, Double::sum);
  }
}
