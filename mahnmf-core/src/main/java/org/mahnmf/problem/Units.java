package org.mahnmf.problem;

import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;

/**
 * The shares of the data's power-of-two scale that the factors take. Both are powers of two, so
 * that X·2^k gives the same bytes, scaled: a factor in the user's units is the factor of the {@link
 * Problem} times its share.
 *
 * @param basis share of W
 * @param codes share of H; basis · codes is the scale
 */
public record Units(double basis, double codes) {

  /**
   * Splits a scale.
   *
   * @param scale a power of two, see {@link Store#scale()}
   */
  public static Units of(double scale) {
    int exponent = exponent(scale);
    int half = Math.floorDiv(exponent, 2);
    return new Units(Math.scalb(1.0, half), Math.scalb(1.0, exponent - half));
  }

  /**
   * Returns the power of two nearest the mean of the entries of a table that count, or of a sparse
   * one those that it stores; 1 if they are all zero. Found without overflow.
   *
   * @param observations <em>not modified</em>
   */
  public static double scaleOf(Observations observations) {
    Matrix values = observations.values();
    double[] row = new double[values.longestRow()];
    int[] columns = new int[row.length];
    double largest = 0;
    double largestWeight = 0;
    for (int i = 0; i < values.rows(); i++) {
      int count = values.copyStored(i, columns, row);
      for (int k = 0; k < count; k++) {
        double weight = observations.weight(i, columns[k], row[k]);
        if (weight > 0) {
          largest = Math.max(largest, row[k]);
          largestWeight = Math.max(largestWeight, weight);
        }
      }
    }
    if (largest == 0) {
      return 1;
    }
    double safe = nearest(largest);
    double safeWeight = nearest(largestWeight);
    double sum = 0;
    double weightSum = 0;
    for (int i = 0; i < values.rows(); i++) {
      int count = values.copyStored(i, columns, row);
      for (int k = 0; k < count; k++) {
        double weight = observations.weight(i, columns[k], row[k]) / safeWeight;
        if (weight > 0) {
          sum += weight * (row[k] / safe);
          weightSum += weight;
        }
      }
    }
    return ofMean(safe, sum / weightSum);
  }

  /** Returns the power of two nearest a positive number. */
  public static double nearest(double positive) {
    int exponent = Math.max(Double.MIN_EXPONENT, Math.getExponent(positive));
    double power = Math.scalb(1.0, exponent);
    return positive / power > 1.5 && exponent < Double.MAX_EXPONENT ? 2 * power : power;
  }

  /**
   * Returns the power of two nearest a mean that is given as a share of a power of two. It is kept
   * within the powers whose inverse is a number too: the mean of the largest doubles is nearest to
   * 2^1024, which is none, and that of the smallest ones to less than any.
   *
   * @param power of two near the largest entry
   * @param share mean of the entries divided by the power
   */
  public static double ofMean(double power, double share) {
    return Math.max(Double.MIN_NORMAL, Math.min(0x1p1023, power * nearest(share)));
  }

  /** Returns a power of two if its exponent is even, else half of it: a power of four. */
  public static double evenPower(double power) {
    return (exponent(power) & 1) == 0 ? power : .5 * power;
  }

  /** A subnormal number has lost its exponent, so it is read after an exact shift. */
  private static int exponent(double power) {
    return power < Double.MIN_NORMAL
        ? Math.getExponent(power * 0x1p60) - 60
        : Math.getExponent(power);
  }
}
