package org.mahnmf.internal.kernel;

import java.util.Arrays;

/**
 * A factor by rows and by columns, for products with one vector at a time. Threads may share it.
 */
public final class FactorRows {

  /** Below this rank a dot product for each row beats loops over so few entries. */
  private static final int DOTS_BELOW = 8;

  private final int rank;
  private final int length;
  private final double[][] rows;
  private final double[][] columns;

  /** Copies a factor, rank x length, row-major; <em>not modified, not kept</em>. */
  public FactorRows(double[] factor, int rank, int length) {
    this.rank = rank;
    this.length = length;
    rows = new double[rank][];
    for (int l = 0; l < rank; l++) {
      rows[l] = Arrays.copyOfRange(factor, l * length, (l + 1) * length);
    }
    columns = new double[rank < DOTS_BELOW ? 0 : length][rank];
    Products.columns(factor, rank, length, 0, columns.length, columns);
  }

  /**
   * Computes Fᵀ·h; h has rank entries and is <em>not modified</em>, out receives length entries.
   */
  public void forward(double[] h, double[] out) {
    Arrays.fill(out, 0, length, 0);
    Products.add(out, h, rows, rank, length);
  }

  /** Computes F·u; u has length entries and is <em>not modified</em>, out receives rank entries. */
  public void backward(double[] u, double[] out) {
    if (rank < DOTS_BELOW) {
      for (int l = 0; l < rank; l++) {
        out[l] = Loops.dot(rows[l], u, length);
      }
      return;
    }
    Arrays.fill(out, 0, rank, 0);
    Products.add(out, u, columns, length, rank);
  }
}
