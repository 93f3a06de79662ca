package org.mahnmf.data.file;

/** A place in a text, for small strict parsers. */
public abstract class TextParser {

  private static final int LONGEST_QUOTE = 20;

  /** All of it. */
  protected final String text;

  /** Place of the next character. */
  protected int at;

  /**
   * Begins at the beginning.
   *
   * @param text all of it
   */
  protected TextParser(String text) {
    this.text = text;
  }

  /** Returns the next character, or 0 at the end. */
  protected final char peek() {
    return at < text.length() ? text.charAt(at) : '\0';
  }

  /** Goes on if the next character is a certain one. */
  protected final boolean take(char c) {
    if (at < text.length() && text.charAt(at) == c) {
      at++;
      return true;
    }
    return false;
  }

  /** Goes on behind a character that must be the next. */
  protected final void expect(char c) {
    if (!take(c)) {
      throw problem(at, "'" + c + "' must stand here");
    }
  }

  /** Goes on behind white space. */
  protected final void skipBlanks() {
    while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
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

  /** Returns a place in words. */
  protected abstract String place(int where);
}
