package org.mahnmf.data.file;

/** A place in a text, for small strict parsers. */
public abstract class TextParser {

  private static final int LONGEST_QUOTE = 20;

  /** All of it. */
  protected final String text;

  /** Place of the next character. */
  protected int at;

  /** Begins at the beginning. */
  protected TextParser(String text) {
    this.text = text;
  }

  /** Returns the next character, or 0 at the end. */
  protected final char peek() {
    return at < text.length() ? text.charAt(at) : '\0';
  }

  /** Passes white space, and the next character if it is a certain one. */
  protected final boolean take(char c) {
    skipBlanks();
    boolean found = at < text.length() && text.charAt(at) == c;
    at += found ? 1 : 0;
    return found;
  }

  /** Passes white space and a character that must follow. */
  protected final void expect(char c) {
    boolean found = take(c);
    refuseIf(!found, at, "'" + c + "' must stand here");
  }

  /** Passes white space. */
  protected final void skipBlanks() {
    while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  /** Checks that nothing but white space follows. */
  protected final void end(String whole) {
    skipBlanks();
    refuseIf(at < text.length(), at, "nothing may follow the " + whole);
  }

  /** Says what is wrong at a place. */
  protected final IllegalArgumentException problem(int where, String rule) {
    int end = Math.min(text.length(), where + LONGEST_QUOTE);
    String found =
        where < text.length()
            ? text.substring(where, end).lines().findFirst().orElse("").strip()
            : "the end";
    return new IllegalArgumentException(place(where) + ": " + found + ": " + rule);
  }

  /** Says what is wrong at a place, if something is. */
  protected final void refuseIf(boolean broken, int where, String rule) {
    if (broken) {
      throw problem(where, rule);
    }
  }

  /** Returns a place in words. */
  protected abstract String place(int where);
}
