package org.mahnmf.data;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A small, strict JSON writer and parser.
 *
 * <p>Parsed objects are {@link LinkedHashMap}s, arrays are {@link ArrayList}s, numbers are {@link
 * Long} if they are written without point and exponent and fit, else {@link Double}. What is
 * written reads back the same, but for NaN and infinities, which JSON does not have: they become
 * null. Nesting is limited to 100 levels both ways.
 *
 * <p>Arrays of plain values, and objects of plain values inside an array, take one line each if
 * they are short; all else is indented by two blanks.
 */
public final class Json {

  private static final int DEPTH = 100;
  private static final int LINE = 100;
  // A point of a history stays on its line even if it is somewhat longer than other lines.
  private static final int OBJECT_LINE = 400;

  private Json() {}

  /**
   * Writes a value as text that ends in a line break.
   *
   * @param value a map with string keys, an iterable, a double[] or int[], a string, number,
   *     boolean or null, nested as wanted; <em>not modified</em>
   * @throws IllegalArgumentException if something else is in it, or it is nested too deeply
   */
  public static String format(Object value) {
    StringBuilder out = new StringBuilder();
    new Writer(out).value(value, 0, false);
    return out.append('\n').toString();
  }

  /**
   * Parses a text.
   *
   * @param text one JSON value
   * @return a map, a list, a String, Long, Double, Boolean or null
   * @throws IllegalArgumentException if the text is not JSON; the message names line and column
   */
  public static Object parse(String text) {
    return new Parser(text).document();
  }

  /**
   * Writes a file, whole or not at all.
   *
   * @param file its name; an old file is replaced
   * @param value as for {@link #format}
   */
  public static void write(Path file, Object value) throws IOException {
    AtomicFile.writeText(file, format(value));
  }

  /**
   * Reads a file.
   *
   * @param file what to read
   * @return as {@link #parse} does
   * @throws InputException if the file cannot be read or is not JSON
   */
  public static Object read(Path file) {
    Tables.requireFile(file);
    try {
      return parse(Files.readString(file));
    } catch (CharacterCodingException e) {
      throw new InputException(file + ": is not UTF-8 text", e);
    } catch (IOException e) {
      throw InputException.unreadable(file, e);
    } catch (IllegalArgumentException e) {
      throw new InputException(file + ": " + e.getMessage(), e);
    }
  }

  private static final class Writer {

    private final StringBuilder out;

    Writer(StringBuilder out) {
      this.out = out;
    }

    void value(Object value, int depth, boolean inList) {
      if (value instanceof Map<?, ?> map) {
        requireDepth(depth);
        map(map, depth, inList);
      } else if (isList(value)) {
        requireDepth(depth);
        list(items(value), depth);
      } else {
        plain(value);
      }
    }

    private static void requireDepth(int depth) {
      if (depth >= DEPTH) {
        throw new IllegalArgumentException(
            "the value is nested more than " + DEPTH + " levels deep");
      }
    }

    private static boolean isList(Object value) {
      return value instanceof Iterable<?> || value instanceof double[] || value instanceof int[];
    }

    private static List<Object> items(Object value) {
      List<Object> items = new ArrayList<>();
      if (value instanceof double[] doubles) {
        for (double item : doubles) {
          items.add(item);
        }
      } else if (value instanceof int[] ints) {
        for (int item : ints) {
          items.add(item);
        }
      } else {
        ((Iterable<?>) value).forEach(items::add);
      }
      return items;
    }

    private static boolean isPlain(Object value) {
      return !(value instanceof Map<?, ?>) && !isList(value);
    }

    private void map(Map<?, ?> map, int depth, boolean inList) {
      if (map.isEmpty()) {
        out.append("{}");
        return;
      }
      if (inList && map.values().stream().allMatch(Writer::isPlain)) {
        int start = out.length();
        members(map, depth, ", ", "");
        if (out.length() - start <= OBJECT_LINE) {
          return;
        }
        out.setLength(start);
      }
      members(map, depth, "," + newLine(depth + 1), newLine(depth + 1));
    }

