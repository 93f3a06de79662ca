package org.mahnmf.data.file;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/** Bytes at the beginning of a file, and numbers of bytes in words. */
public final class Bytes {

  private static final String[] UNITS = {"bytes", "kB", "MB", "GB", "TB", "PB", "EB"};

  private Bytes() {}

  /** Writes a number of bytes, such as {@code 1.5 GB}, where a kB has 1024 bytes. */
  public static String text(long bytes) {
    int unit = 0;
    double amount = (double) bytes;
    while (amount >= 1000 && unit < UNITS.length - 1) {
      amount /= 1024;
      unit++;
    }
    String format = unit == 0 || amount >= 100 ? "%.0f %s" : amount >= 10 ? "%.1f %s" : "%.2f %s";
    return String.format(Locale.ROOT, format, amount, UNITS[unit]);
  }

  /**
   * Returns whether a file begins in a certain way.
   *
   * @param head the file's first bytes; <em>not modified</em>
   * @param start a regular expression, to which a byte is the character of its number
   */
  public static boolean startWith(byte[] head, String start) {
    String text = new String(head, StandardCharsets.ISO_8859_1);
    return Pattern.compile(start, Pattern.DOTALL).matcher(text).lookingAt();
  }
}
