package org.mahnmf.cli;

import java.io.PrintStream;
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
record Console(
    PrintStream out,
    PrintStream err,
    boolean terminal,
    Interruption interruption,
    List<String> arguments) {

  /** Returns the command as it can be typed into a shell again. */
  String commandLine() {
    return arguments.stream().map(Console::quoted).collect(Collectors.joining(" ", "mahnmf ", ""));
  }

  /**
   * Says what a person should know.
   *
   * @param note one sentence
   */
  void note(String note) {
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
