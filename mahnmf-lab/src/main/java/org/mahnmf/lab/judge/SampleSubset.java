package org.mahnmf.lab.judge;

import org.mahnmf.matrix.DenseMatrix;

/** Some of the samples, in a given order. */
public final class SampleSubset {

  private SampleSubset() {}

  /**
   * Returns some rows.
   *
   * @param samples one in each row; <em>not modified</em>
   * @param which numbers of rows; <em>not modified</em>
   */
  public static DenseMatrix rows(DenseMatrix samples, int[] which) {
    DenseMatrix out = new DenseMatrix(which.length, samples.columns());
    for (int i = 0; i < which.length; i++) {
      System.arraycopy(
          samples.array(), samples.offset(which[i]), out.array(), out.offset(i), out.columns());
    }
    return out;
  }

  /**
   * Returns which of some samples belong to each class.
   *
   * @param classes for each class, which samples belong to it; <em>not modified</em>
   * @param which numbers of samples; <em>not modified</em>
   */
  public static boolean[][] members(boolean[][] classes, int[] which) {
    boolean[][] out = new boolean[classes.length][which.length];
    for (int k = 0; k < out.length; k++) {
      for (int i = 0; i < which.length; i++) {
        out[k][i] = classes[k][which[i]];
      }
    }
    return out;
  }
}
