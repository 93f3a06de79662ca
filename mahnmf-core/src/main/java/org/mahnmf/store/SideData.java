package org.mahnmf.store;

import org.mahnmf.matrix.DenseMatrix;

/**
 * X as one factor sees it: {@link #count()} columns of {@link #length()} entries, to be matched by
 * fixedᵀ·moving with fixed rank x length and moving rank x count. The problem of W is the same as
 * that of H with X transposed (eq2.1, eq2.2), so solvers are written once against this.
 */
public interface SideData {

  /** Returns the entries of a column. */
  int length();

  /** Returns the number of columns. */
  int count();

  /**
   * Goes once over the data: residual R = fixedᵀ·moving − X, then U = operation(R), then the
   * product fixed·U.
   *
   * @param operation what happens to each residual
   * @param fixed rank x length; <em>not modified</em>
   * @param moving rank x count; <em>not modified</em>
   * @param product receives fixed·U, rank x count; <em>modified</em>; null if not wanted
   * @param sums receives the sums of every column; <em>modified</em>
   */
  void pass(
      PassOperation operation,
      DenseMatrix fixed,
      DenseMatrix moving,
      DenseMatrix product,
      PassSums sums);

  /**
   * Computes fixed·(weight∘X), with missing entries counted as 0.
   *
   * @param fixed rank x length; <em>not modified</em>
   * @param product receives the result, rank x count; <em>modified</em>
   */
  void product(DenseMatrix fixed, DenseMatrix product);

  /**
   * Reads one column.
   *
   * @param column which
   * @param values receives the entries, 0 where missing; <em>modified</em>
   */
  void read(int column, double[] values);

  /**
   * Reads the weights of one column.
   *
   * @param column which
   * @param weights receives the weights, 0 where missing; <em>modified</em>
   */
  void readWeights(int column, double[] weights);
}
