package org.mahnmf.cli.option;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a time such as {@code 90}, {@code 90s}, {@code 1.5m} or {@code 1h}. */
public final class TimeLimit implements ITypeConverter<Duration> {

  private static final Pattern TIME = Pattern.compile("(\\d+|\\d*\\.\\d+)\\s*(ms|s|m|h|)");
  private static final double LONGEST_SECONDS = 1e9;

  @Override
  public Duration convert(String value) {
    Matcher matcher = TIME.matcher(value);
    if (!matcher.matches()) {
      throw rule(value);
    }
    double unit =
        switch (matcher.group(2)) {
          case "ms" -> 1e-3;
          case "m" -> 60;
          case "h" -> 3600;
          default -> 1;
        };
    double seconds = Double.parseDouble(matcher.group(1)) * unit;
    Duration duration = Duration.ofNanos(Math.round(Math.min(seconds, LONGEST_SECONDS) * 1e9));
    if (duration.isZero()) {
      throw rule(value);
    }
    return duration;
  }

  private static TypeConversionException rule(String value) {
    return new TypeConversionException(
        "'" + value + "' must be a positive time such as 90, 90s, 5m or 1h");
  }
}
