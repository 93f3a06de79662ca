package org.mahnmf.internal.start;

import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factors;

/** Gives row l of W and row l of H the same 2-norm, or norms in a given ratio; WᵀH stays. */
public final class Balance {

  private Balance() {}

  /**
   * Balances every component that is alive in both factors, which are <em>modified</em>.
   *
   * @param root square root of the ratio that a row of W shall have to that of H, by their norms
   */
  public static void apply(Factors factors, double root) {
    for (int l = 0; l < factors.rank(); l++) {
      double basis = norm(factors.basis(), l);
      double codes = norm(factors.codes(), l);
      if (basis > 0 && codes > 0) {
        // Roots before the quotient: the quotient of the norms could leave the range of doubles.
        double ratio = root * (Math.sqrt(codes) / Math.sqrt(basis));
        multiply(factors.basis(), l, ratio);
        multiply(factors.codes(), l, 1 / ratio);
      }
    }
  }

  /** Returns the 2-norm of a row, without overflow or underflow of the squares. */
  public static double norm(DenseMatrix matrix, int row) {
    double largest = 0;
    for (int j = 0; j < matrix.columns(); j++) {
      largest = Math.max(largest, Math.abs(matrix.get(row, j)));
    }
    if (!(largest > 0)) {
      return 0;
    }
    double sum = 0;
    for (int j = 0; j < matrix.columns(); j++) {
      double share = matrix.get(row, j) / largest;
      sum += share * share;
    }
    return largest * Math.sqrt(sum);
  }

  static void multiply(DenseMatrix matrix, int row, double factor) {
    double[] a = matrix.array();
    int end = matrix.offset(row) + matrix.columns();
    for (int i = matrix.offset(row); i < end; i++) {
      a[i] *= factor;
    }
  }
}
