package org.mahnmf.cli.option;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.mahnmf.data.FrameRange;
import org.mahnmf.data.PictureSize;
import org.mahnmf.data.Source;
import org.mahnmf.data.array.RawNumbers;
import org.mahnmf.data.file.InputException;
import org.mahnmf.problem.Box;
import org.mahnmf.problem.Factor;
import org.mahnmf.term.Ridge;
import org.mahnmf.term.Sparsity;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * How values of options are read, by their types; mistakes become picocli's own, which names the
 * option.
 */
public final class Converters {

  private static final double LONGEST_SECONDS = 1e9;

  private Converters() {}

  /** Makes them known to a program and the commands that it has by now. */
  public static void register(CommandLine program) {
    program
        .registerConverter(Path.class, Converters::path)
        .registerConverter(Source.class, text -> checked(() -> Source.parse(text)))
        .registerConverter(RawNumbers.class, text -> checked(() -> RawNumbers.parse(text)))
        .registerConverter(FrameRange.class, text -> checked(() -> FrameRange.parse(text)))
        .registerConverter(PictureSize.class, text -> checked(() -> PictureSize.parse(text)))
        .registerConverter(Duration.class, Converters::time)
        .registerConverter(Box.class, Converters::box)
        .registerConverter(Ridge.class, text -> checked(() -> new Ridge(number(text))))
        .registerConverter(Sparsity.class, text -> checked(() -> new Sparsity(number(text))))
        .registerConverter(OptionalDouble.class, Converters::weightOrAuto)
        .registerConverter(OptionalInt.class, Converters::rankOrAuto)
        .registerConverter(VariantOptions.GraphOption.class, VariantOptions.GraphOption::parse)
        .registerConverter(VariantOptions.GroupOption.class, VariantOptions.GroupOption::parse)
        .registerConverter(RankRange.class, RankRange::parse)
        .registerConverter(EngineOption.class, EngineOption::parse);
  }

  /** An empty name, which a shell makes of an unset variable, would mean the current folder. */
  static Path path(String text) {
    if (text.isBlank()) {
      throw new TypeConversionException("the name of a file or folder must not be empty");
    }
    return checked(() -> Path.of(text));
  }

  private static Box box(String text) {
    String[] parts = text.split(",", -1);
    if (parts.length != 2) {
      throw new TypeConversionException(
          "'" + text + "' must be two numbers, LO,HI, such as 0,1 or 0.5,inf");
    }
    return checked(() -> new Box(number(parts[0]), number(parts[1])));
  }

  /** Reads a number of parts, or {@code auto}, which is none. */
  private static OptionalInt rankOrAuto(String text) {
    try {
      return isAuto(text) ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(text));
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is not a whole number, nor auto");
    }
  }

  /** Reads a weight, or {@code auto}, which is none. */
  static OptionalDouble weightOrAuto(String text) {
    return isAuto(text) ? OptionalDouble.empty() : OptionalDouble.of(number(text));
  }

  private static boolean isAuto(String text) {
    return text.equalsIgnoreCase("auto");
  }

  /** Reads a share such as {@code 3%} or {@code 0.03}. */
  static final class Share implements ITypeConverter<Double> {
    @Override
    public Double convert(String text) {
      boolean percent = text.endsWith("%");
      double number = number(percent ? text.substring(0, text.length() - 1) : text);
      return percent ? number / 100 : number;
    }
  }

  /** Reads the ridge as a share of its natural weight, or {@code auto}, which is none. */
  static final class RidgeOrAuto implements ITypeConverter<OptionalDouble> {
    @Override
    public OptionalDouble convert(String text) {
      return isAuto(text) ? OptionalDouble.empty() : OptionalDouble.of(ridge(text, "auto or "));
    }
  }

  /** Reads the ridge as a share of its natural weight. */
  public static final class Ridges implements ITypeConverter<Double> {
    @Override
    public Double convert(String text) {
      return ridge(text, "");
    }
  }

  private static double ridge(String text, String other) {
    try {
      double share = new Share().convert(text);
      if (share >= 0 && share < Double.POSITIVE_INFINITY) {
        return share;
      }
    } catch (TypeConversionException e) {
      // The rule below says more.
    }
    throw new TypeConversionException(
        "'%s' must be %sa share of the natural weight, finite and at least 0, such as 0.5"
            .formatted(text, other));
  }

  /** Reads a time such as {@code 90}, {@code 90s}, {@code 1.5m} or {@code 1h}. */
  static Duration time(String text) {
    String unit = Stream.of("ms", "s", "m", "h").filter(text::endsWith).findFirst().orElse("");
    String amount = text.substring(0, text.length() - unit.length()).strip();
    boolean plain = amount.chars().allMatch(c -> (c >= '0' && c <= '9') || c == '.');
    try {
      double scale = Map.of("ms", 1e-3, "m", 60.0, "h", 3600.0).getOrDefault(unit, 1.0);
      double seconds = scale * Double.parseDouble(plain ? amount : "");
      Duration time = Duration.ofNanos(Math.round(Math.min(seconds, LONGEST_SECONDS) * 1e9));
      if (!time.isZero()) {
        return time;
      }
    } catch (NumberFormatException e) {
      // The rule below says more.
    }
    throw new TypeConversionException(
        "'" + text + "' must be a positive time such as 90, 90s, 5m or 1h");
  }

  /** Reads a number; {@code inf} is one. */
  static double number(String text) {
    String bare = text.strip();
    if (bare.equalsIgnoreCase("inf")) {
      return Double.POSITIVE_INFINITY;
    }
    try {
      return Double.parseDouble(bare);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is not a number");
    }
  }

  static Optional<Factor> factor(String text) {
    return Stream.of(Factor.values()).filter(one -> name(one).equalsIgnoreCase(text)).findFirst();
  }

  static String name(Factor factor) {
    return factor.name().toLowerCase(Locale.ROOT);
  }

  /** Lets the library check what it is given. */
  static <T> T checked(Supplier<T> value) {
    try {
      return value.get();
    } catch (IllegalArgumentException | InputException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
