package org.mahnmf.internal.simplex;

import java.util.Arrays;
import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.internal.kernel.Products;

/**
 * The constraints that hold at a vertex, one in each of r slots, and the edges that lead away.
 *
 * <p>A slot keeps a residual at zero, or an entry of h where it is. With B the r×r matrix of their
 * normals, column s of B⁻¹ is the direction in which slot s alone gives way: the edge that leaves
 * slot s. B⁻¹ is kept explicitly; a new constraint in a slot costs r².
 */
final class ActiveSet {

  /** An edge descends if its slope is below minus this part of the largest slope it could have. */
  private static final double PRICE_TOLERANCE = 1e-12;

  /**
   * A normal whose pivots are below this part of its size depends on the others. Well below what a
   * step accepts, so that a rebuild does not drop what a step put in.
   */
  private static final double DEPENDENT = 0.01 * EdgeSearch.PIVOT_TOLERANCE;

  /** A vertex begins with normals that are further from depending on each other. */
  private static final double INDEPENDENT = 1e-3;

  /** An entry of h outside its bounds by less than this part of Wᵀh is inside up to rounding. */
  private static final double NOISE = 1e-13;

  private final LeastAbsoluteProblem problem;
  private final int rank;
  private final double[][] inverse; // B⁻¹ by rows, so that loops run over all edges at once
  final int[] features; // the residual that a slot keeps at zero, or −1
  private final int[] entries; // otherwise the entry of h that it keeps
  private final int[] keeper; // the slot that keeps an entry of h, or −1: its row of B⁻¹ is a unit

  /** The derivative of f along each edge as of the last pricing, without the slot's own kink. */
  final double[] slopes;

  private final boolean[] rejected;
  private boolean identity; // whether B is the identity
  private boolean isFresh; // whether no step has been taken since B⁻¹ was computed anew

  // Scratch memory.
  private final double[] edge;
  private final double[] factors;
  private final double[] normal;
  private final double[] excess;
  private final int[] oldFeatures;
  private final boolean[] taken;

  ActiveSet(LeastAbsoluteProblem problem) {
    this.problem = problem;
    rank = problem.rank;
    inverse = new double[rank][rank];
    edge = new double[rank];
    factors = new double[rank];
    features = new int[rank];
    entries = new int[rank];
    keeper = new int[rank];
    slopes = new double[rank];
    rejected = new boolean[rank];
    normal = new double[rank];
    excess = new double[rank];
    oldFeatures = new int[rank];
    taken = new boolean[rank];
  }

  /**
   * The direction that leaves a slot: its constraint grows at rate 1, the others stay. The same
   * array every time.
   */
  double[] edge(int slot) {
    for (int l = 0; l < rank; l++) {
      edge[l] = inverse[l][slot];
    }
    return edge;
  }

  /** out_s = Σ_l c_l·(edge s)_l, for all slots. */
  private void alongEdges(double[] c, double[] out) {
    Arrays.fill(out, 0);
    for (int l = 0; l < rank; l++) {
      if (keeper[l] >= 0) {
        out[keeper[l]] += c[l];
      } else {
        Products.add(out, c[l], inverse[l], rank);
      }
    }
  }

  /** Sets to zero what belongs to the active residuals, in an array over all features. */
  void clearActive(double[] perFeature) {
    for (int feature : features) {
      if (feature >= 0) {
        perFeature[feature] = 0;
      }
    }
  }

  // ---------------------------------------------------------------- pricing

  /** Computes the slopes g·B⁻¹ of all edges, g the gradient of f over the inactive residuals. */
  void price(double[] gradient) {
    alongEdges(gradient, slopes);
  }

  /** Passes over a slot until {@link #readmitAll}. */
  void reject(int slot) {
    rejected[slot] = true;
  }

  void readmitAll() {
    Arrays.fill(rejected, false);
  }

