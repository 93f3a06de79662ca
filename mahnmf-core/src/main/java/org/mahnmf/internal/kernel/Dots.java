package org.mahnmf.internal.kernel;

/**
 * Inner products in plain Java. Four chains are faster than one, since C2 keeps the order of a sum,
 * and have a smaller rounding error; the order is fixed, so the same input gives the same bits.
 */
public final class Dots {

  private Dots() {}

  /**
   * Returns Σ x_i y_i.
   *
   * @param x <em>not modified</em>
   * @param y <em>not modified</em>
   * @param n how many entries, from the first
   */
  public static double dot(double[] x, double[] y, int n) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int i = 0;
    for (; i + 3 < n; i += 4) {
      s0 += x[i] * y[i];
      s1 += x[i + 1] * y[i + 1];
      s2 += x[i + 2] * y[i + 2];
      s3 += x[i + 3] * y[i + 3];
    }
    for (; i < n; i++) {
      s0 += x[i] * y[i];
    }
    return (s0 + s1) + (s2 + s3);
  }

  /**
   * Returns Σ x_{from+i} y_{from'+i}, as {@link #dot(double[], double[], int)} would.
   *
   * @param x <em>not modified</em>
   * @param xFrom first entry of x
   * @param y <em>not modified</em>
   * @param yFrom first entry of y
   * @param n how many entries
   */
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
