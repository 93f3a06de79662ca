package org.mahnmf.internal.start;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.mahnmf.problem.Factors;
import org.mahnmf.solver.Posed;

class StillStartTest {

  /** 30 samples in one light, 10 in another, a sixth of each covered by something that passes. */
  private static double[][] twoLights(double[] first, double[] second) {
    Random random = new Random(2);
    double[][] table = new double[40][first.length];
    for (int i = 0; i < table.length; i++) {
      int covered = random.nextInt(first.length);
      for (int j = 0; j < first.length; j++) {
        boolean passes = (j - covered + first.length) % first.length < first.length / 6;
        double still = i < 30 ? first[j] : second[j];
        table[i][j] = passes ? 9 * random.nextDouble() : still + .01 * random.nextDouble();
      }
    }
    return table;
  }

  @Test
  void everyLightGetsAComponent() {
    Random random = new Random(1);
    double[] first = random.doubles(90, 1, 3).toArray();
    double[] second = random.doubles(90, 1, 3).toArray();
    Posed problem = StartProblems.problem(twoLights(first, second), 2);
    Factors start = problem.from(new StillStart(), 3);
    assertEquals(1, correlation(first, row(start, 0)), .05);
    assertEquals(1, correlation(second, row(start, 1)), .05);
    assertTrue(start.codes().get(0, 3) > start.codes().get(1, 3));
    assertTrue(start.codes().get(0, 35) < start.codes().get(1, 35));
  }

  @Test
  void oneLightIsNotTornApart() {
    double[] only = new Random(4).doubles(90, 1, 3).toArray();
    Factors start = StartProblems.problem(twoLights(only, only), 3).from(new StillStart(), 3);
    for (int l = 0; l < 3; l++) {
      assertEquals(1, correlation(only, row(start, l)), .05);
      for (int i = 0; i < 40; i++) {
        assertEquals(start.codes().get(0, 0), start.codes().get(l, i));
      }
    }
  }

  private static double[] row(Factors factors, int l) {
    return StartProblems.rows(factors.basis())[l];
  }

  private static double correlation(double[] a, double[] b) {
    double ab = 0;
    double aa = 0;
    double bb = 0;
    for (int j = 0; j < a.length; j++) {
      ab += a[j] * b[j];
      aa += a[j] * a[j];
      bb += b[j] * b[j];
    }
    return ab / Math.sqrt(aa * bb);
  }
}
