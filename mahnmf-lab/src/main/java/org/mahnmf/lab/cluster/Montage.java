package org.mahnmf.lab.cluster;

import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.Comparator;
import org.mahnmf.data.image.PngEncoder;
import org.mahnmf.lab.PictureGrid;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.PictureShape;

/**
 * Clusters of pictures as one picture: each row is a cluster, first the mean of its samples, then
 * the samples nearest its centre.
 */
public final class Montage {

  /** Samples shown of each cluster. */
  public static final int MOST_SAMPLES = 11;

  /** Clusters shown. */
  public static final int MOST_CLUSTERS = 60;

  private static final int GAP = 2;

  private final Matrix samples;
  private final PictureShape shape;
  private final Clustering clusters;
  private final DenseMatrix points;

  /**
   * Prepares a montage.
   *
   * @param samples one picture in each row; <em>kept</em>
   * @param shape of the pictures
   * @param clusters of the samples; <em>kept</em>
   * @param points where the samples are among the centres, such as scaled codes; <em>kept</em>
   */
  public Montage(Matrix samples, PictureShape shape, Clustering clusters, DenseMatrix points) {
    this.samples = samples;
    this.shape = shape;
    this.clusters = clusters;
    this.points = points;
  }

  /** Returns the montage as a PNG. */
  public byte[] png() {
    int rows = Math.min(MOST_CLUSTERS, clusters.centres().rows());
    int wide = shape.width() + GAP;
    int high = shape.height() + GAP;
    // The mean stands a little apart.
    int width = (1 + MOST_SAMPLES) * wide + 3 * GAP;
    BufferedImage image = PictureGrid.paper(width, rows * high + GAP);
    DenseMatrix means = means(samples, clusters);
    double[] pixels = new double[samples.columns()];
    for (int c = 0; c < rows; c++) {
      means.copyRow(c, pixels);
      PictureGrid.draw(image, GAP, c * high + GAP, pixels, shape);
      int[] members = nearestFirst(c);
      for (int k = 0; k < Math.min(MOST_SAMPLES, members.length); k++) {
        samples.copyRow(members[k], pixels);
        PictureGrid.draw(image, (k + 1) * wide + 3 * GAP, c * high + GAP, pixels, shape);
      }
    }
    return PngEncoder.encode(image);
  }

  /**
   * Returns the mean of each cluster's samples, entry by entry; missing entries are left out, and
   * stay where there is nothing else.
   *
   * @param samples one in each row; <em>not modified</em>
   * @param clusters of the samples; <em>not modified</em>
   */
  public static DenseMatrix means(Matrix samples, Clustering clusters) {
    DenseMatrix sums = new DenseMatrix(clusters.centres().rows(), samples.columns());
    double[] counts = new double[sums.array().length];
    double[] row = new double[samples.columns()];
    for (int i = 0; i < samples.rows(); i++) {
      samples.copyRow(i, row);
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
    double[] centre = new double[points.columns()];
    clusters.centres().copyRow(cluster, centre);
    double[] distances = new double[points.rows()];
    double[] point = new double[points.columns()];
    Integer[] order = new Integer[points.rows()];
    for (int i = 0; i < distances.length; i++) {
      points.copyRow(i, point);
      distances[i] = KMeans.squaredDistance(point, centre);
      order[i] = i;
    }
    Arrays.sort(order, Comparator.comparingDouble(i -> distances[i]));
    return Arrays.stream(order)
        .filter(i -> clusters.labels()[i] == cluster)
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
