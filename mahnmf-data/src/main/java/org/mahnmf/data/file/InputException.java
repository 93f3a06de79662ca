package org.mahnmf.data.file;

import java.io.EOFException;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A mistake in what a user gave. The message is one line that names the file, the place, the value
 * and the rule, so a program can print it as it is.
 */
public final class InputException extends RuntimeException {

  /** What every entry of a table must be; the words are those of the core's own check. */
  public static final String ENTRY_RULE =
      "entries must be finite and at least 0 (NaN marks a missing one)";

  private static final long serialVersionUID = 1;

  /** Control characters, separators of lines, and halves of characters. */
  private static final Pattern UNPRINTABLE =
      Pattern.compile("[\\x00-\\x1f\\x7f-\\x9f\\x{2028}\\x{2029}\\x{d800}-\\x{dfff}]");

  private static final int LONGEST_QUOTE = 60;
  private static final int LONGEST_WORDS = 300;

  /** Exceptions by their full names, with which wrapped messages begin. */
  private static final String CLASS_NAMES = "^(([a-z]\\w*\\.)+[A-Z][\\w$]*(: |$))+";

  /** What the JVM says of a null or of a wrong class helps nobody who has a damaged file. */
  private static final String SPEAKS_OF_CODE =
      "Exception|Cannot (invoke|read|store|load|throw|assign|enter)|^class |java\\.";

  /** Line breaks and control characters in the message are escaped. */
  public InputException(String message) {
    super(oneLine(message));
  }

  /** Also says what went wrong below. */
  public InputException(String message, Throwable cause) {
    super(oneLine(message), cause);
  }

  /** Refuses what breaks a rule. */
  public static void throwIf(boolean broken, String message) {
    if (broken) {
      throw new InputException(message);
    }
  }

  /** Refuses a file that breaks a rule as a whole. */
  public static void throwIf(boolean broken, Path file, String problem) {
    if (broken) {
      throw of(file, problem);
    }
  }

  /** Refuses a value that breaks a rule. */
  public static void throwIf(boolean broken, Path file, String place, Object value, String rule) {
    if (broken) {
      throw at(file, place, value, rule);
    }
  }

  /** A file that breaks a rule as a whole: {@code data.csv: is empty}. */
  public static InputException of(Path file, String problem) {
    return new InputException(file + ": " + problem);
  }

  /** A value that breaks a rule: {@code data.csv: row 3, column 2: -4.0: must be …}. */
  public static InputException at(Path file, String place, Object value, String rule) {
    return new InputException(
        file + ": " + place + ": " + quote(String.valueOf(value)) + ": " + rule);
  }

  /** A file that the system does not let us read. */
  public static InputException unreadable(Path file, IOException cause) {
    String why = cause instanceof AccessDeniedException ? "access denied" : words(cause);
    boolean missing = cause instanceof NoSuchFileException;
    return new InputException(
        file + (missing ? ": does not exist" : ": cannot be read: " + why), cause);
  }

  /** A file that a decoder gave up. */
  public static InputException damaged(Path file, Throwable cause) {
    for (Throwable inner = cause; inner != null; inner = inner.getCause()) {
      if (inner instanceof InputException known) {
        return known;
      }
    }
    if (!Files.isReadable(file)) {
      return of(file, "cannot be read");
    }
    return new InputException(file + ": is cut or damaged: " + words(cause), cause);
  }

  /** Checks that a file exists and is neither a folder nor a device. */
  public static void requireFile(Path file) {
    throwIf(Files.isDirectory(file), file, "is a folder, not a file");
    throwIf(!Files.exists(file), file, "does not exist");
    throwIf(
        !Files.isRegularFile(file), file, "is not a regular file; save the table to a file first");
  }

  /** What a decoder said, for people: no names of classes. */
  public static String words(Throwable cause) {
    for (Throwable inner = cause; inner != null; inner = inner.getCause()) {
      if (inner instanceof EOFException || inner instanceof BufferUnderflowException) {
        return "it ends too early";
      }
      if (inner instanceof StackOverflowError) {
        return "it is nested too deeply";
      }
    }
    String detail = cause.getMessage() == null ? "" : cause.getMessage();
    String said = detail.replaceFirst(CLASS_NAMES, "").strip();
    boolean plain = !said.isEmpty() && !Pattern.compile(SPEAKS_OF_CODE).matcher(said).find();
    return plain ? quote(said, LONGEST_WORDS) : "its content makes no sense";
  }

  /** Whether an entry breaks {@link #ENTRY_RULE}; the same test as in {@code Observations}. */
  public static boolean breaksEntryRule(double value) {
    return value < 0 || value == Double.POSITIVE_INFINITY;
  }

  /** Shortens a text that is quoted in a message. */
  public static String quote(String text) {
    return quote(text, LONGEST_QUOTE);
  }

  private static String quote(String text, int longest) {
    return text.length() <= longest ? text : text.substring(0, longest) + "…";
  }

  /** Escapes line breaks and all that is no character of its own. */
  static String oneLine(String text) {
    return UNPRINTABLE
        .matcher(text)
        .replaceAll(match -> Matcher.quoteReplacement(escaped(match.group().charAt(0))));
  }

  private static String escaped(char c) {
    return switch (c) {
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      default -> String.format("\\u%04x", (int) c);
    };
  }
}
