package org.mahnmf.data;

import java.util.Optional;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.PictureShape;

/** Frames one after the other, as they come; only the one at hand is in memory. */
public interface FrameStream extends AutoCloseable {

  /** A frame. */
  final class Frame {

    private final String name;
    private final PictureShape shape;
    private final double[] values;

    /**
     * Keeps a frame.
     *
     * @param name of its file, or empty
     * @param shape the same for all frames of a stream
     * @param values from 0 to white; <em>kept</em>
     */
    public Frame(String name, PictureShape shape, double[] values) {
      this.name = name;
      this.shape = shape;
      this.values = values;
    }

    /** Returns the name of its file, or an empty one. */
    public String name() {
      return name;
    }

    /** Returns how it is laid out. */
    public PictureShape shape() {
      return shape;
    }

    /** Returns its numbers themselves, not a copy. */
    public double[] values() {
      return values;
    }
  }

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
