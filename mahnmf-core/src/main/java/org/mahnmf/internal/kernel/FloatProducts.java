package org.mahnmf.internal.kernel;

import static org.mahnmf.internal.kernel.Products.mad;

/** {@link Products} for floats. */
public final class FloatProducts {

  private FloatProducts() {}

  // spotless:off: twenty-five arguments, a line each, would hide the loops

  /** {@link Products#add(double[][], int, int, double[][], int, double[][], int, int)}. */
  public static void add(
      float[][] out,
      int outAt,
      int outputs,
      float[][] c,
      int at,
      float[][] in,
      int inputs,
      int n) {
    int a = 0;
    for (; Products.WIDE && a + 4 <= outputs; a += 4) {
      float[] o = out[outAt + a], p = out[outAt + a + 1], q = out[outAt + a + 2], s = out[outAt + a + 3];
      float[] c0 = c[at + a], c1 = c[at + a + 1], c2 = c[at + a + 2], c3 = c[at + a + 3];
      int b = 0;
      for (; b + 4 <= inputs; b += 4) {
        four(o, p, q, s, in[b], in[b + 1], in[b + 2], in[b + 3],
            c0[b], c0[b + 1], c0[b + 2], c0[b + 3], c1[b], c1[b + 1], c1[b + 2], c1[b + 3],
            c2[b], c2[b + 1], c2[b + 2], c2[b + 3], c3[b], c3[b + 1], c3[b + 2], c3[b + 3], n);
      }
      for (; b < inputs; b++) {
        fourByOne(out, outAt + a, in[b], c0[b], c1[b], c2[b], c3[b], n);
      }
    }
    for (; a < outputs; a++) {
      add(out[outAt + a], c[at + a], in, inputs, n);
    }
  }

  /** {@link Products#addTransposed}. */
  public static void addTransposed(
      float[][] out, int outputs, float[][] c, int at, float[][] in, int inputs, int n) {
    int a = 0;
    for (; Products.WIDE && a + 4 <= outputs; a += 4) {
      float[] o = out[a], p = out[a + 1], q = out[a + 2], s = out[a + 3];
      int b = 0;
      for (; b + 4 <= inputs; b += 4) {
        float[] c0 = c[at + b], c1 = c[at + b + 1], c2 = c[at + b + 2], c3 = c[at + b + 3];
        four(o, p, q, s, in[b], in[b + 1], in[b + 2], in[b + 3],
            c0[a], c1[a], c2[a], c3[a], c0[a + 1], c1[a + 1], c2[a + 1], c3[a + 1],
            c0[a + 2], c1[a + 2], c2[a + 2], c3[a + 2], c0[a + 3], c1[a + 3], c2[a + 3], c3[a + 3], n);
      }
      for (; b < inputs; b++) {
        float[] row = c[at + b];
        fourByOne(out, a, in[b], row[a], row[a + 1], row[a + 2], row[a + 3], n);
      }
    }
    for (; a < outputs; a++) {
      int b = 0;
      for (; b + 4 <= inputs; b += 4) {
        int at0 = at + b;
        oneByFour(out[a], in, b, c[at0][a], c[at0 + 1][a], c[at0 + 2][a], c[at0 + 3][a], n);
      }
      for (; b < inputs; b++) {
        add(out[a], c[at + b][a], in[b], n);
      }
    }
  }

  // spotless:on

  /** {@link Products#add(double[], double[], double[][], int, int)}. */
  public static void add(float[] out, float[] c, float[][] in, int inputs, int n) {
    int b = 0;
    for (; b + 4 <= inputs; b += 4) {
      oneByFour(out, in, b, c[b], c[b + 1], c[b + 2], c[b + 3], n);
    }
    for (; b < inputs; b++) {
      add(out, c[b], in[b], n);
    }
  }

  /** {@link Products#add(double[], double, double[], int)}. */
  public static void add(float[] out, float c, float[] x, int n) {
    if (n < Products.SHORT) {
      shortOne(out, c, x, n);
    } else {
      longOne(out, c, x, n);
    }
  }

  /** {@link Products#columns}, rounded. */
  public static void columns(
      double[] factor, int rank, int length, int from, int count, float[][] out) {
    // Squares of 16: their lines of cache are read and written once.
    for (int l = 0; l < rank; l += 16) {
      int end = Math.min(rank, l + 16);
      for (int i = 0; i < count; i++) {
        float[] column = out[i];
        for (int k = l, at = l * length + from + i; k < end; k++, at += length) {
          column[k] = (float) factor[at];
        }
      }
    }
  }

