package org.mahnmf.report;

import java.util.Iterator;
import java.util.Locale;
import java.util.Map;

/** Writes nested maps, lists, numbers and texts as indented JSON; NaN and infinities are null. */
final class Json {

  private Json() {}

  static String write(Object value) {
    StringBuilder out = new StringBuilder();
    write(value, "", out);
    return out.toString();
  }

  private static void write(Object value, String indent, StringBuilder out) {
    if (value == null) {
      out.append("null");
    } else if (value instanceof Map<?, ?> map) {
      writeMap(map, indent, out);
    } else if (value instanceof Iterable<?> list) {
      writeList(list, indent, out);
    } else if (value instanceof Double || value instanceof Float) {
      double number = ((Number) value).doubleValue();
      boolean whole = number == Math.rint(number) && Math.abs(number) < 1e15;
      out.append(
          !Double.isFinite(number)
              ? "null"
              : whole ? Long.toString((long) number) : Double.toString(number));
    } else if (value instanceof Number || value instanceof Boolean) {
      out.append(value);
    } else {
      quote(value.toString(), out);
    }
  }

  private static void writeMap(Map<?, ?> map, String indent, StringBuilder out) {
    if (map.isEmpty()) {
      out.append("{}");
      return;
    }
    String inner = indent + "  ";
    char before = '{';
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      out.append(before).append('\n').append(inner);
      quote(String.valueOf(entry.getKey()), out);
      out.append(": ");
      write(entry.getValue(), inner, out);
      before = ',';
    }
    out.append('\n').append(indent).append('}');
  }

  private static void writeList(Iterable<?> list, String indent, StringBuilder out) {
    Iterator<?> items = list.iterator();
    if (!items.hasNext()) {
      out.append("[]");
      return;
    }
    String inner = indent + "  ";
    char before = '[';
    while (items.hasNext()) {
      Object item = items.next();
      out.append(before).append('\n').append(inner);
      if (item instanceof Map<?, ?> map && !map.isEmpty()) {
        // one line per point of the history keeps a long run readable
        out.append(compact(map));
      } else {
        write(item, inner, out);
      }
      before = ',';
    }
    out.append('\n').append(indent).append(']');
  }

  private static String compact(Map<?, ?> map) {
    StringBuilder out = new StringBuilder();
    String before = "{";
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      out.append(before);
      quote(String.valueOf(entry.getKey()), out);
      out.append(": ");
      write(entry.getValue(), "", out);
      before = ", ";
    }
    return out.append('}').toString();
  }

  private static void quote(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\t' -> out.append("\\t");
        case '\r' -> out.append("\\r");
        default -> {
          if (c < 0x20) {
            out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
