package org.mahnmf.encode;

import org.mahnmf.kernel.Dots;

/** Loops over whole arrays of equal length, plain enough for C2 to vectorise. */
final class Loops {

  private Loops() {}

  /** Σ a_i b_i. */
  static double dot(double[] a, double[] b) {
    return Dots.dot(a, b, a.length);
  }

  /** Σ_{i&lt;n} a_i, in four chains for speed. */
  static double sum(double[] a, int n) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int i = 0;
    for (; i + 3 < n; i += 4) {
      s0 += a[i];
      s1 += a[i + 1];
      s2 += a[i + 2];
      s3 += a[i + 3];
    }
    for (; i < n; i++) {
      s0 += a[i];
    }
    return (s0 + s1) + (s2 + s3);
  }

  /** to_i += factor · from_i. */
  static void addScaled(double factor, double[] from, double[] to) {
    for (int i = 0; i < to.length; i++) {
      to[i] += factor * from[i];
    }
  }

  /** Σ |a_i| scale_i for scale_i ≥ 0. */
  static double weightedNorm(double[] a, double[] scale) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += Math.abs(a[i]) * scale[i];
    }
    return sum;
  }

  /** The largest entry of a non-negative array; 0 if it is empty. */
  static double max(double[] a) {
    double largest = 0;
    for (double value : a) {
      largest = Math.max(largest, value);
    }
    return largest;
  }
}