    private void members(Map<?, ?> map, int depth, String between, String first) {
      out.append('{').append(first);
      Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
      while (entries.hasNext()) {
        Map.Entry<?, ?> entry = entries.next();
        if (!(entry.getKey() instanceof String key)) {
          throw new IllegalArgumentException(
              "the key " + entry.getKey() + " of an object must be a string");
        }
        string(key);
        out.append(": ");
        value(entry.getValue(), depth + 1, false);
        if (entries.hasNext()) {
          out.append(between);
        }
      }
      if (!first.isEmpty()) {
        out.append(newLine(depth));
      }
      out.append('}');
    }

    private void list(List<Object> items, int depth) {
      if (items.isEmpty()) {
        out.append("[]");
        return;
      }
      boolean plain = items.stream().allMatch(Writer::isPlain);
      if (plain && items.size() <= LINE) {
        int start = out.length();
        out.append('[');
        for (int i = 0; i < items.size(); i++) {
          out.append(i == 0 ? "" : ", ");
          plain(items.get(i));
        }
        out.append(']');
        if (out.length() - start + 2 * depth <= LINE) {
          return;
        }
        out.setLength(start);
      }
      String newLine = newLine(depth + 1);
      out.append('[').append(newLine);
      int lineStart = out.length();
      for (int i = 0; i < items.size(); i++) {
        int start = out.length();
        value(items.get(i), depth + 1, true);
        if (i > 0 && plain && out.length() - lineStart + 2 * depth + 2 >= LINE) {
          // Too long for this line: the blank before it becomes a line break.
          out.replace(start - 1, start, newLine);
          lineStart = start - 1 + newLine.length();
        }
        if (i < items.size() - 1) {
          out.append(plain ? ", " : "," + newLine);
        }
      }
      out.append(newLine(depth)).append(']');
    }

    private static String newLine(int depth) {
      return "\n" + "  ".repeat(depth);
    }

    private void plain(Object value) {
      if (value == null || value instanceof Boolean) {
        out.append(value);
      } else if (value instanceof CharSequence text) {
        string(text.toString());
      } else if (value instanceof Integer
          || value instanceof Long
          || value instanceof Short
          || value instanceof Byte) {
        out.append(value);
      } else if (value instanceof Double || value instanceof Float) {
        double number = ((Number) value).doubleValue();
        out.append(Double.isFinite(number) ? Double.toString(number) : "null");
      } else {
        throw new IllegalArgumentException(
            "a " + value.getClass().getName() + " cannot be written as JSON");
      }
    }

    private void string(String text) {
      out.append('"');
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        switch (c) {
          case '"' -> out.append("\\\"");
          case '\\' -> out.append("\\\\");
          case '\n' -> out.append("\\n");
          case '\r' -> out.append("\\r");
          case '\t' -> out.append("\\t");
          default -> {
            if (Character.isISOControl(c)
                || c == '\u2028'
                || c == '\u2029'
                || isLoneSurrogate(text, i)) {
              out.append(String.format("\\u%04x", (int) c));
            } else {
              out.append(c);
            }
          }
        }
      }
      out.append('"');
    }

