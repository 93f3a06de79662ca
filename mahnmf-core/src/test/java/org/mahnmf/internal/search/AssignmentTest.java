package org.mahnmf.internal.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AssignmentTest {

  @Test
  void byHand() {
    // Greedy takes 1 + 9; crosswise costs 2 + 3.
    assertArrayEquals(new int[] {1, 0}, Assignment.cheapest(new double[][] {{1, 2}, {3, 9}}));
    assertArrayEquals(new int[] {0, 1}, Assignment.best(new double[][] {{1, 2}, {3, 9}}));
    assertArrayEquals(new int[] {2}, Assignment.cheapest(new double[][] {{4, 0, -1}}));
    assertEquals(0, Assignment.cheapest(new double[0][]).length);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void leastOfAllPermutations(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int repeat = 0; repeat < 40; repeat++) {
      int rows = 1 + random.nextInt(6);
      int columns = rows + random.nextInt(2);
      double[][] cost = new double[rows][columns];
      for (double[] row : cost) {
        for (int j = 0; j < columns; j++) {
          row[j] = random.nextInt(repeat % 2 == 0 ? 4 : 1000) - 2; // many ties in every other one
        }
      }
      int[] match = Assignment.cheapest(cost);
      Set<Integer> used = new HashSet<>();
      double sum = 0;
      for (int i = 0; i < rows; i++) {
        assertTrue(used.add(match[i]), "seed " + seed);
        sum += cost[i][match[i]];
      }
      assertEquals(least(cost, 0, 0), sum, 1e-9, "seed " + seed);
    }
  }

  private static double least(double[][] cost, int row, int used) {
    if (row == cost.length) {
      return 0;
    }
    double least = Double.POSITIVE_INFINITY;
    for (int j = 0; j < cost[row].length; j++) {
      if ((used & 1 << j) == 0) {
        least = Math.min(least, cost[row][j] + least(cost, row + 1, used | 1 << j));
      }
    }
    return least;
  }

  @Test
  void refusesMoreRowsThanColumns() {
    assertThrows(
        IllegalArgumentException.class, () -> Assignment.cheapest(new double[][] {{1}, {2}}));
  }
}
