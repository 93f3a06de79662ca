package org.mahnmf.data.array;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mahnmf.base.Check;
import org.mahnmf.data.EntryRules;
import org.mahnmf.data.Outline;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Table;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.NumberType;

/**
 * A file of bare numbers, row by row and little-endian, as numpy's {@code tofile} writes them. The
 * file does not say what it is, so the user does.
 */
public record RawNumbers(int rows, int columns, NumberType type) {

  private static final Pattern FORM =
      Pattern.compile("(0*[1-9]\\d{0,8})x(0*[1-9]\\d{0,8}):(b1|u1|i1|u2|i2|u4|i4|u8|i8|f4|f8)");

  /** Reads the form {@code ROWSxCOLUMNS:TYPE}. */
  public static RawNumbers parse(String text) {
    Matcher parts = FORM.matcher(text.strip());
    String rule =
        "'%s' must be ROWSxCOLUMNS:TYPE, such as 60000x784:u1, where the type is one of b1 u1"
            + " i1 u2 i2 u4 i4 u8 i8 f4 f8";
    Check.that(rule, parts.matches(), text);
    return new RawNumbers(
        Integer.parseInt(parts.group(1)),
        Integer.parseInt(parts.group(2)),
        NumberType.valueOf(parts.group(3).toUpperCase(Locale.ROOT)));
  }

  public Outline outline() {
    return new Outline(rows, columns, NpyReader.bytesInHeap(type), true, false);
  }

  /** Reads the table, or maps it if the options name a space. */
  public Table read(Path file, ReadOptions options) {
    options.requireOnly(Set.of(ReadOptions.Choice.ON_DISK), file, "raw numbers");
    return new EntryRules(file, "")
        .table(NpyReader.open(file, channel -> read(file, channel, options)));
  }

  private Matrix read(Path file, FileChannel channel, ReadOptions options) throws IOException {
    long expected = (long) rows * columns * type.width();
    String found = channel.size() + " bytes";
    InputException.throwIf(
        channel.size() != expected, file, "size", found, this + " takes " + expected);
    List<Integer> sizes = List.of(rows, columns);
    NpyReader.Layout layout =
        new NpyReader.Layout(sizes, rows, columns, false, type, ByteOrder.LITTLE_ENDIAN, 0);
    return NpyReader.matrix(file, channel, layout, options);
  }

  /** Returns the form that {@link #parse} reads. */
  @Override
  public String toString() {
    return rows + "x" + columns + ":" + type.name().toLowerCase(Locale.ROOT);
  }
}
