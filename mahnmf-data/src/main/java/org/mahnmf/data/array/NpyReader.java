package org.mahnmf.data.array;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.mahnmf.data.EntryRules;
import org.mahnmf.data.Outline;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.ReadOptions.Choice;
import org.mahnmf.data.Source;
import org.mahnmf.data.Table;
import org.mahnmf.data.TableReader;
import org.mahnmf.data.file.InputException;
import org.mahnmf.data.file.MappedBytes;
import org.mahnmf.data.file.ReadListener;
import org.mahnmf.matrix.ByteMatrix;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.FloatMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.NumberType;
import org.mahnmf.matrix.SegmentMatrix;
import org.mahnmf.matrix.Segments;

/**
 * Reads numpy's NPY files; an array of three or four dimensions is read as frames, see {@link
 * NumberArray}.
 *
 * <p>Versions 1.0 to 3.0; entries of type f4, f8, u1, i1, u2, i2, u4, i4, u8, i8 and b1 (false = 0,
 * true = 1) in either byte order; rows or columns contiguous. An array of one dimension is read as
 * one column. 64-bit integers beyond 2^53 are rounded to the nearest double.
 *
 * <p>The length of the file is compared with what its header declares before any memory is taken,
 * so a hostile header cannot ask for more than sixteen times the file.
 *
 * @see <a href="https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html">The
 *     format</a>
 */
@TableReader.Format(
    name = "NPY",
    start = NpyHeader.START,
    choices = {Choice.FRAMES, Choice.ON_DISK})
public final class NpyReader implements TableReader {

  private static final long LARGEST_ARRAY = Integer.MAX_VALUE - 8L;
  private static final int BUFFER = 1 << 20;
  private static final Set<String> TYPES =
      Set.of("f4", "f8", "u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", "b1");

  @Override
  public Optional<Outline> outline(Source source, ReadOptions options) {
    Path file = source.path();
    Layout layout = open(file, channel -> layout(file, channel, 4));
    boolean pictures = layout.sizes().size() > 2;
    int rows = pictures ? options.frames().count(layout.rows()) : layout.rows();
    int bytes = bytesInHeap(layout.type());
    return Optional.of(new Outline(rows, layout.columns(), bytes, true, pictures));
  }

  /** Bytes and floats are kept as they are, all else becomes doubles. */
  static int bytesInHeap(NumberType type) {
    return switch (type) {
      case U1 -> 1;
      case F4 -> Float.BYTES;
      default -> Double.BYTES;
    };
  }

  @Override
  public Table read(Source source, ReadOptions options) {
    Path file = source.path();
    return open(
        file,
        channel -> {
          Layout layout = layout(file, channel, 4);
          return table(file, layout, matrix(file, channel, layout, options), options);
        });
  }

  private static Table table(Path file, Layout layout, Matrix values, ReadOptions options) {
    EntryRules rules = new EntryRules(file, "the array");
    if (layout.sizes().size() <= 2) {
      NumberArray.requireNoFrames(rules, options);
      return new EntryRules(file, "").table(values);
    }
    int[] sizes = layout.sizes().stream().mapToInt(Integer::intValue).toArray();
    double white = white(layout.type());
    return values instanceof SegmentMatrix mapped
        ? new NumberArray(rules, sizes, false, mapped, white).table(mapped, options)
        : new NumberArray(rules, sizes, false, numbers(values), white).table(options);
  }

  private static Object numbers(Matrix values) {
    if (values instanceof ByteMatrix bytes) {
      return bytes.array();
    }
    return values instanceof FloatMatrix floats ? floats.array() : ((DenseMatrix) values).array();
  }

  /** Full brightness of a type; fractions and large numbers have none of their own. */
  private static double white(NumberType type) {
    return switch (type) {
      case B1 -> 1;
      case U1 -> 255;
      case U2 -> 65535;
      default -> 0;
    };
  }

  /** Reads a matrix as doubles. Its entries may be anything that a double can be. */
  public static DenseMatrix read(Path file) {
    Matrix matrix =
        open(file, channel -> matrix(file, channel, layout(file, channel, 2), ReadOptions.DEFAULT));
    return matrix instanceof DenseMatrix dense ? dense : matrix.toDense();
  }

