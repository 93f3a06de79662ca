package org.mahnmf.internal.kernel;

/**
 * Inner products in plain Java. Four chains are faster than one, since C2 keeps the order of a sum,
 * and have a smaller rounding error; the order is fixed, so the same input gives the same bits.
 */
public final class Dots {

  private Dots() {}

  /** Returns Σ x_i y_i over the first n entries; nothing is modified. */
  public static double dot(double[] x, double[] y, int n) {
    return dot(x, 0, y, 0, n);
  }

  /** Returns Σ x_{xFrom+i} y_{yFrom+i} over n entries. */
  public static double dot(double[] x, int xFrom, double[] y, int yFrom, int n) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int i = 0;
    for (; i + 3 < n; i += 4) {
      s0 += x[xFrom + i] * y[yFrom + i];
      s1 += x[xFrom + i + 1] * y[yFrom + i + 1];
      s2 += x[xFrom + i + 2] * y[yFrom + i + 2];
      s3 += x[xFrom + i + 3] * y[yFrom + i + 3];
    }
    for (; i < n; i++) {
      s0 += x[xFrom + i] * y[yFrom + i];
    }
    return (s0 + s1) + (s2 + s3);
  }
}
