package org.mahnmf.report.view;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The inputs that the page may offer: what lies in the folders that were given, and nothing else. A
 * name is the number of a folder, a slash, and the path within it.
 */
final class InputFolders {

  private static final int DEPTH = 4;
  private static final int MOST = 400;
  private static final int FEWEST_IMAGES = 3;

  private static final Set<String> FILES =
      Set.of(
          "csv", "tsv", "txt", "gz", "npy", "npz", "mat", "h5", "hdf5", "mtx", "mp4", "avi", "mkv",
          "webm", "mov");
  private static final Set<String> IMAGES =
      Set.of("png", "jpg", "jpeg", "bmp", "pgm", "ppm", "tif", "tiff");

  private final List<Path> folders = new ArrayList<>();

  InputFolders(List<Path> given) throws IOException {
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
      Set<Path> found = new TreeSet<>();
      try {
        collect(folder, folder, DEPTH, found);
      } catch (IOException e) {
        names.add(prefix); // shown, so that a person sees that it cannot be read
      }
      found.stream()
          .limit(MOST)
          .map(path -> prefix + folder.relativize(path).toString().replace('\\', '/'))
          .forEach(names::add);
    }
    return names;
  }

  /** Collects the inputs at and below a path; what cannot be read inside it hides nothing else. */
  private static void collect(Path folder, Path path, int depth, Set<Path> found)
      throws IOException {
    boolean input = Files.isDirectory(path) ? isClip(path) : FILES.contains(ending(path));
    if (input && isInside(folder, path)) {
      found.add(path);
    }
    if (depth == 0 || (!path.equals(folder) && !Files.isDirectory(path, NOFOLLOW_LINKS))) {
      return;
    }
    try (DirectoryStream<Path> inside = Files.newDirectoryStream(path)) {
      for (Path one : inside) {
        collect(folder, one, depth - 1, found);
      }
    } catch (IOException | DirectoryIteratorException e) {
      if (path.equals(folder)) {
        throw new IOException(e);
      }
    }
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
   * Finds what a name means. Links are followed first, so that none leads out of its folder, nor
   * does one of a folder's files, all of which may be read as its images.
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
      return isInside(folder, path) ? Optional.of(path) : Optional.empty();
    } catch (IOException | NumberFormatException | InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static boolean isInside(Path folder, Path path) {
    try {
      if (!path.toRealPath().startsWith(folder)) {
        return false;
      }
      try (Stream<Path> files = Files.isDirectory(path) ? Files.list(path) : Stream.empty()) {
        return files
            .filter(file -> Files.isSymbolicLink(file) && Files.isRegularFile(file))
            .allMatch(link -> isInside(folder, link));
      }
    } catch (IOException e) {
      return false;
    }
  }
}
