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
   * Computes the matrix.
   *
   * @param features one array for each patch; <em>not modified</em>
   * @param places likewise; <em>not modified</em>
   * @param deltaF δ_F
   * @param deltaL δ_L
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

  /**
   * Returns D^(-1/2)·S·D^(-1/2) with D the row sums of S.
   *
   * @param s symmetric; <em>not modified</em>
   */
  static DenseMatrix normalized(DenseMatrix s) {
    int n = s.rows();
    double[] degrees = new double[n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        degrees[i] += s.get(i, j);
      }
    }
    DenseMatrix out = new DenseMatrix(n, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        out.set(i, j, s.get(i, j) / Math.sqrt(degrees[i] * degrees[j]));
      }
    }
    return out;
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
