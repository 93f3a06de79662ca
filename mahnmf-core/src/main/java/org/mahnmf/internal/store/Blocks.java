package org.mahnmf.internal.store;

import org.mahnmf.matrix.DenseMatrix;

/** Moves columns of a factor (rank x count) to and from the kernels' blocks (columns x rank). */
public final class Blocks {

  private Blocks() {}

  /** Copies columns of a factor into a block. */
  public static void gather(DenseMatrix factor, int from, int columns, double[] block) {
    int rank = factor.rows();
    for (int l = 0; l < rank; l++) {
      int row = factor.offset(l) + from;
      for (int j = 0; j < columns; j++) {
        block[j * rank + l] = factor.array()[row + j];
      }
    }
  }

  /** Copies a block into columns of a factor. */
  public static void scatter(double[] block, int columns, DenseMatrix factor, int from) {
    int rank = factor.rows();
    for (int l = 0; l < rank; l++) {
      int row = factor.offset(l) + from;
      for (int j = 0; j < columns; j++) {
        factor.array()[row + j] = block[j * rank + l];
      }
    }
  }
}
