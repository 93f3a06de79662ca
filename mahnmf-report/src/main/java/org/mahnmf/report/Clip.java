package org.mahnmf.report;

import org.mahnmf.matrix.Matrix;

/**
 * A grey clip taken apart. Every matrix has a row per frame and a column per pixel, pixel rows one
 * after the other, and is <em>kept</em>.
 *
 * @param name of the clip
 * @param width of a frame
 * @param height of a frame
 * @param frames what was seen, 0 to 255
 * @param background what the parts explain of it, in the same units
 * @param found 1 where something was found to move, else 0
 * @param truth 1 where something moves, 0 where nothing does, NaN where nobody knows
 */
public record Clip(
    String name,
    int width,
    int height,
    Matrix frames,
    Matrix background,
    Matrix found,
    Matrix truth) {

  /** Checks the sizes. */
  public Clip {
    Picture.requireSize("frames", frames, width, height);
    requireSame("background", background, frames);
    requireSame("found masks", found, frames);
    requireSame("true masks", truth, frames);
    if (frames.rows() == 0) {
      throw new IllegalArgumentException("the clip has no frames");
    }
  }

  /** Returns the number of frames. */
  public int count() {
    return frames.rows();
  }

  private static void requireSame(String what, Matrix matrix, Matrix frames) {
    if (matrix.rows() != frames.rows() || matrix.columns() != frames.columns()) {
      throw new IllegalArgumentException(
          "the "
              + what
              + " are "
              + matrix.rows()
              + "x"
              + matrix.columns()
              + " but the frames are "
              + frames.rows()
              + "x"
              + frames.columns());
    }
  }
}
