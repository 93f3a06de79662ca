package org.mahnmf.lab;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;
import org.mahnmf.picture.PictureShape;

/** Pictures put together and kept as PNG files in memory. */
public final class Png {

  private static final int PAPER = 0xFFFFFF;

  private Png() {}

  /**
   * Returns an empty white sheet.
   *
   * @param width in pixels
   * @param height in pixels
   */
  public static BufferedImage paper(int width, int height) {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        image.setRGB(x, y, PAPER);
      }
    }
    return image;
  }

  /**
   * Draws a picture on a sheet; what lies outside black and white is clipped.
   *
   * @param image <em>modified</em>
   * @param left of the picture
   * @param top of the picture
   * @param pixels of the picture; <em>not modified</em>
   * @param shape how they are laid out, and what white is
   */
  public static void draw(
      BufferedImage image, int left, int top, double[] pixels, PictureShape shape) {
    for (int p = 0; p < shape.width() * shape.height(); p++) {
      int rgb = 0;
      for (int channel = 0; channel < 3; channel++) {
        double value = pixels[shape.channels() == 3 ? 3 * p + channel : p] / shape.white();
        rgb = rgb << 8 | (int) Math.round(255 * Math.max(0, Math.min(1, value)));
      }
      image.setRGB(left + p % shape.width(), top + p / shape.width(), rgb);
    }
  }

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
