package org.mahnmf.cli.option;

import java.util.OptionalInt;
import picocli.CommandLine.TypeConversionException;

/**
 * A number of parts, or {@code auto}.
 *
 * @param number empty for auto
 */
public record RankOption(OptionalInt number) {

  private static final String AUTO = "auto";

  /** To be found by the program. */
  public static final RankOption FOUND = new RankOption(OptionalInt.empty());

  /** Reads the option's value. */
  static RankOption parse(String value) {
    if (value.equalsIgnoreCase(AUTO)) {
      return FOUND;
    }
    try {
      return new RankOption(OptionalInt.of(Integer.parseInt(value)));
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + value + "' is not a whole number, nor auto");
    }
  }

  public boolean isAuto() {
    return number.isEmpty();
  }

  /** Returns the number, or 1 where settings need some number before it is found. */
  public int atFirst() {
    return number.orElse(1);
  }
}
