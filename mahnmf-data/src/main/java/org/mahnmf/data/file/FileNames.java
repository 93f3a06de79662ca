package org.mahnmf.data.file;

import java.math.BigInteger;
import java.nio.file.Path;
import java.util.Locale;

/** Names of files, without their folders. */
public final class FileNames {

  private FileNames() {}

  public static String of(Path file) {
    return String.valueOf(file.getFileName());
  }

  /** Returns what follows the last dot, in lower case, or all of a name without one. */
  public static String ending(Path file) {
    String name = of(file);
    return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
  }

  public static String bare(String name) {
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }

  /**
   * Orders names as people count: {@code frame2} before {@code frame10}. Runs of digits compare as
   * numbers, everything else by its characters; of equal numbers the shorter spelling is first.
   */
  public static int compare(String left, String right) {
    int i = 0;
    int j = 0;
    while (i < left.length() && j < right.length()) {
      int k = endOfPiece(left, i);
      int l = endOfPiece(right, j);
      int order = comparePieces(left.substring(i, k), right.substring(j, l));
      if (order != 0) {
        return order;
      }
      i = k;
      j = l;
    }
    int order = Integer.compare(left.length() - i, right.length() - j);
    return order != 0 ? order : left.compareTo(right);
  }

  private static int comparePieces(String left, String right) {
    if (isDigit(left.charAt(0)) && isDigit(right.charAt(0))) {
      return new BigInteger(left).compareTo(new BigInteger(right));
    }
    return left.compareTo(right);
  }

  /** One character, or a run of digits. */
  private static int endOfPiece(String text, int start) {
    int end = start + 1;
    while (isDigit(text.charAt(start)) && end < text.length() && isDigit(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
