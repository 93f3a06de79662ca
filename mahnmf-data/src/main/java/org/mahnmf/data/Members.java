package org.mahnmf.data;

import java.util.Collection;
import java.util.Optional;
import java.util.stream.Collectors;
import org.mahnmf.data.file.InputException;

/** Chooses one of the tables in a file. */
public final class Members {

  private static final int MOST_LISTED = 12;

  private Members() {}

  /**
   * Returns the member that is asked for, or the only one.
   *
   * @param source may name a member
   * @param what they are called in messages, such as {@code variables}
   * @param names all members
   * @throws InputException if there is no such member, or none is named and there are several
   */
  public static String choose(Source source, String what, Collection<String> names) {
    if (names.isEmpty()) {
      throw InputException.of(source.path(), "holds no " + what + " of numbers");
    }
    if (source.member().isEmpty()) {
      if (names.size() == 1) {
        return names.iterator().next();
      }
      String first = names.iterator().next();
      throw InputException.of(
          source.path(),
          String.format(
              "holds %s %s (%s): name one, as in %s",
              names.size(),
              what,
              list(names),
              new Source(source.path(), Optional.of(InputException.quote(first)))));
    }
    String name = source.member().get();
    if (!names.contains(name)) {
      throw InputException.of(
          source.path(), "has no '" + InputException.quote(name) + "'; it holds " + list(names));
    }
    return name;
  }

  private static String list(Collection<String> names) {
    String list =
        names.stream()
            .limit(MOST_LISTED)
            .map(InputException::quote)
            .collect(Collectors.joining(", "));
    return names.size() > MOST_LISTED ? list + ", …" : list;
  }
}
