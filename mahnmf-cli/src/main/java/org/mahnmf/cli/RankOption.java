package org.mahnmf.cli;

import java.util.OptionalInt;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A number of parts, or {@code auto}.
 *
 * @param number empty for auto
 */
record RankOption(OptionalInt number) {

  private static final String AUTO = "auto";

  /** To be found by the program. */
  static final RankOption FOUND = new RankOption(OptionalInt.empty());

  /** Reads the option's value. */
  static final class Converter implements ITypeConverter<RankOption> {

    @Override
    public RankOption convert(String value) {
      if (value.equalsIgnoreCase(AUTO)) {
        return FOUND;
      }
      try {
        return new RankOption(OptionalInt.of(Integer.parseInt(value)));
      } catch (NumberFormatException e) {
        throw new TypeConversionException("'" + value + "' is not a whole number, nor auto");
      }
    }
  }

  boolean isAuto() {
    return number.isEmpty();
  }

  /** Returns the number, or 1 where settings need some number before it is found. */
  int atFirst() {
    return number.orElse(1);
  }
}
