package org.mahnmf.internal.simplex;

import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.internal.kernel.PiecewiseQuadratic;

/**
 * The exact minimum of f on an edge, t ↦ Σ_i ω_i |e_i + t v_i| with v = Wᵀd the image of the edge
 * d, through any number of kinks, up to where an entry of h meets its bound.
 *
 * <p>The image costs 2·m·k flops for k moving entries, the search is linear in m; together they are
 * most of the cost of a step.
 */
final class EdgeSearch {

  /** Smaller parts of an edge or of its image are rounding, and would be unsafe to divide by. */
  static final double PIVOT_TOLERANCE = 1e-11;

  private final LeastAbsoluteProblem problem;
  private final PiecewiseQuadratic lineSearch = new PiecewiseQuadratic();
  final double[] direction; // d
  final double[] image; // v
  private final double[] crossing; // the t at which residual i vanishes
  private final double[] kinkTime; // kink by kink: the t ≥ 0 at which its residual vanishes
  private final double[] kinkRate; // and how fast its cost falls until then
  private final int[] kinkFeature; // and which residual it is
  private int kinks;
  private double limit; // the t at which an entry of h meets its bound
  int limitEntry; // that entry, or −1
  double length; // the minimiser found last

  EdgeSearch(LeastAbsoluteProblem problem) {
    this.problem = problem;
    direction = new double[problem.rank];
    image = new double[problem.features];
    crossing = new double[problem.features];
    // A pass writes each candidate behind the last kink before it decides: one place more.
    kinkTime = new double[problem.features + 1];
    kinkRate = new double[problem.features + 1];
    kinkFeature = new int[problem.features + 1];
  }

  /**
   * Chooses the edge to search, <em>not kept</em>: along it from h for a sign of 1, against it for
   * −1.
   */
  void aim(double[] edge, double sign, double[] h) {
    for (int l = 0; l < edge.length; l++) {
      direction[l] = sign * edge[l];
    }
    problem.multiply(direction, image);
    double threshold = PIVOT_TOLERANCE * Loops.weightedNorm(direction, problem.rowMax);
    clearSmall(image, threshold);
    findLimit(threshold, h);
  }

  private static void clearSmall(double[] v, double threshold) {
    for (int i = 0; i < v.length; i++) {
      v[i] = Math.abs(v[i]) > threshold ? v[i] : 0;
    }
  }

  private void findLimit(double threshold, double[] h) {
    limit = Double.POSITIVE_INFINITY;
    limitEntry = -1;
    for (int l = 0; l < direction.length; l++) {
      double d = direction[l];
      if (Math.abs(d) * problem.rowMax[l] > threshold) {
        double room = d > 0 ? (problem.hi - h[l]) / d : (problem.lo - h[l]) / d;
        if (room < limit) {
          limit = Math.max(0, room);
          limitEntry = l;
        }
      }
    }
  }

  /**
   * Minimises f along the edge. Only residuals that shrink at first have a kink there; the others
   * are one linear term.
   *
   * @param residual e
   * @param pull ω_i sign(e_i); 0 for active residuals
   * @param ownSlope the slope of the residual that leaves zero
   * @return false if f does not fall, which rounding can cause
   */
  boolean search(double[] residual, double[] pull, double ownSlope) {
    divide(residual, image, crossing);
    double slope = ownSlope + collectKinks(pull);
    if (!(slope < 0) || (kinks == 0 && limitEntry < 0)) {
      return false;
    }
    System.arraycopy(kinkTime, 0, lineSearch.breakpoints(kinks), 0, kinks);
    System.arraycopy(kinkRate, 0, lineSearch.weights(kinks), 0, kinks);
    double end = Math.min(limit, Double.MAX_VALUE);
    length = lineSearch.minimize(kinks, 0, -(slope + Loops.sum(kinkRate, kinks)), 0, end);
    return length < Double.MAX_VALUE;
  }

  /**
   * Lists the kinks between the beginning of the edge and its limit; returns the derivative of f
   * where the edge begins.
   */
  private double collectKinks(double[] pull) {
    double even = 0;
    double odd = 0;
    int count = 0;
    for (int i = 0; i < crossing.length; i++) {
      // Adding +0 turns −0 into +0, so that the sign bit means "negative".
      double rate = pull[i] * image[i] + 0.0;
      double t = Math.max(0, crossing[i]);
      kinkTime[count] = t;
      kinkRate[count] = -rate;
      kinkFeature[count] = i;
      // Two chains are faster than one.
      double sum = even + rate;
      even = odd;
      odd = sum;
      // Sign bits instead of comparisons, which would be mispredicted half of the time.
      long shrinks = Double.doubleToRawLongBits(rate);
      long beyond = Double.doubleToRawLongBits(limit - t);
      count += (int) ((shrinks & ~beyond) >>> 63);
    }
    kinks = count;
    return even + odd;
  }

  private static void divide(double[] e, double[] v, double[] t) {
    for (int i = 0; i < t.length; i++) {
      t[i] = -e[i] / v[i];
    }
  }

  /** The residual that vanishes at the minimum, of several the fastest; −1 if a bound ends it. */
  int vanishing() {
    int fastest = -1;
    if (length < limit) {
      for (int k = 0; k < kinks; k++) {
        if (kinkTime[k] == length) {
          int i = kinkFeature[k];
          boolean faster = fastest < 0 || Math.abs(image[i]) > Math.abs(image[fastest]);
          fastest = faster ? i : fastest;
        }
      }
    }
    return fastest;
  }

  /**
   * Lists the residuals that pass zero before the minimum, in order; returns their number, beyond
   * which the array is <em>modified</em> as well.
   */
  int crossed(int[] crossed) {
    int count = 0;
    for (int k = 0; k < kinks; k++) {
      crossed[count] = kinkFeature[k];
      count += (int) (Double.doubleToRawLongBits(kinkTime[k] - length) >>> 63);
    }
    return count;
  }
}
