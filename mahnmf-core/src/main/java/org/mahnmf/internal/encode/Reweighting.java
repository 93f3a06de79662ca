package org.mahnmf.internal.encode;

import java.util.Arrays;
import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.internal.kernel.Products;
import org.mahnmf.internal.simplex.BoundedLeastSquares;
import org.mahnmf.internal.simplex.LeastAbsoluteSimplex;

/**
 * The one-sided problem of many columns at once by reweighted least squares: |e| ≤ ½(e²/q + q) for
 * every q &gt; 0, with equality at q = |e|, so the minimiser of Σ ω e²/q with q = max(|e|, δ) at
 * the current point lowers the loss smoothed by δ; δ falls from step to step.
 *
 * <p>Not exact: after {@link #STEPS} steps the loss of a film was .02 % above its minimum. But
 * every loop runs over columns, has no branch, and needs no special kernel: on the same film (76800
 * columns of 200 entries, rank 2, OpenJDK 25, 2 threads) it took a third of the time of the exact
 * walk ({@link LeastAbsoluteSimplex}), in a JVM that had just been started as well as later. Loops
 * over columns are methods of their own: around a hot loop the JIT compiles all of a method, once
 * for each loop in it.
 *
 * <p>Penalties μ Σ w + ½λ Σ w² of the result's entries are as they stand in the quadratic model:
 * the gradient of ½ Σ ω e²/q and of them is Gw − c + λw + μ, so λ goes to G's diagonal and μ off c.
 *
 * <p>The best point seen of each column is the result. Scratch memory of one thread.
 */
public final class Reweighting {

  /** The most columns at a time. */
  public static final int BLOCK = 128;

  /** Steps from any start. */
  public static final int STEPS = 15;

  private static final double FIRST_SMOOTHING = 4; // of the mean |e|: nearly least squares
  private static final double LEAST_SMOOTHING = 0x1p-10; // of the mean |e|
  private static final double ROUNDING = 1e-14; // of the mean x

  /**
   * Smallest δ, of a column of zeros that is met exactly: sums of its inverse must not overflow.
   */
  private static final double SMALLEST = 0x1p-900;

  private final double[][] fixed;
  private final double lo;
  private final double hi;
  private final double linear;
  private final double quadratic;
  private final double[][] x;
  private final double[][] weights;
  private final double[][] w;
  private final double[][] best;
  private final double[] loss = new double[BLOCK]; // at w
  private final double[] bestLoss = new double[BLOCK];
  private final double[] bestTotal = new double[BLOCK]; // with the penalties
  private final double[] smoothing = new double[BLOCK];
  private final double[] weightSum = new double[BLOCK];
  private final double[] absoluteSum = new double[BLOCK];
  private final double[] error = new double[BLOCK];
  private final double[] share = new double[BLOCK]; // ω/q of an entry of each column
  private final double[][] gram; // row by row, up to the diagonal
  private final double[][] image;
  private final BoundedLeastSquares system;
  private final double[] g;
  private final double[] c;
  private final double[] one;
  private double penaltyShare = 1;

  /** Makes room for a problem without penalties. */
  public Reweighting(double[][] fixed, double lo, double hi, boolean weighted) {
    this(fixed, lo, hi, weighted, 0, 0);
  }

  /**
   * Makes room for a problem with penalties of the result's entries.
   *
   * @param fixed rank rows of length entries; <em>kept, not modified</em>
   * @param lo lower bound of every entry of the result, at least 0
   * @param hi upper bound
   * @param weighted whether entries have weights
   * @param linear μ, what an entry of the result pays per unit, at least 0
   * @param quadratic λ, where an entry w of the result pays ½λw², at least 0
   */
  public Reweighting(
      double[][] fixed, double lo, double hi, boolean weighted, double linear, double quadratic) {
    this.fixed = fixed;
    this.lo = lo;
    this.hi = hi;
    this.linear = linear;
    this.quadratic = quadratic;
    int rank = fixed.length;
    int length = fixed[0].length;
    x = new double[length][BLOCK];
    weights = weighted ? new double[length][BLOCK] : null;
    w = new double[rank][BLOCK];
    best = new double[rank][BLOCK];
    gram = new double[rank * (rank + 1) / 2][BLOCK];
    image = new double[rank][BLOCK];
    system = new BoundedLeastSquares(rank);
    g = new double[rank * rank];
    c = new double[rank];
    one = new double[rank];
  }

