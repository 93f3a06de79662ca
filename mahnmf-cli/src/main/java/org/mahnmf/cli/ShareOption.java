package org.mahnmf.cli;

import picocli.CommandLine.ITypeConverter;

/** Reads a share such as {@code 3%} or {@code 0.03}. */
final class ShareOption implements ITypeConverter<Double> {

  @Override
  public Double convert(String value) {
    boolean percent = value.endsWith("%");
    double number = OptionValues.number(percent ? value.substring(0, value.length() - 1) : value);
    return percent ? number / 100 : number;
  }
}
