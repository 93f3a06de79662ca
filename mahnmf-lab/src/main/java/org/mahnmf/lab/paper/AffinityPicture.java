package org.mahnmf.lab.paper;

import java.util.Arrays;
import java.util.List;
import org.mahnmf.lab.PictureGrid;
import org.mahnmf.lab.linear.Rows;
import org.mahnmf.lab.segment.Segmentation;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.PictureShape;

/**
 * A normalised affinity and its HHᵀ side by side, as in the paper's last figure of segments: rows
 * and columns in the order of the segments, means of neighbours so that it fits a page, both as
 * bright.
 *
 * @param segmentation of an image
 */
record AffinityPicture(Segmentation segmentation) {

  private static final int SIDE = 300;

  /** This share of the entries is darker than white. */
  private static final double DARKER = .98;

  byte[] png() {
    Matrix affinity = segmentation.fit().observations().values();
    Matrix near = segmentation.fit().lowRank();
    int[] order = order(affinity.rows());
    double[] left = reduced(affinity, order);
    double[] right = reduced(near, order);
    double[] sorted = left.clone();
    Arrays.sort(sorted);
    double white = Math.max(Double.MIN_NORMAL, sorted[(int) (DARKER * sorted.length)]);
    PictureShape shape = new PictureShape(SIDE, SIDE, 1, white);
    PictureGrid grid = new PictureGrid();
    grid.addRow(List.of(PictureGrid.image(left, shape), PictureGrid.image(right, shape)));
    return grid.png();
  }

  /** Returns the patches segment by segment. */
  private int[] order(int patches) {
    int[] segment = new int[patches];
    for (int p = 0; p < segmentation.labels().length; p++) {
      segment[segmentation.superpixels().labels()[p]] = segmentation.labels()[p];
    }
    return Rows.order(patches, k -> segment[k]);
  }

  private static double[] reduced(Matrix matrix, int[] order) {
    int n = order.length;
    double[] sums = new double[SIDE * SIDE];
    double[] counts = new double[SIDE * SIDE];
    for (int i = 0; i < n; i++) {
      double[] row = Rows.row(matrix, order[i]);
      for (int j = 0; j < n; j++) {
        int cell = (int) ((long) i * SIDE / n) * SIDE + (int) ((long) j * SIDE / n);
        sums[cell] += row[order[j]];
        counts[cell]++;
      }
    }
    for (int k = 0; k < sums.length; k++) {
      sums[k] = counts[k] > 0 ? sums[k] / counts[k] : 0;
    }
    return sums;
  }
}
