package org.mahnmf.data;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.mahnmf.data.file.InputException;

/**
 * Reads one file format as a table.
 *
 * <p>A new format is one class with a public constructor without arguments, and one line in {@code
 * META-INF/services/org.mahnmf.data.TableReader}.
 */
public interface TableReader {

  /**
   * What a format is called and offers.
   *
   * @param name in messages, such as {@code NPY}
   * @param choices what a user can choose in it
   */
  record Format(String name, Set<ReadOptions.Choice> choices) {

    /** Lists the choices. */
    public Format(String name, ReadOptions.Choice... choices) {
      this(name, Set.of(choices));
    }
  }

  /** Returns what is read. */
  Format format();

  /**
   * Decides by the content whether this reader is the one to read a file.
   *
   * @param path a regular file that is not empty, or a folder
   * @param head the file's first bytes, at least one; none for a folder; <em>not modified</em>
   */
  boolean accepts(Path path, byte[] head);

  /**
   * Reads a table with at least one row and one column, whose entries are finite and at least 0, or
   * NaN where missing.
   *
   * @param options what to take of it; nothing is chosen that {@link #format()} does not offer
   * @throws InputException if the file cannot be read or is not such a table
   */
  Table read(Source source, ReadOptions options);

  /**
   * Tells the size of a table without reading it.
   *
   * @return nothing if the format does not tell
   * @throws InputException if the file cannot be read or breaks a rule of its format
   */
  default Optional<Outline> outline(Source source, ReadOptions options) {
    return Optional.empty();
  }

  /**
   * Opens a clip to be read frame by frame. Formats that can do so read one frame at a time; others
   * read the whole clip first.
   *
   * @throws InputException if the file cannot be read or is not a clip
   */
  default FrameStream open(Source source, ReadOptions options) {
    return new TableFrames(source, read(source, options));
  }

  /**
   * Returns whether this reader is asked only after all others; it is meant for plain text, which
   * other formats may look like.
   */
  default boolean fallback() {
    return false;
  }
}
