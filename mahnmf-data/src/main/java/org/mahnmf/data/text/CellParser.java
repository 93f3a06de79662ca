package org.mahnmf.data.text;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;
import java.util.Set;

/**
 * Tells what a cell of a text table is: a number, a missing entry or text.
 *
 * <p>One parser reads one file: it remembers whether the numbers so far had a decimal point or a
 * decimal comma.
 */
final class CellParser {

  /** What a cell is. */
  enum Kind {
    NUMBER,
    MISSING,
    TEXT,
    /** A number whose decimal sign is not that of the numbers before it. */
    OTHER_DECIMAL_SIGN
  }

  private static final Set<String> MISSING_WORDS =
      Set.of("NA", "NaN", "nan", "NAN", "null", "NULL", "?");

  private final boolean commaAllowed;
  private char decimalSign;
  private double value;
  private char[] scratch = new char[32];

  /** */
  CellParser(boolean commaAllowed) {
    this.commaAllowed = commaAllowed;
  }

  double value() {
    return value;
  }

  /** Returns the decimal sign of the numbers so far, or 0 if none had one. */
  char decimalSign() {
    return decimalSign;
  }

  Kind parse(String text) {
    return parse(text.toCharArray(), 0, text.length());
  }

  Kind parse(char[] chars, int offset, int length) {
    int start = offset;
    int end = offset + length;
    while (start < end && isBlank(chars[start])) {
      start++;
    }
    while (start < end && isBlank(chars[end - 1])) {
      end--;
    }
    if (start == end) {
      return Kind.MISSING;
    }
    int comma = -1;
    boolean point = false;
    for (int i = start; i < end; i++) {
      char c = chars[i];
      if (c >= '0' && c <= '9') {
        continue;
      }
      if (c == '.') {
        point = true;
      } else if (c == ',' && comma < 0 && commaAllowed) {
        comma = i;
      } else if (c != '-' && c != '+' && c != 'e' && c != 'E') {
        return word(new String(chars, start, end - start));
      }
    }
    if (comma >= 0) {
      return point ? Kind.TEXT : withComma(chars, start, end, comma);
    }
    Kind kind = number(chars, start, end - start);
    return kind == Kind.NUMBER && point ? withSign('.') : kind;
  }

  private Kind withComma(char[] chars, int start, int end, int comma) {
    int length = end - start;
    if (scratch.length < length) {
      scratch = new char[length];
    }
    System.arraycopy(chars, start, scratch, 0, length);
    scratch[comma - start] = '.';
    return number(scratch, 0, length) == Kind.NUMBER ? withSign(',') : Kind.TEXT;
  }

  private Kind withSign(char sign) {
    if (decimalSign == 0) {
      decimalSign = sign;
    }
    return decimalSign == sign ? Kind.NUMBER : Kind.OTHER_DECIMAL_SIGN;
  }

  private Kind number(char[] chars, int offset, int length) {
    try {
      value = JavaDoubleParser.parseDouble(chars, offset, length);
      return Kind.NUMBER;
    } catch (NumberFormatException e) {
      return Kind.TEXT;
    }
  }

  /** Only what is neither digit, sign, point nor exponent gets here, so this need not be fast. */
  private Kind word(String word) {
    if (MISSING_WORDS.contains(word)) {
      return Kind.MISSING;
    }
    boolean minus = word.charAt(0) == '-';
    String bare = minus || word.charAt(0) == '+' ? word.substring(1) : word;
    if (bare.equalsIgnoreCase("inf") || bare.equalsIgnoreCase("infinity")) {
      value = minus ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      return Kind.NUMBER;
    }
    return Kind.TEXT;
  }

  /** White space, and the no-break space that spreadsheets write. */
  static boolean isBlank(char c) {
    return c <= ' ' || c == '\u00a0';
  }
}
