package org.mahnmf.outlier;

import java.util.Arrays;

/**
 * Robust spreads of residuals of a least absolute fit. Such a fit meets about as many entries
 * exactly as it has parameters; these say nothing about the noise and are left out before the
 * median is taken.
 */
final class Spreads {

  /** Median to standard deviation of the normal distribution. */
  private static final double TO_DEVIATION = 1.4826;

  /** Variance of the logarithm of a spread of normal residuals, times their number. */
  private static final double CHANCE = 1.36;

  /** Of a group that is met nearly everywhere the rest are outliers. */
  private static final double MOST_MET = .9;

  private final double exactShare;

  /**
   * Knows how much is met exactly.
   *
   * @param exactShare parameters per observation, at most a half
   */
  Spreads(double exactShare) {
    this.exactShare = exactShare;
  }

  /**
   * Returns the spread of some sizes |residual|.
   *
   * @param sizes sorted on return; <em>modified</em>
   * @param count how many there are
   */
  double of(double[] sizes, int count) {
    return TO_DEVIATION * quantile(sizes, count, .5, exactShare);
  }

  /**
   * Returns a quantile of the sizes that are not met exactly.
   *
   * @param sizes sorted on return; <em>modified</em>
   * @param count how many there are
   * @param level from 0 to 1
   */
  double quantile(double[] sizes, int count, double level) {
    return quantile(sizes, count, level, exactShare);
  }

  private static double quantile(double[] sizes, int count, double level, double exact) {
    if (count == 0) {
      return 0;
    }
    Arrays.sort(sizes, 0, count);
    double place = (exact + (1 - exact) * level) * (count - 1);
    int below = (int) place;
    double next = sizes[Math.min(count - 1, below + 1)];
    return sizes[below] + (place - below) * (next - sizes[below]);
  }

  /**
   * Returns the spread of each of several groups of residuals. What differs between groups by
   * chance alone is drawn in (empirical Bayes on logarithms): with equal noise everywhere all
   * spreads are nearly the same, and with very different noise each group keeps its own.
   *
   * @param sizes |residual| of each group; <em>modified</em>
   * @param counts how many each group has
   * @param tiny sizes below are met exactly: a group of which a part of the fit meets far more than
   *     its share, since it is noisy and little else, is judged by the others; 0 if nobody knows
   * @param most how many times noisier or calmer a group may be; beyond, its entries are outliers
   */
  double[] of(double[][] sizes, int[] counts, double tiny, double most) {
    double limit = StrictMath.log(most);
    double[] logs = new double[sizes.length];
    double[] present = new double[sizes.length];
    int used = 0;
    double chance = 0;
    for (int g = 0; g < sizes.length; g++) {
      double met = (double) countBelow(tiny, sizes[g], counts[g]) / Math.max(1, counts[g]);
      double own =
          TO_DEVIATION
              * quantile(sizes[g], counts[g], .5, Math.min(MOST_MET, Math.max(exactShare, met)));
      logs[g] = own > 0 ? StrictMath.log(own) : Double.NaN;
      if (own > 0) {
        present[used++] = logs[g];
        chance += CHANCE / (counts[g] * (1 - exactShare));
      }
    }
    double[] result = new double[sizes.length];
    if (used == 0) {
      return result;
    }
    Arrays.sort(present, 0, used);
    double middle = present[used / 2];
    double variance = 0;
    for (int k = 0; k < used; k++) {
      double apart = Math.max(-limit, Math.min(limit, present[k] - middle));
      variance += apart * apart / used;
    }
    double keep = Math.max(0, 1 - chance / used / variance);
    for (int g = 0; g < result.length; g++) {
      double apart = Double.isNaN(logs[g]) ? 0 : logs[g] - middle;
      result[g] = StrictMath.exp(middle + keep * Math.max(-limit, Math.min(limit, apart)));
    }
    return result;
  }

  private static int countBelow(double tiny, double[] sizes, int count) {
    int below = 0;
    for (int k = 0; k < count; k++) {
      below += sizes[k] < tiny ? 1 : 0;
    }
    return below;
  }
}
