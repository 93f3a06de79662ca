package org.mahnmf.cli.option;

import java.util.OptionalDouble;
import org.mahnmf.problem.Factor;
import org.mahnmf.term.GroupNorm;
import picocli.CommandLine.TypeConversionException;

/**
 * A term on groups such as {@code basis:inf:0.5}, {@code codes:2:10%} or {@code codes:2:auto}.
 *
 * @param side whose columns are grouped
 * @param norm p
 * @param amount radius or weight
 * @param isPercent whether the amount is a share
 */
record GroupOption(Factor side, GroupNorm norm, OptionalDouble amount, boolean isPercent) {

  /** Reads SIDE:P:AMOUNT[%]. */
  static GroupOption parse(String value) {
    String[] parts = value.split(":", -1);
    if (parts.length != 3) {
      throw new TypeConversionException(
          "'" + value + "' must be SIDE:P:AMOUNT, such as basis:inf:0.5");
    }
    boolean percent = parts[2].endsWith("%");
    String amount = percent ? parts[2].substring(0, parts[2].length() - 1) : parts[2];
    return new GroupOption(
        Converters.factor(parts[0])
            .orElseThrow(
                () -> new TypeConversionException("'" + parts[0] + "' must be basis or codes")),
        Converters.checked(() -> GroupNorm.parse(parts[1])),
        percent ? OptionalDouble.of(Converters.number(amount)) : Converters.weightOrAuto(amount),
        percent);
  }
}
