package org.mahnmf.internal.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.mahnmf.matrix.DenseMatrix;

class PartMatchTest {

  private static final double[][] PARTS = {{1, 2, 3, 5}, {4, 0, 0, 1}, {0, 3, 0, 1}};

  @Test
  void orderAndScaleDoNotMatter() {
    double[][] others = {{0, 6, 0, 2}, {.1, .2, .3, .5}, {8, 0, 0, 2}};
    assertArrayEquals(
        new double[] {1, 1, 1},
        PartMatch.correlations(DenseMatrix.ofRows(PARTS), DenseMatrix.ofRows(others)),
        1e-12);
  }

  @Test
  void correlationIsPearsons() {
    double[][] one = {{1, 2, 3, 5}};
    double[][] other = {{2, 1, 4, 4}};
    // Deviations (−1.75, −.75, .25, 2.25) and (−.75, −1.75, 1.25, 1.25).
    double inner = 1.75 * .75 + .75 * 1.75 + .25 * 1.25 + 2.25 * 1.25;
    double norms = Math.sqrt(8.75) * Math.sqrt(6.75);
    assertEquals(
        inner / norms,
        PartMatch.correlations(DenseMatrix.ofRows(one), DenseMatrix.ofRows(other))[0],
        1e-12);
  }

  @Test
  void flatAndEmptyPartsHaveAnAnswer() {
    double[][] flat = {{2, 2, 2}, {0, 0, 0}};
    double[][] alike = {{0, 0, 0}, {7, 7, 7}};
    assertArrayEquals(
        new double[] {1, 0},
        PartMatch.correlations(DenseMatrix.ofRows(flat), DenseMatrix.ofRows(alike)),
        1e-12);
  }
}
