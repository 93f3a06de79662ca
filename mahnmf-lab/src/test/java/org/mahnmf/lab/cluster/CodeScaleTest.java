package org.mahnmf.lab.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.mahnmf.matrix.DenseMatrix;

class CodeScaleTest {

  @Test
  void doesNotDependOnTheScaleOfPartsAndSamples() {
    DenseMatrix basis = DenseMatrix.ofRows(new double[][] {{3, 4}, {0, 2}});
    DenseMatrix codes = DenseMatrix.ofRows(new double[][] {{1, 0}, {2, 5}, {0, 0}});
    DenseMatrix scaled = CodeScale.unit(basis, codes);
    assertEquals(1, scaled.get(0, 0), 1e-15);
    assertEquals(Math.sqrt(.5), scaled.get(1, 0), 1e-15);
    assertEquals(Math.sqrt(.5), scaled.get(1, 1), 1e-15);
    assertEquals(0, scaled.get(2, 0));
    DenseMatrix larger = DenseMatrix.ofRows(new double[][] {{12, 16}, {0, 1}});
    DenseMatrix smaller = DenseMatrix.ofRows(new double[][] {{7 * .25, 0}, {.5, 10}, {0, 0}});
    assertEquals(scaled, CodeScale.unit(larger, smaller));
  }
}
