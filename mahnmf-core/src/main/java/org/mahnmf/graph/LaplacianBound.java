package org.mahnmf.graph;

import java.util.Arrays;

/**
 * An upper bound of σ_max(L) of a graph, the least of four rigorous ones:
 *
 * <ul>
 *   <li>the largest d_a + d_b over edges (Anderson and Morley 1985; weighted edges: the row sums of
 *       the edge matrix);
 *   <li>for each connected part, its vertices times its heaviest edge: L is at most that of the
 *       complete graph with this weight, so the bound is exact there;
 *   <li>the Collatz–Wielandt ratio max_j (Av)_j / v_j of A = |L| = D + S and a positive v from
 *       power steps; exact for bipartite graphs;
 *   <li>the root of the same ratio of A = |L²|, in which the cancellation inside triangles has
 *       already happened; left out if L² is too full.
 * </ul>
 *
 * <p><b>Implementation notes.</b> Any positive v gives a bound, since the spectral radius of a
 * non-negative matrix is at most its largest row ratio. Ratios to the true value, graphs of 3 to 10
 * nearest neighbours of 600 points: |L| 1.01 in 50 dimensions to 1.44 in 2; |L²| 1.00 to 1.18; |L⁴|
 * 1.00 to 1.08, but twice as many entries to store. Lanczos steps would give the value itself, but
 * from below.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record LaplacianBound(int[] start, int[] neighbor, double[] weight, double[] degree) {

  private static final int POWER_STEPS = 200;

  /** Products that L² may cost; then it takes less than half a second. */
  private static final long SQUARE_COST = 1L << 25;

  double value() {
    int longest = 0;
    long squareCost = 0;
    for (int j = 0; j < degree.length; j++) {
      int length = start[j + 1] - start[j];
      longest = Math.max(longest, length);
      squareCost += (long) length * length;
    }
    // A sum of k products errs by k + 1 ulp of the sum of their sizes at most.
    double rounding = (longest + 8) * 0x1p-52;
    double first = ratio(degree, start, neighbor, weight);
    double bound = Math.min(Math.min(overEdges(), overParts()), first);
    if (squareCost <= SQUARE_COST && bound > 0) {
      // The rounding errors of L² are those of |L|² at most.
      double second = ratioOfSquare() + rounding * first * first;
      bound = Math.min(bound, Math.sqrt(second));
    }
    return bound * (1 + 2 * rounding);
  }

  private double overEdges() {
    double bound = 0;
    for (int j = 0; j < degree.length; j++) {
      for (int e = start[j]; e < start[j + 1]; e++) {
        bound = Math.max(bound, degree[j] + degree[neighbor[e]]);
      }
    }
    return bound;
  }

  private double overParts() {
    int count = degree.length;
    boolean[] seen = new boolean[count];
    int[] queue = new int[count];
    double bound = 0;
    for (int j = 0; j < count; j++) {
      if (seen[j]) {
        continue;
      }
      seen[j] = true;
      queue[0] = j;
      int size = 1;
      double heaviest = 0;
      for (int next = 0; next < size; next++) {
        int a = queue[next];
        for (int e = start[a]; e < start[a + 1]; e++) {
          heaviest = Math.max(heaviest, weight[e]);
          if (!seen[neighbor[e]]) {
            seen[neighbor[e]] = true;
            queue[size++] = neighbor[e];
          }
        }
      }
      bound = Math.max(bound, size * heaviest);
    }
    return bound;
  }

  /** The ratio of |L²| = |(D − S)²|, whose rows are built here. */
  private double ratioOfSquare() {
    int count = degree.length;
    double[] diagonal = new double[count];
    int[] from = new int[count + 1];
    int[] column = new int[count];
    double[] value = new double[count];
    double[] row = new double[count];
    int[] mark = new int[count];
    int[] reached = new int[count]; // by one or two edges
    for (int i = 0; i < count; i++) {
      int size = 0;
      mark[i] = i + 1;
      row[i] = degree[i] * degree[i];
      for (int e = start[i]; e < start[i + 1]; e++) {
        int k = neighbor[e];
        row[k] -= weight[e] * (degree[i] + degree[k]);
        size = meet(k, i + 1, mark, reached, size);
        for (int f = start[k]; f < start[k + 1]; f++) {
          row[neighbor[f]] += weight[e] * weight[f];
          size = meet(neighbor[f], i + 1, mark, reached, size);
        }
      }
      diagonal[i] = row[i];
      row[i] = 0;
      from[i + 1] = from[i] + size;
      if (from[i + 1] > column.length) {
        column = Arrays.copyOf(column, 2 * from[i + 1]);
        value = Arrays.copyOf(value, column.length);
      }
      for (int k = 0; k < size; k++) {
        column[from[i] + k] = reached[k];
        value[from[i] + k] = Math.abs(row[reached[k]]);
        row[reached[k]] = 0;
      }
    }
    return ratio(diagonal, from, column, value);
  }

  /** Lists a vertex unless it bears the mark; returns how many are listed. */
  private static int meet(int vertex, int with, int[] mark, int[] out, int size) {
    if (mark[vertex] == with) {
      return size;
    }
    mark[vertex] = with;
    out[size] = vertex;
    return size + 1;
  }

  /** Least ratio max_j (Av)_j / v_j of power steps with a non-negative matrix. */
  private static double ratio(double[] diagonal, int[] start, int[] column, double[] value) {
    int count = diagonal.length;
    double[] v = new double[count];
    double[] product = new double[count];
    Arrays.fill(v, 1);
    double bound = Double.POSITIVE_INFINITY;
    for (int step = 0; step < POWER_STEPS; step++) {
      double ratio = 0;
      double largest = 0;
      double inner = 0;
      double squares = 0;
      for (int j = 0; j < count; j++) {
        double sum = diagonal[j] * v[j];
        for (int e = start[j]; e < start[j + 1]; e++) {
          sum += value[e] * v[column[e]];
        }
        product[j] = sum;
        ratio = Math.max(ratio, sum / v[j]);
        largest = Math.max(largest, sum);
        inner += sum * v[j];
        squares += v[j] * v[j];
      }
      bound = Math.min(bound, ratio);
      // The Rayleigh quotient bounds the spectral radius from below: little more to gain.
      if (largest == 0 || bound <= 1.01 * inner / squares) {
        break;
      }
      // The floor keeps parts with smaller values positive; their ratios are far from the largest.
      for (int j = 0; j < count; j++) {
        v[j] = Math.max(product[j] / largest, 1e-100);
      }
    }
    return bound;
  }
}
