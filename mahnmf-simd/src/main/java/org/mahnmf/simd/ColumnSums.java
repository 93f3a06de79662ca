package org.mahnmf.simd;

import static org.mahnmf.simd.Tiles.L;

import java.util.Arrays;
import org.mahnmf.kernel.Kernels;
import org.mahnmf.store.PassOperation;

/**
 * The four sums of every column of a block, lane by lane. Kernels add to {@link #lanes} for a
 * while; {@link #fold} then adds these to totals in doubles.
 */
final class ColumnSums {

  /** Where kernels add: four vectors for each column. */
  final double[] lanes = new double[Kernels.BLOCK * 4 * L];

  private final double[] totals = new double[Kernels.BLOCK * 4 * L]; // exact

  /** Begins another block. */
  void clear() {
    Arrays.fill(totals, 0);
  }

  /** Returns where the sums of a column begin. */
  static int at(int column) {
    return column * 4 * L;
  }

  /** Returns whether a step looks at more than the loss and the inner product with X. */
  static boolean needsAll(PassOperation.SmoothedSign smoothing) {
    return smoothing.withLoss() || smoothing.curvature() > 0;
  }

  /** Adds the sums so far to the totals and begins anew. */
  void fold() {
    for (int k = 0; k < totals.length; k++) {
      totals[k] += lanes[k];
      lanes[k] = 0;
    }
  }

  /** Adds the lanes of a sum, in their order. */
  private double total( // exact
      int at) {
    double total = totals[at]; // exact
    for (int k = 1; k < L; k++) {
      total += totals[at + k];
    }
    return total;
  }

  /** Writes the four sums of a column. */
  void write(PassOperation operation, int column, double[] out // exact
      ) {
    int s = at(column);
    double absolute = total(s); // exact
    double squared = total(s + L); // exact
    double smoothed = absolute; // exact
    double inner = 0; // exact
    if (operation instanceof PassOperation.SmoothedSign smoothing) {
      smoothed = smoothing.withLoss() ? total(s + 2 * L) + .5 * smoothing.curvature() * squared : 0;
      squared = smoothing.curvature() > 0 ? squared : 0;
      inner = total(s + 3 * L);
    }
    out[4 * column] = absolute;
    out[4 * column + 1] = squared;
    out[4 * column + 2] = smoothed;
    out[4 * column + 3] = inner;
  }
}
