package org.mahnmf.lab.cluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.mahnmf.data.synthetic.Draws;
import org.mahnmf.lab.linear.Lanczos;
import org.mahnmf.lab.linear.SymmetricEigen;
import org.mahnmf.matrix.DenseMatrix;

class NormalizedCutsTest {

  /** What make_golden.py wrote. */
  private static double[][] golden(String name) throws IOException {
    try (InputStream in = NormalizedCutsTest.class.getResourceAsStream("/cuts/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> Arrays.stream(line.split(",")).mapToDouble(Double::parseDouble).toArray())
          .toArray(double[][]::new);
    }
  }

  @Test
  void agreesWithScikitLearn() throws IOException {
    NormalizedCuts graph = new NormalizedCuts(DenseMatrix.ofRows(golden("weights.csv")));
    assertArrayEquals(golden("values.csv")[0], graph.eigenvectors(5, 1).values(), 1e-9);
    int[] theirs = Arrays.stream(golden("labels.csv")[0]).mapToInt(label -> (int) label).toArray();
    for (long seed = 1; seed <= 3; seed++) {
      assertEquals(1, ClusterScores.of(theirs, graph.together(4, seed)).adjustedRand(), 1e-15);
    }
  }

  /** Every way to cut nine nodes in two, by brute force. */
  @Test
  void theFirstCutInTwoIsTheCheapestOfAll() {
    Draws draws = new Draws(2);
    DenseMatrix weights = new DenseMatrix(9, 9);
    for (int i = 0; i < 9; i++) {
      for (int j = 0; j < i; j++) {
        double weight = draws.uniform() + ((i < 4) == (j < 4) ? 3 : .2);
        weights.set(i, j, weight);
        weights.set(j, i, weight);
      }
    }
    double least = Double.POSITIVE_INFINITY;
    for (int set = 1; set < 1 << 8; set++) {
      least = Math.min(least, cost(weights, set));
    }
    int[] labels = new NormalizedCuts(weights).inTwo(2, 1);
    int found = 0;
    for (int i = 0; i < 9; i++) {
      found |= labels[i] << i;
    }
    assertEquals(least, cost(weights, found), 1e-12);
  }

  private static double cost(DenseMatrix weights, int set) {
    double cut = 0;
    double[] association = new double[2];
    for (int i = 0; i < weights.rows(); i++) {
      for (int j = 0; j < weights.rows(); j++) {
        association[set >> i & 1] += weights.get(i, j);
        cut += (set >> i & 1) == 0 && (set >> j & 1) == 1 ? weights.get(i, j) : 0;
      }
    }
    return cut / association[0] + cut / association[1];
  }

  @Test
  void bothWaysFindPartsThatHangTogetherOnlyWeakly() {
    int[] truth = new int[60];
    Arrays.setAll(truth, i -> i < 10 ? 0 : i < 25 ? 1 : 2);
    DenseMatrix weights = new DenseMatrix(60, 60);
    for (int i = 0; i < 60; i++) {
      for (int j = 0; j < 60; j++) {
        weights.set(i, j, truth[i] == truth[j] ? 1 : .01);
      }
    }
    NormalizedCuts graph = new NormalizedCuts(weights);
    assertEquals(1, ClusterScores.of(truth, graph.inTwo(3, 1)).accuracy());
    assertEquals(1, ClusterScores.of(truth, graph.together(3, 1)).accuracy());
  }

  @Test
  void refusesALonelyNode() {
    DenseMatrix weights = DenseMatrix.ofRows(new double[][] {{1, 0}, {0, 0}});
    assertThrows(IllegalArgumentException.class, () -> new NormalizedCuts(weights));
  }

  @Test
  void eigenvaluesMayBeMultiple() {
    // Three equal blocks: the value 4 three times.
    double[][] blocks = new double[12][12];
    for (int i = 0; i < 12; i++) {
      for (int j = 0; j < 12; j++) {
        blocks[i][j] = i / 4 == j / 4 ? 1 : 0;
      }
    }
    assertArrayEquals(new double[] {4, 4, 4, 0}, Lanczos.largest(blocks, 4, 1).values(), 1e-12);
    assertArrayEquals(new double[] {4, 4}, Lanczos.largest(blocks, 2, 1).values(), 1e-12);
  }

  @Test
  void lanczosAgreesWithTheFullDecomposition() {
    Draws draws = new Draws(7);
    double[][] matrix = new double[150][150];
    for (int i = 0; i < 150; i++) {
      for (int j = 0; j <= i; j++) {
        matrix[i][j] = draws.gaussian();
        matrix[j][i] = matrix[i][j];
      }
    }
    SymmetricEigen eigen = new SymmetricEigen(matrix);
    Lanczos.Pairs pairs = Lanczos.largest(matrix, 4, 1);
    for (int k = 0; k < 4; k++) {
      assertEquals(eigen.value(k), pairs.values()[k], 1e-9);
      double inner = 0;
      for (int i = 0; i < 150; i++) {
        inner += eigen.vector(k)[i] * pairs.vectors()[k][i];
      }
      assertTrue(Math.abs(inner) > 1 - 1e-9, "vector " + k);
    }
  }
}
