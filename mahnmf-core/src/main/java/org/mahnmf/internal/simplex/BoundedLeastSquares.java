package org.mahnmf.internal.simplex;

import org.mahnmf.internal.kernel.Cholesky;

/**
 * min over lo ≤ w ≤ hi of ½ wᵀGw − cᵀw for a small positive definite G, by Newton steps on the
 * entries that no bound holds, each cut off at the bounds. Scratch memory of one thread.
 */
public final class BoundedLeastSquares {

  /** Added to the diagonal, in parts of it: G of two equal rows is singular. */
  private static final double RIDGE = 1e-12;

  private final int rank;
  private final double[] lower;
  private final double[] step;
  private final int[] free;

  public BoundedLeastSquares(int rank) {
    this.rank = rank;
    lower = new double[rank * rank];
    step = new double[rank];
    free = new int[rank];
  }

  /**
   * Solves for G, rank x rank; w is where to begin, within the bounds, and <em>modified</em>: the
   * result.
   */
  public void solve(double[] g, double[] c, double[] w, double lo, double hi) {
    // The entries that are held seldom change more than once or twice.
    for (int pass = 0; pass <= rank; pass++) {
      int count = 0;
      for (int l = 0; l < rank; l++) {
        double downhill = c[l];
        for (int k = 0; k < rank; k++) {
          downhill -= g[l * rank + k] * w[k];
        }
        boolean held = (w[l] <= lo && downhill <= 0) || (w[l] >= hi && downhill >= 0);
        if (!held && g[l * rank + l] > 0) {
          free[count] = l;
          step[count] = downhill;
          count++;
        }
      }
      if (count == 0) {
        return;
      }
      factor(g, count);
      Cholesky.solve(lower, rank, count, step);
      boolean cut = false;
      for (int k = 0; k < count; k++) {
        double wanted = w[free[k]] + step[k];
        double next = Math.max(lo, Math.min(hi, wanted));
        cut |= next < wanted || next > wanted;
        w[free[k]] = next;
      }
      if (!cut) {
        return;
      }
    }
  }

  /** Cholesky's factor of the free part of G. */
  private void factor(double[] g, int count) {
    for (int j = 0; j < count; j++) {
      int row = free[j] * rank;
      for (int k = 0; k <= j; k++) {
        double sum = g[row + free[k]];
        for (int i = 0; i < k; i++) {
          sum -= lower[j * rank + i] * lower[k * rank + i];
        }
        if (k < j) {
          lower[j * rank + k] = sum / lower[k * rank + k];
        } else {
          double diagonal = g[row + free[j]];
          lower[j * rank + j] = Math.sqrt(Math.max(sum, 0) + RIDGE * diagonal);
        }
      }
    }
  }
}
