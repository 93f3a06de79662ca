package org.mahnmf.internal.kernel;

import java.util.Arrays;

/**
 * What a pass does to a row between its two products, entry by entry. Every array has at least n
 * entries; rows of weights are never null, a row of ones stands for none.
 *
 * <p><b>Implementation notes.</b> Every loop starts at 0 and clips by min and max, which C2 turns
 * into vectors; a ternary is an order of magnitude slower. {@link FloatMaps} is the same for
 * floats.
 */
public final class Maps {

  /** Weights of a row without weights; <em>not to be modified</em>. */
  @SuppressWarnings("MutablePublicArray") // a copy per row would cost
  public static final double[] ONES = new double[Chunks.LONGEST];

  static {
    Arrays.fill(ONES, 1);
  }

  private Maps() {}

  /**
   * ADMM's step of one row: with v = x − P + a the residual is E = v − clip(v), the dual a =
   * clip(v) and T = x − E + a. P in t is <em>modified</em>, becomes T, and so is the dual a; tau is
   * the penalty's inverse.
   */
  public static void dual(double[] t, double[] x, double[] a, double tau, int n) {
    for (int i = 0; i < n; i++) {
      double fitted = t[i];
      double old = a[i];
      double clipped = Math.max(-tau, Math.min(tau, x[i] - fitted + old));
      t[i] = fitted - old + 2 * clipped;
      a[i] = clipped;
    }
  }

  /** {@link #dual} with weights. */
  public static void weightedDual(
      double[] t, double[] x, double[] w, double[] a, double tau, int n) {
    for (int i = 0; i < n; i++) {
      double fitted = t[i];
      double old = a[i];
      double limit = tau * w[i];
      double clipped = Math.max(-limit, Math.min(limit, x[i] - fitted + old));
      t[i] = fitted - old + 2 * clipped;
      a[i] = clipped;
    }
  }

  /**
   * {@link #weightedDual} with the elastic net's loss (eq4.22.1): E = (v − clip(v))/(1 +
   * curvature·tau·w).
   */
  public static void elasticDual(
      double[] t, double[] x, double[] w, double[] a, double tau, double curvature, int n) {
    for (int i = 0; i < n; i++) {
      double v = x[i] - t[i] + a[i];
      double limit = tau * w[i];
      double clipped = Math.max(-limit, Math.min(limit, v));
      double e = (v - clipped) / (1 + curvature * limit);
      t[i] = x[i] - e + (v - e);
      a[i] = v - e;
    }
  }

  /** r −= x. */
  public static void subtract(double[] r, double[] x, int n) {
    for (int i = 0; i < n; i++) {
      r[i] -= x[i];
    }
  }

  /** sum += x. */
  public static void add(double[] sum, double[] x, int n) {
    for (int i = 0; i < n; i++) {
      sum[i] += x[i];
    }
  }

  /** sum += x from a place on. */
  public static void add(double[] sum, int at, double[] x) {
    for (int i = 0; i < x.length; i++) {
      sum[at + i] += x[i];
    }
  }

  /** out = w·x. */
  public static void multiply(double[] x, double[] w, double[] out, int n) {
    for (int i = 0; i < n; i++) {
      out[i] = w[i] * x[i];
    }
  }

  /** out = w·|r|. */
  public static void absolute(double[] r, double[] w, double[] out, int n) {
    for (int i = 0; i < n; i++) {
      out[i] = w[i] * Math.abs(r[i]);
    }
  }

  /** out = w·r². */
  public static void squared(double[] r, double[] w, double[] out, int n) {
    for (int i = 0; i < n; i++) {
      out[i] = w[i] * r[i] * r[i];
    }
  }

  /** Alg. 2 line 3: u = med{w, −w, r/(λq)}, with scale = 1/(λq). */
  public static void smoothedSign(double[] r, double[] scale, double[] w, double[] u, int n) {
    for (int i = 0; i < n; i++) {
      u[i] = Math.max(-w[i], Math.min(w[i], r[i] * scale[i]));
    }
  }

  /** eq3.4 at its maximiser: out = u·r − ½ λq u², with scale = 1/(λq). */
  public static void smoothedLoss(double[] r, double[] scale, double[] u, double[] out, int n) {
    for (int i = 0; i < n; i++) {
      out[i] = u[i] * (r[i] - .5 * u[i] / scale[i]);
    }
  }
}
