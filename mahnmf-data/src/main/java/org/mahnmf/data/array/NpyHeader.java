package org.mahnmf.data.array;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.mahnmf.data.file.Bytes;
import org.mahnmf.data.file.InputException;
import org.mahnmf.data.file.TextParser;

/**
 * What an NPY header says, read by a strict parser of the one dictionary that numpy writes. Nothing
 * in it is ever evaluated.
 *
 * @param descr the entries' type, such as {@code <f8}; any other literal as it stands
 */
record NpyHeader(
    String descr, boolean plainDescr, boolean fortranOrder, List<Long> shape, String shapeText) {

  static final String START = "\\x93NUMPY";
  static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final int LARGEST_HEADER = 1 << 20;

  /** Reads the header and leaves the channel behind it. */
  static NpyHeader read(Path file, FileChannel channel) throws IOException {
    InputStream in = Channels.newInputStream(channel);
    byte[] head = in.readNBytes(MAGIC.length + 2);
    if (!Bytes.startWith(head, START)) {
      byte[] found = Arrays.copyOf(head, Math.min(head.length, MAGIC.length));
      throw InputException.of(
          file, "is not NPY: it starts with the bytes " + hex(found) + ", not with " + hex(MAGIC));
    }
    int major = head.length > MAGIC.length ? head[MAGIC.length] & 0xff : 1;
    int minor = head.length > MAGIC.length + 1 ? head[MAGIC.length + 1] & 0xff : 0;
    boolean unknown = major < 1 || major > 3 || minor != 0;
    InputException.throwIf(
        unknown, file, "NPY version", major + "." + minor, "must be 1.0, 2.0 or 3.0");
    int width = major == 1 ? 2 : 4;
    byte[] lengthBytes = in.readNBytes(width);
    InputException.throwIf(lengthBytes.length < width, file, "is cut within its header");
    ByteBuffer four = ByteBuffer.wrap(Arrays.copyOf(lengthBytes, 4));
    long length = four.order(ByteOrder.LITTLE_ENDIAN).getInt() & 0xffffffffL;
    long left = channel.size() - channel.position();
    String cut =
        String.format(
            "is cut within its header: it declares %s bytes but %s are left", length, left);
    InputException.throwIf(length > left, file, cut);
    String rule = "header of " + length + " bytes: must be at most " + LARGEST_HEADER;
    InputException.throwIf(length > LARGEST_HEADER, file, rule);
    byte[] text = in.readNBytes((int) length);
    try {
      return new Parser(
              new String(text, major == 3 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1))
          .header();
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

  /** A strict parser; its messages say where the header is not what the format asks for. */
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
      Set<String> missing = new LinkedHashSet<>(List.of("descr", "fortran_order", "shape"));
      expect('{');
      boolean more = true;
      while (more && !take('}')) {
        int start = at;
        String key = string();
        expect(':');
        skipBlanks();
        switch (key) {
          case "descr" -> descr();
          case "fortran_order" -> fortranOrder = bool();
          case "shape" -> shape();
          default -> throw problem(start, "unknown key '" + key + "'");
        }
        refuseIf(!missing.remove(key), start, "the key '" + key + "' stands twice");
        more = take(',');
        if (!more) {
          expect('}');
        }
      }
      end("dictionary");
      for (String key : missing) {
        throw problem(at, "the key '" + key + "' is missing");
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
      boolean comma = true;
      while (!take(')')) {
        refuseIf(!comma, at, "',' must stand here");
        shape.add(size());
        comma = take(',');
      }
      refuseIf(shape.size() == 1 && !comma, start, "a shape of one size must be written '(n,)'");
      shapeText = text.substring(start, at);
    }

    private long size() {
      int start = at;
      while (peek() >= '0' && peek() <= '9') {
        at++;
      }
      refuseIf(at == start, at, "a size, a whole number of at least 0, must stand here");
      String rule = "the size " + text.substring(start, at) + " is too large";
      refuseIf(at - start > MOST_DIGITS, start, rule);
      long size = Long.parseLong(text, start, at, 10);
      // Python 2 wrote long numbers as 12L.
      take('L');
      return size;
    }

    private String string() {
      char quote = peek();
      refuseIf(quote != '\'' && quote != '"', at, "a quoted text must stand here");
      int start = ++at;
      while (peek() != quote) {
        boolean ends = at >= text.length() || peek() == '\\' || peek() == '\n';
        refuseIf(ends, start - 1, "the text that starts here does not end");
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
