package org.mahnmf.lab.segment;

import org.mahnmf.Factorization;
import org.mahnmf.lab.cluster.Clustering;
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
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Segmentation(
    int[] labels, int segments, Superpixels superpixels, Factorization fit, DenseMatrix points) {

  /** Groups patches into segments by k-means on points, a row for each patch. */
  static Segmentation of(
      Superpixels patches, Factorization fit, DenseMatrix points, KMeans settings) {
    int segments = settings.clusters();
    int[] labels = patches.segments(settings.fit(points).labels(), segments);
    return new Segmentation(labels, segments, patches, fit, points);
  }

  /** Returns another number of segments, at most the patches, of the same factor. */
  public Segmentation withSegments(int number, long seed) {
    return of(superpixels, fit, points, new KMeans(number, seed, 1));
  }

  /** Returns how many pixels each segment has. */
  public int[] sizes() {
    return Clustering.sizes(labels, segments);
  }
}
