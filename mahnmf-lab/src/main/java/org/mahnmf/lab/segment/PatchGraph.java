package org.mahnmf.lab.segment;

import org.mahnmf.lab.cluster.SizeOrder;
import org.mahnmf.matrix.DenseMatrix;

/**
 * The patches of a picture and how alike they are.
 *
 * @param patches of the picture
 * @param weights the affinity of each pair (eq5.1), not normalised
 */
public record PatchGraph(Superpixels patches, DenseMatrix weights) {

  /**
   * Returns the segment of every pixel, the largest first.
   *
   * @param groups of the patches, from 0 on; <em>not modified</em>
   * @param segments how many groups there are
   */
  public int[] labels(int[] groups, int segments) {
    return SizeOrder.of(patches.spread(groups), segments).apply();
  }
}
