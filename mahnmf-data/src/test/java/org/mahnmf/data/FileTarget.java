package org.mahnmf.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.mahnmf.data.file.InputException;
import org.mahnmf.fuzz.FuzzTarget;
import org.mahnmf.fuzz.Mutations;

/**
 * A reader of files under attack. The file lies deep in a folder of its own, in which nothing else
 * may appear, nor where temporary files are.
 *
 * @param name of the reader
 * @param seeds valid files
 * @param words of the format
 * @param wrapping what has to be opened to get at the content
 * @param folder where the file lies, as {@link #folderIn} makes it
 * @param reader returns a few words on what it has read
 */
record FileTarget(
    String name,
    List<byte[]> seeds,
    List<String> words,
    Wrapping wrapping,
    Path folder,
    Function<Path, String> reader)
    implements FuzzTarget {

  private static final String FILE = "input";
  private static final int LONGEST_MESSAGE = 2000;
  private static final Pattern NOT_FOR_PEOPLE =
      Pattern.compile("Exception|: null$|Cannot invoke|java\\.|org\\.mahnmf\\.");

  /** How a format packs its content. */
  @FunctionalInterface
  interface Wrapping {
    /** The content lies open. */
    Wrapping NONE = (file, mutations) -> mutations.mutate(file);

    /** Returns a file with changed content. */
    byte[] mutate(byte[] file, Mutations mutations) throws IOException;
  }

  /** Makes a deep folder, so that names which climb up find something to hit. */
  static Path folderIn(Path top) throws IOException {
    return Files.createDirectories(top.resolve("a/b/c/d"));
  }

  @Override
  public byte[] mutate(byte[] input, Mutations mutations) {
    if (mutations.oneIn(4)) {
      return mutations.mutate(input);
    }
    try {
      byte[] changed = wrapping.mutate(input, mutations);
      return mutations.oneIn(8) ? mutations.mutate(changed) : changed;
    } catch (IOException | RuntimeException e) {
      return mutations.mutate(input); // it was damaged already and cannot be opened
    }
  }

  @Override
  public String read(byte[] input) throws IOException {
    Path file = folder.resolve(FILE);
    Files.write(file, input);
    return reader.apply(file);
  }

  @Override
  public String complaint(Throwable thrown) {
    String message = thrown.getMessage();
    if (!(thrown instanceof InputException)) {
      return "not a refusal";
    }
    if (!message.startsWith(folder.toString())) {
      return "the message does not name the file: " + message;
    }
    if (message.lines().count() != 1 || message.chars().anyMatch(Character::isISOControl)) {
      return "the message is not one line: " + message;
    }
    if (message.length() > LONGEST_MESSAGE) {
      return "the message has " + message.length() + " characters";
    }
    if (NOT_FOR_PEOPLE.matcher(message).find()) {
      return "the message is not for people: " + message;
    }
    return "";
  }

  /**
   * Everything but the file itself and the folders above it; with a folder for temporary files of
   * one's own, as {@link ReaderFuzz} wants it, also what was forgotten there.
   */
  @Override
  public String leftBehind() throws IOException {
    Path top = folder.getParent().getParent().getParent().getParent();
    boolean own = String.valueOf(top.getFileName()).startsWith(ReaderFuzz.FOLDER);
    try (Stream<Path> files = Files.walk(own ? top.getParent() : top)) {
      List<Path> found =
          files.filter(Files::isRegularFile).filter(file -> !file.startsWith(folder)).toList();
      return found.isEmpty() ? "" : found.toString();
    }
  }

  /** Says what a table is, and checks that it is one. */
  static String describe(Table table) {
    double[] row = new double[table.values().columns()];
    boolean missing = false;
    for (int i = 0; i < Math.min(64, table.values().rows()); i++) {
      table.values().copyRow(i, row);
      for (double value : row) {
        missing |= Double.isNaN(value);
        if (InputException.breaksEntryRule(value)) {
          throw new IllegalStateException("an entry of the table is " + value);
        }
      }
    }
    if (table.values().rows() < 1 || row.length < 1) {
      throw new IllegalStateException("an empty table");
    }
    return Arrays.asList(
            table.values().getClass().getSimpleName(),
            missing,
            table.picture().isPresent(),
            table.columnNames().isEmpty(),
            table.rowNames().isEmpty(),
            size(table.values().rows()),
            size(row.length))
        .toString();
  }

  /** A letter for one, few, many. */
  private static char size(int count) {
    return (char) ('a' + 31 - Integer.numberOfLeadingZeros(count));
  }
}
