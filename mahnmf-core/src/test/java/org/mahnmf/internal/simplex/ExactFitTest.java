package org.mahnmf.internal.simplex;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Samples that are fitted exactly but for outliers need no walk, and others are left to it. */
class ExactFitTest {

  private static final int FEATURES = 300;
  private static final int RANK = 6;

  private final LeastAbsoluteSimplex simplex = new LeastAbsoluteSimplex();
  private final double[][] w = new double[RANK][FEATURES];
  private final double[] x = new double[FEATURES];
  private final double[] truth = new double[RANK];

  private void plant(long seed, double share) {
    Random random = new Random(seed);
    for (int l = 0; l < RANK; l++) {
      truth[l] = l == 2 ? 0 : random.nextDouble();
      for (int i = 0; i < FEATURES; i++) {
        w[l][i] = random.nextBoolean() ? random.nextDouble() : 0;
      }
    }
    for (int i = 0; i < FEATURES; i++) {
      x[i] = random.nextDouble() < share ? 3 * random.nextDouble() : 0;
      for (int l = 0; l < RANK && x[i] == 0; l++) {
        x[i] = dot(i);
      }
    }
  }

  private double dot(int i) {
    double sum = 0;
    for (int l = 0; l < RANK; l++) {
      sum += w[l][i] * truth[l];
    }
    return sum;
  }

  @Test
  void aStartNearThePlantedCodesIsTakenToThemAndProven() {
    for (long seed = 1; seed <= 20; seed++) {
      plant(seed, .2);
      double[] h = truth.clone();
      for (int l = 0; l < RANK; l++) {
        h[l] *= 1 + 1e-6 * (l - 2.5);
      }
      simplex.solve(w, x, null, 0, Double.POSITIVE_INFINITY, h, 1000);
      assertTrue(simplex.optimal(), "seed " + seed);
      assertEquals(0, simplex.pivots(), "seed " + seed);
      double found = simplex.objective();
      for (int l = 0; l < RANK; l++) {
        assertEquals(truth[l], h[l], 1e-12, "seed " + seed);
      }
      double[] walked = new double[RANK];
      simplex.solve(w, x, null, 0, Double.POSITIVE_INFINITY, walked, 1000);
      assertEquals(simplex.objective(), found, 1e-12 * found, "seed " + seed);
    }
  }

  /** A wild entry sets no scale: with noise there is nothing exact, whatever its size. */
  @Test
  void aWildEntryMakesNoNoisySampleExact() {
    plant(5, 0);
    Random random = new Random(6);
    for (int i = 0; i < FEATURES; i++) {
      x[i] *= 1 + .05 * random.nextGaussian();
    }
    x[9] = 1e12;
    double[] h = truth.clone();
    simplex.solve(w, x, null, 0, Double.POSITIVE_INFINITY, h, 1000);
    double[] walked = new double[RANK];
    simplex.solve(w, x, null, 0, Double.POSITIVE_INFINITY, walked, 1000);
    for (int l = 0; l < RANK; l++) {
      assertEquals(walked[l], h[l], 1e-9);
    }
  }

  @Test
  void weightsAndABoxAreObeyed() {
    plant(7, .2);
    double[] omega = new double[FEATURES];
    for (int i = 0; i < FEATURES; i++) {
      omega[i] = i % 3;
    }
    double[] h = truth.clone();
    simplex.solve(w, x, omega, 0, 1, h, 1000);
    assertTrue(simplex.optimal());
    double found = simplex.objective();
    double[] walked = new double[RANK];
    simplex.solve(w, x, omega, 0, 1, walked, 1000);
    assertEquals(simplex.objective(), found, 1e-12 * found);
  }

  @Test
  void aPointThatIsNoOptimumIsLeftToTheWalk() {
    plant(3, .65); // most are outliers, all of them above: the planted point may not be the best
    double[] h = truth.clone();
    simplex.solve(w, x, null, 0, Double.POSITIVE_INFINITY, h, 1000);
    double[] walked = new double[RANK];
    double fromTruth = simplex.objective();
    simplex.solve(w, x, null, 0, Double.POSITIVE_INFINITY, walked, 1000);
    assertTrue(simplex.optimal());
    assertEquals(simplex.objective(), fromTruth, 1e-10 * fromTruth);
  }
}
