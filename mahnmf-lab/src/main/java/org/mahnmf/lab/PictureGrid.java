package org.mahnmf.lab;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;
import org.mahnmf.picture.PictureShape;

/** Pictures in rows and columns on white paper. */
public final class PictureGrid {

  private static final int GAP = 2;

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
    Png.draw(image, 0, 0, pixels, shape);
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
    BufferedImage image = Png.paper(columns * wide + GAP, rows.size() * high + GAP);
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