  /**
   * The slot whose edge from h descends most steeply, against a bound on its change of Wᵀh; −1 if
   * no edge descends.
   */
  int steepest(double[] h) {
    int best = -1;
    double bestScore = PRICE_TOLERANCE;
    double[] norms = factors;
    Arrays.fill(norms, 0);
    for (int l = 0; l < rank; l++) {
      if (keeper[l] >= 0) {
        norms[keeper[l]] += problem.weightSum[l];
      } else {
        addAbsolute(problem.weightSum[l], inverse[l], norms);
      }
    }
    for (int s = 0; s < rank; s++) {
      double descent = rejected[s] ? 0 : descent(s, h);
      if (descent > 0) {
        double score = descent / norms[s];
        if (score > bestScore) {
          bestScore = score;
          best = s;
        }
      }
    }
    return best;
  }

  private static void addAbsolute(double factor, double[] row, double[] out) {
    for (int s = 0; s < out.length; s++) {
      out[s] += factor * Math.abs(row[s]);
    }
  }

  /** How fast f falls along the better direction of the edge; not positive if it rises. */
  private double descent(int slot, double[] h) {
    double slope = slopes[slot];
    if (features[slot] >= 0) {
      return Math.abs(slope) - problem.weight[features[slot]];
    }
    double entry = h[entries[slot]];
    double up = entry < problem.hi ? -slope : 0;
    double down = entry > problem.lo ? slope : 0;
    return Math.max(up, down);
  }

  // ---------------------------------------------------------------- changes

  /** Begins with every entry of h kept in its slot: B is the identity. */
  void keepAllEntries() {
    for (int s = 0; s < rank; s++) {
      Arrays.fill(inverse[s], 0);
      inverse[s][s] = 1;
      features[s] = -1;
      entries[s] = s;
      keeper[s] = s;
    }
    identity = true;
  }

  /**
   * Begins at the vertex that a point h and the residual there suggest: entries of h at a bound are
   * kept, the others give way to the residuals that are smallest, as far as these are independent.
   * Costs as much as one step for each of them would, without its search.
   */
  void begin(double[] h, double[] residual) {
    keepAllEntries();
    int free = 0;
    for (int l = 0; l < rank; l++) {
      taken[l] = h[l] <= problem.lo || h[l] >= problem.hi;
      free += taken[l] ? 0 : 1;
    }
    int[] nearest = problem.nearestToZero(residual, free + free / 2);
    sortBySize(nearest, residual);
    for (int k = 0; k < nearest.length && free > 0; k++) {
      problem.copyNormal(nearest[k], normal);
      int slot = largestPivot(INDEPENDENT);
      if (slot >= 0) {
        replace(slot, nearest[k], -1);
        free--;
      }
    }
    isFresh = true;
  }

  /** Brings few features into the order of their residuals; ties stay in theirs. */
  private static void sortBySize(int[] few, double[] residual) {
    for (int k = 1; k < few.length; k++) {
      int feature = few[k];
      int at = k;
      for (; at > 0 && Math.abs(residual[few[at - 1]]) > Math.abs(residual[feature]); at--) {
        few[at] = few[at - 1];
      }
      few[at] = feature;
    }
  }

  /** Puts a residual into a slot, in place of what was there. */
  void keepFeature(int slot, int feature) {
    problem.copyNormal(feature, normal);
    alongEdges(normal, factors);
    replace(slot, feature, -1);
  }

  /** Puts an entry of h into a slot, in place of what was there. */
  void keepEntry(int slot, int entry) {
    if (keeper[entry] != slot) { // else it went from one bound to the other
      System.arraycopy(inverse[entry], 0, factors, 0, rank);
      replace(slot, -1, entry);
    }
  }

  /**
   * Row s of B becomes the normal n of a constraint: edge_s /= n·edge_s, edge_j −= (n·edge_j)
   * edge_s. The factors are n·edge_j for all slots j.
   */
  private void replace(int slot, int feature, int entry) {
    if (features[slot] < 0) {
      keeper[entries[slot]] = -1;
    }
    double pivot = factors[slot];
    factors[slot] = 0;
    for (int l = 0; l < rank; l++) {
      if (keeper[l] < 0) {
        double part = inverse[l][slot] / pivot;
        Products.add(inverse[l], -part, factors, rank);
        inverse[l][slot] = part;
      }
    }
    features[slot] = feature;
    entries[slot] = entry;
    if (entry >= 0) {
      keeper[entry] = slot;
    }
    identity = false;
    isFresh = false;
  }

