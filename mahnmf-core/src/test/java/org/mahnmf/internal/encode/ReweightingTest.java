package org.mahnmf.internal.encode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.mahnmf.internal.kernel.PiecewiseQuadratic;
import org.mahnmf.internal.simplex.BoundedLeastSquares;
import org.mahnmf.internal.simplex.LeastAbsoluteSimplex;

/** Reweighted least squares against the exact walk, and their small systems against a fine grid. */
class ReweightingTest {

  private static final double INFINITY = Double.POSITIVE_INFINITY;

  @Test
  void comesCloseToTheExactMinimum() {
    for (boolean weighted : new boolean[] {false, true}) {
      for (double scale : new double[] {1, 0x1p200, 0x1p-200}) {
        for (int rank = 1; rank <= 5; rank++) {
          check(rank, weighted, scale);
        }
      }
    }
  }

  private static void check(int rank, boolean weighted, double scale) {
    int length = 120;
    SplittableRandom random = new SplittableRandom(rank);
    double[][] fixed = new double[rank][length];
    for (double[] row : fixed) {
      for (int i = 0; i < length; i++) {
        row[i] = random.nextDouble();
      }
    }
    Reweighting block = new Reweighting(fixed, 0, INFINITY, weighted);
    double[][] x = new double[Reweighting.BLOCK][length];
    double[][] weights = new double[Reweighting.BLOCK][length];
    for (int j = 0; j < x.length; j++) {
      for (int i = 0; i < length; i++) {
        double planted = 0;
        for (int l = 0; l < rank; l++) {
          planted += fixed[l][i] * ((j + l) % 3); // some of them 0
        }
        boolean off = random.nextInt(5) == 0;
        x[j][i] =
            scale * (off ? 9 * random.nextDouble() : planted * (1 + .1 * random.nextDouble()));
        weights[j][i] = weighted ? random.nextInt(4) : 1;
        block.entries(i)[j] = x[j][i];
        if (weighted) {
          block.weights(i)[j] = weights[j][i];
        }
      }
    }
    block.startAtZero();
    block.solve();
    LeastAbsoluteSimplex exact = new LeastAbsoluteSimplex();
    double sum = 0;
    double exactSum = 0;
    for (int j = 0; j < x.length; j++) {
      exact.solve(fixed, x[j], weights[j], 0, INFINITY, new double[rank], 1000);
      double loss = loss(block, fixed, x[j], weights[j], j);
      assertEquals(loss, block.loss(j), 1e-9 * loss);
      assertTrue(loss >= exact.objective() * (1 - 1e-9));
      sum += loss / scale;
      exactSum += exact.objective() / scale;
    }
    assertTrue(sum <= 1.001 * exactSum, "rank " + rank + ": " + sum + " against " + exactSum);
  }

  private static double loss(
      Reweighting block, double[][] fixed, double[] x, double[] weights, int j) {
    double loss = 0;
    for (int i = 0; i < x.length; i++) {
      double e = x[i];
      for (int l = 0; l < fixed.length; l++) {
        e -= fixed[l][i] * block.result(l, j);
      }
      loss += weights[i] * Math.abs(e);
    }
    return loss;
  }

  /** One component: the exact minimum with penalties is a scalar problem. */
  @Test
  void penaltiesAgainstTheScalarProblem() {
    int length = 60;
    SplittableRandom random = new SplittableRandom(3);
    double[][] fixed = {random.doubles(length).toArray()};
    for (double[] penalty : new double[][] {{4, 0}, {0, 9}, {2, 5}, {1e3, 0}}) {
      Reweighting block = new Reweighting(fixed, 0, INFINITY, false, penalty[0], penalty[1]);
      double[][] x = new double[Reweighting.BLOCK][length];
      for (int j = 0; j < x.length; j++) {
        for (int i = 0; i < length; i++) {
          x[j][i] = fixed[0][i] * (j % 4) + random.nextDouble();
          block.entries(i)[j] = x[j][i];
        }
      }
      block.startAtZero();
      block.solve();
      double sum = 0;
      double exactSum = 0;
      PiecewiseQuadratic scalar = new PiecewiseQuadratic();
      for (int j = 0; j < x.length; j++) {
        for (int i = 0; i < length; i++) {
          scalar.breakpoints(length)[i] = x[j][i] / fixed[0][i];
          scalar.weights(length)[i] = fixed[0][i];
        }
        double best = scalar.minimize(length, penalty[1], -penalty[0], 0, INFINITY);
        double found = block.result(0, j);
        double total = total(fixed[0], x[j], penalty, found);
        double paid = penalty[0] * found + penalty[1] / 2 * found * found;
        assertEquals(total - paid, block.loss(j), 1e-9 * total, "a loss without penalties");
        assertTrue(total >= total(fixed[0], x[j], penalty, best) * (1 - 1e-12));
        sum += total;
        exactSum += total(fixed[0], x[j], penalty, best);
      }
      assertTrue(sum <= 1.001 * exactSum, sum + " against " + exactSum);
    }
  }

  private static double total(double[] fixed, double[] x, double[] penalty, double w) {
    double total = penalty[0] * w + penalty[1] / 2 * w * w;
    for (int i = 0; i < x.length; i++) {
      total += Math.abs(x[i] - fixed[i] * w);
    }
    return total;
  }

  @Test
  void smallSystemsAgainstAGrid() {
    SplittableRandom random = new SplittableRandom(5);
    for (int trial = 0; trial < 200; trial++) {
      double a = random.nextDouble(.5, 2);
      double b = random.nextDouble(-.4, .9) * a;
      double[] g = {a, b, b, a};
      double[] c = {random.nextDouble(-2, 2), random.nextDouble(-2, 2)};
      double[] w = {.5, .5};
      new BoundedLeastSquares(2).solve(g, c, w, 0, 1);
      double found = value(g, c, w[0], w[1]);
      for (int k = 0; k <= 50; k++) {
        for (int l = 0; l <= 50; l++) {
          assertTrue(found <= value(g, c, k / 50., l / 50.) + 1e-9, "trial " + trial);
        }
      }
    }
  }

  private static double value(double[] g, double[] c, double x, double y) {
    return .5 * (g[0] * x * x + 2 * g[1] * x * y + g[3] * y * y) - c[0] * x - c[1] * y;
  }
}
