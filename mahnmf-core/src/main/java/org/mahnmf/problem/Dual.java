package org.mahnmf.problem;

import org.mahnmf.checkpoint.Stateful;
import org.mahnmf.matrix.DenseMatrix;

/**
 * The scaled dual a of an ADMM run, one number per entry of X, and the two fused passes over it. It
 * is shared by both half-steps; T = x − E + a is never stored.
 */
public interface Dual extends Stateful {

  /** Sets a to zero. */
  void clear();

  /**
   * Multiplies a.
   *
   * @param factor by this
   */
  void scale(double factor);

  /**
   * Returns what the last pass asks of the next solve: the quadratic part of its least squares
   * problem is 1 + this times the Gram matrix.
   */
  default double stretch() {
    return 0;
  }

  /**
   * The pass after the codes were solved for: updates a at WᵀH and gathers what the basis's step
   * needs.
   *
   * @param tau the penalty's inverse
   * @param loss of the problem
   * @param basis W, rank x features; <em>not modified</em>
   * @param solved H of the linear solve, rank x samples; <em>not modified</em>
   * @param codes H after its proximal step; <em>not modified</em>
   * @param product receives codes·Tᵀ, rank x features; <em>modified</em>
   */
  void afterCodes(
      double tau,
      Loss loss,
      DenseMatrix basis,
      DenseMatrix solved,
      DenseMatrix codes,
      DenseMatrix product);

  /**
   * The pass after the basis was solved for: updates a at WᵀH and gathers what the codes' step
   * needs.
   *
   * @param tau the penalty's inverse
   * @param loss of the problem
   * @param solved W of the linear solve, rank x features; <em>not modified</em>
   * @param basis W after its proximal step; <em>not modified</em>
   * @param codes H, rank x samples; <em>not modified</em>
   * @param product receives basis·T, rank x samples; <em>modified</em>
   */
  void afterBasis(
      double tau,
      Loss loss,
      DenseMatrix solved,
      DenseMatrix basis,
      DenseMatrix codes,
      DenseMatrix product);

  /**
   * Computes basis·a.
   *
   * @param basis rank x features; <em>not modified</em>
   * @param product receives rank x samples; <em>modified</em>
   */
  void product(DenseMatrix basis, DenseMatrix product);
}
