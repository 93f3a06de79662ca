package org.mahnmf.lab.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * The least ½(‖W‖² + ‖H‖²) of all factors with the same product WᵀH is its nuclear norm, the sum of
 * its singular values; non-negative factors cannot have less (docs/notation.md).
 */
class NuclearNormTest {

  private static final int RANK = 4;
  private static final int FEATURES = 7;
  private static final int SAMPLES = 9;

  private static double[][] random(int rows, int columns, double least, SplittableRandom random) {
    double[][] matrix = new double[rows][columns];
    for (double[] row : matrix) {
      for (int j = 0; j < columns; j++) {
        row[j] = least + (1 - least) * random.nextDouble();
      }
    }
    return matrix;
  }

  /** AᵀB. */
  private static double[][] product(double[][] a, double[][] b) {
    double[][] out = new double[a[0].length][b[0].length];
    for (int l = 0; l < a.length; l++) {
      for (int i = 0; i < out.length; i++) {
        for (int j = 0; j < out[i].length; j++) {
          out[i][j] += a[l][i] * b[l][j];
        }
      }
    }
    return out;
  }

  private static double ridge(double[][] w, double[][] h) {
    double sum = 0;
    for (int l = 0; l < w.length; l++) {
      sum += .5 * (square(w[l]) + square(h[l]));
    }
    return sum;
  }

  /** Gives both rows of a component the same length, which no product tells. */
  private static void balance(double[][] w, double[][] h) {
    for (int l = 0; l < w.length; l++) {
      double by = Math.sqrt(Math.sqrt(square(h[l]) / square(w[l])));
      for (int i = 0; i < w[l].length; i++) {
        w[l][i] *= by;
      }
      for (int j = 0; j < h[l].length; j++) {
        h[l][j] /= by;
      }
    }
  }

  private static double square(double[] row) {
    return Arrays.stream(row).map(entry -> entry * entry).sum();
  }

  @Test
  void theLeastRidgeIsTheNuclearNorm() {
    for (int seed = 0; seed < 50; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      boolean isNonNegative = seed % 2 == 0;
      double[][] w = random(RANK, FEATURES, isNonNegative ? 0 : -1, random);
      double[][] h = random(RANK, SAMPLES, isNonNegative ? 0 : -1, random);
      double[][] p = product(w, h);
      // PᵀP = V Σ² Vᵀ; W = Σ^½ Uᵀ = Σ^-½ (P V)ᵀ, H = Σ^½ Vᵀ.
      SymmetricEigen eigen = new SymmetricEigen(product(p, p));
      double nuclear = 0;
      double[][] best = new double[RANK][FEATURES];
      double[][] bestCodes = new double[RANK][SAMPLES];
      for (int l = 0; l < RANK; l++) {
        double singular = Math.sqrt(eigen.value(l));
        nuclear += singular;
        for (int j = 0; j < SAMPLES; j++) {
          bestCodes[l][j] = Math.sqrt(singular) * eigen.vector(l)[j];
          for (int i = 0; i < FEATURES; i++) {
            best[l][i] += p[i][j] * eigen.vector(l)[j] / Math.sqrt(singular);
          }
        }
      }
      double[][] again = product(best, bestCodes);
      for (int i = 0; i < FEATURES; i++) {
        for (int j = 0; j < SAMPLES; j++) {
          assertEquals(p[i][j], again[i][j], 1e-9);
        }
      }
      assertEquals(nuclear, ridge(best, bestCodes), 1e-9 * nuclear);
      assertTrue(ridge(w, h) >= nuclear * (1 - 1e-9), "as drawn, seed " + seed);
      balance(w, h);
      assertTrue(ridge(w, h) >= nuclear * (1 - 1e-9), "balanced, seed " + seed);
    }
  }

  /** Where parts share no feature and no sample the bound is attained by non-negative factors. */
  @Test
  void disjointPartsAttainIt() {
    double[][] w = {{1, 2, 0, 0}, {0, 0, 3, 1}};
    double[][] h = {{2, 1, 0, 0, 0}, {0, 0, 1, 1, 2}};
    balance(w, h);
    double[][] p = product(w, h);
    SymmetricEigen eigen = new SymmetricEigen(product(p, p));
    double nuclear = Math.sqrt(eigen.value(0)) + Math.sqrt(eigen.value(1));
    assertEquals(nuclear, ridge(w, h), 1e-9);
  }
}
