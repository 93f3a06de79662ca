package org.mahnmf.cli.option;

import java.util.OptionalDouble;
import org.mahnmf.MahNmf;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The ridge as a share of its natural weight, or {@code auto}.
 *
 * @param number empty for auto
 */
public record RidgeShare(OptionalDouble number) {

  private static final String AUTO = "auto";

  boolean isAuto() {
    return number.isEmpty();
  }

  /** Puts the ridge on both factors. */
  public MahNmf on(MahNmf settings) {
    return isAuto() ? settings.withChosenRidge() : settings.withRidge(number.getAsDouble());
  }

  /** Reads a share such as {@code 0.5} or {@code 50%}. */
  public static final class NumberOnly implements ITypeConverter<RidgeShare> {

    @Override
    public RidgeShare convert(String value) {
      return new RidgeShare(OptionalDouble.of(share(value, "")));
    }
  }

  /** Reads a share, or {@code auto}. */
  static RidgeShare parse(String value) {
    return new RidgeShare(
        value.equalsIgnoreCase(AUTO)
            ? OptionalDouble.empty()
            : OptionalDouble.of(share(value, "auto or ")));
  }

  private static double share(String value, String other) {
    try {
      double share = new Converters.Share().convert(value);
      if (share >= 0 && share < Double.POSITIVE_INFINITY) {
        return share;
      }
    } catch (TypeConversionException e) {
      // The rule below says more.
    }
    throw new TypeConversionException(
        "'"
            + value
            + "' must be "
            + other
            + "a share of the natural weight, finite and at least 0, such as 0.5");
  }
}
