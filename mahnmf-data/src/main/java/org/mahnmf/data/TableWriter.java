package org.mahnmf.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.mahnmf.data.file.InputException;

/**
 * Writes one file format. The ending of the name decides which, since there is no content yet.
 *
 * <p>A new format is one class with a public constructor without arguments, and one line in {@code
 * META-INF/services/org.mahnmf.data.TableWriter}.
 */
public interface TableWriter {

  /** Frames in a second of a clip that is written. */
  int FRAMES_PER_SECOND = 25;

  /** Returns the endings of names, in lower case and without the dot, such as {@code npy}. */
  List<String> endings();

  /**
   * Writes a table; the file appears whole or not at all.
   *
   * @param file its name; its folder must exist; an old file is replaced
   * @param table <em>not modified</em>
   * @throws InputException if the format cannot hold such a table
   */
  void write(Path file, Table table) throws IOException;

  /**
   * Checks before the work whether a file could be written after it.
   *
   * @throws InputException if the format cannot hold such a table
   */
  default void check(Path file, boolean pictures) {
    // Most formats hold anything.
  }

  /** The check of formats that hold nothing but pictures. */
  static void requirePictures(Path file, boolean pictures) {
    if (!pictures) {
      throw InputException.of(
          file, "holds pictures but the samples are none; write them as .npy or .csv");
    }
  }

  /** Returns whether this writer is asked only after all others. */
  default boolean fallback() {
    return false;
  }
}
