package org.mahnmf.cli.job;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Where a command talks, and what it was asked.
 *
 * @param out for data
 * @param err for talk
 * @param terminal whether a person watches {@code err} on a terminal
 * @param interruption the wish to end early
 * @param arguments the words after {@code mahnmf}
 */
public record Console(
    PrintStream out,
    PrintStream err,
    boolean terminal,
    Interruption interruption,
    List<String> arguments) {

  /**
   * Returns one that nobody listens to.
   *
   * @param arguments that would do the same on the command line
   */
  public static Console silent(List<String> arguments) {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    return new Console(
        nowhere, nowhere, false, new Interruption(nowhere, false, code -> {}), arguments);
  }

  /** Returns the command as it can be typed into a shell again. */
  public String commandLine() {
    return arguments.stream().map(Console::quoted).collect(Collectors.joining(" ", "mahnmf ", ""));
  }

  public void note(String note) {
    err.println("note: " + note);
  }

  private static String quoted(String word) {
    boolean plain = !word.isEmpty() && word.chars().allMatch(Console::isPlain);
    return plain ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  /** Whether a shell takes a character for itself. */
  private static boolean isPlain(int c) {
    boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return letter || (c >= '0' && c <= '9') || "_@%+=:,./-".indexOf(c) >= 0;
  }
}
