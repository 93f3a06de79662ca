package org.mahnmf.cli;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A few aligned lines for people. */
final class Summary {

  private final Map<String, String> lines = new LinkedHashMap<>();

  /**
   * Adds a line.
   *
   * @param name of the value
   * @param value for people
   */
  Summary add(String name, Object value) {
    lines.put(name, value.toString());
    return this;
  }

  /**
   * Adds how good the objective is proven to be.
   *
   * @param objective what was reached
   * @param lowerBound what cannot be beaten with the same basis; not positive if unknown
   */
  Summary addGap(double objective, double lowerBound) {
    double gap = objective > 0 ? Math.max(0, objective - lowerBound) / objective : 0;
    return add(
        "certified gap",
        gap >= 1
            ? "not known"
            : String.format(
                Locale.ROOT,
                "%.3g %% (no codes for this basis give less than %s)",
                100 * gap,
                number(Math.max(0, lowerBound))));
  }

  /**
   * Prints the lines.
   *
   * @param out where to
   */
  void print(PrintStream out) {
    int width = lines.keySet().stream().mapToInt(String::length).max().orElse(0) + 2;
    lines.forEach((name, value) -> out.println(name + " ".repeat(width - name.length()) + value));
  }

  /**
   * Writes a number with six digits.
   *
   * @param value any
   */
  static String number(double value) {
    return String.format(Locale.ROOT, "%.6g", value);
  }

  /**
   * Writes a time.
   *
   * @param value in seconds
   */
  static String seconds(double value) {
    return String.format(Locale.ROOT, "%.2f s", value);
  }
}
