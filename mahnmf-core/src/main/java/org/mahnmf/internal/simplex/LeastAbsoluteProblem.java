package org.mahnmf.internal.simplex;

import java.util.Arrays;
import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.internal.kernel.Products;
import org.mahnmf.internal.kernel.Selection;

/**
 * The problem that {@link LeastAbsoluteSimplex} solves, and its loops over all features:
 *
 * <pre>  min over lo ≤ h ≤ hi of  Σ_i ω_i |w_iᵀh − t_i|,   w_i ≥ 0 column i of W.</pre>
 *
 * <p>The target t is the sample x itself, or x moved a little so that no ties occur. The sizes are
 * fixed; the rest is filled anew for each sample.
 */
final class LeastAbsoluteProblem {

  /** Size of the shifts that break ties, relative to the weighted mean of x. */
  private static final double SHIFT = 1e-10;

  final int features;
  final int rank;
  final double[] weight; // ω_i
  final double[] target; // t_i
  final double[] weightSum; // (Wω)_l: no other |μ| ≤ ω has a larger |Wμ|_l
  final double[] rowMax; // max_i W_li: how far one feature can move with h_l
  double[][] rows; // W, one array per component
  double[] x;
  double lo;
  double hi;
  double weightedTotal; // Σ ω_i x_i
  private boolean unweighted;
  private double totalWeight; // Σ ω_i

  private final double[] shift;
  private double[] far; // scratch: weights of what is not near, with the residuals' signs
  private final double[][] picked; // scratch: rows, and what they are multiplied by
  private final double[] pickedFactors;

  LeastAbsoluteProblem(int features, int rank) {
    this.features = features;
    this.rank = rank;
    weight = new double[features];
    target = new double[features];
    weightSum = new double[rank];
    rowMax = new double[rank];
    shift = new double[features];
    picked = new double[rank][];
    pickedFactors = new double[rank];
    for (int i = 0; i < features; i++) {
      shift[i] = shiftOf(i);
    }
  }

  /** A number in ±[½, 1) that depends on i only (the mixing function of SplitMix64). */
  private static double shiftOf(int i) {
    long z = (i + 1) * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    z ^= z >>> 31;
    double size = 0.5 + (z >>> 12) * 0x1p-53;
    return (z & 1) == 0 ? size : -size;
  }

  /**
   * Takes a sample, with the target x; arguments as in {@link LeastAbsoluteSimplex#solve}. What
   * depends on the basis is kept while the same array of rows comes again, and what depends on the
   * weights too while these are those of the last sample, as in a table without weights.
   */
  void bind(double[][] rows, double[] x, double[] weights, double lo, double hi) {
    boolean sameBasis = this.rows == rows;
    boolean sameWeights =
        sameBasis && (weights == null ? unweighted : Arrays.equals(weights, weight));
    this.rows = rows;
    this.x = x;
    this.lo = lo;
    this.hi = hi;
    this.unweighted = weights == null;
    if (!sameWeights && weights != null) {
      System.arraycopy(weights, 0, weight, 0, features);
    } else if (!sameWeights) {
      Arrays.fill(weight, 1);
    }
    totalWeight = sameWeights ? totalWeight : Loops.sum(weight, features);
    weightedTotal = Loops.dot(weight, x);
    for (int l = 0; l < rank; l++) {
      weightSum[l] = sameWeights ? weightSum[l] : Loops.dot(weight, rows[l]);
      rowMax[l] = sameBasis ? rowMax[l] : Loops.max(rows[l]);
    }
    useTrueTarget();
  }

  /**
   * Takes the features of another problem whose residuals are nearest to zero, and all others as
   * two: the weighted mean of those above zero, and of those below. By the triangle inequality no h
   * costs more than there; where no residual of the others has changed its sign, it costs the same
   * (Portnoy and Koenker, <i>The Gaussian hare and the Laplacian tortoise</i>, Statist. Sci. 12,
   * 1997). So a bound holds there too, and an optimum usually is one there.
   *
   * @param residual there; <em>not modified</em>
   * @return false if the others are near as well, which makes their signs worthless
   */
  boolean bindNearest(LeastAbsoluteProblem whole, double[] residual) {
    int[] chosen = whole.nearestToZero(residual, features - 2);
    double furthest = 0;
    for (int i : chosen) {
      furthest = Math.max(furthest, Math.abs(residual[i]));
    }
    double mean = whole.objective(residual) / whole.totalWeight;
    if (!(furthest > .25 * mean * features / whole.features) || chosen.length < features - 2) {
      return false;
    }
    if (rows == null) {
      rows = new double[rank][features];
      x = new double[features];
      far = new double[whole.features];
    }
    lo = whole.lo;
    hi = whole.hi;
    for (int i = 0; i < far.length; i++) {
      far[i] = Math.copySign(whole.weight[i], residual[i]);
    }
    double near = 0;
    for (int k = 0; k < chosen.length; k++) {
      int i = chosen[k];
      weight[k] = whole.weight[i];
      shift[k] = whole.shift[i];
      far[i] = 0;
      near += weight[k];
    }
    totalWeight = whole.totalWeight;
    weightedTotal = whole.weightedTotal;
    double signed = Loops.sum(far, far.length);
    weight[features - 2] = Math.max(0, .5 * (totalWeight - near + signed));
    weight[features - 1] = Math.max(0, .5 * (totalWeight - near - signed));
    condense(chosen, whole.x, weightedTotal, x);
    for (int l = 0; l < rank; l++) {
      condense(chosen, whole.rows[l], whole.weightSum[l], rows[l]);
      weightSum[l] = whole.weightSum[l];
      rowMax[l] = whole.rowMax[l];
    }
    useTrueTarget();
    return true;
  }

