package org.mahnmf.internal.descent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.mahnmf.TestProblems;
import org.mahnmf.TestProblems.Generator;
import org.mahnmf.matrix.DenseMatrix;

class SmoothingBoundsTest {

  @Test
  void columnNormsAreEuclideanWithAFloor() {
    DenseMatrix w = DenseMatrix.ofRows(new double[][] {{3, 0, 1}, {4, 0, 0}});
    assertArrayEquals(new double[] {5, 5e-12, 1}, SmoothingBounds.columnNorms(w), 1e-15);
    assertArrayEquals(new double[] {1, 1}, SmoothingBounds.columnNorms(new DenseMatrix(3, 2)));
  }

  @Test
  void boundIsAboveTheLargestEigenvalueByAFewPercentAndAtMostD() {
    TestProblems.forSeeds(
        1,
        200,
        random -> {
          DenseMatrix w = factor(random);
          double[] q = SmoothingBounds.columnNorms(w);
          double truth = largestEigenvalue(w, q);
          double bound = SmoothingBounds.largestEigenvalue(w, q);
          assertTrue(bound >= truth * (1 - 1e-12), bound + " is below " + truth);
          assertTrue(bound <= truth * 1.05 + 1e-300, bound + " is far above " + truth);
          double d = SmoothingBounds.sum(q);
          assertTrue(bound <= d * (1 + 1e-12), bound + " is above D = " + d);
        });
  }

  @Test
  void boundWithoutScalesIsOfTheGramMatrix() {
    TestProblems.forSeeds(
        300,
        50,
        random -> {
          DenseMatrix w = factor(random);
          double[] ones = new double[w.columns()];
          java.util.Arrays.fill(ones, 1);
          double truth = largestEigenvalue(w, ones);
          double bound = SmoothingBounds.largestEigenvalue(w, null);
          assertTrue(bound >= truth * (1 - 1e-12) && bound <= truth * 1.05, bound + " " + truth);
        });
  }

  @Test
  void boundOfDisjointComponentsIsTheLargestOfTheirs() {
    double[][] rows = new double[3][9];
    for (int i = 0; i < 9; i++) {
      rows[i / 3][i] = i / 3 + 1;
    }
    DenseMatrix w = DenseMatrix.ofRows(rows);
    double bound = SmoothingBounds.largestEigenvalue(w, SmoothingBounds.columnNorms(w));
    assertEquals(9, bound, 1e-6);
    assertEquals(0, SmoothingBounds.largestEigenvalue(new DenseMatrix(3, 4), null));
  }

  /** Random sparse factors, some with dead rows and empty columns. */
  private static DenseMatrix factor(Generator random) {
    double[][] rows = random.table(random.integer(1, 12), random.integer(1, 60));
    double density = random.uniform();
    for (double[] row : rows) {
      boolean dead = random.chance(.1);
      for (int i = 0; i < row.length; i++) {
        row[i] = dead || random.chance(.8 * density) ? 0 : row[i];
      }
    }
    rows[0][0] = 1;
    return DenseMatrix.ofRows(rows);
  }

  /** Jacobi rotations on W diag(1/q) Wᵀ. */
  private static double largestEigenvalue(DenseMatrix w, double[] q) {
    int r = w.rows();
    double[][] a = new double[r][r];
    for (int k = 0; k < r; k++) {
      for (int l = 0; l < r; l++) {
        for (int i = 0; i < q.length; i++) {
          a[k][l] += w.get(k, i) * w.get(l, i) / q[i];
        }
      }
    }
    for (int sweep = 0; sweep < 30; sweep++) {
      for (int k = 0; k < r; k++) {
        for (int l = k + 1; l < r; l++) {
          rotate(a, k, l);
        }
      }
    }
    double largest = 0;
    for (int k = 0; k < r; k++) {
      largest = Math.max(largest, a[k][k]);
    }
    return largest;
  }

  private static void rotate(double[][] a, int k, int l) {
    if (a[k][l] == 0) {
      return;
    }
    double angle = .5 * Math.atan2(2 * a[k][l], a[k][k] - a[l][l]);
    double c = Math.cos(angle);
    double s = Math.sin(angle);
    for (int i = 0; i < a.length; i++) {
      double x = a[i][k];
      double y = a[i][l];
      a[i][k] = c * x + s * y;
      a[i][l] = c * y - s * x;
    }
    for (int i = 0; i < a.length; i++) {
      double x = a[k][i];
      double y = a[l][i];
      a[k][i] = c * x + s * y;
      a[l][i] = c * y - s * x;
    }
  }
}
