package org.mahnmf.lab.paper;

import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.mahnmf.lab.PictureGrid;
import org.mahnmf.lab.linear.Rows;
import org.mahnmf.lab.separate.Separator;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.PictureShape;

/**
 * Pictures taken apart, as the figures of Section 5.4 show them: in each row a picture, then its
 * low-rank part and the size of what is left, for one method after the other.
 *
 * @param table one picture in each row
 * @param shape of a picture
 */
record SeparationPicture(Matrix table, PictureShape shape) {

  /** Differences are shown so many times as bright. */
  private static final double BRIGHTER = 2;

  /** Returns the figure of some rows of the table, with methods from left to right, as a PNG. */
  byte[] png(int[] shown, List<Separator> methods, long seed) {
    List<Matrix> lows = methods.stream().map(method -> method.separate(table, seed).low()).toList();
    PictureGrid grid = new PictureGrid();
    for (int frame : shown) {
      double[] pixels = Rows.row(table, frame);
      List<BufferedImage> row = new ArrayList<>(List.of(PictureGrid.image(pixels, shape)));
      for (Matrix low : lows) {
        double[] near = Rows.row(low, frame);
        double[] rest = new double[pixels.length];
        Arrays.setAll(rest, k -> BRIGHTER * Math.abs(pixels[k] - near[k]));
        row.add(PictureGrid.image(near, shape));
        row.add(PictureGrid.image(rest, shape));
      }
      grid.addRow(row);
    }
    return grid.png();
  }
}
