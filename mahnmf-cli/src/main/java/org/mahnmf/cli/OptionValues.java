package org.mahnmf.cli;

import java.util.Locale;
import java.util.function.Supplier;
import org.mahnmf.data.InputException;
import org.mahnmf.problem.Factor;
import picocli.CommandLine.TypeConversionException;

/** Reads the parts of an option's value; mistakes become picocli's own, which names the option. */
final class OptionValues {

  private OptionValues() {}

  /** Reads a number; {@code inf} is one. */
  static double number(String text) {
    String bare = text.strip();
    if (bare.equalsIgnoreCase("inf")) {
      return Double.POSITIVE_INFINITY;
    }
    try {
      return Double.parseDouble(bare);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is not a number");
    }
  }

  /** Reads the name of a factor. */
  static Factor factor(String text) {
    for (Factor factor : Factor.values()) {
      if (name(factor).equalsIgnoreCase(text)) {
        return factor;
      }
    }
    throw new TypeConversionException("'" + text + "' must be basis or codes");
  }

  /** Returns the name of a factor as typed. */
  static String name(Factor factor) {
    return factor.name().toLowerCase(Locale.ROOT);
  }

  /** Lets the library check what it is given. */
  static <T> T checked(Supplier<T> value) {
    try {
      return value.get();
    } catch (IllegalArgumentException | InputException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
