package org.mahnmf.lab.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.mahnmf.matrix.DenseMatrix;

class CutWeightsTest {

  @Test
  void byHand() {
    // Samples (1, 2), (3, 0), (0, 0) sum to (4, 2): inner products 8, 12, 0.
    DenseMatrix samples = DenseMatrix.ofRows(new double[][] {{1, 2}, {3, 0}, {0, 0}});
    DenseMatrix weighed = CutWeights.apply(samples);
    assertEquals(1 / Math.sqrt(8), weighed.get(0, 0), 1e-15);
    assertEquals(2 / Math.sqrt(8), weighed.get(0, 1), 1e-15);
    assertEquals(3 / Math.sqrt(12), weighed.get(1, 0), 1e-15);
    assertEquals(0, weighed.get(2, 0));
  }

  @Test
  void asPrintedWithSamplesInColumns() {
    double[][] rows = {{1, 2, 5}, {3, 1, 0}, {2, 2, 2}, {.5, 0, 4}};
    DenseMatrix weighed = CutWeights.apply(DenseMatrix.ofRows(rows));
    for (int i = 0; i < rows.length; i++) {
      double degree = 0; // (XᵀX1)_i with X = rowsᵀ
      for (double[] other : rows) {
        for (int k = 0; k < 3; k++) {
          degree += rows[i][k] * other[k];
        }
      }
      for (int k = 0; k < 3; k++) {
        assertEquals(rows[i][k] / Math.sqrt(degree), weighed.get(i, k), 1e-15);
      }
    }
  }
}
