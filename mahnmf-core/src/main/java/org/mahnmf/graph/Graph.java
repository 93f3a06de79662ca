package org.mahnmf.graph;

import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.mahnmf.base.Check;
import org.mahnmf.matrix.DenseMatrix;

/**
 * An undirected graph with non-negative edge weights S, no loops, in compressed rows; L = D − S is
 * its Laplacian, where D holds the degrees (eq4.6). Immutable.
 *
 * <p>Products with L add weighted differences, S_ja (x_j − x_a), so a constant vector gives exactly
 * zero.
 */
public final class Graph implements Serializable {

  private final int count;
  private final int[] start;
  private final int[] neighbor;
  private final double[] weight;
  private final double[] degree;
  private double bound = Double.NaN;

  private Graph(int count, int[] start, int[] neighbor, double[] weight) {
    this.count = count;
    this.start = start;
    this.neighbor = neighbor;
    this.weight = weight;
    this.degree = new double[count];
    for (int j = 0; j < count; j++) {
      for (int e = start[j]; e < start[j + 1]; e++) {
        degree[j] += weight[e];
      }
    }
  }

  /**
   * Builds a graph from edges, O(vertices + edges).
   *
   * <p>Directions are ignored; of several edges between two vertices the heaviest counts; loops and
   * edges of weight 0 are dropped.
   *
   * @param count number of vertices, at least 1
   * @param from one end of each edge, zero-based; <em>not modified</em>
   * @param to the other end; <em>not modified</em>
   * @param weight finite and at least 0; <em>not modified</em>
   */
  public static Graph ofEdges(int count, int[] from, int[] to, double[] weight) {
    validate(count, from, to, weight);
    int[] kept =
        IntStream.range(0, weight.length).filter(e -> from[e] != to[e] && weight[e] > 0).toArray();
    Check.that(
        "the graph has %s edges but at most 2^30 fit; use fewer neighbours",
        kept.length <= Integer.MAX_VALUE / 2 - 8, kept.length);
    int[] rows = new int[2 * kept.length];
    int[] columns = new int[rows.length];
    double[] values = new double[rows.length];
    for (int d = 0; d < rows.length; d++) { // each edge in both directions
      int e = kept[d / 2];
      rows[d] = d % 2 == 0 ? from[e] : to[e];
      columns[d] = d % 2 == 0 ? to[e] : from[e];
      values[d] = weight[e];
    }
    // Two stable counting sorts: by column, then by row.
    int[] order = sorted(rows, sorted(columns, null, count), count);
    return merged(count, order, rows, columns, values);
  }

  private static void validate(int count, int[] from, int[] to, double[] weight) {
    Check.that("the graph has %s vertices but must have at least 1", count >= 1, count);
    Check.that(
        "there are %s starts, %s ends and %s weights of edges but must be as many of each",
        from.length == weight.length && to.length == weight.length,
        from.length,
        to.length,
        weight.length);
    for (int e = 0; e < weight.length; e++) {
      int wrong = from[e] < 0 || from[e] >= count ? from[e] : to[e];
      if (wrong < 0 || wrong >= count) {
        throw new IllegalArgumentException(
            "edge %s names vertex %s but vertices are 0 to %s; count them from 0"
                .formatted(e + 1, wrong, count - 1));
      }
      if (!(weight[e] >= 0 && weight[e] < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "edge %s has weight %s but must be finite and at least 0".formatted(e + 1, weight[e]));
      }
    }
  }

  private static int[] sorted(int[] keys, int[] order, int count) {
    int[] lengths = new int[count + 1];
    for (int key : keys) {
      lengths[key + 1]++;
    }
    for (int j = 0; j < count; j++) {
      lengths[j + 1] += lengths[j];
    }
    int[] result = new int[keys.length];
    for (int i = 0; i < keys.length; i++) {
      int e = order == null ? i : order[i];
      result[lengths[keys[e]]++] = e;
    }
    return result;
  }

