package org.mahnmf.cli.job;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
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

  /** A word of which a shell takes nothing for itself. */
  private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

  /** Returns one without a terminal and without signals. */
  public static Console plain(PrintStream out, PrintStream err, List<String> arguments) {
    return new Console(out, err, false, new Interruption(err, false, code -> {}), arguments);
  }

  /** Returns one that nobody listens to. */
  public static Console silent(List<String> arguments) {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    return plain(nowhere, nowhere, arguments);
  }

  /** Returns the command as it can be typed into a shell again. */
  public String commandLine() {
    return arguments.stream().map(Console::quoted).collect(Collectors.joining(" ", "mahnmf ", ""));
  }

  public void note(String note) {
    err.println("note: " + note);
  }

  private static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
