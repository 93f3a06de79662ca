package org.mahnmf.problem;

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
