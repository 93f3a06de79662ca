package org.mahnmf.lab;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;
import org.mahnmf.data.image.PngEncoder;
import org.mahnmf.matrix.PictureShape;

/** Pictures in rows and columns on white paper. */
public final class PictureGrid {

  private static final int GAP = 2;

  private final List<List<BufferedImage>> rows = new ArrayList<>();

  /** Adds a row of pictures, which are <em>kept</em>, from left to right. */
  public void addRow(List<BufferedImage> pictures) {
    rows.add(List.copyOf(pictures));
  }

  /** Makes an image of numbers from 0 to the shape's white, cut off beyond. */
  public static BufferedImage image(double[] pixels, PictureShape shape) {
    BufferedImage image =
        new BufferedImage(shape.width(), shape.height(), BufferedImage.TYPE_INT_RGB);
    draw(image, 0, 0, pixels, shape);
    return image;
  }

  /** Returns the grid as a PNG. */
  public byte[] png() {
    return PngEncoder.encode(image());
  }

  /** Returns the grid; cells are as large as the largest picture. */
  public BufferedImage image() {
    int columns = rows.stream().mapToInt(List::size).max().orElse(0);
    int wide = GAP;
    int high = GAP;
    for (List<BufferedImage> row : rows) {
      for (BufferedImage picture : row) {
        wide = Math.max(wide, picture.getWidth() + GAP);
        high = Math.max(high, picture.getHeight() + GAP);
      }
    }
    BufferedImage image = paper(columns * wide + GAP, rows.size() * high + GAP);
    Graphics2D pen = image.createGraphics();
    for (int i = 0; i < rows.size(); i++) {
      for (int j = 0; j < rows.get(i).size(); j++) {
        pen.drawImage(rows.get(i).get(j), j * wide + GAP, i * high + GAP, null);
      }
    }
    pen.dispose();
    return image;
  }

  /** Returns an empty white sheet. */
  public static BufferedImage paper(int width, int height) {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D pen = image.createGraphics();
    pen.setBackground(Color.WHITE);
    pen.clearRect(0, 0, width, height);
    pen.dispose();
    return image;
  }

  /** Draws a picture on an image, <em>modified</em>; beyond black and white it is clipped. */
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
}
