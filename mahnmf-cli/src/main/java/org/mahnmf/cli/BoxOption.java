package org.mahnmf.cli;

import org.mahnmf.term.Box;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads bounds such as {@code 0,1} or {@code 0.5,inf}. */
final class BoxOption implements ITypeConverter<Box> {

  @Override
  public Box convert(String value) {
    String[] parts = value.split(",", -1);
    if (parts.length != 2) {
      throw new TypeConversionException(
          "'" + value + "' must be two numbers, LO,HI, such as 0,1 or 0.5,inf");
    }
    return OptionValues.checked(
        () -> new Box(OptionValues.number(parts[0]), OptionValues.number(parts[1])));
  }
}
