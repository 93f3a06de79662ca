package org.mahnmf.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mahnmf.graph.NeighborGraph.Weighting;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;

class NeighborGraphTest {

  private static DenseMatrix table(int seed, int rows, int columns) {
    SplittableRandom random = new SplittableRandom(seed);
    DenseMatrix t = new DenseMatrix(rows, columns);
    for (int i = 0; i < t.array().length; i++) {
      t.array()[i] = random.nextDouble();
    }
    return t;
  }

  private static double weight(DenseMatrix t, int a, int b, Weighting weighting, double sigma2) {
    double square = 0;
    double inner = 0;
    double left = 0;
    double right = 0;
    for (int j = 0; j < t.columns(); j++) {
      square += Math.pow(t.get(a, j) - t.get(b, j), 2);
      inner += t.get(a, j) * t.get(b, j);
      left += t.get(a, j) * t.get(a, j);
      right += t.get(b, j) * t.get(b, j);
    }
    return switch (weighting) {
      case BINARY -> 1;
      case HEAT -> Math.exp(-square / sigma2);
      case COSINE -> inner / Math.sqrt(left * right);
    };
  }

  @ParameterizedTest
  @EnumSource
  void joinsIfEitherIsNeighbor(Weighting weighting) {
    for (int seed = 0; seed < 40; seed++) {
      DenseMatrix t = table(seed, 25, 3);
      NearestNeighbors nearest = NearestNeighbors.of(t, 3, 1);
      double sigma2 = 0;
      for (int i = 0; i < 25; i++) {
        for (int place = 0; place < 3; place++) {
          sigma2 += nearest.distance(i, place) * nearest.distance(i, place) / 75;
        }
      }
      double[][] expected = new double[25][25];
      for (int i = 0; i < 25; i++) {
        for (int place = 0; place < 3; place++) {
          int other = nearest.index(i, place);
          expected[i][other] = weight(t, i, other, weighting, sigma2);
          expected[other][i] = expected[i][other];
        }
      }
      double[][] s = GraphTest.adjacency(NeighborGraph.of(Observations.of(t), 3, weighting, 2));
      for (int i = 0; i < 25; i++) {
        assertArrayEquals(expected[i], s[i], 1e-14, "seed " + seed);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void doesNotDependOnUnitsOrThreads(Weighting weighting) {
    DenseMatrix t = table(3, 200, 10);
    double[][] expected =
        GraphTest.adjacency(NeighborGraph.of(Observations.of(t), 5, weighting, 1));
    for (double scale : new double[] {0x1p-900, 1, 0x1p13, 0x1p1000}) {
      Observations scaled = Observations.of(t.times(scale));
      double[][] s = GraphTest.adjacency(NeighborGraph.of(scaled, 5, weighting, 3));
      assertTrue(Arrays.deepEquals(expected, s), "scale " + scale);
    }
  }

  @ParameterizedTest
  @EnumSource
  void featuresAreSamplesOfTheTranspose(Weighting weighting) {
    DenseMatrix t = table(4, 12, 30);
    Graph samples = NeighborGraph.of(Observations.of(t.transpose()), 4, weighting, 1);
    Graph features = NeighborGraph.ofFeatures(Observations.of(t), 4, weighting, 1);
    assertTrue(Arrays.deepEquals(GraphTest.adjacency(samples), GraphTest.adjacency(features)));
  }

  @Test
  void zeroWeightIsMissing() {
    DenseMatrix t = table(5, 20, 6);
    DenseMatrix holes = t.copy();
    DenseMatrix weights = new DenseMatrix(20, 6);
    Arrays.fill(weights.array(), 2);
    for (int i = 0; i < 20; i++) {
      holes.set(i, i % 6, Double.NaN);
      weights.set(i, i % 6, 0);
    }
    Graph marked = NeighborGraph.of(Observations.of(holes), 3, Weighting.HEAT, 1);
    Graph weighted =
        NeighborGraph.of(Observations.of(t).withWeights(weights), 3, Weighting.HEAT, 1);
    assertTrue(Arrays.deepEquals(GraphTest.adjacency(marked), GraphTest.adjacency(weighted)));
    assertEquals(t, table(5, 20, 6), "the table is not modified");
  }

  @ParameterizedTest
  @EnumSource
  void equalRowsAreFullyJoined(Weighting weighting) {
    for (double entry : new double[] {0, 7}) {
      double[][] rows = new double[5][3];
      for (double[] row : rows) {
        Arrays.fill(row, entry);
      }
      Graph graph = NeighborGraph.of(Observations.of(rows), 2, weighting, 1);
      assertTrue(graph.edges() > 0);
      for (int j = 0; j < 5; j++) {
        for (double weight : graph.weights(j)) {
          assertEquals(1, weight, 1e-15);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void boundIsNearForNeighborGraphs(Weighting weighting) {
    for (int columns : new int[] {2, 5, 50}) {
      Graph graph = NeighborGraph.of(Observations.of(table(columns, 90, columns)), 6, weighting, 1);
      double[][] laplacian = GraphTest.adjacency(graph);
      for (int j = 0; j < 90; j++) {
        for (int a = 0; a < 90; a++) {
          laplacian[j][a] = a == j ? graph.degree(j) : -laplacian[j][a];
        }
      }
      double largest = GraphTest.largestEigenvalue(laplacian);
      double bound = graph.laplacianBound();
      assertTrue(bound >= largest * (1 - 1e-12) && bound <= 1.25 * largest, bound / largest + "");
    }
  }

  @Test
  void weightingsHaveNames() {
    for (Weighting weighting : Weighting.values()) {
      assertEquals(weighting, Weighting.parse(weighting.label()));
    }
    assertEquals(
        "the weighting is 'cold' but must be binary, heat or cosine",
        assertThrows(IllegalArgumentException.class, () -> Weighting.parse("cold")).getMessage());
  }
}
