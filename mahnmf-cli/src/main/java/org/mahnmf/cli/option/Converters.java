package org.mahnmf.cli.option;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Supplier;
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

  private Converters() {}

  /** Makes them known to a program and the commands that it has by now. */
  public static void register(CommandLine program) {
    program
        .registerConverter(Path.class, Converters::path)
        .registerConverter(Source.class, text -> checked(() -> Source.parse(text)))
        .registerConverter(RawNumbers.class, text -> checked(() -> RawNumbers.parse(text)))
        .registerConverter(FrameRange.class, text -> checked(() -> FrameRange.parse(text)))
        .registerConverter(PictureSize.class, text -> checked(() -> PictureSize.parse(text)))
        .registerConverter(Duration.class, new TimeLimit())
        .registerConverter(Box.class, Converters::box)
        .registerConverter(Ridge.class, text -> checked(() -> new Ridge(number(text))))
        .registerConverter(Sparsity.class, text -> checked(() -> new Sparsity(number(text))))
        .registerConverter(WeightOption.class, WeightOption::parse)
        .registerConverter(RidgeShare.class, RidgeShare::parse)
        .registerConverter(GraphOption.class, GraphOption::parse)
        .registerConverter(GroupOption.class, GroupOption::parse)
        .registerConverter(RankOption.class, RankOption::parse)
        .registerConverter(RankRange.class, RankRange::parse)
        .registerConverter(EngineOption.class, text -> checked(() -> EngineOption.parse(text)));
  }

  /** An empty name, which a shell makes of an unset variable, would mean the current folder. */
  static Path path(String text) {
    if (text.isBlank()) {
      throw new TypeConversionException("the name of a file or folder must not be empty");
    }
    return checked(() -> Path.of(text));
  }

  /** Reads bounds such as {@code 0,1} or {@code 0.5,inf}. */
  private static Box box(String text) {
    String[] parts = text.split(",", -1);
    if (parts.length != 2) {
      throw new TypeConversionException(
          "'" + text + "' must be two numbers, LO,HI, such as 0,1 or 0.5,inf");
    }
    return checked(() -> new Box(number(parts[0]), number(parts[1])));
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

  /** Reads the name of a factor. */
  static Factor factor(String text) {
    for (Factor factor : Factor.values()) {
      if (name(factor).equalsIgnoreCase(text)) {
        return factor;
      }
    }
    throw new TypeConversionException("'" + text + "' must be basis or codes");
  }

  /** Returns the name of a factor as typed. */
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
