package org.mahnmf.term;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.mahnmf.graph.Graph;
import org.mahnmf.graph.GraphTest;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Term;

class GraphSmoothnessTest extends TermContract {

  @Override
  Term create(SplittableRandom random, int rank, int count) {
    Graph graph = GraphTest.random(random, count, random.nextInt(3 * count));
    return new GraphSmoothness(Math.pow(10, 4 * random.nextDouble() - 2), graph);
  }

  /** The value is β/4 Σ_a Σ_b S_ab ‖h_a − h_b‖². */
  @Test
  void valueIsSumOverPairs() {
    for (int seed = 0; seed < 500; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int count = 1 + random.nextInt(8);
      Graph graph = GraphTest.random(random, count, random.nextInt(20));
      double[][] s = GraphTest.adjacency(graph);
      DenseMatrix h = factor(random, 3, count);
      double sum = 0;
      for (int a = 0; a < count; a++) {
        for (int b = 0; b < count; b++) {
          for (int l = 0; l < 3; l++) {
            double d = h.get(l, a) - h.get(l, b);
            sum += s[a][b] * d * d;
          }
        }
      }
      double expected = .7 / 4 * sum;
      assertEquals(
          expected, new GraphSmoothness(.7, graph).value(h), 1e-13 * expected, "seed " + seed);
    }
  }

  @Test
  void refusesWrongNumbers() {
    Graph graph = Graph.ofEdges(3, new int[] {0}, new int[] {1}, new double[] {1});
    assertEquals(
        "beta is -1.0 but must be positive and finite; leave the term out for beta = 0",
        assertThrows(IllegalArgumentException.class, () -> new GraphSmoothness(-1, graph))
            .getMessage());
    assertEquals(
        "the graph has 3 vertices but the factor has 5 columns; build the graph from the same"
            + " table",
        assertThrows(
                IllegalArgumentException.class, () -> new GraphSmoothness(1, graph).check(2, 5))
            .getMessage());
  }
}
