package org.mahnmf.lab.segment;

import org.mahnmf.Factorization;

/**
 * A picture cut into segments.
 *
 * @param labels the segment of every pixel in reading order, from 0 on, the largest segment first
 * @param segments how many there are
 * @param superpixels the patches that were grouped
 * @param fit the affinity of the patches and its factor; row i of the codes belongs to patch i
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record Segmentation(int[] labels, int segments, Superpixels superpixels, Factorization fit) {

  /** Returns how many pixels each segment has. */
  public int[] sizes() {
    int[] sizes = new int[segments];
    for (int label : labels) {
      sizes[label]++;
    }
    return sizes;
  }
}
