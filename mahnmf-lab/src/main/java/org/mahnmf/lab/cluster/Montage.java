package org.mahnmf.lab.cluster;

import java.awt.image.BufferedImage;
import java.util.Arrays;
import org.mahnmf.data.image.PngEncoder;
import org.mahnmf.lab.PictureGrid;
import org.mahnmf.lab.linear.Rows;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.PictureShape;

/**
 * Clusters of pictures as one picture: each row is a cluster, first the mean of its samples, then
 * the samples nearest its centre.
 *
 * @param samples one picture in each row
 * @param shape of the pictures
 * @param clusters of the samples
 * @param points where the samples are among the centres, such as scaled codes
 */
public record Montage(Matrix samples, PictureShape shape, Clustering clusters, DenseMatrix points) {

  /** Samples shown of each cluster. */
  public static final int MOST_SAMPLES = 11;

  /** Clusters shown. */
  public static final int MOST_CLUSTERS = 60;

  private static final int GAP = 2;

  /** Returns the montage as a PNG. */
  public byte[] png() {
    int rows = Math.min(MOST_CLUSTERS, clusters.centres().rows());
    int wide = shape.width() + GAP;
    int high = shape.height() + GAP;
    // The mean stands a little apart.
    int width = (1 + MOST_SAMPLES) * wide + 3 * GAP;
    BufferedImage image = PictureGrid.paper(width, rows * high + GAP);
    DenseMatrix means = means(samples, clusters);
    for (int c = 0; c < rows; c++) {
      PictureGrid.draw(image, GAP, c * high + GAP, Rows.row(means, c), shape);
      int[] members = nearestFirst(c);
      for (int k = 0; k < Math.min(MOST_SAMPLES, members.length); k++) {
        double[] pixels = Rows.row(samples, members[k]);
        PictureGrid.draw(image, (k + 1) * wide + 3 * GAP, c * high + GAP, pixels, shape);
      }
    }
    return PngEncoder.encode(image);
  }

  /**
   * Returns the mean of each cluster's samples, entry by entry; missing entries are left out, and
   * stay where there is nothing else. Nothing is <em>modified</em>.
   */
  public static DenseMatrix means(Matrix samples, Clustering clusters) {
    DenseMatrix sums = new DenseMatrix(clusters.centres().rows(), samples.columns());
    double[] counts = new double[sums.array().length];
    for (int i = 0; i < samples.rows(); i++) {
      double[] row = Rows.row(samples, i);
      int offset = sums.offset(clusters.labels()[i]);
      for (int j = 0; j < row.length; j++) {
        if (!Double.isNaN(row[j])) {
          sums.array()[offset + j] += row[j];
          counts[offset + j]++;
        }
      }
    }
    for (int k = 0; k < counts.length; k++) {
      sums.array()[k] = counts[k] == 0 ? Double.NaN : sums.array()[k] / counts[k];
    }
    return sums;
  }

  private int[] nearestFirst(int cluster) {
    double[] centre = Rows.row(clusters.centres(), cluster);
    double[] distances = new double[points.rows()];
    Arrays.setAll(distances, i -> Rows.squaredDistance(Rows.row(points, i), centre));
    return Arrays.stream(Rows.order(distances.length, i -> distances[i]))
        .filter(i -> clusters.labels()[i] == cluster)
        .toArray();
  }
}
