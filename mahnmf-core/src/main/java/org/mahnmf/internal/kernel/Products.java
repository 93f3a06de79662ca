package org.mahnmf.internal.kernel;

/**
 * Products of rows, the loops that all passes over a table consist of. An output is always a chain
 * of {@link #mad} over the inputs in their order, whatever the form of the loop, so the forms can
 * be mixed freely, and machines with a fused multiply-add give the same bytes on every JDK.
 *
 * <p>Without that instruction {@link Math#fma} goes through {@code BigDecimal}, a thousand times
 * slower; such a machine multiplies and adds instead, and its bytes differ in the last digits.
 *
 * <p><b>Implementation notes.</b> What C2 vectorises, each point measured: every row is an array of
 * its own (offsets into one array give scalar code), every loop starts at the constant 0, four
 * outputs share the loads of four inputs. Rows of 384 to 448 doubles reach the speed of OpenBLAS's
 * dgemm on JDK 25; rows of 512 lie 4,112 bytes apart, which costs a third. A loop whose first calls
 * had few entries is compiled without vectors permanently, so rows under {@link #SHORT} entries
 * have loops of their own. {@link FloatProducts} is the same for floats.
 */
public final class Products {

  /** Rows of fewer entries have loops of their own. */
  static final int SHORT = 32;

  /** Whether {@link Math#fma} is an instruction. */
  static final boolean FUSED = isFused();

  /**
   * Whether C2 keeps four outputs of a loop in vectors. Measured, four outputs and four inputs, one
   * thread: JDK 25 51 GFlop/s, JDK 17 14 (scalar code) where one output has 22. The order of the
   * operations is the same in both forms.
   */
  static final boolean WIDE = Runtime.version().feature() >= 25;

  private static final int TRIES = 10;
  private static final int CALLS = 20;

  private Products() {}

  /** Returns how this machine multiplies and adds, as run records show it. */
  public static String arithmetic() {
    return FUSED ? "fused" : "multiply-add";
  }

  /** Returns x·y + z. */
  static double mad(double x, double y, double z) {
    return FUSED ? Math.fma(x, y, z) : x * y + z;
  }

  /** Returns x·y + z. */
  static float mad(float x, float y, float z) {
    return FUSED ? Math.fma(x, y, z) : x * y + z;
  }

  /**
   * Times both forms. The quickest of many tries is compared, so a busy machine does not change the
   * answer, and the limit is far from both: the ratio is about 1 with the instruction and beyond 50
   * without it, also in the interpreter.
   */
  private static boolean isFused() {
    long fused = Long.MAX_VALUE;
    long plain = Long.MAX_VALUE;
    double sum = 1;
    for (int k = 0; k < TRIES; k++) {
      long begin = System.nanoTime();
      for (int i = 0; i < CALLS; i++) {
        sum = Math.fma(sum, .5, .1);
      }
      long middle = System.nanoTime();
      for (int i = 0; i < CALLS; i++) {
        sum = sum * .5 + .1;
      }
      long end = System.nanoTime();
      fused = Math.min(fused, middle - begin);
      plain = Math.min(plain, end - middle);
    }
    return sum > 0 && fused < 12 * Math.max(100, plain);
  }

  // spotless:off: twenty-five arguments, a line each, would hide the loops

