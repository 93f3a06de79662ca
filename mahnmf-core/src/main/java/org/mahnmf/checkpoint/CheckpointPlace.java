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
    /** Writes everything; the stream need not be closed. */
    void writeTo(OutputStream out) throws IOException;
  }

  /** Returns the name that messages use. */
  String name();

  /** Opens what is kept, if anything is; the caller closes the stream. */
  Optional<InputStream> open() throws IOException;

  /**
   * Keeps something else instead: all of it, on the disk, or what was kept before, whatever happens
   * meanwhile.
   */
  void write(Content content) throws IOException;

  /** Keeps nothing any more. */
  void remove() throws IOException;
}
