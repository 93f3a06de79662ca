package org.mahnmf.data;

import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.mahnmf.matrix.ByteMatrix;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.FloatMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.NumberType;
import org.mahnmf.matrix.SegmentMatrix;
import org.mahnmf.matrix.Space;
import org.mahnmf.picture.PictureShape;

/**
 * Reads and writes numpy's NPY files.
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
public final class NpyFile {

  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final int LARGEST_HEADER = 1 << 20;
  private static final long LARGEST_ARRAY = Integer.MAX_VALUE - 8L;
  private static final int BUFFER = 1 << 20;
  private static final int ALIGNMENT = 64;
  private static final Set<String> TYPES =
      Set.of("f4", "f8", "u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", "b1");

  private NpyFile() {}

  /**
   * Returns whether a file starts as an NPY file does.
   *
   * @param head the file's first bytes; <em>not modified</em>
   */
  static boolean hasMagic(byte[] head) {
    return head.length >= MAGIC.length
        && Arrays.equals(head, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
  }

  /**
   * Reads a matrix as doubles. Its entries may be anything that a double can be.
   *
   * @param file what to read
   * @throws InputException if the file cannot be read, is not NPY, is cut or has more bytes than
   *     its header declares, or holds something else than numbers in one or two dimensions
   */
  public static DenseMatrix read(Path file) {
    Matrix matrix = readCompact(file);
    return matrix instanceof DenseMatrix dense ? dense : matrix.toDense();
  }

  /**
   * Reads a matrix and keeps f4 as floats and u1 as bytes; all else becomes doubles.
   *
   * @param file what to read
   * @throws InputException as {@link #read}
   */
  static Matrix readCompact(Path file) {
    return readArray(file, 2, ReadListener.NONE).values();
  }

  /**
   * An array as it is in the file.
   *
   * @param sizes one to four
   * @param values all sizes but the first make one row; f4 are floats, u1 bytes, all else doubles
   * @param type of its entries
   */
  record Content(List<Integer> sizes, Matrix values, NumberType type) {}

  /**
   * Reads an array.
   *
   * @param file what to read
   * @param mostSizes how many dimensions it may have, 2 or 4
   * @param listener learns how much has been read
   * @throws InputException as {@link #read}
   */
  static Content readArray(Path file, int mostSizes, ReadListener listener) {
    return open(file, channel -> read(file, channel, mostSizes, listener));
  }

  private static Content read(Path file, FileChannel channel, int mostSizes, ReadListener listener)
      throws IOException {
    Layout layout = layout(file, channel, mostSizes);
    if ((long) layout.rows() * layout.columns() > LARGEST_ARRAY) {
      throw InputException.at(
          file,
          "shape",
          layout.rows() + "x" + layout.columns(),
          "has more than 2^31 entries; leave it on the disk with --out-of-core");
    }
    Entries entries = new Entries(channel, layout, listener);
    Matrix values =
        layout.columnsFirst()
            ? entries.read(layout.columns(), layout.rows()).transpose()
            : entries.read(layout.rows(), layout.columns());
    return new Content(layout.sizes(), values, layout.type());
  }

  /**
   * Where the entries of a file are; checked against its length.
   *
   * @param sizes one to four
   * @param rows the first of them
   * @param columns the product of the others
   * @param columnsFirst whether columns are contiguous, not rows
   * @param type of the entries
   * @param order of their bytes
   * @param begin place of the first byte
   */
  record Layout(
      List<Integer> sizes,
      int rows,
      int columns,
      boolean columnsFirst,
      NumberType type,
      ByteOrder order,
      long begin) {}

  /**
   * Reads the header alone.
   *
   * @param file what to look at
   * @param mostSizes how many dimensions it may have, 2 or 4
   * @throws InputException as {@link #read}
   */
  static Layout layout(Path file, int mostSizes) {
    return open(file, channel -> layout(file, channel, mostSizes));
  }

  /**
   * Maps the entries instead of reading them. The file must not change as long as the matrix is in
   * use.
   *
   * @param file what to map
   * @param mostSizes how many dimensions it may have, 2 or 4
   * @param space for the transpose of a file whose columns are contiguous, and for others
   * @throws InputException as {@link #read}
   */
  static Content map(Path file, int mostSizes, Space space) {
    return open(
        file,
        channel -> {
          Layout layout = layout(file, channel, mostSizes);
          EntryRules.requireNotEmpty(file, "", layout.rows(), layout.columns());
          int rows = layout.columnsFirst() ? layout.columns() : layout.rows();
          int columns = layout.columnsFirst() ? layout.rows() : layout.columns();
          SegmentMatrix inFile =
              new SegmentMatrix(
                  MappedBytes.map(
                      channel,
                      MapMode.READ_ONLY,
                      layout.begin(),
                      (long) rows * columns * layout.type().width(),
                      layout.order()),
                  layout.type(),
                  rows,
                  columns,
                  space);
          return new Content(
              layout.sizes(), layout.columnsFirst() ? inFile.transpose() : inFile, layout.type());
        });
  }

  /** Works on an open file. */
  @FunctionalInterface
  private interface Work<T> {
    T on(FileChannel channel) throws IOException;
  }

  private static <T> T open(Path file, Work<T> work) {
    Tables.requireFile(file);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return work.on(channel);
    } catch (EOFException e) {
      throw new InputException(file + ": became shorter while it was read", e);
    } catch (IOException e) {
      throw InputException.unreadable(file, e);
    }
  }

  private static Layout layout(Path file, FileChannel channel, int mostSizes) throws IOException {
    long size = channel.size();
    if (size == 0) {
      throw InputException.of(file, "is empty");
    }
    NpyHeader header = header(file, channel, size);
    if (!header.plainDescr()
        || header.descr().length() != 3
        || "<>|=".indexOf(header.descr().charAt(0)) < 0
        || !TYPES.contains(header.descr().substring(1))) {
      throw InputException.at(
          file,
          "dtype",
          header.descr(),
          "must be a plain number type; save the array with .astype('f8')");
    }
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
    if (dimensions > 2 && header.fortranOrder()) {
      throw InputException.at(
          file,
          "shape",
          header.shapeText(),
          "frames must be contiguous; save them with np.ascontiguousarray");
    }
    long rows = header.shape().get(0);
    long columns = product(1, header.shape().subList(1, dimensions));
    if (rows > LARGEST_ARRAY || columns > LARGEST_ARRAY) {
      throw InputException.at(file, "shape", header.shapeText(), "has a size beyond 2^31");
    }
    long present = size - channel.position();
    if (present != declared) {
      throw InputException.of(
          file,
          (present < declared ? "is cut: " : "has more than its header declares: ")
              + present
              + " bytes of entries, but shape "
              + header.shapeText()
              + " of "
              + header.descr()
              + " takes "
              + declared);
    }
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

  /** Reads the header and leaves the channel behind it. */
  private static NpyHeader header(Path file, FileChannel channel, long size) throws IOException {
    byte[] head = new byte[(int) Math.min(size, MAGIC.length + 2)];
    readFully(channel, ByteBuffer.wrap(head));
    if (!hasMagic(head)) {
      byte[] found = Arrays.copyOf(head, Math.min(head.length, MAGIC.length));
      throw InputException.of(
          file, "is not NPY: it starts with the bytes " + hex(found) + ", not with " + hex(MAGIC));
    }
    if (head.length < MAGIC.length + 2) {
      throw InputException.of(file, "is cut within its header");
    }
    int major = head[MAGIC.length] & 0xff;
    int minor = head[MAGIC.length + 1] & 0xff;
    if (major < 1 || major > 3 || minor != 0) {
      throw InputException.at(file, "NPY version", major + "." + minor, "must be 1.0, 2.0 or 3.0");
    }
    int lengthBytes = major == 1 ? 2 : 4;
    if (size - channel.position() < lengthBytes) {
      throw InputException.of(file, "is cut within its header");
    }
    ByteBuffer lengthBuffer = ByteBuffer.allocate(lengthBytes).order(ByteOrder.LITTLE_ENDIAN);
    readFully(channel, lengthBuffer);
    lengthBuffer.flip();
    long length =
        major == 1 ? lengthBuffer.getShort() & 0xffffL : lengthBuffer.getInt() & 0xffffffffL;
    if (length > size - channel.position()) {
      throw InputException.of(
          file,
          "is cut within its header: it declares "
              + length
              + " bytes but "
              + (size - channel.position())
              + " are left");
    }
    if (length > LARGEST_HEADER) {
      throw InputException.of(
          file, "header of " + length + " bytes: must be at most " + LARGEST_HEADER);
    }
    byte[] text = new byte[(int) length];
    readFully(channel, ByteBuffer.wrap(text));
    try {
      return NpyHeader.parse(
          new String(text, major == 3 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1));
    } catch (IllegalArgumentException e) {
      throw new InputException(file + ": " + e.getMessage(), e);
    }
  }

  private static String hex(byte[] bytes) {
    return HexFormat.ofDelimiter(" ").formatHex(bytes);
  }

  private static void readFully(FileChannel channel, ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        throw new EOFException();
      }
    }
  }

  /**
   * Writes a matrix as little-endian f8, row by row, version 1.0; the file appears whole or not at
   * all.
   *
   * @param file its name; an old file is replaced
   * @param matrix <em>not modified</em>
   */
  public static void write(Path file, Matrix matrix) throws IOException {
    AtomicFile.write(file, out -> write(out, matrix, List.of(matrix.rows(), matrix.columns())));
  }

  /**
   * Writes pictures as frames × height × width, or frames × height × width × 3.
   *
   * @param file its name; an old file is replaced
   * @param frames a picture in each row; <em>not modified</em>
   * @param shape of the pictures
   */
  static void writeFrames(Path file, Matrix frames, PictureShape shape) throws IOException {
    List<Integer> sizes = new ArrayList<>(List.of(frames.rows(), shape.height(), shape.width()));
    if (shape.channels() > 1) {
      sizes.add(shape.channels());
    }
    AtomicFile.write(file, out -> write(out, frames, sizes));
  }

  private static void write(OutputStream out, Matrix matrix, List<Integer> sizes)
      throws IOException {
    String shape = sizes.stream().map(String::valueOf).collect(Collectors.joining(", "));
    String dictionary = "{'descr': '<f8', 'fortran_order': False, 'shape': (" + shape + "), }";
    int fixed = MAGIC.length + 4;
    int total = (fixed + dictionary.length() + 1 + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    int length = total - fixed;
    out.write(MAGIC);
    out.write(new byte[] {1, 0, (byte) length, (byte) (length >> 8)});
    String padding = " ".repeat(length - dictionary.length() - 1);
    out.write((dictionary + padding + "\n").getBytes(StandardCharsets.US_ASCII));
    double[] row = new double[matrix.columns()];
    int chunk = Math.min(row.length, BUFFER / Double.BYTES);
    ByteBuffer bytes = ByteBuffer.allocate(chunk * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < matrix.rows(); i++) {
      matrix.copyRow(i, row);
      for (int j = 0; j < row.length; j += chunk) {
        int count = Math.min(chunk, row.length - j);
        bytes.asDoubleBuffer().put(row, j, count);
        out.write(bytes.array(), 0, count * Double.BYTES);
      }
    }
  }

  /** Reads entries of one type, in the order of the file. */
  private static final class Entries {

    private final FileChannel channel;
    private final ReadListener listener;
    private final NumberType type;
    private final int width;
    private final ByteBuffer buffer;

    Entries(FileChannel channel, Layout layout, ReadListener listener) {
      this.channel = channel;
      this.listener = listener;
      this.type = layout.type();
      this.width = type.width();
      this.buffer = ByteBuffer.allocateDirect(BUFFER).order(layout.order());
    }

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
      int perBuffer = BUFFER / width;
      for (int at = 0; at < count; at += perBuffer) {
        int some = Math.min(perBuffer, count - at);
        buffer.clear().limit(some * width);
        readFully(channel, buffer);
        buffer.flip();
        sink.take(at, some);
        listener.onProgress((at + (double) some) / count);
      }
    }

    private void convert(double[] out, int at, int count) {
      for (int i = 0; i < count; i++) {
        out[at + i] = type.get(buffer, width * i);
      }
    }
  }
}
