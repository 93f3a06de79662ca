package org.mahnmf.data;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.Collectors;
import org.mahnmf.data.file.InputException;

/**
 * Where a table is: a file or a folder, and for files that hold several tables which of them, such
 * as {@code faces.mat:fea} or {@code clip.h5:/camera/frames}.
 *
 * @param member name of a table within the file, if one is given
 */
public record Source(Path path, Optional<String> member) {

  private static final int MOST_LISTED = 12;

  /** A whole file or folder. */
  public static Source of(Path path) {
    return new Source(path, Optional.empty());
  }

  /**
   * Reads what a user typed. What exists wins: a file whose own name contains a colon is that file;
   * else the longest part before a colon that exists is the file, and what follows the member.
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

  /** Returns the member that is asked for, or the only one. */
  public String choose(String what, Collection<String> names) {
    InputException.throwIf(names.isEmpty(), path, "holds no " + what + " of numbers");
    String first = names.iterator().next();
    String list =
        names.stream()
            .limit(MOST_LISTED)
            .map(InputException::quote)
            .collect(Collectors.joining(", ", "", names.size() > MOST_LISTED ? ", …" : ""));
    if (member.isEmpty()) {
      Source example = new Source(path, Optional.of(InputException.quote(first)));
      String words = String.format("holds %s %s (%s): name one, as in ", names.size(), what, list);
      InputException.throwIf(names.size() > 1, path, words + example);
    }
    String name = member.orElse(first);
    String absent = "has no '" + InputException.quote(name) + "'; it holds " + list;
    InputException.throwIf(!names.contains(name), path, absent);
    return name;
  }

  @Override
  public String toString() {
    return member.map(name -> path + ":" + name).orElseGet(path::toString);
  }
}
