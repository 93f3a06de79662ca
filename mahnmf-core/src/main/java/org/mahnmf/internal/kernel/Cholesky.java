package org.mahnmf.internal.kernel;

/** A = LLᵀ of a small symmetric positive definite matrix, and solves with it. */
public final class Cholesky {

  private final int n;
  private final double[] lower;

  /**
   * Factors A + ridge·I, A n x n, row-major, symmetric, <em>not modified</em>.
   *
   * @throws ArithmeticException if the matrix is not positive definite
   */
  public Cholesky(double[] a, int n, double ridge) {
    this.n = n;
    this.lower = a.clone();
    for (int i = 0; i < n; i++) {
      lower[i * n + i] += ridge;
    }
    for (int j = 0; j < n; j++) {
      double pivot = lower[j * n + j];
      for (int k = 0; k < j; k++) {
        pivot -= lower[j * n + k] * lower[j * n + k];
      }
      if (!(pivot > 0)) {
        throw new ArithmeticException("the matrix is not positive definite at row " + j);
      }
      double diagonal = Math.sqrt(pivot);
      lower[j * n + j] = diagonal;
      for (int i = j + 1; i < n; i++) {
        double sum = lower[i * n + j];
        for (int k = 0; k < j; k++) {
          sum -= lower[i * n + k] * lower[j * n + k];
        }
        lower[i * n + j] = sum / diagonal;
      }
    }
  }

  /** Solves A·x = b; b is <em>modified</em>: becomes x. */
  public void solve(double[] b) {
    solve(lower, n, n, b);
  }

  /**
   * Solves L·Lᵀ·x = b, where rows of L lie stride entries apart; the first n entries of b are
   * <em>modified</em>: become x.
   */
  public static void solve(double[] lower, int stride, int n, double[] b) {
    for (int i = 0; i < n; i++) {
      double sum = b[i];
      for (int k = 0; k < i; k++) {
        sum -= lower[i * stride + k] * b[k];
      }
      b[i] = sum / lower[i * stride + i];
    }
    for (int i = n - 1; i >= 0; i--) {
      double sum = b[i];
      for (int k = i + 1; k < n; k++) {
        sum -= lower[k * stride + i] * b[k];
      }
      b[i] = sum / lower[i * stride + i];
    }
  }
}
