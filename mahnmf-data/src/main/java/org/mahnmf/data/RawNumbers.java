package org.mahnmf.data;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mahnmf.matrix.ByteMatrix;
import org.mahnmf.matrix.FloatMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.NumberType;
import org.mahnmf.matrix.SegmentMatrix;
import org.mahnmf.matrix.Segments;
import org.mahnmf.matrix.Space;

/**
 * A file of bare numbers, row by row and little-endian, as numpy's {@code tofile} writes them. The
 * file does not say what it is, so the user does.
 *
 * @param rows at least 1
 * @param columns at least 1
 * @param type of the numbers
 */
public record RawNumbers(int rows, int columns, NumberType type) {

  private static final Pattern FORM =
      Pattern.compile("(\\d{1,9})x(\\d{1,9}):(b1|u1|i1|u2|i2|u4|i4|u8|i8|f4|f8)");

  private static final long LARGEST_ARRAY = Integer.MAX_VALUE - 8L;

  /**
   * Reads the form {@code ROWSxCOLUMNS:TYPE}.
   *
   * @param text such as {@code 60000x784:u1}
   * @throws IllegalArgumentException if it has another form
   */
  public static RawNumbers parse(String text) {
    Matcher parts = FORM.matcher(text.strip());
    if (!parts.matches()
        || Integer.parseInt(parts.group(1)) == 0
        || Integer.parseInt(parts.group(2)) == 0) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' must be ROWSxCOLUMNS:TYPE, such as 60000x784:u1, where the type is one of b1 u1"
              + " i1 u2 i2 u4 i4 u8 i8 f4 f8");
    }
    return new RawNumbers(
        Integer.parseInt(parts.group(1)),
        Integer.parseInt(parts.group(2)),
        NumberType.valueOf(parts.group(3).toUpperCase(Locale.ROOT)));
  }

  /** Returns what is known of the table. */
  public Outline outline() {
    return new Outline(rows, columns, NpyTableReader.bytesInHeap(type), true, false);
  }

  /**
   * Reads the table, or maps it if the options name a space.
   *
   * @param file must have exactly as many bytes as the numbers take
   * @param options what to take of it: only a space
   * @throws InputException if the file cannot be read or is no such table
   */
  public Table read(Path file, ReadOptions options) {
    Tables.requireFile(file);
    options
        .chosen()
        .forEach(
            (choice, words) -> {
              if (choice != ReadOptions.Choice.ON_DISK) {
                throw InputException.of(file, words + ": cannot be chosen for raw numbers");
              }
            });
    SegmentMatrix mapped = map(file, options.space().orElse(null));
    EntryRules.requireTable(file, "", mapped);
    return new Table(
        options.space().isPresent() ? mapped : copy(file, mapped), List.of(), List.of());
  }

  private SegmentMatrix map(Path file, Space space) {
    long expected = (long) rows * columns * type.width();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      if (channel.size() != expected) {
        throw InputException.at(
            file, "size", channel.size() + " bytes", this + " takes " + expected);
      }
      Segments bytes =
          MappedBytes.map(channel, MapMode.READ_ONLY, 0, expected, ByteOrder.LITTLE_ENDIAN);
      return new SegmentMatrix(bytes, type, rows, columns, space);
    } catch (IOException e) {
      throw InputException.unreadable(file, e);
    }
  }

  private Matrix copy(Path file, SegmentMatrix mapped) {
    if ((long) rows * columns > LARGEST_ARRAY) {
      throw InputException.of(
          file, this + " has more than 2^31 entries; leave it on the disk with --out-of-core");
    }
    double[] row = new double[columns];
    if (type == NumberType.U1) {
      ByteMatrix bytes = new ByteMatrix(rows, columns);
      for (int i = 0; i < rows; i++) {
        mapped.copyRow(i, row);
        for (int j = 0; j < columns; j++) {
          bytes.array()[i * columns + j] = (byte) row[j];
        }
      }
      return bytes;
    }
    if (type == NumberType.F4) {
      FloatMatrix floats = new FloatMatrix(rows, columns);
      for (int i = 0; i < rows; i++) {
        mapped.copyRow(i, row);
        for (int j = 0; j < columns; j++) {
          floats.array()[i * columns + j] = (float) row[j];
        }
      }
      return floats;
    }
    return mapped.toDense();
  }

  /** Returns the form that {@link #parse} reads. */
  @Override
  public String toString() {
    return rows + "x" + columns + ":" + type.name().toLowerCase(Locale.ROOT);
  }
}