  /** Adds products: out[outAt + a] += Σ_b c[at + a][b]·in[b] for so many outputs and inputs, rows of at least n entries; c has a row of coefficients for each output. Only out is <em>modified</em>. */
  public static void add(
      double[][] out,
      int outAt,
      int outputs,
      double[][] c,
      int at,
      double[][] in,
      int inputs,
      int n) {
    int a = 0;
    for (; WIDE && a + 4 <= outputs; a += 4) {
      double[] o = out[outAt + a], p = out[outAt + a + 1], q = out[outAt + a + 2], s = out[outAt + a + 3];
      double[] c0 = c[at + a], c1 = c[at + a + 1], c2 = c[at + a + 2], c3 = c[at + a + 3];
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

  /** Adds products with transposed coefficients: out[a] += Σ_b c[at + b][a]·in[b]; c has a row for each input. Only out is <em>modified</em>. */
  public static void addTransposed(
      double[][] out, int outputs, double[][] c, int at, double[][] in, int inputs, int n) {
    int a = 0;
    for (; WIDE && a + 4 <= outputs; a += 4) {
      double[] o = out[a], p = out[a + 1], q = out[a + 2], s = out[a + 3];
      int b = 0;
      for (; b + 4 <= inputs; b += 4) {
        double[] c0 = c[at + b], c1 = c[at + b + 1], c2 = c[at + b + 2], c3 = c[at + b + 3];
        four(o, p, q, s, in[b], in[b + 1], in[b + 2], in[b + 3],
            c0[a], c1[a], c2[a], c3[a], c0[a + 1], c1[a + 1], c2[a + 1], c3[a + 1],
            c0[a + 2], c1[a + 2], c2[a + 2], c3[a + 2], c0[a + 3], c1[a + 3], c2[a + 3], c3[a + 3], n);
      }
      for (; b < inputs; b++) {
        double[] row = c[at + b];
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

  /** Adds a product: out += Σ_b c[b]·in[b]; only out is <em>modified</em>. */
  public static void add(double[] out, double[] c, double[][] in, int inputs, int n) {
    int b = 0;
    for (; b + 4 <= inputs; b += 4) {
      oneByFour(out, in, b, c[b], c[b + 1], c[b + 2], c[b + 3], n);
    }
    for (; b < inputs; b++) {
      add(out, c[b], in[b], n);
    }
  }

  /** Adds a multiple of a row: out += c·x; only out is <em>modified</em>. */
  public static void add(double[] out, double c, double[] x, int n) {
    if (n < SHORT) {
      shortOne(out, c, x, n);
    } else {
      longOne(out, c, x, n);
    }
  }

  /** Copies columns of a factor, rank x length, row-major, into count rows of rank entries. */
  public static void columns(
      double[] factor, int rank, int length, int from, int count, double[][] out) {
    // Squares of 16: their lines of cache are read and written once.
    for (int l = 0; l < rank; l += 16) {
      int end = Math.min(rank, l + 16);
      for (int i = 0; i < count; i++) {
        double[] column = out[i];
        for (int k = l, at = l * length + from + i; k < end; k++, at += length) {
          column[k] = factor[at];
        }
      }
    }
  }

  /** Returns Σ x_i over the first n entries, in eight chains for speed and in one order. */
  public static double sum(double[] x, int n) {
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
      double[] o, double[] p, double[] q, double[] s, double[] x, double[] y, double[] z, double[] w,
      double o0, double o1, double o2, double o3, double p0, double p1, double p2, double p3,
      double q0, double q1, double q2, double q3, double s0, double s1, double s2, double s3, int n) {
    if (n < SHORT) {
      shortFour(o, p, q, s, x, y, z, w,
          o0, o1, o2, o3, p0, p1, p2, p3, q0, q1, q2, q3, s0, s1, s2, s3, n);
    } else {
      longFour(o, p, q, s, x, y, z, w,
          o0, o1, o2, o3, p0, p1, p2, p3, q0, q1, q2, q3, s0, s1, s2, s3, n);
    }
  }

  private static void longFour(
      double[] o, double[] p, double[] q, double[] s, double[] x, double[] y, double[] z, double[] w,
      double o0, double o1, double o2, double o3, double p0, double p1, double p2, double p3,
      double q0, double q1, double q2, double q3, double s0, double s1, double s2, double s3, int n) {
    for (int i = 0; i < n; i++) {
      double a = x[i], b = y[i], c = z[i], d = w[i];
      o[i] = mad(o3, d, mad(o2, c, mad(o1, b, mad(o0, a, o[i]))));
      p[i] = mad(p3, d, mad(p2, c, mad(p1, b, mad(p0, a, p[i]))));
      q[i] = mad(q3, d, mad(q2, c, mad(q1, b, mad(q0, a, q[i]))));
      s[i] = mad(s3, d, mad(s2, c, mad(s1, b, mad(s0, a, s[i]))));
    }
  }

  private static void shortFour(
      double[] o, double[] p, double[] q, double[] s, double[] x, double[] y, double[] z, double[] w,
      double o0, double o1, double o2, double o3, double p0, double p1, double p2, double p3,
      double q0, double q1, double q2, double q3, double s0, double s1, double s2, double s3, int n) {
    for (int i = 0; i < n; i++) {
      double a = x[i], b = y[i], c = z[i], d = w[i];
      o[i] = mad(o3, d, mad(o2, c, mad(o1, b, mad(o0, a, o[i]))));
      p[i] = mad(p3, d, mad(p2, c, mad(p1, b, mad(p0, a, p[i]))));
      q[i] = mad(q3, d, mad(q2, c, mad(q1, b, mad(q0, a, q[i]))));
      s[i] = mad(s3, d, mad(s2, c, mad(s1, b, mad(s0, a, s[i]))));
    }
  }

  private static void fourByOne(
      double[][] out, int at, double[] x, double a, double b, double c, double d, int n) {
    if (n < SHORT) {
      shortOne(out[at], a, x, n);
      shortOne(out[at + 1], b, x, n);
      shortOne(out[at + 2], c, x, n);
      shortOne(out[at + 3], d, x, n);
    } else {
      longFourByOne(out, at, x, a, b, c, d, n);
    }
  }

  private static void longFourByOne(
      double[][] out, int at, double[] x, double a, double b, double c, double d, int n) {
    double[] o = out[at], p = out[at + 1], q = out[at + 2], s = out[at + 3];
    for (int i = 0; i < n; i++) {
      double v = x[i];
      o[i] = mad(a, v, o[i]);
      p[i] = mad(b, v, p[i]);
      q[i] = mad(c, v, q[i]);
      s[i] = mad(d, v, s[i]);
    }
  }

  private static void oneByFour(
      double[] o, double[][] in, int at, double a, double b, double c, double d, int n) {
    if (n < SHORT) {
      shortOneByFour(o, in, at, a, b, c, d, n);
    } else {
      longOneByFour(o, in, at, a, b, c, d, n);
    }
  }

  private static void longOneByFour(
      double[] o, double[][] in, int at, double a, double b, double c, double d, int n) {
    double[] x = in[at], y = in[at + 1], z = in[at + 2], w = in[at + 3];
    for (int i = 0; i < n; i++) {
      o[i] = mad(d, w[i], mad(c, z[i], mad(b, y[i], mad(a, x[i], o[i]))));
    }
  }

  private static void shortOneByFour(
      double[] o, double[][] in, int at, double a, double b, double c, double d, int n) {
    double[] x = in[at], y = in[at + 1], z = in[at + 2], w = in[at + 3];
    for (int i = 0; i < n; i++) {
      o[i] = mad(d, w[i], mad(c, z[i], mad(b, y[i], mad(a, x[i], o[i]))));
    }
  }

  private static void longOne(double[] o, double a, double[] x, int n) {
    for (int i = 0; i < n; i++) {
      o[i] = mad(a, x[i], o[i]);
    }
  }

  private static void shortOne(double[] o, double a, double[] x, int n) {
    for (int i = 0; i < n; i++) {
      o[i] = mad(a, x[i], o[i]);
    }
  }

  // spotless:on
}
