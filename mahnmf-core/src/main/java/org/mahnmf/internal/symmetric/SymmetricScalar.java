package org.mahnmf.internal.symmetric;

import java.util.Arrays;
import org.mahnmf.internal.kernel.PiecewiseQuadratic;

/**
 * Exact minimiser of the scalar problem of eq4.24, each off-diagonal pair counted twice as in
 * eq4.23 (errata 3):
 *
 * <pre>
 *   min over h ≥ 0 of  d·|z − h²| + b·h² + g(h),   g(h) = Σ_k a_k |h − p_k| + s·h,   a_k &gt; 0.
 * </pre>
 *
 * <p>b is a ridge's, not in the paper. For z ≤ 0 it is convex: Theorem 3 (corrected, errata 2). For
 * z &gt; 0 it is convex beyond √z, with the curvature 2(d + b); below √z it has the curvature 2(b −
 * d): if that is negative it is concave between breakpoints, so there only 0 and breakpoints can be
 * minima; if not, all of it is convex. The paper assumes h² ≥ z and so never looks below √z.
 *
 * <p>The caller fills {@link #breakpoints} and {@link #weights}, then calls {@link #minimize},
 * which destroys them. An instance owns its scratch memory: one per thread.
 *
 * <p><b>Implementation notes.</b> With D = d − b &gt; 0 a breakpoint h in (0, √z) is a local
 * minimum only if the slope of g is at most 2Dh before it and at least 2Dh after it, hence only
 * where the slope of g passes from 0 to 2D√z. That window reaches from the median m of g to the
 * minimiser of g − 2D√z·h: two linear selections find it, and only the breakpoints in it, usually
 * few, are sorted and compared by running sums. If m ≥ √z everything falls up to √z, and only the
 * convex part is left; if m &lt; √z the convex part has its minimum at √z. Breakpoints that are not
 * positive are part of s.
 */
final class SymmetricScalar {

  private static final double INFINITY = Double.POSITIVE_INFINITY;

  private final PiecewiseQuadratic convex = new PiecewiseQuadratic();
  private double[] breakpoints = new double[0];
  private double[] weights = new double[0];
  private double[] window = new double[0];
  private double[] windowWeights = new double[0];

  /** Returns the array, of at least a capacity, that the caller fills with p_k, finite. */
  double[] breakpoints(int capacity) {
    ensureCapacity(capacity);
    return breakpoints;
  }

  /** Returns the array, of at least a capacity, that the caller fills with a_k, positive. */
  double[] weights(int capacity) {
    ensureCapacity(capacity);
    return weights;
  }

  private void ensureCapacity(int capacity) {
    if (capacity > breakpoints.length) {
      breakpoints = new double[capacity];
      weights = new double[capacity];
      window = new double[capacity];
      windowWeights = new double[capacity];
    }
  }

  /**
   * Returns the minimiser, the least one if there are several.
   *
   * @param count how many breakpoints were filled in
   * @param z residual of the diagonal without this component
   * @param diagonal d, the weight of the diagonal, at least 0
   * @param slope s, at least 0
   * @param ridge b, at least 0
   * @param current what to return if nothing depends on h (errata 17)
   */
  double minimize(
      int count, double z, double diagonal, double slope, double ridge, double current) {
    double rising = slope;
    double falling = 0;
    int kept = 0;
    for (int k = 0; k < count; k++) {
      if (breakpoints[k] > 0) {
        breakpoints[kept] = breakpoints[k];
        weights[kept] = weights[k];
        falling += weights[k];
        kept++;
      } else {
        rising += weights[k];
      }
    }
    if (kept == 0 && diagonal == 0 && ridge == 0 && rising == 0) {
      return current;
    }
    boolean risesFromZero = rising >= falling;
    double outer = 2 * (diagonal + ridge);
    if (z <= 0 || diagonal == 0) {
      return risesFromZero ? 0 : between(0, INFINITY, kept, outer, rising);
    }
    double root = Math.sqrt(z);
    if (ridge >= diagonal) {
      double inner = between(0, root, kept, 2 * (ridge - diagonal), rising);
      return inner < root ? inner : between(root, INFINITY, kept, outer, rising);
    }
    double median = risesFromZero ? 0 : between(0, INFINITY, kept, 0, rising);
    return median >= root
        ? between(root, INFINITY, kept, outer, rising)
        : below(root, median, kept, diagonal - ridge, rising);
  }

  /** Leftmost minimiser of g + ½ q h² on [from, to]. */
  private double between(double from, double to, int kept, double q, double rising) {
    fill(kept);
    return convex.minimize(kept, q, -rising, from, to);
  }

  private void fill(int kept) {
    System.arraycopy(breakpoints, 0, convex.breakpoints(kept), 0, kept);
    System.arraycopy(weights, 0, convex.weights(kept), 0, kept);
  }

  /** The best of the median, the breakpoints from there to √z, and √z, for g − D h². */
  private double below(double root, double median, int kept, double bend, double rising) {
    double end = median;
    if (kept > 0) {
      fill(kept);
      end = convex.minimize(kept, 0, 2 * bend * root - rising, median, root);
    }
    int inside = 0;
    double slope = rising; // of g just before the window
    for (int k = 0; k < kept; k++) {
      double p = breakpoints[k];
      double a = weights[k];
      if (p < median) {
        slope += a;
        continue;
      }
      slope -= a;
      if (p <= end && p < root) {
        window[inside++] = p;
      }
    }
    sortWindow(inside, kept, median, end);
    // The objective along the window, relative to its value at the median.
    double best = 0;
    double argument = median;
    double at = median;
    double value = 0;
    for (int k = 0; k < inside; k++) {
      double p = window[k];
      value += (p - at) * (slope - bend * (p + at));
      slope += 2 * windowWeights[k];
      at = p;
      if (value < best) {
        best = value;
        argument = p;
      }
    }
    // If the window ends before √z, its end has a slope of at least 2D√z, so the value there is no
    // larger than here; breakpoints in between are left out, as they could only add to it.
    value += (root - at) * (slope - bend * (root + at));
    return value < best ? root : argument;
  }

  /** Sorts the window; breakpoints at one place give their weights to one of them. */
  private void sortWindow(int inside, int kept, double median, double end) {
    Arrays.sort(window, 0, inside);
    Arrays.fill(windowWeights, 0, inside, 0);
    for (int k = 0; inside > 0 && k < kept; k++) {
      double p = breakpoints[k];
      if (p >= median && p <= end) {
        int place = Arrays.binarySearch(window, 0, inside, p);
        if (place >= 0) { // below √z
          windowWeights[place] += weights[k];
        }
      }
    }
  }
}