  /**
   * Returns where to put an entry of all columns: {@link #BLOCK} numbers, at least 0; those of
   * absent columns do not matter.
   */
  public double[] entries(int entry) {
    return x[entry];
  }

  /** Returns where to put the weights of an entry of all columns, 0 if it is missing. */
  public double[] weights(int entry) {
    return weights[entry];
  }

  /** Sets an entry of the point where a column begins, within the bounds. */
  public void setStart(int component, int column, double value) {
    w[component][column] = value;
  }

  /** Lets all columns begin at 0, or at the lower bound. */
  public void startAtZero() {
    for (double[] row : w) {
      Arrays.fill(row, lo);
    }
  }

  /** Returns an entry of a column's result. */
  public double result(int component, int column) {
    return best[component][column];
  }

  /** Returns Σ ω|e| at a column's result. */
  public double loss(int column) {
    return bestLoss[column];
  }

  /** Returns Σ ω x of a column. */
  public double size(int column) {
    return absoluteSum[column];
  }

  /** Brings all columns of the block close to their minima, from any start. */
  public void solve() {
    solve(STEPS, FIRST_SMOOTHING);
  }

  /**
   * Brings all columns of the block closer to their minima; the loss and penalties of none rise.
   *
   * @param steps how many to take
   * @param means the first δ of each column in parts of its mean |e|, smaller near the minima
   */
  public void solve(int steps, double means) {
    sumUp();
    measure();
    keepAll();
    smooth(means);
    for (int step = 0; step < steps; step++) {
      accumulate();
      keepBetter();
      solveColumns();
      sharpen();
    }
    measure();
    keepBetter();
  }

  /**
   * Takes one step, with δ of each column in parts of its mean |e|. The loss may rise where its
   * minimum is not that of the smoothed loss.
   */
  public void step(double means) {
    sumUp();
    measure();
    smooth(means);
    accumulate();
    solveColumns();
    measure();
    keepAll();
  }

  private void smooth(double means) {
    // A loss that is smoothed by more than its typical |e| pulls by so much less; full penalties
    // would win against it, and take the result to 0.
    penaltyShare = 1 / Math.max(1, means);
    for (int j = 0; j < BLOCK; j++) {
      smoothing[j] = means * meanError(j);
    }
  }

  private void sharpen() {
    penaltyShare = 1;
    for (int j = 0; j < BLOCK; j++) {
      double mean = meanError(j);
      smoothing[j] = Math.max(LEAST_SMOOTHING * mean, Math.min(mean, .5 * smoothing[j]));
    }
  }

  private double meanError(int j) {
    return weightSum[j] > 0 ? loss[j] / weightSum[j] : 0;
  }

  private void sumUp() {
    Arrays.fill(absoluteSum, 0);
    Arrays.fill(weightSum, weights == null ? x.length : 0);
    for (int i = 0; i < x.length; i++) {
      if (weights == null) {
        Loops.add(absoluteSum, x[i], BLOCK);
      } else {
        Loops.add(weightSum, weights[i], BLOCK);
        addScaledProduct(1, weights[i], x[i], absoluteSum);
      }
    }
  }

  /** The loss at w. */
  private void measure() {
    Arrays.fill(loss, 0);
    for (int i = 0; i < x.length; i++) {
      computeError(i);
      addLoss(i);
    }
  }

  private void computeError(int i) {
    System.arraycopy(x[i], 0, error, 0, BLOCK);
    for (int l = 0; l < fixed.length; l++) {
      Products.add(error, -fixed[l][i], w[l], error.length);
    }
  }

