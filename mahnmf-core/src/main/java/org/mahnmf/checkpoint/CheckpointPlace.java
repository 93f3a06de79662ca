package org.mahnmf.checkpoint;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;

/** Where a checkpoint is kept; a file, as a rule. */
public interface CheckpointPlace {

  /** Writes a checkpoint. */
  @FunctionalInterface
  interface Content {
    /**
     * Writes everything.
     *
     * @param out need not be closed
     * @throws IOException if it cannot be written
     */
    void writeTo(OutputStream out) throws IOException;
  }

  /** Returns the name that messages use. */
  String name();

  /**
   * Opens what is kept.
   *
   * @return a stream that the caller closes, or nothing if nothing is kept
   * @throws IOException if it cannot be read
   */
  Optional<InputStream> open() throws IOException;

  /**
   * Keeps something else instead: all of it, on the disk, or what was kept before, whatever happens
   * meanwhile.
   *
   * @param content writes it
   * @throws IOException if it cannot be written; what was kept before stays
   */
  void write(Content content) throws IOException;

  /**
   * Keeps nothing any more.
   *
   * @throws IOException if it cannot be removed
   */
  void remove() throws IOException;
}
