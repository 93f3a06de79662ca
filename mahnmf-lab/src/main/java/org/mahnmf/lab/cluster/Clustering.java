package org.mahnmf.lab.cluster;

import java.util.Arrays;
import org.mahnmf.lab.linear.Rows;
import org.mahnmf.matrix.DenseMatrix;

/**
 * A grouping of samples around centres.
 *
 * @param labels the cluster of every sample, from 0 on
 * @param centres clusters x features: the mean of each cluster's samples
 * @param inertia Σ of the squared distances of the samples from their centres
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Clustering(int[] labels, DenseMatrix centres, double inertia) {

  /** Returns how many samples each cluster has. */
  public int[] sizes() {
    return sizes(labels, centres.rows());
  }

  /** Returns the same grouping with the clusters numbered by their size, the largest first. */
  public Clustering largestFirst() {
    int[] sizes = sizes();
    DenseMatrix sorted = Rows.some(centres, Rows.order(sizes.length, k -> -sizes[k]));
    return new Clustering(largestFirst(labels, sizes.length), sorted, inertia);
  }

  /** Returns how many samples each of some groups has, which are numbered from 0 on. */
  public static int[] sizes(int[] labels, int groups) {
    int[] sizes = new int[groups];
    for (int label : labels) {
      sizes[label]++;
    }
    return sizes;
  }

  /** Returns labels with the groups numbered by their size; of equals the earlier one is first. */
  public static int[] largestFirst(int[] labels, int groups) {
    int[] sizes = sizes(labels, groups);
    int[] order = Rows.order(groups, k -> -sizes[k]);
    int[] places = new int[groups];
    for (int k = 0; k < groups; k++) {
      places[order[k]] = k;
    }
    return Arrays.stream(labels).map(label -> places[label]).toArray();
  }
}