  private void addLoss(int i) {
    addAbsolute(weights == null ? Loops.ONES : weights[i], error, loss);
  }

  /** The normal equations with the weights of w, and the loss there. */
  private void accumulate() {
    Arrays.fill(loss, 0);
    clear(gram);
    clear(image);
    smoothAboveRounding();
    for (int i = 0; i < x.length; i++) {
      computeError(i);
      addLoss(i);
      reciprocal(error, smoothing, share);
      if (weights != null) {
        Loops.multiply(share, weights[i], share, BLOCK);
      }
      addEquations(i);
    }
  }

  private static void clear(double[][] rows) {
    for (double[] row : rows) {
      Arrays.fill(row, 0);
    }
  }

  private void smoothAboveRounding() {
    for (int j = 0; j < BLOCK; j++) {
      double rounding = weightSum[j] > 0 ? ROUNDING * absoluteSum[j] / weightSum[j] : 0;
      smoothing[j] = Math.max(smoothing[j], rounding + SMALLEST);
    }
  }

  private void addEquations(int i) {
    int at = 0;
    for (int l = 0; l < fixed.length; l++) {
      double f = fixed[l][i];
      addScaledProduct(f, share, x[i], image[l]);
      for (int k = 0; k <= l; k++) {
        Products.add(gram[at], f * fixed[k][i], share, gram[at].length);
        at++;
      }
    }
  }

  private void solveColumns() {
    for (int j = 0; j < BLOCK; j++) {
      solveColumn(j);
    }
  }

  private void solveColumn(int j) {
    int rank = fixed.length;
    int at = 0;
    for (int l = 0; l < rank; l++) {
      c[l] = image[l][j];
      one[l] = w[l][j];
      for (int k = 0; k <= l; k++) {
        g[l * rank + k] = gram[at][j];
        g[k * rank + l] = gram[at][j];
        at++;
      }
      penalty(l);
    }
    system.solve(g, c, one, lo, hi);
    for (int l = 0; l < rank; l++) {
      w[l][j] = one[l];
    }
  }

  /** The penalties of an entry in the equations of a column. */
  private void penalty(int l) {
    int diagonal = l * fixed.length + l;
    g[diagonal] += penaltyShare * quadratic;
    c[l] -= penaltyShare * linear;
    if (linear > 0 && g[diagonal] == 0) {
      one[l] = lo; // nothing but the linear penalty depends on this entry
    }
  }

  /** Loss and penalties of a column at w. */
  private double total(int j) {
    double total = loss[j];
    if (linear > 0 || quadratic > 0) {
      for (double[] row : w) {
        total += (linear + .5 * quadratic * row[j]) * row[j];
      }
    }
    return total;
  }

  private void keepAll() {
    System.arraycopy(loss, 0, bestLoss, 0, BLOCK);
    Arrays.setAll(bestTotal, this::total);
    for (int l = 0; l < best.length; l++) {
      System.arraycopy(w[l], 0, best[l], 0, BLOCK);
    }
  }

  private void keepBetter() {
    for (int j = 0; j < BLOCK; j++) {
      double total = total(j);
      if (total < bestTotal[j]) {
        bestTotal[j] = total;
        bestLoss[j] = loss[j];
        for (int l = 0; l < best.length; l++) {
          best[l][j] = w[l][j];
        }
      }
    }
  }

  private static void addScaledProduct(double factor, double[] a, double[] b, double[] to) {
    for (int j = 0; j < BLOCK; j++) {
      to[j] += factor * a[j] * b[j];
    }
  }

  private static void addAbsolute(double[] weight, double[] a, double[] to) {
    for (int j = 0; j < BLOCK; j++) {
      to[j] += weight[j] * Math.abs(a[j]);
    }
  }

  private static void reciprocal(double[] e, double[] least, double[] out) {
    for (int j = 0; j < BLOCK; j++) {
      out[j] = 1 / Math.max(Math.abs(e[j]), least[j]);
    }
  }
}
