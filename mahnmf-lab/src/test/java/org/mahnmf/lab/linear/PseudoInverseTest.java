package org.mahnmf.lab.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.mahnmf.lab.method.Learned;
import org.mahnmf.lab.method.Method;
import org.mahnmf.lab.method.NeNmf;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;

class PseudoInverseTest {

  private static double[][] random(int rows, int columns) {
    SplittableRandom random = new SplittableRandom(4);
    double[][] out = new double[rows][columns];
    for (double[] row : out) {
      Arrays.setAll(row, j -> random.nextDouble());
    }
    return out;
  }

  private static double[][] product(double[][] a, double[][] b) {
    double[][] out = new double[a.length][b[0].length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < b[0].length; j++) {
        for (int k = 0; k < b.length; k++) {
          out[i][j] += a[i][k] * b[k][j];
        }
      }
    }
    return out;
  }

  /** W⁺, features x rank: the codes of the unit vectors. */
  private static double[][] inverse(double[][] basis) {
    int features = basis[0].length;
    DenseMatrix unit = new DenseMatrix(features, features);
    for (int j = 0; j < features; j++) {
      unit.set(j, j, 1);
    }
    DenseMatrix codes = new PseudoInverse(DenseMatrix.ofRows(basis)).codes(unit);
    double[][] out = new double[features][basis.length];
    for (int j = 0; j < features; j++) {
      codes.copyRow(j, out[j]);
    }
    return out;
  }

  private static void assertSymmetric(double[][] a) {
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < i; j++) {
        assertEquals(a[i][j], a[j][i], 1e-9);
      }
    }
  }

  private static void assertNear(double[][] expected, double[][] found) {
    for (int i = 0; i < expected.length; i++) {
      for (int j = 0; j < expected[i].length; j++) {
        assertEquals(expected[i][j], found[i][j], 1e-9);
      }
    }
  }

  /** The four equations that only the Moore–Penrose inverse fulfils. */
  private static void assertPenrose(double[][] basis) {
    double[][] inverse = inverse(basis);
    double[][] left = product(basis, inverse);
    double[][] right = product(inverse, basis);
    assertNear(basis, product(left, basis));
    assertNear(inverse, product(right, inverse));
    assertSymmetric(left);
    assertSymmetric(right);
  }

  @Test
  void fulfilsTheEquationsOfPenrose() {
    assertPenrose(random(5, 12));
    double[][] deficient = random(6, 12);
    deficient[2] = new double[12];
    deficient[4] = deficient[1].clone();
    assertPenrose(deficient);
    assertPenrose(new double[3][4]);
  }

  @Test
  void byHand() {
    // W = (3 4): W⁺ = (3 4)ᵀ/25.
    assertNear(new double[][] {{.12}, {.16}}, inverse(new double[][] {{3, 4}}));
  }

  @Test
  void findsThePlantedCodesAgain() {
    double[][] codes = {{1, -2, 3, 0, .5}, {0, 0, 1, 1, 0}};
    double[][] basis = random(5, 12);
    DenseMatrix samples = DenseMatrix.ofRows(product(codes, basis));
    DenseMatrix found = new PseudoInverse(DenseMatrix.ofRows(basis)).codes(samples);
    for (int i = 0; i < codes.length; i++) {
      for (int l = 0; l < 5; l++) {
        assertEquals(codes[i][l], found.get(i, l), 1e-9);
      }
    }
  }

  @Test
  void unitPartsMakeTheSameSamples() {
    Observations table = Observations.of(DenseMatrix.ofRows(random(20, 12)));
    Learned fit = new NeNmf().fit(table, 3, 1, new Method.Budget(30, 1));
    Learned unit = fit.withUnitParts();
    double[] part = new double[12];
    for (int l = 0; l < 3; l++) {
      unit.basis().copyRow(l, part);
      assertEquals(1, Arrays.stream(part).map(v -> v * v).sum(), 1e-12);
    }
    DenseMatrix expected = fit.reconstruct(fit.codes());
    DenseMatrix found = unit.reconstruct(unit.codes());
    DenseMatrix encoded = fit.reconstruct(fit.encode(table));
    DenseMatrix encodedUnit = unit.reconstruct(unit.encode(table));
    for (int k = 0; k < expected.array().length; k++) {
      assertEquals(expected.array()[k], found.array()[k], 1e-12);
      assertEquals(encoded.array()[k], encodedUnit.array()[k], 1e-12);
    }
  }
}
