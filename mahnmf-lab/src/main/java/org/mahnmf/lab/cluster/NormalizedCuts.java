package org.mahnmf.lab.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.mahnmf.lab.linear.Lanczos;
import org.mahnmf.lab.linear.Rows;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;

/**
 * Normalised cuts of a graph: parts A and B with a small cut(A, B)/assoc(A) + cut(A, B)/assoc(B),
 * from the leading eigenvectors of D^(-1/2)·S·D^(-1/2), where D holds the row sums of S. Either the
 * graph is cut in two along the second eigenvector, and the parts again (Shi, Malik 2000, as in the
 * paper), or k-means groups the rows of the first k eigenvectors (as spectral clustering does).
 */
public final class NormalizedCuts {

  private final double[][] weights;
  private final double[] degrees;

  /**
   * Prepares the cuts of a graph.
   *
   * @param weights symmetric, at least 0, each row with a positive sum; <em>not modified</em>
   */
  public NormalizedCuts(Matrix weights) {
    this.weights = Rows.of(weights);
    degrees = new double[weights.rows()];
    for (int i = 0; i < degrees.length; i++) {
      for (double weight : this.weights[i]) {
        degrees[i] += weight;
      }
      if (!(degrees[i] > 0)) {
        throw new IllegalArgumentException(
            "the weights of node " + (i + 1) + " sum to " + degrees[i] + " but must be positive");
      }
    }
  }

  /** Returns D^(-1/2)·S·D^(-1/2). */
  public DenseMatrix normalized() {
    DenseMatrix out = DenseMatrix.ofRows(weights);
    for (int i = 0; i < degrees.length; i++) {
      for (int j = 0; j < degrees.length; j++) {
        out.set(i, j, weights[i][j] / Math.sqrt(degrees[i] * degrees[j]));
      }
    }
    return out;
  }

  /**
   * Returns so many leading eigenvectors of D^(-1/2)·S·D^(-1/2), each multiplied with D^(-1/2): the
   * solutions of S·y = value·D·y.
   */
  public Lanczos.Pairs eigenvectors(int count, long seed) {
    Lanczos.Pairs pairs = Lanczos.largest(Rows.of(normalized()), count, seed);
    for (double[] vector : pairs.vectors()) {
      Arrays.setAll(vector, i -> vector[i] / Math.sqrt(degrees[i]));
    }
    return pairs;
  }

  /**
   * Groups the nodes by k-means on the rows of the first k eigenvectors; returns the part of each
   * node, from 0 on.
   */
  public int[] together(int parts, long seed) {
    DenseMatrix rows = DenseMatrix.ofRows(eigenvectors(parts, seed).vectors()).transpose();
    return new KMeans(parts, seed, 1).fit(rows).labels();
  }

  /**
   * Cuts the graph in two, then again the part whose cut costs least, until there are enough;
   * returns the part of each node, from 0 on.
   */
  public int[] inTwo(int parts, long seed) {
    List<Cut> leaves = new ArrayList<>();
    leaves.add(cut(IntStream.range(0, degrees.length).toArray(), seed));
    while (leaves.size() < parts) {
      Cut best = leaves.stream().min(Comparator.comparingDouble(Cut::cost)).orElseThrow();
      leaves.remove(best);
      leaves.add(cut(best.left, seed));
      leaves.add(cut(best.right, seed));
    }
    int[] labels = new int[degrees.length];
    for (int part = 0; part < leaves.size(); part++) {
      for (int node : leaves.get(part).nodes()) {
        labels[node] = part;
      }
    }
    return labels;
  }

  /**
   * The best way to cut some nodes in two.
   *
   * @param cost the normalised cut; infinite for a node alone
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Cut(int[] left, int[] right, double cost) {

    int[] nodes() {
      return IntStream.concat(Arrays.stream(left), Arrays.stream(right)).toArray();
    }
  }

  private Cut cut(int[] nodes, long seed) {
    int n = nodes.length;
    if (n == 1) {
      return new Cut(nodes, new int[0], Double.POSITIVE_INFINITY);
    }
    DenseMatrix inner = new DenseMatrix(n, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        inner.set(i, j, weights[nodes[i]][nodes[j]]);
      }
    }
    NormalizedCuts graph = new NormalizedCuts(inner);
    double[] second = graph.eigenvectors(2, seed).vectors()[1];
    int[] order = Rows.order(n, i -> second[i]);
    double[] costs = graph.costs(order);
    int best = 1;
    for (int size = 2; size < n; size++) {
      best = costs[size] < costs[best] ? size : best;
    }
    int[] sorted = Arrays.stream(order).map(i -> nodes[i]).toArray();
    return new Cut(Arrays.copyOf(sorted, best), Arrays.copyOfRange(sorted, best, n), costs[best]);
  }

  /** Returns the normalised cut after each number of nodes. */
  private double[] costs(int[] order) {
    int n = order.length;
    boolean[] left = new boolean[n];
    double total = Arrays.stream(degrees).sum();
    double association = 0;
    double cut = 0;
    double[] costs = new double[n];
    for (int size = 1; size < n; size++) {
      int node = order[size - 1];
      double[] row = weights[node];
      // The edges to the left are cut no longer, those to the right are now.
      for (int j = 0; j < n; j++) {
        cut += j == node ? 0 : left[j] ? -row[j] : row[j];
      }
      left[node] = true;
      association += degrees[node];
      costs[size] = cut / association + cut / (total - association);
    }
    return costs;
  }
}
