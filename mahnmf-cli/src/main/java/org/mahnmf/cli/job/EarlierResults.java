package org.mahnmf.cli.job;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.mahnmf.data.file.InputException;
import org.mahnmf.data.file.JsonReader;

/**
 * What an earlier run of the same command has left in a folder, as its record lists it: it would be
 * taken for a result of the run that comes now. Nothing else is ever removed.
 *
 * @param end when the record was written
 */
record EarlierResults(OutputFolder folder, Set<String> names, FileTime end) {

  /** Entries of a record that list files and, with a slash at the end, folders of frames. */
  private static final List<String> LISTS = List.of("files", "separated");

  private static final String FRAMES = "*.png";

  /** Looks what is there, before the new record takes the place of the old one. */
  static Optional<EarlierResults> in(OutputFolder folder, String command) {
    Path file = folder.file(FitFiles.RECORD);
    try {
      if (JsonReader.read(file) instanceof Map<?, ?> record
          && record.get("command") instanceof String earlier
          && name(earlier).equals(name(command))) {
        return Optional.of(
            new EarlierResults(folder, names(record), Files.getLastModifiedTime(file)));
      }
    } catch (IOException | InputException e) {
      // a record that cannot be read lists nothing
    }
    return Optional.empty();
  }

  /** The second word, after that of the program. */
  private static String name(String command) {
    String[] words = command.split(" ", 3);
    return words.length > 1 ? words[1] : "";
  }

  private static Set<String> names(Map<?, ?> record) {
    Set<String> names = new LinkedHashSet<>();
    for (String list : LISTS) {
      Object files = record.get(list);
      Collection<?> all =
          files instanceof Map<?, ?> map
              ? map.values()
              : files instanceof Collection<?> some ? some : List.of();
      all.forEach(name -> names.add(String.valueOf(name)));
    }
    return names;
  }

  /** Removes what a new run has not replaced, after its results are written. */
  void removeOthersThan(Map<String, Object> record) {
    Set<String> kept = names(record);
    for (String name : names) {
      boolean isFolder = name.endsWith("/");
      Path place = folder.file(isFolder ? name.substring(0, name.length() - 1) : name);
      if (name.equals(FitFiles.RECORD) || !isInside(place)) {
        continue;
      }
      try {
        if (isFolder) {
          removeFrames(place, !kept.contains(name));
        } else if (!kept.contains(name)) {
          removeIfOld(place);
        }
      } catch (IOException e) {
        // the new results are safe, and that is what counts
      }
    }
  }

  private boolean isInside(Path place) {
    Path parent = place.toAbsolutePath().normalize().getParent();
    return folder.path().toAbsolutePath().normalize().equals(parent);
  }

  private void removeFrames(Path frames, boolean whole) throws IOException {
    if (!Files.isDirectory(frames, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(frames, FRAMES)) {
      for (Path file : files) {
        removeIfOld(file);
      }
    }
    if (whole) {
      Files.delete(frames); // fails if something else is in it
    }
  }

  /** What is younger than the earlier record, or than the new run, is not of the earlier run. */
  private void removeIfOld(Path file) throws IOException {
    if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      FileTime time = Files.getLastModifiedTime(file);
      if (time.compareTo(end) <= 0 && folder.isOlder(time)) {
        Files.delete(file);
      }
    }
  }
}
