package org.mahnmf.cli;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Puts what picocli has to say about wrong arguments into one line. */
final class WrongUsage {

  private WrongUsage() {}

  /** Says what is wrong and where to read on. */
  static String line(ParameterException e) {
    CommandLine command = e.getCommandLine();
    String name = command.getCommandName();
    return words(e, command)
        + (command.getParent() == null ? " (see mahnmf help)" : " (see mahnmf help " + name + ")");
  }

  private static String words(ParameterException e, CommandLine command) {
    // A misspelt option is the better explanation where picocli first misses the right one.
    if (e instanceof UnmatchedArgumentException || e instanceof MissingParameterException) {
      List<String> unmatched = command.getUnmatchedArguments();
      for (String word : unmatched) {
        if (word.startsWith("-")) {
          String option = word.replaceFirst("=.*", "");
          return "unknown option '" + option + "'" + nearest(option, options(command));
        }
      }
      if (e instanceof UnmatchedArgumentException && !unmatched.isEmpty()) {
        String word = unmatched.get(0);
        return command.getParent() == null
            ? "unknown command '" + word + "'" + nearest(word, command.getSubcommands().keySet())
            : "unexpected argument '" + word + "'";
      }
    }
    return e.getMessage();
  }

  private static List<String> options(CommandLine command) {
    return command.getCommandSpec().options().stream()
        .filter(option -> !option.hidden())
        .flatMap(option -> Stream.of(option.names()))
        .toList();
  }

  private static String nearest(String word, Iterable<String> names) {
    String best = "";
    int least = Math.max(2, word.length() / 3) + 1;
    for (String name : names) {
      int distance = name.startsWith(word) ? 0 : distance(word, name);
      if (distance < least && distance < word.length()) {
        least = distance;
        best = "; did you mean " + name + "?";
      }
    }
    return best;
  }

  /** Letters to insert, delete or replace (Levenshtein). */
  static int distance(String from, String to) {
    int[] row = IntStream.rangeClosed(0, to.length()).toArray();
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[to.length()];
  }
}
