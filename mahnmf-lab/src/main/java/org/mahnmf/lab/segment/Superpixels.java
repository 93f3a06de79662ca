package org.mahnmf.lab.segment;

import java.util.Arrays;
import java.util.function.IntFunction;
import org.mahnmf.lab.cluster.Clustering;
import org.mahnmf.lab.linear.Rows;

/**
 * A picture cut into many small connected patches of one colour by SLIC: k-means in L*a*b* and
 * place, each centre looking only at its neighbourhood, then every scrap joins a neighbour.
 *
 * <p>Costs a few passes over the pixels. Deterministic, no seed.
 *
 * <p>Reference: Achanta et al., "SLIC superpixels compared to state-of-the-art superpixel methods",
 * PAMI 2012.
 *
 * @param width of the picture
 * @param labels the patch of every pixel, in reading order
 * @param count how many patches there are
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Superpixels(int width, int[] labels, int count) {

  private static final int STEPS = 10;

  /** Weight of a step's distance in place against one of L*a*b*; larger patches are rounder. */
  private static final double COMPACTNESS = 10;

  /** Cuts a <em>not modified</em> picture into about so many patches, at least 1. */
  public static Superpixels of(ColourPicture picture, int wanted) {
    Slic slic = new Slic(picture, wanted);
    for (int step = 0; step < STEPS; step++) {
      slic.assign();
      slic.moveCentres();
    }
    return connected(picture.width(), slic.labels, picture.pixels() / wanted);
  }

  /** Returns for each patch the means of some numbers of its pixels. */
  double[][] means(IntFunction<double[]> numbers) {
    return means(labels, count, numbers);
  }

  private static double[][] means(int[] labels, int count, IntFunction<double[]> numbers) {
    double[][] means = new double[count][numbers.apply(0).length];
    for (int p = 0; p < labels.length; p++) {
      double[] sum = means[labels[p]];
      double[] one = numbers.apply(p);
      for (int k = 0; k < sum.length; k++) {
        sum[k] += one[k];
      }
    }
    int[] sizes = Clustering.sizes(labels, count);
    for (int patch = 0; patch < count; patch++) {
      double[] mean = means[patch];
      int size = sizes[patch];
      Arrays.setAll(mean, k -> mean[k] / size);
    }
    return means;
  }

  /** Returns the segment of every pixel, the largest first, from the group of every patch. */
  public int[] segments(int[] groups, int segments) {
    int[] spread = Arrays.stream(labels).map(patch -> groups[patch]).toArray();
    return Clustering.largestFirst(spread, segments);
  }

  /** Returns column and row of the centre of each patch. */
  double[][] centres() {
    return means(p -> new double[] {p % width, Math.floorDiv(p, width)});
  }

  /** Makes each connected piece a patch; pieces below a quarter of the usual size join another. */
  private static Superpixels connected(int width, int[] raw, int usual) {
    int[] labels = new int[raw.length];
    Arrays.fill(labels, -1);
    int[] queue = new int[raw.length];
    int count = 0;
    for (int p = 0; p < raw.length; p++) {
      if (labels[p] >= 0) {
        continue;
      }
      int beside = p % width > 0 ? labels[p - 1] : p >= width ? labels[p - width] : -1;
      int size = fill(width, raw, labels, p, count, queue);
      if (4 * size < usual && beside >= 0) {
        for (int k = 0; k < size; k++) {
          labels[queue[k]] = beside;
        }
      } else {
        count++;
      }
    }
    return new Superpixels(width, labels, count);
  }

  /** Labels the piece around a pixel; the queue then begins with its pixels. */
  private static int fill(int width, int[] raw, int[] labels, int start, int label, int[] queue) {
    int size = 1;
    queue[0] = start;
    labels[start] = label;
    for (int k = 0; k < size; k++) {
      int p = queue[k];
      int column = p % width;
      int[] around = {
        column > 0 ? p - 1 : -1, column + 1 < width ? p + 1 : -1, p - width, p + width
      };
      for (int q : around) {
        if (q >= 0 && q < raw.length && labels[q] < 0 && raw[q] == raw[start]) {
          labels[q] = label;
          queue[size++] = q;
        }
      }
    }
    return size;
  }

  /** The k-means part. */
  private static final class Slic {

    final int[] labels;
    private final int width;
    private final int height;
    private final double[][] features;
    private final double[][] centres;
    private final double reach;
    private final double[] distances;

    Slic(ColourPicture picture, int wanted) {
      width = picture.width();
      height = picture.height();
      labels = new int[picture.pixels()];
      distances = new double[labels.length];
      reach = Math.max(1, Math.sqrt((double) labels.length / wanted));
      features = new double[labels.length][];
      double scale = COMPACTNESS / reach;
      for (int p = 0; p < labels.length; p++) {
        features[p] = Arrays.copyOf(picture.lab(p), 5);
        features[p][3] = scale * (p % width);
        features[p][4] = scale * Math.floorDiv(p, width);
      }
      int across = Math.max(1, (int) Math.round(width / reach));
      int down = Math.max(1, (int) Math.round(height / reach));
      centres = new double[across * down][];
      for (int k = 0; k < centres.length; k++) {
        int column = (int) ((k % across + .5) * width / across);
        int row = (int) ((Math.floorDiv(k, across) + .5) * height / down);
        centres[k] = features[row * width + column].clone();
      }
    }

    void assign() {
      Arrays.fill(distances, Double.POSITIVE_INFINITY);
      double scale = reach / COMPACTNESS;
      for (int k = 0; k < centres.length; k++) {
        double column = centres[k][3] * scale;
        double row = centres[k][4] * scale;
        // Twice the usual distance of two centres, so that no pixel is out of everyone's sight.
        int left = (int) Math.max(0, column - 2 * reach);
        int right = (int) Math.min(width - 1, column + 2 * reach);
        int bottom = (int) Math.min(height - 1, row + 2 * reach);
        for (int y = (int) Math.max(0, row - 2 * reach); y <= bottom; y++) {
          for (int x = left; x <= right; x++) {
            int p = y * width + x;
            double distance = Rows.squaredDistance(features[p], centres[k]);
            if (distance < distances[p]) {
              distances[p] = distance;
              labels[p] = k;
            }
          }
        }
      }
    }

    void moveCentres() {
      double[][] means = means(labels, centres.length, p -> features[p]);
      // Of no pixels there is no mean.
      Arrays.setAll(centres, k -> Double.isNaN(means[k][0]) ? centres[k] : means[k]);
    }
  }
}
