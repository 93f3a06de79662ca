package org.mahnmf.lab.separate;

import org.mahnmf.matrix.DenseMatrix;

/** Takes a threshold from all singular values of a matrix, none below 0. */
interface SingularShrink {

  /**
   * Computes U·max(Σ − threshold, 0)·Vᵀ of a tall matrix U·Σ·Vᵀ.
   *
   * @param tall <em>not modified</em>
   * @param threshold positive
   * @param out of the same size; <em>modified</em>
   * @return the rank of what came out
   */
  int shrink(DenseMatrix tall, double threshold, DenseMatrix out);
}
