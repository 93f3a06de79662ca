package org.mahnmf.internal.kernel;

import static org.mahnmf.internal.kernel.Products.mad;

/**
 * ADMM's pass over a row for ranks up to {@link #MOST} and the plain Manhattan loss: product, clip,
 * dual and the next product in one loop, at the speed of memory. Factors come as two rows or as
 * four; missing ones are zeros, which change no sum.
 */
public final class Streams {

  /** The largest rank. */
  public static final int MOST = 4;

  private Streams() {}

  /** Returns how many rows stand for a factor of a rank up to {@link #MOST}. */
  public static int width(int rank) {
    return rank <= 2 ? 2 : MOST;
  }

  /**
   * One line, where sums over lines are wanted: out_l += c_l·T with T as in {@link Loops#dual}. The
   * line's coefficients of the product are h, those of T c, the other factor's rows v; the dual a
   * and out are <em>modified</em>.
   */
  public static void overLines(
      double[] h,
      double[][] v,
      double[] x,
      double[] a,
      double tau,
      double[] c,
      double[][] out,
      int n) {
    double h0 = h[0], h1 = h[1], c0 = c[0], c1 = c[1];
    double[] v0 = v[0], v1 = v[1], o0 = out[0], o1 = out[1];
    if (v.length == 2) {
      for (int i = 0; i < n; i++) {
        double p = mad(h1, v1[i], h0 * v0[i]);
        double old = a[i];
        double clipped = Math.max(-tau, Math.min(tau, x[i] - p + old));
        double t = p - old + 2 * clipped;
        a[i] = clipped;
        o0[i] = mad(c0, t, o0[i]);
        o1[i] = mad(c1, t, o1[i]);
      }
      return;
    }
    double h2 = h[2], h3 = h[3], c2 = c[2], c3 = c[3];
    double[] v2 = v[2], v3 = v[3], o2 = out[2], o3 = out[3];
    for (int i = 0; i < n; i++) {
      double p = mad(h3, v3[i], mad(h2, v2[i], mad(h1, v1[i], h0 * v0[i])));
      double old = a[i];
      double clipped = Math.max(-tau, Math.min(tau, x[i] - p + old));
      double t = p - old + 2 * clipped;
      a[i] = clipped;
      o0[i] = mad(c0, t, o0[i]);
      o1[i] = mad(c1, t, o1[i]);
      o2[i] = mad(c2, t, o2[i]);
      o3[i] = mad(c3, t, o3[i]);
    }
  }

  /**
   * One line, where sums over entries are wanted: out_l += T∘u_l, entry by entry, with u the rows
   * of the other factor that T is multiplied with, v those in the product; the dual a and out,
   * whose last row is scratch, are <em>modified</em>.
   */
  public static void overEntries(
      double[] h,
      double[][] v,
      double[] x,
      double[] a,
      double tau,
      double[][] u,
      double[][] out,
      int n) {
    if (v.length == 2) {
      pair(h, v, x, a, tau, u, out, n);
      return;
    }
    // With all in one loop C2 gives up.
    double[] t = out[out.length - 1];
    dual(h, v, x, a, tau, t, n);
    addPair(u[0], u[1], t, out[0], out[1], n);
    addPair(u[2], u[3], t, out[2], out[3], n);
  }

  private static void pair(
      double[] h,
      double[][] v,
      double[] x,
      double[] a,
      double tau,
      double[][] u,
      double[][] out,
      int n) {
    double h0 = h[0], h1 = h[1];
    double[] v0 = v[0], v1 = v[1], u0 = u[0], u1 = u[1], o0 = out[0], o1 = out[1];
    for (int i = 0; i < n; i++) {
      double p = mad(h1, v1[i], h0 * v0[i]);
      double old = a[i];
      double clipped = Math.max(-tau, Math.min(tau, x[i] - p + old));
      double t = p - old + 2 * clipped;
      a[i] = clipped;
      o0[i] = mad(u0[i], t, o0[i]);
      o1[i] = mad(u1[i], t, o1[i]);
    }
  }

  private static void dual(
      double[] h, double[][] v, double[] x, double[] a, double tau, double[] out, int n) {
    double h0 = h[0], h1 = h[1], h2 = h[2], h3 = h[3];
    double[] v0 = v[0], v1 = v[1], v2 = v[2], v3 = v[3];
    for (int i = 0; i < n; i++) {
      double p = mad(h3, v3[i], mad(h2, v2[i], mad(h1, v1[i], h0 * v0[i])));
      double old = a[i];
      double clipped = Math.max(-tau, Math.min(tau, x[i] - p + old));
      out[i] = p - old + 2 * clipped;
      a[i] = clipped;
    }
  }

  private static void addPair(
      double[] u0, double[] u1, double[] t, double[] o0, double[] o1, int n) {
    for (int i = 0; i < n; i++) {
      o0[i] = mad(u0[i], t[i], o0[i]);
      o1[i] = mad(u1[i], t[i], o1[i]);
    }
  }
}
