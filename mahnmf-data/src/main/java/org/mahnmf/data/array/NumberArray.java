package org.mahnmf.data.array;

import java.lang.reflect.Array;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntBinaryOperator;
import java.util.stream.Collectors;
import org.mahnmf.data.EntryRules;
import org.mahnmf.data.FrameRange;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Table;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.ByteMatrix;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.FloatMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.matrix.SegmentMatrix;

/**
 * An array of a scientific file and how it becomes a table. One dimension is one column, two are
 * rows and columns. Three or four are frames, each one sample: in files of numpy's kind (rows
 * first) frames × height × width, and × 3 colours; in MATLAB's kind (columns first) height × width
 * × frames, or height × width × 3 × frames.
 *
 * @param sizes in the order in which the file's own users see them
 * @param columnsFirst whether the first size changes fastest in memory, as MATLAB has it
 * @param numbers byte[] (unsigned), float[], double[], or another array of Java numbers, in the
 *     order of memory; <em>kept</em>
 * @param typeWhite full brightness of the type, such as 255 of 8 bits; 0 for fractions, whose
 *     values decide
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record NumberArray(
    EntryRules rules, int[] sizes, boolean columnsFirst, Object numbers, double typeWhite) {

  private static final long LARGEST_ARRAY = Integer.MAX_VALUE - 8L;
  private static final int COLOURS = 3;

  /** Checks sizes before memory is taken. */
  static void requireSize(EntryRules rules, long[] sizes) {
    double all = Arrays.stream(sizes).asDoubleStream().reduce(1, (a, b) -> a * b);
    String shape = Arrays.stream(sizes).mapToObj(Long::toString).collect(Collectors.joining("x"));
    boolean empty = all == 0 || sizes.length == 0;
    rules.refuseIf(empty, "shape", shape, "a table needs at least one row and one column");
    rules.refuseIf(all > LARGEST_ARRAY, "shape", shape, "has more than 2^31 entries");
    rules.refuseIf(sizes.length > 4, "shape", shape, "must have one to four dimensions");
  }

  /** Refuses a choice of frames where there are none. */
  static void requireNoFrames(EntryRules rules, ReadOptions options) {
    if (!options.frames().equals(FrameRange.ALL)) {
      String words = "frames " + options.frames() + ": ";
      throw InputException.of(rules.file(), words + rules.place() + " is a table without frames");
    }
  }

  Table table(ReadOptions options) {
    requireSize(rules, Arrays.stream(sizes).asLongStream().toArray());
    return sizes.length <= 2 ? plain(options) : frames(options.frames());
  }

  private Table plain(ReadOptions options) {
    requireNoFrames(rules, options);
    int rows = sizes[0];
    int columns = sizes.length == 1 ? 1 : sizes[1];
    Matrix values =
        columnsFirst
            ? matrix(columns, rows, (row, column) -> row * rows + column).transpose()
            : matrix(rows, columns, (row, column) -> row * columns + column);
    return rules.table(values);
  }

  private int width() {
    return sizes[columnsFirst ? 1 : 2];
  }

  private int height() {
    return sizes[columnsFirst ? 0 : 1];
  }

  private int channels() {
    int channels = sizes.length == 3 ? 1 : sizes[columnsFirst ? 2 : 3];
    rules.refuseIf(channels != 1 && channels != COLOURS, "colours", channels, "must be 1 or 3");
    return channels;
  }

  private int chosen(FrameRange range) {
    int count = sizes[columnsFirst ? sizes.length - 1 : 0];
    int chosen = range.count(count);
    if (chosen == 0) {
      String rule = rules.place() + " has only " + count + " frames";
      throw InputException.at(rules.file(), "frames", range, rule);
    }
    return chosen;
  }

  /**
   * Returns the frames of an array that stays where it is, rows first.
   *
   * @param all the array as a matrix whose rows are its frames; <em>kept</em>
   */
  Table table(SegmentMatrix all, ReadOptions options) {
    FrameRange range = options.frames();
    channels();
    return pictures(all.rows(range.from(), range.step(), chosen(range)));
  }

  private Table frames(FrameRange range) {
    int length = width() * height() * channels();
    int[] within = columnsFirst ? columnsToRows(width(), height(), channels()) : null;
    IntBinaryOperator place =
        (row, column) ->
            (range.from() + row * range.step()) * length
                + (within == null ? column : within[column]);
    return pictures(matrix(chosen(range), length, place));
  }

  private Table pictures(Matrix values) {
    rules.table(values);
    PictureShape shape = new PictureShape(width(), height(), channels(), white(values));
    return new Table(values, List.of(), List.of(), Optional.of(shape));
  }

  /** Where the numbers of a picture are in a frame whose columns are contiguous. */
  static int[] columnsToRows(int width, int height, int channels) {
    int[] places = new int[width * height * channels];
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        for (int c = 0; c < channels; c++) {
          places[(y * width + x) * channels + c] = (c * width + x) * height + y;
        }
      }
    }
    return places;
  }

  private double white(Matrix values) {
    if (typeWhite > 0) {
      return typeWhite;
    }
    double most = 0;
    double[] row = new double[values.columns()];
    for (int i = 0; i < values.rows(); i++) {
      values.copyRow(i, row);
      for (double value : row) {
        most = value > most ? value : most; // NaN is not above anything
      }
    }
    return most <= 1 ? 1 : Math.max(most, 255);
  }

  private Matrix matrix(int rows, int columns, IntBinaryOperator place) {
    if (numbers instanceof byte[] from) {
      ByteMatrix matrix = new ByteMatrix(rows, columns);
      for (int i = 0, k = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++, k++) {
          matrix.array()[k] = from[place.applyAsInt(i, j)];
        }
      }
      return matrix;
    }
    if (numbers instanceof float[] from) {
      FloatMatrix matrix = new FloatMatrix(rows, columns);
      for (int i = 0, k = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++, k++) {
          matrix.array()[k] = from[place.applyAsInt(i, j)];
        }
      }
      return matrix;
    }
    double[] from = doubles(numbers);
    DenseMatrix matrix = new DenseMatrix(rows, columns);
    for (int i = 0, k = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++, k++) {
        matrix.array()[k] = from[place.applyAsInt(i, j)];
      }
    }
    return matrix;
  }

  /** Returns any array of Java numbers as doubles. */
  static double[] doubles(Object numbers) {
    if (numbers instanceof double[] given) {
      return given;
    }
    if (numbers instanceof BigInteger[] given) {
      return Arrays.stream(given).mapToDouble(BigInteger::doubleValue).toArray();
    }
    double[] out = new double[Array.getLength(numbers)];
    Arrays.setAll(out, i -> Array.getDouble(numbers, i));
    return out;
  }
}
