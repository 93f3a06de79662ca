package org.mahnmf.outlier;

/** Tail probabilities of the normal distribution. */
final class NormalTail {

  private NormalTail() {}

  /**
   * Returns P(|Z| ≥ z) for a standard normal Z, to a relative error of 1e-9 or better.
   *
   * @param z at least 0
   */
  static double twoSided(double z) {
    return z < 2 ? 1 - bySeries(z) : byFraction(z);
  }

  /** P(|Z| &lt; z) = √(2/π)·exp(−z²/2)·Σ z^(2k+1) / (1·3·5…(2k+1)). */
  private static double bySeries(double z) {
    double term = z;
    double sum = z;
    for (int k = 1; term > 1e-17 * sum; k++) {
      term *= z * z / (2 * k + 1);
      sum += term;
    }
    return Math.sqrt(2 / Math.PI) * StrictMath.exp(-.5 * z * z) * sum;
  }

  /** Laplace's continued fraction 1/(z + 1/(z + 2/(z + 3/(z + …)))) times the density, twice. */
  private static double byFraction(double z) {
    double fraction = z;
    for (int k = 120; k > 0; k--) {
      fraction = z + k / fraction;
    }
    return Math.sqrt(2 / Math.PI) * StrictMath.exp(-.5 * z * z) / fraction;
  }
}
