package org.mahnmf.data.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
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

  private final StringBuilder out = new StringBuilder();

  private JsonWriter() {}

  /**
   * Writes a value as text that ends in a line break.
   *
   * @param value a map with string keys, an iterable, a double[] or int[], a string, number,
   *     boolean or null, nested as wanted; <em>not modified</em>
   * @throws IllegalArgumentException if something else is in it, or it is nested too deeply
   */
  public static String format(Object value) {
    JsonWriter writer = new JsonWriter();
    writer.value(value, 0, false);
    return writer.out.append('\n').toString();
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

  private void value(Object value, int depth, boolean inList) {
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
    if (depth >= JsonReader.DEPTH) {
      throw new IllegalArgumentException(
          "the value is nested more than " + JsonReader.DEPTH + " levels deep");
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
    if (inList && map.values().stream().allMatch(JsonWriter::isPlain)) {
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
    boolean plain = items.stream().allMatch(JsonWriter::isPlain);
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
