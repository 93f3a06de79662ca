package org.mahnmf.internal.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.mahnmf.TestProblems;
import org.mahnmf.TestProblems.Generator;

/** The maps of a pass against their definitions. */
class LoopsTest {

  private static final int N = 37;

  private static double[] signed(Generator random) {
    double[] out = random.vector(N);
    for (int i = 0; i < N; i++) {
      out[i] = 4 * out[i] - 2;
    }
    return out;
  }

  private static float[] rounded(double[] x) {
    float[] out = new float[x.length];
    FloatLoops.round(x, 0, out);
    return out;
  }

  private static double[] ones() {
    double[] ones = new double[N];
    java.util.Arrays.fill(ones, 1);
    return ones;
  }

  /** The minimiser of tau·w·(|e| + ½·curvature·e²) + ½(e − v)², found by trisection. */
  private static double residual(double v, double limit, double curvature) {
    double low = -5;
    double high = 5;
    for (int k = 0; k < 200; k++) {
      double a = low + (high - low) / 3;
      double b = high - (high - low) / 3;
      if (cost(a, v, limit, curvature) < cost(b, v, limit, curvature)) {
        high = b;
      } else {
        low = a;
      }
    }
    return low;
  }

  private static double cost(double e, double v, double limit, double curvature) {
    return limit * (Math.abs(e) + .5 * curvature * e * e) + .5 * (e - v) * (e - v);
  }

  @Test
  void dualsSplitTheResidualByTheProximalStepOfTheLoss() {
    TestProblems.forSeeds(
        1,
        10,
        random -> {
          for (double curvature : new double[] {0, .7}) {
            double[] p = signed(random);
            double[] x = random.vector(N);
            double[] old = signed(random);
            double[] w = random.vector(N);
            w[3] = 0;
            double tau = .6;
            double[] t = p.clone();
            double[] a = old.clone();
            float[] tFloat = rounded(p);
            float[] aFloat = rounded(old);
            if (curvature > 0) {
              Loops.elasticDual(t, x, w, a, tau, curvature, N);
              FloatLoops.elasticDual(
                  tFloat, rounded(x), rounded(w), aFloat, (float) tau, (float) curvature, N);
            } else {
              Loops.weightedDual(t, x, w, a, tau, N);
              FloatLoops.weightedDual(tFloat, rounded(x), rounded(w), aFloat, (float) tau, N);
            }
            for (int i = 0; i < N; i++) {
              double v = x[i] - p[i] + old[i];
              double e = residual(v, tau * w[i], curvature);
              assertEquals(v - e, a[i], 1e-7);
              assertEquals(x[i] - e + (v - e), t[i], 1e-7);
              assertEquals(a[i], aFloat[i], 2e-6);
              assertEquals(t[i], tFloat[i], 2e-6);
            }
          }
        });
  }

  @Test
  void plainDualsAreThoseWithWeightsOfOne() {
    TestProblems.forSeeds(
        2,
        10,
        random -> {
          double[] t = signed(random);
          double[] x = random.vector(N);
          double[] a = signed(random);
          double[] t1 = t.clone();
          double[] a1 = a.clone();
          float[] tf = rounded(t);
          float[] af = rounded(a);
          float[] tf1 = tf.clone();
          float[] af1 = af.clone();
          Loops.dual(t, x, a, .4, N);
          Loops.weightedDual(t1, x, ones(), a1, .4, N);
          assertArrayEquals(t1, t);
          assertArrayEquals(a1, a);
          FloatLoops.dual(tf, rounded(x), af, .4f, N);
          FloatLoops.weightedDual(tf1, rounded(x), rounded(ones()), af1, .4f, N);
          assertArrayEquals(tf1, tf);
          assertArrayEquals(af1, af);
        });
  }

  @Test
  void smoothedSignIsTheDerivativeOfTheSmoothedLoss() {
    TestProblems.forSeeds(
        3,
        10,
        random -> {
          double[] r = signed(random);
          double[] w = random.vector(N);
          double[] scale = random.vector(N);
          for (int i = 0; i < N; i++) {
            scale[i] += .2;
          }
          double[] u = new double[N];
          double[] loss = new double[N];
          Loops.smoothedSign(r, scale, w, u, N);
          Loops.smoothedLoss(r, scale, u, loss, N);
          double[] up = r.clone();
          double[] down = r.clone();
          for (int i = 0; i < N; i++) {
            up[i] += 1e-6;
            down[i] -= 1e-6;
          }
          double[] difference = difference(up, down, scale, w);
          for (int i = 0; i < N; i++) {
            // eq3.6 with weights: quadratic within w/scale, linear outside
            double corner = w[i] / scale[i];
            double e = Math.abs(r[i]);
            double expected = e <= corner ? .5 * e * e * scale[i] : w[i] * (e - .5 * corner);
            assertEquals(expected, loss[i], 1e-12);
            assertEquals(u[i], difference[i], 1e-5);
          }
        });
  }

  private static double[] difference(double[] up, double[] down, double[] scale, double[] w) {
    double[] u = new double[N];
    double[] above = new double[N];
    double[] below = new double[N];
    Loops.smoothedSign(up, scale, w, u, N);
    Loops.smoothedLoss(up, scale, u, above, N);
    Loops.smoothedSign(down, scale, w, u, N);
    Loops.smoothedLoss(down, scale, u, below, N);
    for (int i = 0; i < N; i++) {
      above[i] = (above[i] - below[i]) / 2e-6;
    }
    return above;
  }

  @Test
  void simpleMapsAreWhatTheySay() {
    TestProblems.forSeeds(
        4,
        5,
        random -> {
          double[] r = signed(random);
          double[] w = random.vector(N);
          double[] out = new double[N];
          float[] floats = new float[N];
          Loops.absolute(r, w, out, N);
          for (int i = 0; i < N; i++) {
            assertEquals(w[i] * Math.abs(r[i]), out[i]);
          }
          Loops.squared(r, w, out, N);
          for (int i = 0; i < N; i++) {
            assertEquals(w[i] * r[i] * r[i], out[i]);
          }
          FloatLoops.multiply(rounded(r), rounded(w), floats, N);
          Loops.multiply(r, w, out, N);
          for (int i = 0; i < N; i++) {
            assertEquals(out[i], floats[i], 1e-6);
          }
          Loops.subtract(out, r, N);
          Loops.add(out, w, N);
          for (int i = 0; i < N; i++) {
            assertEquals(w[i] * r[i] - r[i] + w[i], out[i]);
          }
        });
  }
}
