package org.mahnmf.cli.option;

import java.util.OptionalDouble;

/**
 * A weight, or {@code auto}.
 *
 * @param number empty for auto
 */
record WeightOption(OptionalDouble number) {

  private static final String AUTO = "auto";

  /** Reads a number or {@code auto}. */
  static WeightOption parse(String text) {
    return text.equalsIgnoreCase(AUTO)
        ? new WeightOption(OptionalDouble.empty())
        : of(Converters.number(text));
  }

  public static WeightOption of(double number) {
    return new WeightOption(OptionalDouble.of(number));
  }

  boolean isAuto() {
    return number.isEmpty();
  }
}
