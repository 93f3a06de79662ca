package org.mahnmf.internal.descent;

import java.util.Arrays;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.PassSums;
import org.mahnmf.problem.Side;

/**
 * Keeps the best of several points by the true objective: column by column where the side is
 * separable (the objective is then a sum over columns), else as a whole.
 */
final class BestPoint {

  private final double curvature;
  private final Side side;
  private final double[] value;
  private final double[] absolute;
  private final double[] squared;

  BestPoint(double curvature, Side side, int count) {
    this.curvature = curvature;
    this.side = side;
    this.value = new double[side.isSeparable() ? count : 1];
    this.absolute = new double[count];
    this.squared = new double[count];
  }

  /** Forgets all points. */
  void reset() {
    Arrays.fill(value, Double.POSITIVE_INFINITY);
    // Where sums overflow no point is better than none, and none must not look like a perfect fit.
    Arrays.fill(absolute, Double.POSITIVE_INFINITY);
    Arrays.fill(squared, Double.POSITIVE_INFINITY);
  }

  /**
   * Compares a point with the best so far.
   *
   * @param point <em>not modified</em>
   * @param sums of the residual at the point; <em>not modified</em>
   * @param best <em>modified</em> where the point is better
   */
  void offer(DenseMatrix point, PassSums sums, DenseMatrix best) {
    double[] newAbsolute = sums.absoluteByColumn();
    double[] newSquared = sums.squaredByColumn();
    if (!side.isSeparable()) {
      double total = sums.absolute() + .5 * curvature * sums.squared() + side.price(point);
      if (total < value[0]) {
        value[0] = total;
        best.assign(point);
        System.arraycopy(newAbsolute, 0, absolute, 0, absolute.length);
        System.arraycopy(newSquared, 0, squared, 0, squared.length);
      }
      return;
    }
    for (int j = 0; j < value.length; j++) {
      double here = newAbsolute[j] + .5 * curvature * newSquared[j] + side.entryPrice(point, j);
      if (here < value[j]) {
        value[j] = here;
        absolute[j] = newAbsolute[j];
        squared[j] = newSquared[j];
        for (int l = 0; l < best.rows(); l++) {
          best.set(l, j, point.get(l, j));
        }
      }
    }
  }

  /** Returns the objective of the best point, the side's prices included. */
  double total() {
    double total = 0;
    for (double part : value) {
      total += part;
    }
    return total;
  }

  /**
   * Gives the sums of the best point.
   *
   * @param sums <em>modified</em>
   */
  void restore(PassSums sums) {
    System.arraycopy(absolute, 0, sums.absoluteByColumn(), 0, absolute.length);
    System.arraycopy(squared, 0, sums.squaredByColumn(), 0, squared.length);
  }
}
