package org.mahnmf.data;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.mahnmf.data.file.InputException;

/**
 * Where a table is: a file or a folder, and for files that hold several tables which of them, such
 * as {@code faces.mat:fea} or {@code clip.h5:/camera/frames}.
 *
 * @param member name of a table within the file, if one is given
 */
public record Source(Path path, Optional<String> member) {

  /** A whole file or folder. */
  public static Source of(Path path) {
    return new Source(path, Optional.empty());
  }

  /**
   * Reads what a user typed. What exists wins: a file whose own name contains a colon is that file;
   * else the longest part before a colon that exists is the file, and what follows the member.
   *
   * @param text such as {@code data.csv} or {@code faces.mat:fea}
   * @throws InputException if the text cannot be the name of a file
   */
  public static Source parse(String text) {
    Path whole = path(text);
    if (!Files.exists(whole)) {
      for (int colon = text.lastIndexOf(':');
          colon > 0 && colon < text.length();
          colon = text.lastIndexOf(':', colon - 1)) {
        Path file = path(text.substring(0, colon));
        if (Files.exists(file)) {
          return new Source(file, Optional.of(text.substring(colon + 1)));
        }
      }
    }
    return of(whole);
  }

  private static Path path(String text) {
    if (text.isBlank()) {
      throw new InputException("'" + text + "': the name of a file or folder must not be empty");
    }
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new InputException(text + ": cannot be the name of a file: " + e.getReason(), e);
    }
  }

  @Override
  public String toString() {
    return member.map(name -> path + ":" + name).orElseGet(path::toString);
  }
}
