package org.mahnmf.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A folder for results that a command can do without. */
final class OptionalFolder implements AutoCloseable {

  /** Writes one file. */
  @FunctionalInterface
  interface Writing {
    /** Writes it. */
    void to(Path file) throws IOException;
  }

  private final OutputFolder folder;

  private OptionalFolder(OutputFolder folder) {
    this.folder = folder;
  }

  /**
   * Opens a folder as {@link OutputFolder#open} does.
   *
   * @param path or null for none
   * @param flag names it in messages
   */
  static OptionalFolder open(Path path, String flag) {
    return new OptionalFolder(path == null ? null : OutputFolder.open(path, flag));
  }

  /**
   * Checks as {@link OutputFolder#keeping} does.
   *
   * @param input file or folder
   * @param names of the results
   */
  void keeping(Path input, List<String> names) {
    if (folder != null) {
      folder.keeping(input, names);
    }
  }

  /**
   * Writes a file if there is a folder.
   *
   * @param name without a folder
   * @param writing does it
   */
  void write(String name, Writing writing) throws IOException {
    if (folder != null) {
      writing.to(folder.file(name));
    }
  }

  @Override
  public void close() {
    if (folder != null) {
      folder.close();
    }
  }
}
