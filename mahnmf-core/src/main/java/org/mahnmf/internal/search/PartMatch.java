package org.mahnmf.internal.search;

import java.util.Arrays;
import org.mahnmf.matrix.Matrix;

/**
 * How well the parts of two factorisations agree: each part of one is paired with a part of the
 * other so that the sum of the correlations is greatest. The order of parts and their scale do not
 * matter.
 */
public final class PartMatch {

  private PartMatch() {}

  /**
   * Returns the correlation of each part with its partner.
   *
   * @param parts rank x features, a part in each row; <em>not modified</em>
   * @param others the same size; <em>not modified</em>
   * @return one number from −1 to 1 for each row of {@code parts}
   */
  public static double[] correlations(Matrix parts, Matrix others) {
    double[][] left = standardised(parts);
    double[][] right = standardised(others);
    double[][] gain = new double[left.length][right.length];
    for (int k = 0; k < left.length; k++) {
      for (int l = 0; l < right.length; l++) {
        gain[k][l] = inner(left[k], right[l]);
      }
    }
    int[] partner = Assignment.best(gain);
    double[] result = new double[left.length];
    Arrays.setAll(result, k -> gain[k][partner[k]]);
    return result;
  }

  /**
   * Rows with mean 0 and norm 1. A row without spread, which has no correlation, only loses its
   * size: two of them agree, and with any other it has nothing in common.
   */
  private static double[][] standardised(Matrix parts) {
    double[][] rows = new double[parts.rows()][parts.columns()];
    for (int l = 0; l < rows.length; l++) {
      parts.copyRow(l, rows[l]);
      double mean = 0;
      double size = 0;
      for (double entry : rows[l]) {
        mean += entry / rows[l].length;
        size = Math.max(size, Math.abs(entry));
      }
      double spread = 0;
      for (double entry : rows[l]) {
        spread += (entry - mean) * (entry - mean);
      }
      boolean flat = Math.sqrt(spread / rows[l].length) <= 1e-12 * size;
      double norm = flat ? Math.sqrt(rows[l].length) * mean : Math.sqrt(spread);
      for (int j = 0; j < rows[l].length; j++) {
        rows[l][j] = norm > 0 ? (rows[l][j] - (flat ? 0 : mean)) / norm : 0;
      }
    }
    return rows;
  }

  private static double inner(double[] left, double[] right) {
    double sum = 0;
    for (int j = 0; j < left.length; j++) {
      sum += left[j] * right[j];
    }
    return Math.max(-1, Math.min(1, sum));
  }
}
