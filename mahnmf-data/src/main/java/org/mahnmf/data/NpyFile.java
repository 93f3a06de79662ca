package org.mahnmf.data;

import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.mahnmf.matrix.ByteMatrix;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.FloatMatrix;
import org.mahnmf.matrix.Matrix;
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
   * @param type such as {@code u1}
   */
  record Content(List<Integer> sizes, Matrix values, String type) {}

  /**
   * Reads an array.
   *
   * @param file what to read
   * @param mostSizes how many dimensions it may have, 2 or 4
   * @param listener learns how much has been read
   * @throws InputException as {@link #read}
   */
  static Content readArray(Path file, int mostSizes, ReadListener listener) {
    Tables.requireFile(file);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return read(file, channel, mostSizes, listener);
    } catch (EOFException e) {
      throw new InputException(file + ": became shorter while it was read", e);
    } catch (IOException e) {
      throw InputException.unreadable(file, e);
    }
  }

  private static Content read(Path file, FileChannel channel, int mostSizes, ReadListener listener)
      throws IOException {
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
    long declared = width;
    for (long length : header.shape()) {
      declared =
          length != 0 && declared > Long.MAX_VALUE / length ? Long.MAX_VALUE : declared * length;
    }
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
    if (declared == Long.MAX_VALUE || declared / width > LARGEST_ARRAY) {
      throw InputException.at(file, "shape", header.shapeText(), "has more than 2^31 entries");
    }
    long rows = header.shape().get(0);
    long columns = 1;
    for (long length : header.shape().subList(1, dimensions)) {
      columns *= length; // no overflow, unless another size is 0
    }
    if (header.shape().stream().anyMatch(length -> length > LARGEST_ARRAY)) {
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
    Entries entries = new Entries(channel, header.descr(), listener);
    Matrix values =
        header.fortranOrder() && dimensions == 2
            ? entries.read((int) columns, (int) rows).transpose()
            : entries.read((int) rows, (int) columns);
    List<Integer> sizes = header.shape().stream().map(Long::intValue).toList();
    return new Content(sizes, values, header.descr().substring(1));
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
    private final char kind;
    private final int width;
    private final ByteBuffer buffer;

    Entries(FileChannel channel, String descr, ReadListener listener) {
      this.channel = channel;
      this.listener = listener;
      this.kind = descr.charAt(1);
      this.width = descr.charAt(2) - '0';
      this.buffer = ByteBuffer.allocateDirect(BUFFER);
      this.buffer.order(
          switch (descr.charAt(0)) {
            case '<' -> ByteOrder.LITTLE_ENDIAN;
            case '>' -> ByteOrder.BIG_ENDIAN;
            default -> ByteOrder.nativeOrder();
          });
    }

    /** Takes some entries out of the buffer. */
    @FunctionalInterface
    private interface Sink {
      void take(int at, int count);
    }

    /** Reads all entries, row by row. */
    Matrix read(int rows, int columns) throws IOException {
      if (kind == 'f' && width == 4) {
        FloatMatrix matrix = new FloatMatrix(rows, columns);
        float[] out = matrix.array();
        read(out.length, (at, count) -> buffer.asFloatBuffer().get(out, at, count));
        return matrix;
      }
      if (kind == 'u' && width == 1) {
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
      if (kind == 'f') {
        buffer.asDoubleBuffer().get(out, at, count);
        return;
      }
      boolean signed = kind == 'i';
      switch (width) {
        case 1 -> {
          for (int i = 0; i < count; i++) {
            byte b = buffer.get(i);
            if (kind == 'b') {
              out[at + i] = b == 0 ? 0 : 1;
            } else {
              out[at + i] = signed ? b : b & 0xff;
            }
          }
        }
        case 2 -> {
          for (int i = 0; i < count; i++) {
            short s = buffer.getShort(2 * i);
            out[at + i] = signed ? s : s & 0xffff;
          }
        }
        case 4 -> {
          for (int i = 0; i < count; i++) {
            int n = buffer.getInt(4 * i);
            out[at + i] = signed ? n : n & 0xffffffffL;
          }
        }
        default -> {
          for (int i = 0; i < count; i++) {
            long n = buffer.getLong(8 * i);
            // Halved with its last bit kept, so that it is rounded once and rightly.
            out[at + i] = signed || n >= 0 ? n : 2.0 * ((n >>> 1) | (n & 1));
          }
        }
      }
    }
  }
}
