package org.mahnmf.internal.encode;

import org.mahnmf.internal.kernel.Loops;

/**
 * The problem of one sample in scaled units: min over h of Σ om_i|n_iᵀh − x_i| + ½ quad_i (n_iᵀh −
 * x_i)² under a {@link ScaledRule}, n the unit rows of the basis. Filled anew for each sample.
 */
final class SampleProblem {

  final double[] x;
  final double[] om;
  final double[] quad;
  ScaledRule rule;
  double weightSum;
  double absoluteSum;
  double meanWeight;

  SampleProblem(int length) {
    x = new double[length];
    om = new double[length];
    quad = new double[length];
  }

  /**
   * Divides the sample by a power of two near its mean and fills in what follows from the weights.
   *
   * @param entries how many of the first entries are filled; those that follow have x = 0 and no
   *     weight but, at the very end, the one that stands for the penalty
   * @param curvature of the loss, in the user's units
   * @param penaltyWeight see {@link ScaledBasis}
   * @return the power of two
   */
  double scale(int entries, double curvature, double penaltyWeight) {
    double safe = ScaledBasis.powerOfTwoOf(Loops.max(x));
    double sum = 0;
    double weightSum = 0;
    for (int i = 0; i < entries; i++) {
      sum += om[i] * (x[i] / safe);
      weightSum += om[i];
    }
    double scale = safe * (sum > 0 ? ScaledBasis.powerOfTwoOf(sum / weightSum) : 1);
    for (int i = 0; i < entries; i++) {
      x[i] /= scale;
      quad[i] = curvature * scale * om[i];
    }
    if (penaltyWeight > 0) {
      om[om.length - 1] = penaltyWeight;
    }
    return scale;
  }

  /** Sums weights and weighted entries, what stands for the penalty included. */
  void sumUp() {
    weightSum = 0;
    absoluteSum = 0;
    int observed = 0;
    for (int i = 0; i < om.length; i++) {
      weightSum += om[i];
      absoluteSum += om[i] * x[i];
      observed += om[i] > 0 ? 1 : 0;
    }
    meanWeight = weightSum / observed;
  }

  /** Returns whether the loss has a quadratic part. */
  boolean isQuadratic() {
    return Loops.max(quad) > 0;
  }
}
