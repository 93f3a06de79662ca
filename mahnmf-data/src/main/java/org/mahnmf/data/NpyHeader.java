package org.mahnmf.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

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

  /**
   * Parses a header.
   *
   * @throws IllegalArgumentException if it is not the dictionary that the format asks for; the
   *     message says where
   */
  static NpyHeader parse(String text) {
    return new Parser(text).header();
  }

  private static final class Parser {

    private static final int MOST_DIGITS = 18;

    private final String text;
    private int at;

    private String descr;
    private boolean plainDescr;
    private boolean fortranOrder;
    private List<Long> shape;
    private String shapeText;

    Parser(String text) {
      this.text = text;
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
      while (at < text.length() && (peek() == ' ' || peek() == '\n' || peek() == '\t')) {
        at++;
      }
    }

    private IllegalArgumentException problem(int where, String rule) {
      String found =
          where < text.length()
              ? text.substring(where, Math.min(text.length(), where + 20)).strip()
              : "the end";
      return new IllegalArgumentException(
          "header, character " + (where + 1) + ": " + found + ": " + rule);
    }
  }
}
