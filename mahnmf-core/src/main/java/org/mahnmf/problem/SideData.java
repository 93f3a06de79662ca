package org.mahnmf.problem;

import java.util.Optional;
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
   * @param sums receives the sums of every column; <em>modified</em>. A smoothing pass without
   *     curvature gives no Σ weight·R², and none gives the smoothed loss unless asked
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

  /**
   * Returns whether only some entries of a column are stored; the others are zeros of weight {@link
   * #zeroWeight()}. A pass then costs the stored entries alone and needs non-negative factors.
   */
  default boolean isSparse() {
    return false;
  }

  /**
   * Returns the weight of every entry that is absent, that is a zero which is not stored; 0 if
   * nothing is absent because the data are dense.
   */
  default double zeroWeight() {
    return 0;
  }

  /**
   * Bounds the curvature of the smoothed loss column by column: for each, a number not below the
   * largest eigenvalue of Σ w_i w_iᵀ/q_i over the entries that are smoothed. Those are all entries
   * of dense data, so there the columns differ too little to tell them apart.
   *
   * @param fixed rank x length, non-negative; <em>not modified</em>
   * @param q smoothing scale per entry of a column, positive; <em>not modified</em>
   * @return nothing if one bound over all entries does
   */
  default Optional<double[]> curvatureBounds(DenseMatrix fixed, double[] q) {
    return Optional.empty();
  }

  /** Returns how many entries are stored in all: what a pass costs, apart from the factors. */
  default long stored() {
    return (long) length() * count();
  }

  /** Returns the largest number of entries that {@link #readStored} gives. */
  default int longestColumn() {
    return length();
  }

  /**
   * Reads the stored entries of one column: all of them if the data are dense, else the non-zeros
   * and the missing ones.
   *
   * @param column which
   * @param indices receives their places, ascending; {@link #longestColumn()} long;
   *     <em>modified</em>
   * @param values receives the entries, 0 where missing; as long; <em>modified</em>
   * @param weights receives the weights, 0 where missing; as long; <em>modified</em>
   * @return how many
   */
  default int readStored(int column, int[] indices, double[] values, double[] weights) {
    read(column, values);
    readWeights(column, weights);
    for (int i = 0; i < length(); i++) {
      indices[i] = i;
    }
    return length();
  }
}