  /** {@link Products#sum}, in doubles. */
  public static double sum(float[] x, int n) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    int i = 0;
    for (; i + 7 < n; i += 8) {
      s0 += x[i];
      s1 += x[i + 1];
      s2 += x[i + 2];
      s3 += x[i + 3];
      s4 += x[i + 4];
      s5 += x[i + 5];
      s6 += x[i + 6];
      s7 += x[i + 7];
    }
    for (; i < n; i++) {
      s0 += x[i];
    }
    return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
  }

  // --- the loops; each has a twin for short rows ---------------------------------------------

  // spotless:off

  private static void four(
      float[] o, float[] p, float[] q, float[] s, float[] x, float[] y, float[] z, float[] w,
      float o0, float o1, float o2, float o3, float p0, float p1, float p2, float p3,
      float q0, float q1, float q2, float q3, float s0, float s1, float s2, float s3, int n) {
    if (n < Products.SHORT) {
      shortFour(o, p, q, s, x, y, z, w,
          o0, o1, o2, o3, p0, p1, p2, p3, q0, q1, q2, q3, s0, s1, s2, s3, n);
    } else {
      longFour(o, p, q, s, x, y, z, w,
          o0, o1, o2, o3, p0, p1, p2, p3, q0, q1, q2, q3, s0, s1, s2, s3, n);
    }
  }

  private static void longFour(
      float[] o, float[] p, float[] q, float[] s, float[] x, float[] y, float[] z, float[] w,
      float o0, float o1, float o2, float o3, float p0, float p1, float p2, float p3,
      float q0, float q1, float q2, float q3, float s0, float s1, float s2, float s3, int n) {
    for (int i = 0; i < n; i++) {
      float a = x[i], b = y[i], c = z[i], d = w[i];
      o[i] = mad(o3, d, mad(o2, c, mad(o1, b, mad(o0, a, o[i]))));
      p[i] = mad(p3, d, mad(p2, c, mad(p1, b, mad(p0, a, p[i]))));
      q[i] = mad(q3, d, mad(q2, c, mad(q1, b, mad(q0, a, q[i]))));
      s[i] = mad(s3, d, mad(s2, c, mad(s1, b, mad(s0, a, s[i]))));
    }
  }

  private static void shortFour(
      float[] o, float[] p, float[] q, float[] s, float[] x, float[] y, float[] z, float[] w,
      float o0, float o1, float o2, float o3, float p0, float p1, float p2, float p3,
      float q0, float q1, float q2, float q3, float s0, float s1, float s2, float s3, int n) {
    for (int i = 0; i < n; i++) {
      float a = x[i], b = y[i], c = z[i], d = w[i];
      o[i] = mad(o3, d, mad(o2, c, mad(o1, b, mad(o0, a, o[i]))));
      p[i] = mad(p3, d, mad(p2, c, mad(p1, b, mad(p0, a, p[i]))));
      q[i] = mad(q3, d, mad(q2, c, mad(q1, b, mad(q0, a, q[i]))));
      s[i] = mad(s3, d, mad(s2, c, mad(s1, b, mad(s0, a, s[i]))));
    }
  }

  private static void fourByOne(
      float[][] out, int at, float[] x, float a, float b, float c, float d, int n) {
    if (n < Products.SHORT) {
      shortOne(out[at], a, x, n);
      shortOne(out[at + 1], b, x, n);
      shortOne(out[at + 2], c, x, n);
      shortOne(out[at + 3], d, x, n);
    } else {
      longFourByOne(out, at, x, a, b, c, d, n);
    }
  }

  private static void longFourByOne(
      float[][] out, int at, float[] x, float a, float b, float c, float d, int n) {
    float[] o = out[at], p = out[at + 1], q = out[at + 2], s = out[at + 3];
    for (int i = 0; i < n; i++) {
      float v = x[i];
      o[i] = mad(a, v, o[i]);
      p[i] = mad(b, v, p[i]);
      q[i] = mad(c, v, q[i]);
      s[i] = mad(d, v, s[i]);
    }
  }

  private static void oneByFour(
      float[] o, float[][] in, int at, float a, float b, float c, float d, int n) {
    if (n < Products.SHORT) {
      shortOneByFour(o, in, at, a, b, c, d, n);
    } else {
      longOneByFour(o, in, at, a, b, c, d, n);
    }
  }

  private static void longOneByFour(
      float[] o, float[][] in, int at, float a, float b, float c, float d, int n) {
    float[] x = in[at], y = in[at + 1], z = in[at + 2], w = in[at + 3];
    for (int i = 0; i < n; i++) {
      o[i] = mad(d, w[i], mad(c, z[i], mad(b, y[i], mad(a, x[i], o[i]))));
    }
  }

  private static void shortOneByFour(
      float[] o, float[][] in, int at, float a, float b, float c, float d, int n) {
    float[] x = in[at], y = in[at + 1], z = in[at + 2], w = in[at + 3];
    for (int i = 0; i < n; i++) {
      o[i] = mad(d, w[i], mad(c, z[i], mad(b, y[i], mad(a, x[i], o[i]))));
    }
  }

  private static void longOne(float[] o, float a, float[] x, int n) {
    for (int i = 0; i < n; i++) {
      o[i] = mad(a, x[i], o[i]);
    }
  }

  private static void shortOne(float[] o, float a, float[] x, int n) {
    for (int i = 0; i < n; i++) {
      o[i] = mad(a, x[i], o[i]);
    }
  }

  // spotless:on
}
