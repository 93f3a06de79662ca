package org.mahnmf.data.array;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.InflaterInputStream;
import org.mahnmf.data.Unpacked;
import org.mahnmf.data.file.InputException;

/**
 * Goes over the elements of a MAT file of version 5 to 7 without reading any numbers, and finds the
 * variables.
 *
 * <p>On the way it checks what the library that reads the numbers believes: that no element is
 * longer than what holds it, that arrays are nested less than {@value #DEEPEST} levels deep, that
 * there is content for all the entries which an array declares, and that nothing unpacks to more
 * than {@link Unpacked} allows. Without this 200 bytes could ask for any amount of memory.
 *
 * @see <a href="https://www.mathworks.com/help/pdf_doc/matlab/matfile_format.pdf">The format</a>
 */
final class MatScanner {

  private static final int HEAD = 128;
  private static final int ORDER_MARK = 126;
  private static final int TAG = 8;
  private static final int DEEPEST = 32;
  private static final int MATRIX = 14;
  private static final int COMPRESSED = 15;

  /** An array of structures without fields has entries without content. */
  private static final long ALWAYS_ALLOWED = 1 << 16;

  private static final int LONGEST_NAME = 1 << 12;
  private static final int MOST_SIZES = 1 << 8;

  // Classes of arrays.
  private static final int CELL = 1;
  private static final int OBJECT = 3;
  private static final int CHARACTERS = 4;
  private static final int SPARSE = 5;
  private static final int LAST_NUMBERS = 15;

  private final Path file;
  private final long size;
  private final ByteOrder order;
  private final Map<String, Boolean> variables = new LinkedHashMap<>();
  private long unpacked;

  private MatScanner(Path file, long size, ByteOrder order) {
    this.file = file;
    this.size = size;
    this.order = order;
  }

  /**
   * Returns the names of all variables, in the order of the file, each with whether it is a matrix
   * of numbers.
   */
  static Map<String, Boolean> variables(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      byte[] head = Channels.newInputStream(channel).readNBytes(HEAD);
      if (head.length < HEAD) {
        throw new EOFException();
      }
      boolean little = head[ORDER_MARK] == 'I';
      ByteOrder order = little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
      MatScanner scanner = new MatScanner(file, channel.size(), order);
      scanner.scan(channel);
      return scanner.variables;
    }
  }

  private void scan(FileChannel channel) throws IOException {
    long at = HEAD;
    while (at < size) {
      Elements in = elements(channel, at, false);
      Tag tag = in.tag();
      long end = at + in.at + tag.bytes;
      require(end <= size, "ends within a variable");
      if (tag.type == COMPRESSED) {
        Elements inside = elements(channel, at + TAG, true);
        Tag packed = inside.tag();
        if (packed.type == MATRIX) {
          matrix(inside, inside.at + packed.bytes, 0);
        }
      } else if (tag.type == MATRIX) {
        matrix(in, in.at + tag.bytes, 0);
      }
      at = end;
    }
  }

  private Elements elements(FileChannel channel, long at, boolean packed) throws IOException {
    InputStream bytes = Channels.newInputStream(channel.position(at));
    return new Elements(packed ? new InflaterInputStream(bytes) : bytes, packed);
  }

  /** Reads the parts of an array: flags, sizes, name, content. */
  private void matrix(Elements in, long end, int depth) throws IOException {
    require(depth < DEEPEST, "holds arrays within arrays, more than " + DEEPEST + " levels deep");
    int type = 0;
    double entries = 1;
    long content = 0;
    long children = 0;
    for (int part = 0; in.at < end; part++) {
      Tag tag = in.tag();
      long start = in.at;
      require(start + tag.bytes <= end, "holds an element that is longer than its array");
      if (part == 0 && tag.bytes >= 4) {
        type = in.int32() & 0xff;
      } else if (part == 1 && type <= LAST_NUMBERS) {
        entries = in.product(tag.bytes);
      } else if (part == 2 && depth == 0) {
        String name = in.text(tag.bytes);
        variables.put(name, type >= SPARSE && type <= LAST_NUMBERS);
      } else if (tag.type == MATRIX) {
        matrix(in, start + tag.bytes, depth + 1);
        children++;
      } else if (part == 3) {
        content = tag.bytes;
      }
      in.skipTo(Math.min(end, start + tag.stride));
    }
    boolean parts = type >= CELL && type <= OBJECT;
    boolean dense = type >= CHARACTERS && type <= LAST_NUMBERS && type != SPARSE;
    require(
        !parts || entries <= Math.max(children, ALWAYS_ALLOWED),
        "declares more parts of an array than it holds");
    require(!dense || entries <= content, "declares more entries of an array than it holds");
  }

  private void require(boolean condition, String problem) {
    InputException.throwIf(!condition, file, "is cut or damaged: it " + problem);
  }

  /**
   * What stands before an element.
   *
   * @param stride its length with what fills it up
   */
  private record Tag(int type, long bytes, long stride) {}

  /** Reads elements one after the other. */
  private final class Elements {

    private final InputStream in;
    private final boolean packed;
    private long at;

    Elements(InputStream in, boolean packed) {
      this.in = new BufferedInputStream(in);
      this.packed = packed;
    }

    Tag tag() throws IOException {
      int first = int32();
      if (first >>> 16 != 0) {
        return new Tag(first & 0xffff, first >>> 16, 4); // short ones stand in their tag
      }
      long bytes = int32() & 0xffffffffL;
      return new Tag(first, bytes, first == COMPRESSED ? bytes : (bytes + TAG - 1) / TAG * TAG);
    }

    int int32() throws IOException {
      byte[] bytes = bytes(Integer.BYTES);
      return ByteBuffer.wrap(bytes).order(order).getInt();
    }

    double product(long bytes) throws IOException {
      require(bytes <= MOST_SIZES * (long) Integer.BYTES, "holds an array of too many dimensions");
      double product = 1;
      for (long k = 0; k < bytes / Integer.BYTES; k++) {
        int length = int32();
        require(length >= 0, "declares a negative size");
        product *= length;
      }
      return product;
    }

    String text(long bytes) throws IOException {
      require(bytes <= LONGEST_NAME, "holds a name of " + bytes + " letters");
      return new String(bytes((int) bytes), StandardCharsets.US_ASCII);
    }

    private byte[] bytes(int count) throws IOException {
      byte[] bytes = in.readNBytes(count);
      if (bytes.length < count) {
        throw new EOFException();
      }
      count(count);
      return bytes;
    }

    void skipTo(long place) throws IOException {
      long count = place - at;
      require(count >= 0, "holds an element that is longer than its array");
      count(count);
      in.skipNBytes(count);
    }

    private void count(long bytes) {
      at += bytes;
      unpacked += packed ? bytes : 0;
      if (unpacked > Unpacked.limit(size)) {
        throw Unpacked.tooLarge(file.toString(), size);
      }
    }
  }
}
