package org.mahnmf.internal.encode;

import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.SampleRule;

/**
 * A basis made ready for many samples: divided by a power of two, its rows also with norm 1. Shared
 * by all threads.
 *
 * <p>In a linear programme a penalty on Σ h_l is the loss of one more feature whose basis is 1 for
 * every component, whose value is 0 and whose weight is the penalty; it stands at the end of each
 * row, so that the walk need not know of it. Else it is in the {@link ScaledRule} like a ridge: as
 * a feature it ties all codes together, and some samples with an elastic loss were not within the
 * gap after 4,000 steps.
 */
final class ScaledBasis {

  /** Weight of "split codes = codes" relative to "residual = x − Nᵀ codes", N the unit rows. */
  static final double SPLIT = .1;

  final int rank;
  final int features; // of the user's basis
  final int length; // features and the one that stands for the penalty, if any
  final double scale; // what the user's basis was divided by
  final double penaltyWeight; // the penalty of Σ h_l in the units of the divided basis
  final double[][] rows; // the divided rows; not modified by anyone
  final double[] norms; // norms of the divided rows; 1 for a dead row
  private BlockBasis blocks;

  ScaledBasis(DenseMatrix basis, SampleRule rule, double curvature) {
    rank = basis.rows();
    features = basis.columns();
    length = features + (rule.linear() > 0 && isLinear(rule, curvature) ? 1 : 0);
    scale = powerOfTwoOf(Loops.max(basis.array()));
    penaltyWeight = rule.linear() / scale;
    rows = new double[rank][length];
    norms = new double[rank];
    double commonNorm = rootMeanSquare(basis);
    for (int l = 0; l < rank; l++) {
      double squares = 0;
      for (int i = 0; i < features; i++) {
        rows[l][i] = basis.get(l, i) / scale;
        squares += rows[l][i] * rows[l][i];
      }
      // A ball bounds the sum of all codes, so they must keep one common unit.
      boolean common = rule.ball() < Double.POSITIVE_INFINITY;
      norms[l] = common ? commonNorm : squares == 0 ? 1 : Math.sqrt(squares);
      if (length > features) {
        rows[l][features] = 1;
      }
    }
  }

  /** Whether codes are those of a linear programme. */
  static boolean isLinear(SampleRule rule, double curvature) {
    return curvature == 0 && rule.ridge() == 0 && rule.ball() == Double.POSITIVE_INFINITY;
  }

  /** The unit rows N = row / norm, rank x length, row-major. */
  private double[] unit() {
    double[] unit = new double[rank * length];
    for (int l = 0; l < rank; l++) {
      for (int i = 0; i < length; i++) {
        unit[l * length + i] = rows[l][i] / norms[l];
      }
    }
    return unit;
  }

  /** The root of the mean of the divided rows' squared norms; 1 for a zero basis. */
  private double rootMeanSquare(DenseMatrix basis) {
    double squares = 0;
    for (double value : basis.array()) {
      squares += (value / scale) * (value / scale);
    }
    return squares > 0 ? Math.sqrt(squares / rank) : 1;
  }

  /** The largest power of two that is at most a positive number; 1 for 0. */
  static double powerOfTwoOf(double value) {
    return value > 0 ? Math.scalb(1.0, Math.max(Double.MIN_EXPONENT, Math.getExponent(value))) : 1;
  }

  /** The weight of the feature that stands for the penalty; 0 if there is none. */
  double penaltyFeatureWeight() {
    return length > features ? penaltyWeight : 0;
  }

  /** The unit rows for blocks of samples; made when they are first asked for. */
  synchronized BlockBasis blocks() {
    if (blocks == null) {
      blocks = new BlockBasis(unit(), rank, length);
    }
    return blocks;
  }
}
