package org.mahnmf.internal.descent;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.matrix.DenseMatrix;

/** The constants of the smoothed one-sided problem: q, D and Lipschitz bounds (Section 3). */
public final class SmoothingBounds {

  private static final int POWER_STEPS = 30;

  private SmoothingBounds() {}

  /**
   * q_i = ‖W^(i)‖₂, floored at 1e-12 of the largest: a zero column of W adds nothing to the
   * gradient, and the floor only keeps 0/0 out (errata 7).
   */
  public static double[] columnNorms(DenseMatrix w) {
    double[] q = new double[w.columns()];
    for (int l = 0; l < w.rows(); l++) {
      int offset = w.offset(l);
      for (int i = 0; i < q.length; i++) {
        double value = w.array()[offset + i];
        q[i] += value * value;
      }
    }
    Arrays.setAll(q, i -> Math.sqrt(q[i]));
    double largest = Loops.max(q);
    double floor = largest > 0 ? 1e-12 * largest : 1;
    Arrays.setAll(q, i -> Math.max(q[i], floor));
    return q;
  }

  public static double sum(double[] values) {
    return DoubleStream.of(values).reduce(0, Double::sum);
  }

  /**
   * A rigorous upper bound of the largest eigenvalue of W diag(1/q) Wᵀ; with q = 1 of W Wᵀ.
   *
   * <p>The matrix is non-negative, so for any positive v the Collatz–Wielandt number max (Av)_i/v_i
   * is an upper bound; power steps bring v near the leading eigenvector. D = Σ q_i, the paper's
   * bound, is 1.4 to 4.1 times larger.
   */
  static double largestEigenvalue(DenseMatrix w, double[] q) {
    return collatzWielandt(gram(w, q), w.rows());
  }

  private static double[] gram(DenseMatrix w, double[] q) {
    int r = w.rows();
    int m = w.columns();
    double[] a = new double[r * r];
    double[] scaled = new double[m];
    for (int l = 0; l < r; l++) {
      for (int i = 0; i < m; i++) {
        scaled[i] = w.array()[w.offset(l) + i] / (q == null ? 1 : q[i]);
      }
      for (int k = 0; k <= l; k++) {
        a[l * r + k] = Loops.dot(scaled, 0, w.array(), w.offset(k), m);
        a[k * r + l] = a[l * r + k];
      }
    }
    return a;
  }

  private static double collatzWielandt(double[] a, int r) {
    double[] v = new double[r];
    double[] av = new double[r];
    Arrays.fill(v, 1);
    double bound = Double.POSITIVE_INFINITY;
    for (int step = 0; step < POWER_STEPS; step++) {
      double ratio = 0;
      double largest = 0;
      for (int l = 0; l < r; l++) {
        double sum = 0;
        for (int k = 0; k < r; k++) {
          sum += a[l * r + k] * v[k];
        }
        av[l] = sum;
        ratio = Math.max(ratio, sum / v[l]);
        largest = Math.max(largest, sum);
      }
      bound = Math.min(bound, ratio);
      if (largest == 0) {
        return 0;
      }
      // A floor keeps v positive where components do not touch; any positive v gives a bound.
      for (int l = 0; l < r; l++) {
        v[l] = Math.max(av[l] / largest, 1e-9);
      }
    }
    return bound;
  }
}
