package org.mahnmf.cli;

import java.util.OptionalDouble;
import picocli.CommandLine.ITypeConverter;

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
        : of(OptionValues.number(text));
  }

  static WeightOption of(double number) {
    return new WeightOption(OptionalDouble.of(number));
  }

  boolean isAuto() {
    return number.isEmpty();
  }

  /** Reads the option's value. */
  static final class Converter implements ITypeConverter<WeightOption> {

    @Override
    public WeightOption convert(String value) {
      return parse(value);
    }
  }
}