  private static Graph merged(int count, int[] order, int[] rows, int[] columns, double[] values) {
    int[] start = new int[count + 1];
    int[] neighbor = new int[order.length];
    double[] weight = new double[order.length];
    int size = 0;
    int lastRow = -1;
    for (int e : order) {
      if (rows[e] == lastRow && columns[e] == neighbor[size - 1]) {
        weight[size - 1] = Math.max(weight[size - 1], values[e]);
        continue;
      }
      lastRow = rows[e];
      neighbor[size] = columns[e];
      weight[size++] = values[e];
      start[lastRow + 1] = size;
    }
    for (int j = 0; j < count; j++) {
      start[j + 1] = Math.max(start[j + 1], start[j]);
    }
    return new Graph(count, start, Arrays.copyOf(neighbor, size), Arrays.copyOf(weight, size));
  }

  /** Returns the number of vertices. */
  public int count() {
    return count;
  }

  /** Returns the number of edges, each counted once. */
  public int edges() {
    return neighbor.length / 2;
  }

  /** Returns Σ_a S_aj of vertex j. */
  public double degree(int vertex) {
    return degree[vertex];
  }

  /** Returns the neighbours of a zero-based vertex in rising order, as a new array. */
  public int[] neighbors(int vertex) {
    return Arrays.copyOfRange(neighbor, start[vertex], start[vertex + 1]);
  }

  /** Returns the weights of the edges to {@link #neighbors}, as a new array. */
  public double[] weights(int vertex) {
    return Arrays.copyOfRange(weight, start[vertex], start[vertex + 1]);
  }

  /** Returns Σ_a S_aj F(l, a) of component l and vertex j, where F has a column per vertex. */
  public double neighborSum(DenseMatrix factor, int component, int vertex) {
    double[] f = factor.array();
    int offset = factor.offset(component);
    double sum = 0;
    for (int e = start[vertex]; e < start[vertex + 1]; e++) {
      sum += weight[e] * f[offset + neighbor[e]];
    }
    return sum;
  }

  /** Returns tr(F L Fᵀ) = ½ Σ_a Σ_b S_ab ‖F(·, a) − F(·, b)‖², O(rank · edges). */
  public double laplacianForm(DenseMatrix factor) {
    double[] f = factor.array();
    double total = 0;
    for (int l = 0; l < factor.rows(); l++) {
      int offset = factor.offset(l);
      double sum = 0;
      for (int j = 0; j < count; j++) {
        double fj = f[offset + j];
        double part = 0;
        for (int e = start[j]; e < start[j + 1]; e++) {
          double difference = fj - f[offset + neighbor[e]];
          part += weight[e] * difference * difference;
        }
        sum += part;
      }
      total += sum;
    }
    return .5 * total; // every edge was met from both ends
  }

  /** Adds scale · F L to a matrix of the size of F, <em>modified</em>; O(rank · edges). */
  public void addLaplacian(DenseMatrix factor, double scale, DenseMatrix out) {
    double[] f = factor.array();
    double[] g = out.array();
    for (int l = 0; l < factor.rows(); l++) {
      int offset = factor.offset(l);
      for (int j = 0; j < count; j++) {
        double fj = f[offset + j];
        double sum = 0;
        for (int e = start[j]; e < start[j + 1]; e++) {
          sum += weight[e] * (fj - f[offset + neighbor[e]]);
        }
        g[offset + j] += scale * sum;
      }
    }
  }

  /** Returns a rigorous upper bound of σ_max(L), see {@link LaplacianBound}; found once. */
  public synchronized double laplacianBound() {
    if (Double.isNaN(bound)) {
      bound = new LaplacianBound(start, neighbor, weight, degree).value();
    }
    return bound;
  }

  @Override
  public String toString() {
    return "Graph of " + count + " vertices and " + edges() + " edges";
  }
}
