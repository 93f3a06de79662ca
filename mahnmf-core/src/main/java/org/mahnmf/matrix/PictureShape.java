package org.mahnmf.matrix;

import org.mahnmf.base.Check;

/**
 * How a sample is laid out as a picture: pixel rows from top to bottom, within a row from left to
 * right, the channels of a pixel (red, green, blue) next to each other.
 *
 * @param width of the picture in pixels, at least 1
 * @param height of the picture in pixels, at least 1
 * @param channels numbers for each pixel: 1 if grey, 3 if coloured
 * @param white what full brightness is in the units of the table, such as 255; positive
 */
public record PictureShape(int width, int height, int channels, double white) {

  /** Checks the sizes. */
  public PictureShape {
    Check.that(
        "a picture of %sx%s pixels, %s channels and white %s cannot be; sizes are at least 1,"
            + " channels 1 or 3, white above 0",
        width >= 1 && height >= 1 && (channels == 1 || channels == 3) && white > 0,
        width,
        height,
        channels,
        white);
  }

  /** Returns the number of pixels. */
  public int pixels() {
    return Math.multiplyExact(width, height);
  }

  /** Returns how many numbers a picture takes. */
  public int length() {
    return Math.multiplyExact(pixels(), channels);
  }

  /**
   * Checks that pictures of this shape fill the rows of a table with so many columns.
   *
   * @throws IllegalArgumentException if they do not
   */
  public void requireFits(int columns) {
    Check.that(
        "pictures of %sx%sx%s take %s columns but the table has %s",
        length() == columns, width, height, channels, length(), columns);
  }
}
