package org.mahnmf.encode;

import java.util.Arrays;

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
  private final double[][] x;
  private final double[][] weights;
  private final double[][] w;
  private final double[][] best;
  private final double[] loss = new double[BLOCK]; // at w
  private final double[] bestLoss = new double[BLOCK];
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

  /**
   * Makes room.
   *
   * @param fixed rank rows of length entries; <em>kept, not modified</em>
   * @param lo lower bound of every entry of the result, at least 0
   * @param hi upper bound
   * @param weighted whether entries have weights
   */
  public Reweighting(double[][] fixed, double lo, double hi, boolean weighted) {
    this.fixed = fixed;
    this.lo = lo;
    this.hi = hi;
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
   * Returns where to put an entry of all columns.
   *
   * @param entry which, below the length
   * @return {@link #BLOCK} numbers, at least 0; those of absent columns do not matter
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
   * Brings all columns of the block closer to their minima; the loss of none rises.
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
   * Takes one step. The loss may rise where its minimum is not that of the smoothed loss.
   *
   * @param means δ of each column in parts of its mean |e|
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
    for (int j = 0; j < BLOCK; j++) {
      smoothing[j] = means * meanError(j);
    }
  }

  private void sharpen() {
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
      double[] xi = x[i];
      if (weights == null) {
        add(xi, absoluteSum);
      } else {
        add(weights[i], weightSum);
        addProduct(weights[i], xi, absoluteSum);
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
      subtractScaled(fixed[l][i], w[l], error);
    }
  }

  private void addLoss(int i) {
    if (weights == null) {
      addAbsolute(error, loss);
    } else {
      addAbsolute(weights[i], error, loss);
    }
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
        multiply(weights[i], share);
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
        addScaled(f * fixed[k][i], share, gram[at]);
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
    }
    system.solve(g, c, one, lo, hi);
    for (int l = 0; l < rank; l++) {
      w[l][j] = one[l];
    }
  }

  private void keepAll() {
    System.arraycopy(loss, 0, bestLoss, 0, BLOCK);
    for (int l = 0; l < best.length; l++) {
      System.arraycopy(w[l], 0, best[l], 0, BLOCK);
    }
  }

  private void keepBetter() {
    for (int j = 0; j < BLOCK; j++) {
      if (loss[j] < bestLoss[j]) {
        bestLoss[j] = loss[j];
        for (int l = 0; l < best.length; l++) {
          best[l][j] = w[l][j];
        }
      }
    }
  }

  private static void add(double[] a, double[] to) {
    for (int j = 0; j < BLOCK; j++) {
      to[j] += a[j];
    }
  }

  private static void addProduct(double[] a, double[] b, double[] to) {
    for (int j = 0; j < BLOCK; j++) {
      to[j] += a[j] * b[j];
    }
  }

  private static void addScaled(double factor, double[] a, double[] to) {
    for (int j = 0; j < BLOCK; j++) {
      to[j] += factor * a[j];
    }
  }

  private static void addScaledProduct(double factor, double[] a, double[] b, double[] to) {
    for (int j = 0; j < BLOCK; j++) {
      to[j] += factor * a[j] * b[j];
    }
  }

  private static void subtractScaled(double factor, double[] a, double[] from) {
    for (int j = 0; j < BLOCK; j++) {
      from[j] -= factor * a[j];
    }
  }

  private static void addAbsolute(double[] a, double[] to) {
    for (int j = 0; j < BLOCK; j++) {
      to[j] += Math.abs(a[j]);
    }
  }

  private static void addAbsolute(double[] weight, double[] a, double[] to) {
    for (int j = 0; j < BLOCK; j++) {
      to[j] += weight[j] * Math.abs(a[j]);
    }
  }

  private static void multiply(double[] a, double[] by) {
    for (int j = 0; j < BLOCK; j++) {
      by[j] *= a[j];
    }
  }

  private static void reciprocal(double[] e, double[] least, double[] out) {
    for (int j = 0; j < BLOCK; j++) {
      out[j] = 1 / Math.max(Math.abs(e[j]), least[j]);
    }
  }
}
