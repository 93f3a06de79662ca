package org.mahnmf.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.mahnmf.matrix.DenseMatrix;

/** Also lends random graphs to other tests. */
public class GraphTest {

  /**
   * Returns a graph with random edges, some of them twice, loops or of weight 0.
   *
   * @param random decides
   * @param count vertices
   * @param edges edges before any are merged
   */
  public static Graph random(SplittableRandom random, int count, int edges) {
    int[] from = new int[edges];
    int[] to = new int[edges];
    double[] weight = new double[edges];
    boolean binary = random.nextBoolean();
    for (int e = 0; e < edges; e++) {
      from[e] = random.nextInt(count);
      to[e] = random.nextInt(count);
      weight[e] = random.nextInt(10) == 0 ? 0 : binary ? 1 : random.nextDouble();
    }
    return Graph.ofEdges(count, from, to, weight);
  }

  /**
   * Returns S as a full matrix.
   *
   * @param graph <em>not modified</em>
   */
  public static double[][] adjacency(Graph graph) {
    double[][] s = new double[graph.count()][graph.count()];
    for (int j = 0; j < graph.count(); j++) {
      int[] neighbors = graph.neighbors(j);
      double[] weights = graph.weights(j);
      for (int e = 0; e < neighbors.length; e++) {
        s[j][neighbors[e]] = weights[e];
      }
    }
    return s;
  }

  @Test
  void agreesWithFullMatrix() {
    for (int seed = 0; seed < 1000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int count = 1 + random.nextInt(9);
      int edges = random.nextInt(30);
      int[] from = new int[edges];
      int[] to = new int[edges];
      double[] weight = new double[edges];
      double[][] expected = new double[count][count];
      for (int e = 0; e < edges; e++) {
        int a = random.nextInt(count);
        int b = random.nextInt(count);
        from[e] = a;
        to[e] = b;
        weight[e] = random.nextInt(5);
        if (a != b) {
          expected[a][b] = Math.max(expected[a][b], weight[e]);
          expected[b][a] = expected[a][b];
        }
      }
      Graph graph = Graph.ofEdges(count, from, to, weight);
      double[][] s = adjacency(graph);
      int present = 0;
      for (int j = 0; j < count; j++) {
        assertArrayEquals(expected[j], s[j], "seed " + seed);
        assertEquals(Arrays.stream(expected[j]).sum(), graph.degree(j), "seed " + seed);
        int[] neighbors = graph.neighbors(j);
        present += neighbors.length;
        for (int e = 0; e < neighbors.length; e++) {
          assertTrue(e == 0 || neighbors[e] > neighbors[e - 1], "rising order");
          assertTrue(graph.weights(j)[e] > 0);
        }
      }
      assertEquals(present, 2 * graph.edges());
    }
  }

  @Test
  void laplacianProductsAgreeWithFullMatrix() {
    for (int seed = 0; seed < 500; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int count = 1 + random.nextInt(9);
      Graph graph = random(random, count, random.nextInt(30));
      double[][] laplacian = laplacian(graph);
      DenseMatrix f = new DenseMatrix(2, count);
      for (int i = 0; i < f.array().length; i++) {
        f.array()[i] = random.nextDouble();
      }
      DenseMatrix out = new DenseMatrix(2, count);
      Arrays.fill(out.array(), 3);
      graph.addLaplacian(f, .5, out);
      double form = 0;
      for (int l = 0; l < 2; l++) {
        for (int j = 0; j < count; j++) {
          double product = 0;
          double pull = 0;
          for (int a = 0; a < count; a++) {
            product += f.get(l, a) * laplacian[a][j];
            pull -= a == j ? 0 : f.get(l, a) * laplacian[a][j];
          }
          form += product * f.get(l, j);
          assertEquals(3 + .5 * product, out.get(l, j), 1e-13, "seed " + seed);
          assertEquals(pull, graph.neighborSum(f, l, j), 1e-13, "seed " + seed);
        }
      }
      assertEquals(form, graph.laplacianForm(f), 1e-12, "seed " + seed);
    }
  }

  @Test
  void rowsOfLaplacianSumToZero() {
    Graph graph = random(new SplittableRandom(7), 50, 300);
    DenseMatrix constant = new DenseMatrix(1, 50);
    Arrays.fill(constant.array(), .1);
    DenseMatrix out = new DenseMatrix(1, 50);
    graph.addLaplacian(constant, 1, out);
    assertArrayEquals(new double[50], out.array());
    assertEquals(0, graph.laplacianForm(constant));
  }