  /**
   * Computes B⁻¹ anew, from the identity by one replacement per active residual, each in the slot
   * with the largest pivot. A residual that depends on the others becomes inactive, and an entry of
   * h keeps its slot.
   */
  void rebuild() {
    if (identity || isFresh) {
      return;
    }
    Arrays.fill(taken, false);
    int count = 0;
    for (int s = 0; s < rank; s++) {
      if (features[s] >= 0) {
        oldFeatures[count++] = features[s];
      } else {
        taken[entries[s]] = true;
      }
    }
    keepAllEntries();
    Arrays.sort(oldFeatures, 0, count);
    for (int k = 0; k < count; k++) {
      problem.copyNormal(oldFeatures[k], normal);
      int slot = largestPivot(DEPENDENT);
      if (slot >= 0) {
        replace(slot, oldFeatures[k], -1);
      }
    }
    isFresh = true;
  }

  private int largestPivot(double least) {
    int best = -1;
    double bestPivot = least * Loops.max(normal);
    alongEdges(normal, factors);
    for (int s = 0; s < rank; s++) {
      if (features[s] < 0 && !taken[s]) {
        double pivot = Math.abs(factors[s]);
        if (pivot > bestPivot) {
          bestPivot = pivot;
          best = s;
        }
      }
    }
    return best;
  }

  // ---------------------------------------------------------------- the vertex

  /**
   * Computes the vertex from its constraints alone, so that it does not matter, to the last bit, by
   * which steps it was reached. h is <em>modified</em>: entries that no slot keeps are found anew.
   */
  void settleAfresh(double[] h) {
    isFresh = false;
    rebuild();
    for (int s = 0; s < rank; s++) {
      h[s] = features[s] >= 0 ? problem.lo : h[s]; // slot s kept entry s when it was rebuilt
    }
    settle(h);
    settle(h); // what the first solve left by rounding
  }

  /**
   * Moves h to the vertex, where the active residuals vanish. If it is infeasible, which a change
   * of target can cause, the entry furthest outside takes the place of a residual.
   */
  void settle(double[] h) {
    clearActiveResiduals(h);
    for (int entry = furthestOutside(h); entry >= 0; entry = furthestOutside(h)) {
      int slot = slotMoving(entry);
      if (slot < 0) {
        break;
      }
      h[entry] = problem.clamp(h[entry]);
      keepEntry(slot, entry);
      clearActiveResiduals(h);
    }
    for (int l = 0; l < rank; l++) {
      h[l] = problem.clamp(h[l]);
    }
  }

  /** h −= Σ_s e_s edge_s. */
  private void clearActiveResiduals(double[] h) {
    for (int s = 0; s < rank; s++) {
      int feature = features[s];
      excess[s] = 0;
      if (feature >= 0) {
        problem.copyNormal(feature, normal);
        excess[s] = Loops.dot(normal, h) - problem.target[feature];
      }
    }
    for (int l = 0; l < rank; l++) {
      if (keeper[l] < 0) {
        h[l] -= Loops.dot(excess, inverse[l]);
      }
    }
  }

  /** The entry that is outside its bounds by most, or −1 if all are inside up to rounding. */
  private int furthestOutside(double[] h) {
    int worst = -1;
    double most = NOISE * Loops.weightedNorm(h, problem.rowMax);
    for (int l = 0; l < rank; l++) {
      double outside = Math.abs(h[l] - problem.clamp(h[l])) * problem.rowMax[l];
      if (outside > most) {
        most = outside;
        worst = l;
      }
    }
    return worst;
  }

  /** The slot of an active residual whose edge moves the entry most, or −1. */
  private int slotMoving(int entry) {
    int best = -1;
    double most = 0;
    for (int s = 0; s < rank; s++) {
      double moves = features[s] >= 0 ? Math.abs(inverse[entry][s]) : 0;
      if (moves > most) {
        most = moves;
        best = s;
      }
    }
    return best;
  }
}