    /** Such a half character is lost in UTF-8 unless it is escaped. */
    private static boolean isLoneSurrogate(String text, int i) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)) {
        return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
      }
      return Character.isLowSurrogate(c)
          && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
    }
  }

  private static final class Parser {

    private final String text;
    private int at;

    Parser(String text) {
      this.text = text;
    }

    Object document() {
      skipBlanks();
      Object value = value(0);
      skipBlanks();
      if (at < text.length()) {
        throw problem(at, "nothing may follow the value");
      }
      return value;
    }

    private Object value(int depth) {
      char c = peek();
      return switch (c) {
        case '{' -> object(depth);
        case '[' -> array(depth);
        case '"' -> string();
        case 't' -> word("true", true);
        case 'f' -> word("false", false);
        case 'n' -> word("null", null);
        default -> {
          if (c == '-' || isDigit(c)) {
            yield number();
          }
          throw problem(at, "a value must stand here");
        }
      };
    }

    private void enter(int depth) {
      if (depth >= DEPTH) {
        throw problem(at, "nested more than " + DEPTH + " levels deep");
      }
      at++;
      skipBlanks();
    }

    private Map<String, Object> object(int depth) {
      Map<String, Object> map = new LinkedHashMap<>();
      enter(depth);
      if (take('}')) {
        return map;
      }
      do {
        skipBlanks();
        int start = at;
        if (peek() != '"') {
          throw problem(at, "a key in double quotes must stand here");
        }
        String key = string();
        skipBlanks();
        expect(':');
        skipBlanks();
        Object value = value(depth + 1);
        if (map.containsKey(key)) {
          throw problem(start, "this key stands twice in its object");
        }
        map.put(key, value);
        skipBlanks();
      } while (take(','));
      expect('}');
      return map;
    }

    private List<Object> array(int depth) {
      List<Object> list = new ArrayList<>();
      enter(depth);
      if (take(']')) {
        return list;
      }
      do {
        skipBlanks();
        list.add(value(depth + 1));
        skipBlanks();
      } while (take(','));
      expect(']');
      return list;
    }

    private Object word(String word, Object value) {
      if (!text.startsWith(word, at)) {
        throw problem(at, "a value must stand here");
      }
      at += word.length();
      return value;
    }

    private Object number() {
      int start = at;
      take('-');
      if (!take('0')) {
        digits(start);
      }
      boolean whole = true;
      if (take('.')) {
        whole = false;
        digits(start);
      }
      if (peek() == 'e' || peek() == 'E') {
        whole = false;
        at++;
        if (peek() == '+' || peek() == '-') {
          at++;
        }
        digits(start);
      }
      String number = text.substring(start, at);
      if (whole && !number.equals("-0")) {
        try {
          return Long.valueOf(number);
        } catch (NumberFormatException e) {
          // Beyond 64 bits: the nearest double has to do.
        }
      }
      double value = Double.parseDouble(number);
      if (Double.isInfinite(value)) {
        throw problem(start, "the number is too large");
      }
      return value;
    }

    private void digits(int start) {
      if (!isDigit(peek())) {
        throw problem(start, "this is not a number");
      }
      while (isDigit(peek())) {
        at++;
      }
    }

    private static boolean isDigit(char c) {
      return c >= '0' && c <= '9';
    }

    private String string() {
      int start = at++;
      StringBuilder out = new StringBuilder();
      while (true) {
        if (at >= text.length()) {
          throw problem(start, "the string that starts here does not end");
        }
        char c = text.charAt(at++);
        if (c == '"') {
          return out.toString();
        }
        if (c < ' ') {
          throw problem(at - 1, "a control character in a string must be escaped");
        }
        out.append(c == '\\' ? escaped() : c);
      }
    }

    private char escaped() {
      int start = at - 1;
      char c = peek();
      at++;
      return switch (c) {
        case '"', '\\', '/' -> c;
        case 'b' -> '\b';
        case 'f' -> '\f';
        case 'n' -> '\n';
        case 'r' -> '\r';
        case 't' -> '\t';
        case 'u' -> unicode(start);
        default -> throw problem(start, "unknown escape");
      };
    }

    private char unicode(int start) {
      int code = 0;
      for (int i = 0; i < 4; i++) {
        int digit = peek() < 128 ? Character.digit(peek(), 16) : -1;
        if (digit < 0) {
          throw problem(start, "\\u needs four hexadecimal digits");
        }
        code = 16 * code + digit;
        at++;
      }
      return (char) code;
    }

    private char peek() {
      return at < text.length() ? text.charAt(at) : '\0';
    }

    private boolean take(char c) {
      if (at < text.length() && text.charAt(at) == c) {
        at++;
        return true;
      }
      return false;
    }

    private void expect(char c) {
      if (!take(c)) {
        throw problem(at, "'" + c + "' must stand here");
      }
    }

    private void skipBlanks() {
      while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
        at++;
      }
    }

    private IllegalArgumentException problem(int where, String rule) {
      int line = 1;
      int lineStart = 0;
      for (int i = 0; i < Math.min(where, text.length()); i++) {
        if (text.charAt(i) == '\n') {
          line++;
          lineStart = i + 1;
        }
      }
      String found = "the end";
      if (where < text.length()) {
        found =
            text.substring(where, Math.min(text.length(), where + 20))
                .lines()
                .findFirst()
                .orElse("")
                .strip();
      }
      return new IllegalArgumentException(
          "line " + line + ", column " + (where - lineStart + 1) + ": " + found + ": " + rule);
    }
  }
}
