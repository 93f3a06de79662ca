package org.mahnmf.data;

import java.util.Optional;
import org.mahnmf.picture.PictureShape;

/** Frames one after the other, as they come; only the one at hand is in memory. */
public interface FrameStream extends AutoCloseable {

  /**
   * A frame.
   *
   * @param name of its file, or empty
   * @param shape the same for all frames of a stream
   * @param values from 0 to white; the reader's own, not kept by the stream
   */
  record Frame(String name, PictureShape shape, double[] values) {}

  /**
   * Waits for the next frame.
   *
   * @return the frame, or nothing if the stream has ended
   * @throws InputException if it cannot be read, or differs in shape from those before
   */
  Optional<Frame> next();

  /** Lets go of the source; not while somebody waits for a frame. */
  @Override
  void close();
}
