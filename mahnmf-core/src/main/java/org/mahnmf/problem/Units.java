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
    // A subnormal number has lost its exponent, so it is read after an exact shift.
    int exponent =
        scale < Double.MIN_NORMAL ? Math.getExponent(scale * 0x1p60) - 60 : Math.getExponent(scale);
    int half = Math.floorDiv(exponent, 2);
    return new Units(Math.scalb(1.0, half), Math.scalb(1.0, exponent - half));
  }
}
