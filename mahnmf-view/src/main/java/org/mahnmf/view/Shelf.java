package org.mahnmf.view;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The inputs that the page may offer: what lies in the folders that were given, and nothing else. A
 * name is the number of a folder, a slash, and the path within it.
 */
final class Shelf {

  private static final int DEPTH = 4;
  private static final int MOST = 400;
  private static final int FEWEST_IMAGES = 3;

  private static final Set<String> TABLES =
      Set.of("csv", "tsv", "txt", "gz", "npy", "npz", "mat", "h5", "hdf5", "mtx");
  private static final Set<String> CLIPS = Set.of("mp4", "avi", "mkv", "webm", "mov");
  private static final Set<String> IMAGES =
      Set.of("png", "jpg", "jpeg", "bmp", "pgm", "ppm", "tif", "tiff");

  private final List<Path> folders = new ArrayList<>();

  /**
   * Opens folders.
   *
   * @param given must exist
   */
  Shelf(List<Path> given) throws IOException {
    for (Path folder : given) {
      folders.add(folder.toRealPath());
    }
  }

  /** Returns the names of everything that looks like an input, in order. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    for (int k = 0; k < folders.size(); k++) {
      Path folder = folders.get(k);
      String prefix = k + "/";
      try (Stream<Path> walk = Files.walk(folder, DEPTH)) {
        walk.filter(this::isInput)
            .sorted()
            .limit(MOST)
            .map(path -> prefix + folder.relativize(path).toString().replace('\\', '/'))
            .forEach(names::add);
      } catch (IOException | UncheckedIOException e) {
        names.add(prefix); // shown, so that a person sees that it cannot be read
      }
    }
    return names;
  }

  private boolean isInput(Path path) {
    if (Files.isDirectory(path)) {
      return isClip(path);
    }
    return TABLES.contains(ending(path)) || CLIPS.contains(ending(path));
  }

  private static boolean isClip(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> IMAGES.contains(ending(file))).limit(FEWEST_IMAGES).count()
          == FEWEST_IMAGES;
    } catch (IOException e) {
      return false;
    }
  }

  private static String ending(Path path) {
    String name = String.valueOf(path.getFileName());
    return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
  }

  /**
   * Finds what a name means. Links are followed first, so that none leads out of its folder.
   *
   * @param name as in {@link #names()}; may come from anybody
   */
  Optional<Path> find(String name) {
    int slash = name.indexOf('/');
    try {
      int number = slash < 1 ? -1 : Integer.parseInt(name.substring(0, slash));
      if (number < 0 || number >= folders.size()) {
        return Optional.empty();
      }
      Path folder = folders.get(number);
      Path path = folder.resolve(name.substring(slash + 1)).toRealPath();
      return path.startsWith(folder) ? Optional.of(path) : Optional.empty();
    } catch (IOException | NumberFormatException | InvalidPathException e) {
      return Optional.empty();
    }
  }
}
