package org.mahnmf.data;

import java.util.Optional;
import org.mahnmf.matrix.PictureShape;

/** Frames one after the other, as they come; only the one at hand is in memory. */
public interface FrameStream extends AutoCloseable {

  /**
   * A frame.
   *
   * @param shape the same for all frames of a stream
   * @param values from 0 to white; <em>kept</em>
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Frame(String name, PictureShape shape, double[] values) {}

  /** Waits for the next frame; there is none if the stream has ended. */
  Optional<Frame> next();

  /** Lets go of the source, if it is held; not while somebody waits for a frame. */
  @Override
  default void close() {}
}
