package org.mahnmf.lab;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;

/** Pictures as PNG files in memory. */
public final class Png {

  private Png() {}

  /**
   * Encodes a picture.
   *
   * @param image <em>not modified</em>
   */
  public static byte[] bytes(BufferedImage image) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      ImageIO.write(image, "png", bytes);
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException("a picture could not be written to memory", e);
    }
  }
}