  /** Copies the chosen entries of a row, and the two means of the others behind them. */
  private void condense(int[] chosen, double[] all, double weightedSum, double[] out) {
    double near = 0;
    for (int k = 0; k < chosen.length; k++) {
      out[k] = all[chosen[k]];
      near += weight[k] * out[k];
    }
    double signed = Loops.dot(far, all);
    for (int side = 0; side < 2; side++) {
      int k = features - 2 + side;
      double sum = .5 * (weightedSum - near + (side == 0 ? signed : -signed));
      out[k] = weight[k] > 0 ? Math.max(0, sum) / weight[k] : 0;
    }
  }

  /** The observed residuals nearest to zero, in their order. */
  int[] nearestToZero(double[] residual, int most) {
    double[] size = new double[features];
    int observed = 0;
    for (int i = 0; i < features; i++) {
      if (weight[i] > 0) {
        size[observed++] = Math.abs(residual[i]);
      }
    }
    int count = Math.min(most, observed);
    double limit = Selection.select(size, 0, observed, (count - .5) / observed);
    int[] nearest = new int[count];
    int found = 0;
    for (int i = 0; i < features && found < count; i++) {
      if (weight[i] > 0 && Math.abs(residual[i]) <= limit) {
        nearest[found++] = i;
      }
    }
    return nearest;
  }

  void useTrueTarget() {
    System.arraycopy(x, 0, target, 0, features);
  }

  /**
   * Moves the target away from x by tiny amounts, which break all ties. The objective at the start
   * gives their scale where x = 0: far below it they still break every tie.
   */
  void shiftTarget(double startObjective) {
    double sum = weightedTotal > 0 ? weightedTotal : startObjective;
    double size = totalWeight > 0 ? SHIFT * (sum / totalWeight) : 0;
    for (int i = 0; i < features; i++) {
      // A zero is shifted downwards: as Wᵀh ≥ 0, its residual then has no kink at all.
      target[i] = x[i] + size * (x[i] > 0 ? shift[i] : -Math.abs(shift[i]));
    }
  }

  /** The mean of Wᵀh, which no wild entry of x sets. */
  double meanOfFit(double[] h) {
    return totalWeight > 0 ? Loops.dot(weightSum, h) / totalWeight : 0;
  }

  double clamp(double entry) {
    return Math.max(lo, Math.min(hi, entry));
  }

  /** Copies w_i, the normal of the plane where residual i vanishes. */
  void copyNormal(int feature, double[] normal) {
    for (int l = 0; l < rank; l++) {
      normal[l] = rows[l][feature];
    }
  }

  /** residual = Wᵀh − t. */
  void computeResidual(double[] h, double[] residual) {
    multiply(h, residual);
    Loops.subtract(residual, target, features);
  }

  /** Σ ω_i |e_i|, in two chains for speed. */
  double objective(double[] residual) {
    double s0 = 0;
    double s1 = 0;
    int i = 0;
    for (; i + 1 < features; i += 2) {
      s0 += weight[i] * Math.abs(residual[i]);
      s1 += weight[i + 1] * Math.abs(residual[i + 1]);
    }
    if (i < features) {
      s0 += weight[i] * Math.abs(residual[i]);
    }
    return s0 + s1;
  }

  /** out = Wᵀd; rows with d_l = 0 are skipped. */
  void multiply(double[] d, double[] out) {
    Arrays.fill(out, 0);
    int filled = 0;
    for (int l = 0; l < rank; l++) {
      if (d[l] != 0) {
        picked[filled] = rows[l];
        pickedFactors[filled++] = d[l];
      }
    }
    Products.add(out, pickedFactors, picked, filled, features);
  }
}
