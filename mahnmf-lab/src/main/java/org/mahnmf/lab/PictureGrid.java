package org.mahnmf.lab;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;
import org.mahnmf.picture.PictureShape;

/** Pictures in rows and columns on white paper. */
public final class PictureGrid {

  private static final int GAP = 2;
  private static final int PAPER = 0xFFFFFF;

  private final List<List<BufferedImage>> rows = new ArrayList<>();

  /** Starts without a picture. */
  public PictureGrid() {}

  /**
   * Adds a row of pictures.
   *
   * @param pictures from left to right; <em>kept</em>
   */
  public void addRow(List<BufferedImage> pictures) {
    rows.add(List.copyOf(pictures));
  }

  /**
   * Makes an image of numbers.
   *
   * @param pixels entries from 0 to the shape's white, cut off beyond; <em>not modified</em>
   * @param shape of the picture
   */
  public static BufferedImage image(double[] pixels, PictureShape shape) {
    BufferedImage image =
        new BufferedImage(shape.width(), shape.height(), BufferedImage.TYPE_INT_RGB);
    for (int p = 0; p < shape.pixels(); p++) {
      int rgb = 0;
      for (int channel = 0; channel < 3; channel++) {
        double value = pixels[shape.channels() == 3 ? 3 * p + channel : p] / shape.white();
        rgb = rgb << 8 | (int) Math.round(255 * Math.max(0, Math.min(1, value)));
      }
      image.setRGB(p % shape.width(), p / shape.width(), rgb);
    }
    return image;
  }

  /** Returns the grid as a PNG; cells are as large as the largest picture. */
  public byte[] png() {
    int columns = rows.stream().mapToInt(List::size).max().orElse(0);
    int wide = GAP;
    int high = GAP;
    for (List<BufferedImage> row : rows) {
      for (BufferedImage picture : row) {
        wide = Math.max(wide, picture.getWidth() + GAP);
        high = Math.max(high, picture.getHeight() + GAP);
      }
    }
    BufferedImage image =
        new BufferedImage(
            columns * wide + GAP, rows.size() * high + GAP, BufferedImage.TYPE_INT_RGB);
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        image.setRGB(x, y, PAPER);
      }
    }
    Graphics2D pen = image.createGraphics();
    for (int i = 0; i < rows.size(); i++) {
      for (int j = 0; j < rows.get(i).size(); j++) {
        pen.drawImage(rows.get(i).get(j), j * wide + GAP, i * high + GAP, null);
      }
    }
    pen.dispose();
    return Png.bytes(image);
  }
}
