package org.mahnmf.internal.kernel;

import java.util.Arrays;

/**
 * Loops over rows: sums, and what a pass does to a row between its two products, entry by entry.
 * Every array has at least n entries; rows of weights are never null, a row of ones stands for
 * none.
 *
 * <p><b>Implementation notes.</b> What works entry by entry starts at 0 and clips by min and max,
 * which C2 turns into vectors; a ternary is an order of magnitude slower. {@link FloatLoops} is the
 * same for floats.
 */
public final class Loops {

  /** Weights of a row without weights; <em>not to be modified</em>. */
  @SuppressWarnings("MutablePublicArray") // a copy per row would cost
  public static final double[] ONES = new double[Chunks.LONGEST];

  static {
    Arrays.fill(ONES, 1);
  }

  private Loops() {}

  /** Σ a_i b_i. */
  public static double dot(double[] a, double[] b) {
    return dot(a, b, a.length);
  }

  /** Returns Σ x_i y_i over the first n entries; nothing is modified. */
  public static double dot(double[] x, double[] y, int n) {
    return dot(x, 0, y, 0, n);
  }

  /**
   * Returns Σ x_{xFrom+i} y_{yFrom+i} over n entries. Four chains are faster than one, since C2
   * keeps the order of a sum, and have a smaller rounding error; the order is fixed, so the same
   * input gives the same bits.
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

  /** Σ_{i&lt;n} a_i. */
  public static double sum(double[] a, int n) {
    return sum(a, 0, n);
  }

  /** a_from + … + a_{to−1}, in four chains: faster, and a smaller rounding error, than one. */
  static double sum(double[] a, int from, int to) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int i = from;
    for (; i + 3 < to; i += 4) {
      s0 += a[i];
      s1 += a[i + 1];
      s2 += a[i + 2];
      s3 += a[i + 3];
    }
    for (; i < to; i++) {
      s0 += a[i];
    }
    return (s0 + s1) + (s2 + s3);
  }

  /** Σ |a_i| scale_i for scale_i ≥ 0. */
  public static double weightedNorm(double[] a, double[] scale) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += Math.abs(a[i]) * scale[i];
    }
    return sum;
  }

  /** The largest entry of a non-negative array; 0 if it is empty. */
  public static double max(double[] a) {
    return max(a, a.length);
  }

  static double max(double[] a, int n) {
    double largest = 0;
    for (int i = 0; i < n; i++) {
      largest = Math.max(largest, a[i]);
    }
    return largest;
  }

  /** a_i *= factor. */
  public static void scale(double factor, double[] a) {
    for (int i = 0; i < a.length; i++) {
      a[i] *= factor;
    }
  }

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

  /**
   * Over-relaxed ADMM's step of one row, see {@link #weightedDual}: with the fit p replaced by
   * relax·p + (1 − relax)(x − E), where the last x − E is T − a. The dual a is <em>modified</em>,
   * and t, T of the last step, becomes that of this one.
   */
  public static void relaxedDual(
      double[] p,
      double[] x,
      double[] om,
      double[] a,
      double[] t,
      double tau,
      double relax,
      int n) {
    double rest = 1 - relax;
    for (int i = 0; i < n; i++) {
      double old = a[i];
      double v = x[i] - (relax * p[i] + rest * (t[i] - old)) + old;
      double limit = tau * om[i];
      double clipped = Math.max(-limit, Math.min(limit, v));
      t[i] = x[i] - v + 2 * clipped;
      a[i] = clipped;
    }
  }

  /** The same with a loss that has a quadratic part too, ½ quad_i e². */
  public static void relaxedElasticDual(
      double[] p,
      double[] x,
      double[] om,
      double[] quad,
      double[] a,
      double[] t,
      double tau,
      double relax,
      int n) {
    double rest = 1 - relax;
    for (int i = 0; i < n; i++) {
      double old = a[i];
      double v = x[i] - (relax * p[i] + rest * (t[i] - old)) + old;
      double limit = tau * om[i];
      double clipped = Math.max(-limit, Math.min(limit, v));
      double e = (v - clipped) / (1 + tau * quad[i]);
      a[i] = v - e;
      t[i] = x[i] - e + a[i];
    }
  }

  /**
   * The loss entry by entry: e = |x − p|, out = (om + ½ quad·e)·e; the fit p is <em>modified</em>,
   * becomes e.
   */
  public static void loss(double[] p, double[] x, double[] om, double[] quad, double[] out, int n) {
    for (int i = 0; i < n; i++) {
      double e = Math.abs(x[i] - p[i]);
      p[i] = e;
      out[i] = (om[i] + .5 * quad[i] * e) * e;
    }
  }

  /** Σ_{i&lt;n} (a_i − b_i)². */
  public static double squaredDistance(double[] a, double[] b, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return sum;
  }

  /** out = om·√e. */
  public static void weightedRoots(double[] e, double[] om, double[] out, int n) {
    for (int i = 0; i < n; i++) {
      out[i] = om[i] * Math.sqrt(e[i]);
    }
  }

  /** The conjugate of Σ om|e| + ½ quad·e² at the dual point −a/tau, within om where quad is 0. */
  public static double conjugate(double[] a, double[] om, double[] quad, double tau) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      double beyond = Math.abs(a[i]) / tau - om[i];
      if (beyond > 0 && quad[i] > 0) {
        sum += beyond * beyond / (2 * quad[i]);
      }
    }
    return sum;
  }
}