  /**
   * Reads the entries that a file has according to its layout: all sizes but the first make one
   * row; f4 are floats, u1 bytes, all else doubles. If the options name a space, the entries are
   * mapped instead; then the file must not change as long as the matrix is in use.
   */
  static Matrix matrix(Path file, FileChannel channel, Layout layout, ReadOptions options)
      throws IOException {
    boolean turned = layout.columnsFirst();
    int rows = turned ? layout.columns() : layout.rows();
    int columns = turned ? layout.rows() : layout.columns();
    Matrix inFile;
    if (options.space().isPresent()) {
      new EntryRules(file, "").requireNotEmpty(layout.rows(), layout.columns());
      long bytes = (long) rows * columns * layout.type().width();
      Segments segments =
          MappedBytes.map(channel, MapMode.READ_ONLY, layout.begin(), bytes, layout.order());
      inFile = new SegmentMatrix(segments, layout.type(), rows, columns, options.space().get());
    } else {
      String shape = layout.rows() + "x" + layout.columns();
      String rule = "has more than 2^31 entries; leave it on the disk with --out-of-core";
      InputException.throwIf((long) rows * columns > LARGEST_ARRAY, file, "shape", shape, rule);
      ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER).order(layout.order());
      inFile = new Entries(channel, layout.type(), buffer, options.listener()).read(rows, columns);
    }
    return turned ? inFile.transpose() : inFile;
  }

  /**
   * Where the entries of a file are; checked against its length.
   *
   * @param sizes one to four
   * @param columnsFirst whether columns are contiguous, not rows
   */
  record Layout(
      List<Integer> sizes,
      int rows,
      int columns,
      boolean columnsFirst,
      NumberType type,
      ByteOrder order,
      long begin) {}

  /** Works on an open file. */
  @FunctionalInterface
  interface Work<T> {
    T on(FileChannel channel) throws IOException;
  }

  static <T> T open(Path file, Work<T> work) {
    InputException.requireFile(file);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return work.on(channel);
    } catch (EOFException e) {
      throw new InputException(file + ": became shorter while it was read", e);
    } catch (IOException e) {
      throw InputException.unreadable(file, e);
    }
  }

  static Layout layout(Path file, FileChannel channel, int mostSizes) throws IOException {
    long size = channel.size();
    InputException.throwIf(size == 0, file, "is empty");
    NpyHeader header = NpyHeader.read(file, channel);
    boolean unknown =
        !header.plainDescr()
            || header.descr().length() != 3
            || "<>|=".indexOf(header.descr().charAt(0)) < 0
            || !TYPES.contains(header.descr().substring(1));
    String typeRule = "must be a plain number type; save the array with .astype('f8')";
    InputException.throwIf(unknown, file, "dtype", header.descr(), typeRule);
    int width = header.descr().charAt(2) - '0';
    long declared = product(width, header.shape());
    int dimensions = header.shape().size();
    if (dimensions < 1 || dimensions > mostSizes) {
      String rule = mostSizes == 2 ? "one or two" : "one to four";
      throw InputException.at(
          file,
          "shape",
          header.shapeText(),
          "must have " + rule + " dimensions, not " + dimensions);
    }
    String orderRule = "frames must be contiguous; save them with np.ascontiguousarray";
    InputException.throwIf(
        dimensions > 2 && header.fortranOrder(), file, "shape", header.shapeText(), orderRule);
    long rows = header.shape().get(0);
    long columns = product(1, header.shape().subList(1, dimensions));
    boolean huge = rows > LARGEST_ARRAY || columns > LARGEST_ARRAY;
    InputException.throwIf(huge, file, "shape", header.shapeText(), "has a size beyond 2^31");
    long present = size - channel.position();
    String difference =
        String.format(
            "%s%s bytes of entries, but shape %s of %s takes %s",
            present < declared ? "is cut: " : "has more than its header declares: ",
            present,
            header.shapeText(),
            header.descr(),
            declared);
    InputException.throwIf(present != declared, file, difference);
    List<Integer> sizes = header.shape().stream().map(Long::intValue).toList();
    boolean columnsFirst = header.fortranOrder() && dimensions == 2;
    NumberType type = NumberType.valueOf(header.descr().substring(1).toUpperCase(Locale.ROOT));
    return new Layout(
        sizes, (int) rows, (int) columns, columnsFirst, type, order(header), channel.position());
  }

  /** The product, or the largest number if it is beyond. */
  private static long product(long first, List<Long> others) {
    long product = first;
    for (long other : others) {
      product = other != 0 && product > Long.MAX_VALUE / other ? Long.MAX_VALUE : product * other;
    }
    return product;
  }

  private static ByteOrder order(NpyHeader header) {
    return switch (header.descr().charAt(0)) {
      case '<' -> ByteOrder.LITTLE_ENDIAN;
      case '>' -> ByteOrder.BIG_ENDIAN;
      default -> ByteOrder.nativeOrder();
    };
  }

  /** Reads entries of one type, in the order of the file. */
  private record Entries(
      FileChannel channel, NumberType type, ByteBuffer buffer, ReadListener listener) {

    /** Takes some entries out of the buffer. */
    @FunctionalInterface
    private interface Sink {
      void take(int at, int count);
    }

    /** Reads all entries, row by row. */
    Matrix read(int rows, int columns) throws IOException {
      if (type == NumberType.F4) {
        FloatMatrix matrix = new FloatMatrix(rows, columns);
        float[] out = matrix.array();
        read(out.length, (at, count) -> buffer.asFloatBuffer().get(out, at, count));
        return matrix;
      }
      if (type == NumberType.U1) {
        ByteMatrix matrix = new ByteMatrix(rows, columns);
        byte[] out = matrix.array();
        read(out.length, (at, count) -> buffer.get(out, at, count));
        return matrix;
      }
      DenseMatrix matrix = new DenseMatrix(rows, columns);
      double[] out = matrix.array();
      read(out.length, (at, count) -> convert(out, at, count));
      return matrix;
    }

    private void read(int count, Sink sink) throws IOException {
      int width = type.width();
      int perBuffer = BUFFER / width;
      for (int at = 0; at < count; at += perBuffer) {
        int some = Math.min(perBuffer, count - at);
        buffer.clear().limit(some * width);
        NpyHeader.readFully(channel, buffer);
        buffer.flip();
        sink.take(at, some);
        listener.onProgress((at + (double) some) / count);
      }
    }

    private void convert(double[] out, int at, int count) {
      for (int i = 0; i < count; i++) {
        out[at + i] = type.get(buffer, type.width() * i);
      }
    }
  }
}
