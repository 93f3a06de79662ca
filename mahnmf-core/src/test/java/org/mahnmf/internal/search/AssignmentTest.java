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
    // Greedy takes -1 - 9; crosswise loses 2 + 3.
    assertArrayEquals(new int[] {1, 0}, Assignment.best(new double[][] {{-1, -2}, {-3, -9}}));
    assertArrayEquals(new int[] {0, 1}, Assignment.best(new double[][] {{1, 2}, {3, 9}}));
    assertArrayEquals(new int[] {2}, Assignment.best(new double[][] {{-4, 0, 1}}));
    assertEquals(0, Assignment.best(new double[0][]).length);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void greatestOfAllPermutations(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int repeat = 0; repeat < 40; repeat++) {
      int rows = 1 + random.nextInt(6);
      int columns = rows + random.nextInt(2);
      double[][] gain = new double[rows][columns];
      for (double[] row : gain) {
        for (int j = 0; j < columns; j++) {
          row[j] = random.nextInt(repeat % 2 == 0 ? 4 : 1000) - 2; // many ties in every other one
        }
      }
      int[] match = Assignment.best(gain);
      Set<Integer> used = new HashSet<>();
      double sum = 0;
      for (int i = 0; i < rows; i++) {
        assertTrue(used.add(match[i]), "seed " + seed);
        sum += gain[i][match[i]];
      }
      assertEquals(greatest(gain, 0, 0), sum, 1e-9, "seed " + seed);
    }
  }

  private static double greatest(double[][] gain, int row, int used) {
    if (row == gain.length) {
      return 0;
    }
    double greatest = Double.NEGATIVE_INFINITY;
    for (int j = 0; j < gain[row].length; j++) {
      if ((used & 1 << j) == 0) {
        greatest = Math.max(greatest, gain[row][j] + greatest(gain, row + 1, used | 1 << j));
      }
    }
    return greatest;
  }

  @Test
  void refusesMoreRowsThanColumns() {
    assertThrows(IllegalArgumentException.class, () -> Assignment.best(new double[][] {{1}, {2}}));
  }
}
