package org.mahnmf.lab.cluster;

import org.mahnmf.matrix.DenseMatrix;

/**
 * A grouping of samples around centres.
 *
 * @param labels the cluster of every sample, from 0 on
 * @param centres clusters x features: the mean of each cluster's samples
 * @param inertia Σ of the squared distances of the samples from their centres
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record Clustering(int[] labels, DenseMatrix centres, double inertia) {

  /** Returns how many samples each cluster has. */
  public int[] sizes() {
    int[] sizes = new int[centres.rows()];
    for (int label : labels) {
      sizes[label]++;
    }
    return sizes;
  }

  /** Returns the same grouping with the clusters numbered by their size, the largest first. */
  public Clustering largestFirst() {
    SizeOrder order = SizeOrder.of(labels, centres.rows());
    DenseMatrix sorted = new DenseMatrix(centres.rows(), centres.columns());
    for (int c = 0; c < centres.rows(); c++) {
      int to = sorted.offset(order.place(c));
      System.arraycopy(centres.array(), centres.offset(c), sorted.array(), to, sorted.columns());
    }
    return new Clustering(order.apply(), sorted, inertia);
  }
}
