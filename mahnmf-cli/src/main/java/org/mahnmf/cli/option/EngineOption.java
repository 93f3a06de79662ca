package org.mahnmf.cli.option;

import java.util.Optional;
import picocli.CommandLine.TypeConversionException;

/**
 * {@code NAME} or {@code NAME=PLACE}.
 *
 * @param name of the engine, and of the module that has it
 * @param place where it is to run, in its own words
 */
public record EngineOption(String name, Optional<String> place) {

  static EngineOption parse(String text) {
    int sign = text.indexOf('=');
    String name = sign < 0 ? text : text.substring(0, sign);
    String place = sign < 0 ? "" : text.substring(sign + 1);
    if (!name.equals("spark") || (sign >= 0 && place.isBlank())) {
      throw new TypeConversionException(
          "'" + text + "' must be spark or spark=MASTER, such as spark=local[2]");
    }
    return new EngineOption(name, sign < 0 ? Optional.empty() : Optional.of(place));
  }
}
