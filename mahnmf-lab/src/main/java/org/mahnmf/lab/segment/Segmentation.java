package org.mahnmf.lab.segment;

import org.mahnmf.Factorization;
import org.mahnmf.lab.cluster.KMeans;
import org.mahnmf.matrix.DenseMatrix;

/**
 * A picture cut into segments.
 *
 * @param labels the segment of every pixel in reading order, from 0 on, the largest segment first
 * @param segments how many there are
 * @param superpixels the patches that were grouped
 * @param fit the affinity of the patches and its factor; row i of the codes belongs to patch i
 * @param points what k-means grouped: a row for each patch
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record Segmentation(
    int[] labels, int segments, Superpixels superpixels, Factorization fit, DenseMatrix points) {

  /**
   * Groups patches by k-means.
   *
   * @param patches of the picture
   * @param fit of their affinity
   * @param points a row for each patch
   * @param segments how many, at most the patches
   * @param seed of k-means
   * @param threads that share the work; the result does not depend on them
   */
  static Segmentation of(
      Superpixels patches,
      Factorization fit,
      DenseMatrix points,
      int segments,
      long seed,
      int threads) {
    int[] groups =
        KMeans.withClusters(segments).withSeed(seed).withThreads(threads).fit(points).labels();
    return new Segmentation(patches.segments(groups, segments), segments, patches, fit, points);
  }

  /**
   * Returns another number of segments of the same factor.
   *
   * @param number how many, at most the patches
   * @param seed of k-means
   */
  public Segmentation withSegments(int number, long seed) {
    return of(superpixels, fit, points, number, seed, 1);
  }

  /** Returns how many pixels each segment has. */
  public int[] sizes() {
    int[] sizes = new int[segments];
    for (int label : labels) {
      sizes[label]++;
    }
    return sizes;
  }
}
