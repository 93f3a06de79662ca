package org.mahnmf.lab;

import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;
import org.mahnmf.picture.PictureShape;

/** Pictures of one shape in rows and columns on white paper. */
public final class PictureGrid {

  private static final int GAP = 2;
  private static final int PAPER = 0xFFFFFF;

  private final PictureShape shape;
  private final List<List<double[]>> rows = new ArrayList<>();

  /**
   * Starts without a picture.
   *
   * @param shape of all pictures
   */
  public PictureGrid(PictureShape shape) {
    this.shape = shape;
  }

  /**
   * Adds a row of pictures.
   *
   * @param pictures entries from 0 to the shape's white, cut off beyond; <em>kept</em>
   */
  public void addRow(List<double[]> pictures) {
    rows.add(List.copyOf(pictures));
  }

  /** Returns the grid as a PNG. */
  public byte[] png() {
    int columns = rows.stream().mapToInt(List::size).max().orElse(0);
    int wide = shape.width() + GAP;
    int high = shape.height() + GAP;
    BufferedImage image =
        new BufferedImage(
            columns * wide + GAP, rows.size() * high + GAP, BufferedImage.TYPE_INT_RGB);
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        image.setRGB(x, y, PAPER);
      }
    }
    for (int i = 0; i < rows.size(); i++) {
      for (int j = 0; j < rows.get(i).size(); j++) {
        draw(image, j * wide + GAP, i * high + GAP, rows.get(i).get(j));
      }
    }
    return Png.bytes(image);
  }

  private void draw(BufferedImage image, int left, int top, double[] picture) {
    for (int p = 0; p < shape.pixels(); p++) {
      int rgb = 0;
      for (int channel = 0; channel < 3; channel++) {
        double value = picture[shape.channels() == 3 ? 3 * p + channel : p] / shape.white();
        rgb = rgb << 8 | (int) Math.round(255 * Math.max(0, Math.min(1, value)));
      }
      image.setRGB(left + p % shape.width(), top + p / shape.width(), rgb);
    }
  }
}
