package org.mahnmf.internal.kernel;

/** {@link Loops} for floats. */
public final class FloatLoops {

  private FloatLoops() {}

  /** {@link Loops#dual}. */
  public static void dual(float[] t, float[] x, float[] a, float tau, int n) {
    for (int i = 0; i < n; i++) {
      float fitted = t[i];
      float old = a[i];
      float clipped = Math.max(-tau, Math.min(tau, x[i] - fitted + old));
      t[i] = fitted - old + 2 * clipped;
      a[i] = clipped;
    }
  }

  /** {@link Loops#weightedDual}. */
  public static void weightedDual(float[] t, float[] x, float[] w, float[] a, float tau, int n) {
    for (int i = 0; i < n; i++) {
      float fitted = t[i];
      float old = a[i];
      float limit = tau * w[i];
      float clipped = Math.max(-limit, Math.min(limit, x[i] - fitted + old));
      t[i] = fitted - old + 2 * clipped;
      a[i] = clipped;
    }
  }

  /** {@link Loops#elasticDual}. */
  public static void elasticDual(
      float[] t, float[] x, float[] w, float[] a, float tau, float curvature, int n) {
    for (int i = 0; i < n; i++) {
      float v = x[i] - t[i] + a[i];
      float limit = tau * w[i];
      float clipped = Math.max(-limit, Math.min(limit, v));
      float e = (v - clipped) / (1 + curvature * limit);
      t[i] = x[i] - e + (v - e);
      a[i] = v - e;
    }
  }

  /** out = w·x. */
  public static void multiply(float[] x, float[] w, float[] out, int n) {
    for (int i = 0; i < n; i++) {
      out[i] = w[i] * x[i];
    }
  }

  /** sum += x from a place on, in doubles. */
  public static void add(double[] sum, int at, float[] x) {
    for (int i = 0; i < x.length; i++) {
      sum[at + i] += x[i];
    }
  }

  /** Rounds to as many floats as out has, or as are left. */
  public static void round(double[] x, int at, float[] out) {
    int n = Math.min(out.length, x.length - at);
    for (int i = 0; i < n; i++) {
      out[i] = (float) x[at + i];
    }
  }
}
