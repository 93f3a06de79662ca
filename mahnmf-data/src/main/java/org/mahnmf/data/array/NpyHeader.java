package org.mahnmf.data.array;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.mahnmf.data.file.InputException;
import org.mahnmf.data.file.TextParser;

/**
 * What an NPY header says, read by a strict parser of the one dictionary that numpy writes. Nothing
 * in it is ever evaluated.
 *
 * @param descr the entries' type, such as {@code <f8}; any other literal as it stands
 * @param plainDescr whether the type is one string, not a list of fields
 * @param fortranOrder whether the columns are contiguous, not the rows
 * @param shape the sizes
 * @param shapeText the sizes as they stand
 */
record NpyHeader(
    String descr, boolean plainDescr, boolean fortranOrder, List<Long> shape, String shapeText) {

  static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final int LARGEST_HEADER = 1 << 20;

  /**
   * Returns whether a file starts as an NPY file does.
   *
   * @param head the file's first bytes; <em>not modified</em>
   */
  static boolean hasMagic(byte[] head) {
    return head.length >= MAGIC.length
        && Arrays.equals(head, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
  }

  /** Reads the header and leaves the channel behind it. */
  static NpyHeader read(Path file, FileChannel channel) throws IOException {
    long size = channel.size();
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
          String.format(
              "is cut within its header: it declares %s bytes but %s are left",
              length, size - channel.position()));
    }
    if (length > LARGEST_HEADER) {
      throw InputException.of(
          file, "header of " + length + " bytes: must be at most " + LARGEST_HEADER);
    }
    byte[] text = new byte[(int) length];
    readFully(channel, ByteBuffer.wrap(text));
    try {
      return parse(
          new String(text, major == 3 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1));
    } catch (IllegalArgumentException e) {
      throw new InputException(file + ": " + e.getMessage(), e);
    }
  }

  private static String hex(byte[] bytes) {
    return HexFormat.ofDelimiter(" ").formatHex(bytes);
  }

  static void readFully(FileChannel channel, ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        throw new EOFException();
      }
    }
  }

  /**
   * Parses a header.
   *
   * @throws IllegalArgumentException if it is not the dictionary that the format asks for; the
   *     message says where
   */
  static NpyHeader parse(String text) {
    return new Parser(text).header();
  }

  private static final class Parser extends TextParser {

    private static final int MOST_DIGITS = 18;

    private String descr;
    private boolean plainDescr;
    private boolean fortranOrder;
    private List<Long> shape;
    private String shapeText;

    Parser(String text) {
      super(text);
    }

    NpyHeader header() {
      Set<String> seen = new HashSet<>();
      skipBlanks();
      expect('{');
      skipBlanks();
      while (!take('}')) {
        int start = at;
        String key = string();
        if (!seen.add(key)) {
          throw problem(start, "the key '" + key + "' stands twice");
        }
        skipBlanks();
        expect(':');
        skipBlanks();
        switch (key) {
          case "descr" -> descr();
          case "fortran_order" -> fortranOrder = bool();
          case "shape" -> shape();
          default -> throw problem(start, "unknown key '" + key + "'");
        }
        skipBlanks();
        if (!take(',')) {
          skipBlanks();
          expect('}');
          break;
        }
        skipBlanks();
      }
      skipBlanks();
      if (at < text.length()) {
        throw problem(at, "nothing may follow the dictionary");
      }
      for (String key : Arrays.asList("descr", "fortran_order", "shape")) {
        if (!seen.contains(key)) {
          throw problem(at, "the key '" + key + "' is missing");
        }
      }
      return new NpyHeader(descr, plainDescr, fortranOrder, shape, shapeText);
    }

    private void descr() {
      if (peek() == '\'' || peek() == '"') {
        descr = string();
        plainDescr = true;
        return;
      }
      // A list of fields or such, which is refused later by its name: find where it ends.
      int start = at;
      int depth = 0;
      while (at < text.length()) {
        char c = peek();
        if (depth == 0 && (c == ',' || c == '}')) {
          break;
        }
        if (c == '\'' || c == '"') {
          string();
          continue;
        }
        if (c == '[' || c == '(') {
          depth++;
        } else if (c == ']' || c == ')') {
          depth--;
        }
        at++;
      }
      descr = text.substring(start, at).strip();
    }

    private boolean bool() {
      for (boolean value : new boolean[] {false, true}) {
        String word = value ? "True" : "False";
        if (text.startsWith(word, at)) {
          at += word.length();
          return value;
        }
      }
      throw problem(at, "True or False must stand here");
    }

    private void shape() {
      int start = at;
      shape = new ArrayList<>();
      expect('(');
      skipBlanks();
      boolean comma = true;
      while (!take(')')) {
        if (!comma) {
          throw problem(at, "',' must stand here");
        }
        shape.add(size());
        skipBlanks();
        comma = take(',');
        skipBlanks();
      }
      if (shape.size() == 1 && !comma) {
        throw problem(start, "a shape of one size must be written '(n,)'");
      }
      shapeText = text.substring(start, at);
    }

    private long size() {
      int start = at;
      while (peek() >= '0' && peek() <= '9') {
        at++;
      }
      if (at == start) {
        throw problem(at, "a size, a whole number of at least 0, must stand here");
      }
      if (at - start > MOST_DIGITS) {
        throw problem(start, "the size " + text.substring(start, at) + " is too large");
      }
      long size = Long.parseLong(text, start, at, 10);
      // Python 2 wrote long numbers as 12L.
      take('L');
      return size;
    }

    private String string() {
      char quote = peek();
      if (quote != '\'' && quote != '"') {
        throw problem(at, "a quoted text must stand here");
      }
      int start = ++at;
      while (peek() != quote) {
        if (at >= text.length() || peek() == '\\' || peek() == '\n') {
          throw problem(start - 1, "the text that starts here does not end");
        }
        at++;
      }
      return text.substring(start, at++);
    }

    @Override
    protected String place(int where) {
      return "header, character " + (where + 1);
    }
  }
}
