package org.mahnmf.cli.option;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import picocli.CommandLine.TypeConversionException;

/**
 * Some ranks: {@code FROM:TO} or {@code FROM:TO:STEP}, both ends included, or one number.
 *
 * @param ranks ascending
 */
public record RankRange(List<Integer> ranks) {

  private static final Pattern FORM =
      Pattern.compile("([1-9]\\d{0,5})(?::([1-9]\\d{0,5})(?::([1-9]\\d{0,5}))?)?");

  static RankRange parse(String value) {
    Matcher form = FORM.matcher(value);
    if (!form.matches()) {
      throw new TypeConversionException(
          "'" + value + "' must be FROM:TO or FROM:TO:STEP with ranks from 1 on, such as 1:20");
    }
    int from = Integer.parseInt(form.group(1));
    int to = form.group(2) == null ? from : Integer.parseInt(form.group(2));
    int step = form.group(3) == null ? 1 : Integer.parseInt(form.group(3));
    if (to < from) {
      throw new TypeConversionException("'" + value + "' ends below its beginning");
    }
    return new RankRange(
        IntStream.rangeClosed(0, (to - from) / step).map(k -> from + k * step).boxed().toList());
  }
}
