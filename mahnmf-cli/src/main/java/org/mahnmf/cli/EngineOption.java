package org.mahnmf.cli;

import java.util.Optional;
import org.mahnmf.data.InputException;
import picocli.CommandLine.ITypeConverter;

/**
 * {@code NAME} or {@code NAME=PLACE}.
 *
 * @param name of the engine, and of the module that has it
 * @param place where it is to run, in its own words
 */
record EngineOption(String name, Optional<String> place) {

  private static final String SPARK = "spark";

  /** Reads the option. */
  static final class Converter implements ITypeConverter<EngineOption> {
    @Override
    public EngineOption convert(String text) {
      return OptionValues.checked(() -> parse(text));
    }
  }

  private static EngineOption parse(String text) {
    int sign = text.indexOf('=');
    String name = sign < 0 ? text : text.substring(0, sign);
    String place = sign < 0 ? "" : text.substring(sign + 1);
    if (!name.equals(SPARK) || (sign >= 0 && place.isBlank())) {
      throw new InputException(
          "'" + text + "' must be spark or spark=MASTER, such as spark=local[2]");
    }
    return new EngineOption(name, sign < 0 ? Optional.empty() : Optional.of(place));
  }
}
