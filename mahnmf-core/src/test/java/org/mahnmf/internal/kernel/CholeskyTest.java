package org.mahnmf.internal.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.mahnmf.TestProblems;

class CholeskyTest {

  @Test
  void solveInvertsTheMatrixPlusTheRidge() {
    TestProblems.forSeeds(
        1,
        30,
        random -> {
          int n = random.integer(1, 12);
          double[][] b = random.table(n, n + 3);
          double[] a = new double[n * n];
          for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
              for (int k = 0; k < n + 3; k++) {
                a[i * n + j] += b[i][k] * b[j][k];
              }
            }
          }
          double[] before = a.clone();
          double ridge = .1;
          double[] x = random.vector(n);
          double[] right = new double[n];
          for (int i = 0; i < n; i++) {
            right[i] = ridge * x[i];
            for (int j = 0; j < n; j++) {
              right[i] += a[i * n + j] * x[j];
            }
          }
          new Cholesky(a, n, ridge).solve(right);
          assertArrayEquals(before, a);
          assertArrayEquals(x, right, 1e-10 * n);
        });
  }

  @Test
  void matrixThatIsNotPositiveDefiniteIsRefusedByRow() {
    double[] singular = {1, 1, 1, 1};
    ArithmeticException error =
        assertThrows(ArithmeticException.class, () -> new Cholesky(singular, 2, 0));
    assertTrue(error.getMessage().contains("row 1"), error.getMessage());
    double[] b = {1, 1};
    new Cholesky(singular, 2, 1).solve(b);
    assertEquals(1.0 / 3, b[0], 1e-15);
  }
}
