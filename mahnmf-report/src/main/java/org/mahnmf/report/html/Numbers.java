package org.mahnmf.report.html;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers as people read them: true minus signs, narrow spaces, few digits, no locale. */
public final class Numbers {

  /** Stands for a number that is not known. */
  public static final String UNKNOWN = "–";

  private static final String NARROW_SPACE = "\u202F";
  private static final String MINUS = "\u2212";
  private static final String SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

  private Numbers() {}

  /** Returns a number with four significant digits. */
  public static String format(double value) {
    return format(value, 4);
  }

  /** Returns a number with the given significant digits; whole numbers below 10⁷ keep them all. */
  public static String format(double value, int digits) {
    if (Double.isNaN(value)) {
      return UNKNOWN;
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "∞" : MINUS + "∞";
    }
    double size = Math.abs(value);
    if (size == 0) {
      return "0";
    }
    if (value == Math.rint(value) && size < 1e7) {
      return fixed(value, 0);
    }
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(digits));
    int exponent = rounded.precision() - rounded.scale() - 1;
    if (exponent < -4 || exponent >= 7) {
      return scientific(value, digits);
    }
    return fixed(rounded.doubleValue(), Math.max(0, digits - 1 - exponent));
  }

  /** Returns a number with at most the given significant digits and no zeros at its end. */
  public static String shortest(double value, int digits) {
    String text = format(value, digits);
    if (text.indexOf('.') < 0 || text.indexOf('·') >= 0) {
      return text;
    }
    return text.replaceFirst("\\.?0+$", "");
  }

  /** Returns a number with the given decimals and its thousands apart. */
  public static String fixed(double value, int decimals) {
    if (!Double.isFinite(value)) {
      return format(value);
    }
    BigDecimal rounded = new BigDecimal(value).setScale(decimals, RoundingMode.HALF_EVEN);
    StringBuilder text = new StringBuilder(rounded.abs().toPlainString());
    int whole = decimals > 0 ? text.length() - decimals - 1 : text.length();
    // four digits read well without a gap
    for (int k = whole - 3; whole > 4 && k > 0; k -= 3) {
      text.insert(k, NARROW_SPACE);
    }
    return (rounded.signum() < 0 ? MINUS : "") + text;
  }

  /** Returns how many decimals a column of numbers needs to show its largest with four digits. */
  public static int decimals(double... values) {
    double largest = 0;
    boolean whole = true;
    for (double value : values) {
      if (Double.isFinite(value)) {
        largest = Math.max(largest, Math.abs(value));
        whole &= value == Math.rint(value);
      }
    }
    return whole ? 0 : Math.max(0, Math.min(12, 3 - (int) Math.floor(Math.log10(largest))));
  }

  /** Returns one number of a column whose decimals are {@link #decimals}. */
  public static String inColumn(double value, int decimals) {
    return Math.abs(value) >= 1e9 || decimals > 6 ? format(value) : fixed(value, decimals);
  }

  /** Returns a fraction in percent; what is not all is never rounded up to 100 %. */
  public static String percent(double fraction) {
    if (!Double.isFinite(fraction)) {
      return UNKNOWN;
    }
    double percent = 100 * fraction;
    String number;
    if (percent > 0 && percent < 0.01) {
      number = "< 0.01";
    } else if (percent < 100 && percent > 99.99) {
      number = "> 99.99";
    } else if (percent % 1 == 0) {
      number = fixed(percent, 0);
    } else {
      number = fixed(percent, Math.abs(percent) < 1 || (percent > 99 && percent < 100) ? 2 : 1);
    }
    return number + NARROW_SPACE + "%";
  }

  public static String seconds(double seconds) {
    if (!Double.isFinite(seconds)) {
      return UNKNOWN;
    }
    if (seconds < 0.0995) {
      return fixed(seconds * 1e3, seconds < 0.00995 ? 1 : 0) + NARROW_SPACE + "ms";
    }
    if (seconds < 120) {
      return fixed(seconds, seconds < 9.995 ? 2 : 1) + NARROW_SPACE + "s";
    }
    long whole = Math.round(seconds);
    if (whole < 3600) {
      return whole / 60 + NARROW_SPACE + "min " + whole % 60 + NARROW_SPACE + "s";
    }
    return whole / 3600 + NARROW_SPACE + "h " + whole % 3600 / 60 + NARROW_SPACE + "min";
  }

  /** Returns a coordinate of a drawing: at most two decimals, plain ASCII. */
  public static String coordinate(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("a drawing cannot have a coordinate of " + value);
    }
    return BigDecimal.valueOf(value)
        .setScale(2, RoundingMode.HALF_UP)
        .stripTrailingZeros()
        .toPlainString();
  }

  /** Returns "1 cell", "2 cells", "no cells". */
  public static String count(long count, String one, String many) {
    return (count == 0 ? "no" : fixed((double) count, 0)) + " " + (count == 1 ? one : many);
  }

  /** Returns a number as 1.5·10⁶. */
  public static String scientific(double value, int digits) {
    if (value == 0 || !Double.isFinite(value)) {
      return format(value);
    }
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(digits));
    int exponent = rounded.precision() - rounded.scale() - 1;
    String mantissa =
        rounded.abs().scaleByPowerOfTen(-exponent).stripTrailingZeros().toPlainString();
    StringBuilder power = new StringBuilder(exponent < 0 ? "⁻" : "");
    Integer.toString(Math.abs(exponent))
        .chars()
        .forEach(digit -> power.append(SUPERSCRIPTS.charAt(digit - '0')));
    return (value < 0 ? MINUS : "") + (mantissa.equals("1") ? "10" : mantissa + "·10") + power;
  }
}