  private static double[][] laplacian(Graph graph) {
    double[][] laplacian = adjacency(graph);
    for (int j = 0; j < graph.count(); j++) {
      for (int a = 0; a < graph.count(); a++) {
        laplacian[j][a] = -laplacian[j][a];
      }
      laplacian[j][j] = graph.degree(j);
    }
    return laplacian;
  }

  /** The largest eigenvalue by Jacobi rotations. */
  static double largestEigenvalue(double[][] a) {
    int n = a.length;
    for (int sweep = 0; sweep < 30; sweep++) {
      for (int p = 0; p < n; p++) {
        for (int q = p + 1; q < n; q++) {
          if (Math.abs(a[p][q]) < 1e-300) {
            continue;
          }
          double angle = .5 * Math.atan2(2 * a[p][q], a[q][q] - a[p][p]);
          double c = Math.cos(angle);
          double s = Math.sin(angle);
          for (int k = 0; k < n; k++) {
            double kp = a[k][p];
            double kq = a[k][q];
            a[k][p] = c * kp - s * kq;
            a[k][q] = s * kp + c * kq;
          }
          for (int k = 0; k < n; k++) {
            double pk = a[p][k];
            double qk = a[q][k];
            a[p][k] = c * pk - s * qk;
            a[q][k] = s * pk + c * qk;
          }
        }
      }
    }
    double largest = 0;
    for (int j = 0; j < n; j++) {
      largest = Math.max(largest, a[j][j]);
    }
    return largest;
  }

  @Test
  void boundIsAboveAndNear() {
    double worst = 1;
    for (int seed = 0; seed < 600; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int count = 2 + random.nextInt(25);
      Graph graph = random(random, count, random.nextInt(6 * count));
      double largest = largestEigenvalue(laplacian(graph));
      double bound = graph.laplacianBound();
      assertTrue(bound >= largest * (1 - 1e-12), "seed " + seed + ": " + bound + " < " + largest);
      worst = Math.max(worst, largest == 0 ? 1 : bound / largest);
      assertTrue(bound <= 1.3 * largest, "seed " + seed + ": " + bound + " > 1.3 * " + largest);
    }
    assertTrue(worst > 1);
  }

  @Test
  void boundIsExactForCompleteAndBipartiteGraphs() {
    Graph complete = complete(12, 2.5);
    assertEquals(12 * 2.5, complete.laplacianBound(), 1e-12 * 30);
    // A star of n leaves has n + 1.
    int[] centre = new int[9];
    int[] leaf = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    double[] ones = new double[9];
    Arrays.fill(ones, 1);
    assertEquals(10, Graph.ofEdges(10, centre, leaf, ones).laplacianBound(), .1);
    Graph none = Graph.ofEdges(3, new int[0], new int[0], new double[0]);
    assertEquals(0, none.laplacianBound());
  }

  @Test
  void boundSurvivesPartsOfVeryDifferentWeight() {
    int[] from = {0, 1, 3, 4, 6};
    int[] to = {1, 2, 4, 5, 7};
    double[] weight = {1, 1, 1e-9, 1e-9, 1e-200};
    double bound = Graph.ofEdges(9, from, to, weight).laplacianBound();
    assertTrue(bound >= 3 && bound <= 3.1, "bound " + bound); // a path of three has 3
  }

  private static Graph complete(int count, double weight) {
    int edges = count * (count - 1) / 2;
    int[] from = new int[edges];
    int[] to = new int[edges];
    double[] weights = new double[edges];
    Arrays.fill(weights, weight);
    int e = 0;
    for (int a = 0; a < count; a++) {
      for (int b = a + 1; b < count; b++, e++) {
        from[e] = a;
        to[e] = b;
      }
    }
    return Graph.ofEdges(count, from, to, weights);
  }

  @Test
  void refusesWrongEdges() {
    assertRefused("the graph has 0 vertices but must have at least 1", 0, 0, 0, 1);
    assertRefused("edge 1 names vertex 5 but vertices are 0 to 4; count them from 0", 5, 5, 0, 1);
    assertRefused("edge 1 names vertex -1 but vertices are 0 to 4; count them from 0", 5, 0, -1, 1);
    assertRefused("edge 1 has weight -1.0 but must be finite and at least 0", 5, 0, 1, -1);
    assertRefused("edge 1 has weight NaN but must be finite and at least 0", 5, 0, 1, Double.NaN);
    assertThrows(
        IllegalArgumentException.class,
        () -> Graph.ofEdges(2, new int[1], new int[2], new double[2]));
  }

  private static void assertRefused(String message, int count, int from, int to, double weight) {
    assertEquals(
        message,
        assertThrows(
                IllegalArgumentException.class,
                () -> Graph.ofEdges(count, new int[] {from}, new int[] {to}, new double[] {weight}))
            .getMessage());
  }
}
