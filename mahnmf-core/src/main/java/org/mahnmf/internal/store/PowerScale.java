package org.mahnmf.internal.store;

/** Powers of two to divide X by: exact, so nothing but the exponents changes. */
public final class PowerScale {

  private PowerScale() {}

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
    // A subnormal number has lost its exponent, so it is read after an exact shift.
    int exponent =
        power < Double.MIN_NORMAL ? Math.getExponent(power * 0x1p60) - 60 : Math.getExponent(power);
    return (exponent & 1) == 0 ? power : .5 * power;
  }
}
