package org.mahnmf.data.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Writes JSON that {@link JsonReader} reads back the same, but for NaN and infinities, which JSON
 * does not have: they become null.
 *
 * <p>Arrays of plain values, and objects of plain values inside an array, take one line each if
 * they are short; all else is indented by two blanks.
 */
public final class JsonWriter {

  private static final int LINE = 100;
  // A point of a history stays on its line even if it is somewhat longer than other lines.
  private static final int OBJECT_LINE = 400;

  private JsonWriter() {}

  /**
   * Writes a value as text that ends in a line break.
   *
   * @param value a map with string keys, an iterable, a double[] or int[], a string, number,
   *     boolean or null, nested as wanted; <em>not modified</em>
   * @throws IllegalArgumentException if something else is in it, or it is nested too deeply
   */
  public static String format(Object value) {
    return text(value, 0, false) + "\n";
  }

  /** Writes a file, whole or not at all. */
  public static void write(Path file, Object value) throws IOException {
    AtomicFile.writeText(file, format(value));
  }

  private static String text(Object value, int depth, boolean inList) {
    if (isPlain(value)) {
      return plain(value);
    }
    if (depth >= JsonReader.DEPTH) {
      throw new IllegalArgumentException(
          "the value is nested more than " + JsonReader.DEPTH + " levels deep");
    }
    return value instanceof Map<?, ?> map ? map(map, depth, inList) : list(items(value), depth);
  }

  private static boolean isPlain(Object value) {
    return !(value instanceof Map<?, ?>
        || value instanceof Iterable<?>
        || value instanceof double[]
        || value instanceof int[]);
  }

  private static List<?> items(Object value) {
    if (value instanceof double[] doubles) {
      return Arrays.stream(doubles).boxed().toList();
    }
    if (value instanceof int[] ints) {
      return Arrays.stream(ints).boxed().toList();
    }
    List<Object> items = new ArrayList<>();
    ((Iterable<?>) value).forEach(items::add);
    return items;
  }

  private static String map(Map<?, ?> map, int depth, boolean inList) {
    List<String> members = new ArrayList<>();
    map.forEach(
        (key, value) -> {
          if (!(key instanceof String name)) {
            throw new IllegalArgumentException("the key " + key + " of an object must be a string");
          }
          members.add(string(name) + ": " + text(value, depth + 1, false));
        });
    if (map.isEmpty() || (inList && map.values().stream().allMatch(JsonWriter::isPlain))) {
      String line = "{" + String.join(", ", members) + "}";
      if (line.length() <= OBJECT_LINE) {
        return line;
      }
    }
    String newLine = newLine(depth + 1);
    return "{" + newLine + String.join("," + newLine, members) + newLine(depth) + "}";
  }

  private static String list(List<?> items, int depth) {
    boolean plain = items.stream().allMatch(JsonWriter::isPlain);
    List<String> texts = items.stream().map(item -> text(item, depth + 1, true)).toList();
    if (plain && items.size() <= LINE) {
      String line = "[" + String.join(", ", texts) + "]";
      if (line.length() + 2 * depth <= LINE) {
        return line;
      }
    }
    String newLine = newLine(depth + 1);
    StringBuilder out = new StringBuilder("[").append(newLine);
    int length = 0; // of the line so far
    for (int i = 0; i < texts.size(); i++) {
      int longer = length + 2 + texts.get(i).length();
      boolean fits = plain && longer + 2 * depth + 2 < LINE;
      if (i > 0) {
        out.append(fits ? ", " : "," + newLine);
      }
      length = i > 0 && fits ? longer : texts.get(i).length();
      out.append(texts.get(i));
    }
    return out.append(newLine(depth)).append(']').toString();
  }

  private static String newLine(int depth) {
    return "\n" + "  ".repeat(depth);
  }

  private static String plain(Object value) {
    if (value instanceof CharSequence text) {
      return string(text.toString());
    }
    if (value instanceof Double || value instanceof Float) {
      double number = ((Number) value).doubleValue();
      return Double.isFinite(number) ? Double.toString(number) : "null";
    }
    if (value == null
        || value instanceof Boolean
        || value instanceof Integer
        || value instanceof Long
        || value instanceof Short
        || value instanceof Byte) {
      return String.valueOf(value);
    }
    throw new IllegalArgumentException(
        "a " + value.getClass().getName() + " cannot be written as JSON");
  }

  private static String string(String text) {
    String quoted = text.replace("\\", "\\\\").replace("\"", "\\\"");
    return '"' + InputException.oneLine(quoted) + '"';
  }
}
