package org.mahnmf.data.file;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A small, strict JSON parser.
 *
 * <p>Objects become {@link LinkedHashMap}s, arrays {@link ArrayList}s, numbers {@link Long} if they
 * are written without point and exponent and fit, else {@link Double}. Nesting is limited to
 * {@value #DEPTH} levels.
 */
public final class JsonReader extends TextParser {

  static final int DEPTH = 100;

  private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

  /** As far as a number goes that may miss digits. */
  private static final Pattern LIKE_NUMBER =
      Pattern.compile("-?(?:0|[1-9][0-9]*|)(\\.[0-9]*)?([eE][+-]?[0-9]*)?");

  private JsonReader(String text) {
    super(text);
  }

  /**
   * Parses a text.
   *
   * @return a map, a list, a String, Long, Double, Boolean or null
   * @throws IllegalArgumentException if the text is not JSON; the message names line and column
   */
  public static Object parse(String text) {
    return new JsonReader(text).document();
  }

  /** Reads a file. */
  public static Object read(Path file) {
    InputException.requireFile(file);
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

  private Object document() {
    Object value = value(0);
    end("value");
    return value;
  }

  private Object value(int depth) {
    skipBlanks();
    char c = peek();
    return switch (c) {
      case '{' -> object(depth);
      case '[' -> array(depth);
      case '"' -> string();
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      case 'n' -> word("null", null);
      default -> {
        if (c == '-' || (c >= '0' && c <= '9')) {
          yield number();
        }
        throw problem(at, "a value must stand here");
      }
    };
  }

  private void enter(int depth) {
    refuseIf(depth >= DEPTH, at, "nested more than " + DEPTH + " levels deep");
    at++;
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
      refuseIf(peek() != '"', at, "a key in double quotes must stand here");
      String key = string();
      expect(':');
      Object value = value(depth + 1);
      refuseIf(map.containsKey(key), start, "this key stands twice in its object");
      map.put(key, value);
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
      list.add(value(depth + 1));
    } while (take(','));
    expect(']');
    return list;
  }

  private Object word(String word, Object value) {
    refuseIf(!text.startsWith(word, at), at, "a value must stand here");
    at += word.length();
    return value;
  }

  private Object number() {
    Matcher like = LIKE_NUMBER.matcher(text).region(at, text.length());
    refuseIf(
        !like.lookingAt() || !NUMBER.matcher(like.group()).matches(), at, "this is not a number");
    int start = at;
    at = like.end();
    String number = like.group();
    if (like.group(1) == null && like.group(2) == null && !number.equals("-0")) {
      try {
        return Long.valueOf(number);
      } catch (NumberFormatException e) {
        // Beyond 64 bits: the nearest double has to do.
      }
    }
    double value = Double.parseDouble(number);
    refuseIf(Double.isInfinite(value), start, "the number is too large");
    return value;
  }

  private String string() {
    int start = at++;
    StringBuilder out = new StringBuilder();
    while (true) {
      refuseIf(at >= text.length(), start, "the string that starts here does not end");
      char c = text.charAt(at++);
      if (c == '"') {
        return out.toString();
      }
      refuseIf(c < ' ', at - 1, "a control character in a string must be escaped");
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
    String digits = text.substring(at, Math.min(at + 4, text.length()));
    boolean hexadecimal = digits.matches("[0-9a-fA-F]{4}");
    refuseIf(!hexadecimal, start, "\\u needs four hexadecimal digits");
    at += 4;
    return (char) Integer.parseInt(digits, 16);
  }

  @Override
  protected String place(int where) {
    String before = text.substring(0, Math.min(where, text.length()));
    long line = 1 + before.chars().filter(c -> c == '\n').count();
    return "line " + line + ", column " + (where - before.lastIndexOf('\n'));
  }
}
