package org.mahnmf.lab.segment;

import java.util.Arrays;
import org.mahnmf.lab.linear.Rows;
import org.mahnmf.matrix.DenseMatrix;

/**
 * The affinity S of patches of a picture (eq5.1): s_ij = exp(−dF²/δ_F²)·exp(−dL²/δ_L²), or 0 beyond
 * a radius. dF is the distance of two patches in their features and dL that of their places, each
 * divided by the largest one.
 */
final class Affinity {

  private Affinity() {}

  /**
   * Computes the matrix from features and places, one array for each patch, <em>not modified</em>.
   *
   * @param cut whether pairs whose dL is above the median of all dL get 0, as in the paper
   */
  static DenseMatrix weights(
      double[][] features, double[][] places, double deltaF, double deltaL, boolean cut) {
    int n = features.length;
    double[][] dF = distances(features);
    double[][] dL = distances(places);
    double radius = cut ? median(dL) : Double.POSITIVE_INFINITY;
    DenseMatrix s = new DenseMatrix(n, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double f = dF[i][j] / deltaF;
        double l = dL[i][j] / deltaL;
        double weight = dL[i][j] <= radius ? StrictMath.exp(-f * f - l * l) : 0;
        s.set(i, j, weight);
        s.set(j, i, weight);
      }
    }
    return s;
  }

  /** Returns the lower half of all distances, the largest of them 1. */
  private static double[][] distances(double[][] points) {
    double[][] distances = new double[points.length][];
    double largest = 0;
    for (int i = 0; i < points.length; i++) {
      distances[i] = new double[i + 1];
      for (int j = 0; j < i; j++) {
        distances[i][j] = Math.sqrt(Rows.squaredDistance(points[i], points[j]));
        largest = Math.max(largest, distances[i][j]);
      }
    }
    for (int i = 0; i < points.length && largest > 0; i++) {
      for (int j = 0; j < i; j++) {
        distances[i][j] /= largest;
      }
    }
    return distances;
  }

  /** Returns the median over all pairs of different patches; 0 if there is one patch only. */
  private static double median(double[][] lower) {
    int n = lower.length;
    double[] all = new double[n * (n - 1) / 2];
    int count = 0;
    for (double[] row : lower) {
      System.arraycopy(row, 0, all, count, row.length - 1);
      count += row.length - 1;
    }
    Arrays.sort(all);
    return count == 0 ? 0 : .5 * (all[(count - 1) / 2] + all[count / 2]);
  }
}
