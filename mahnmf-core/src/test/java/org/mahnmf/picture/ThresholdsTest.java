package org.mahnmf.picture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ThresholdsTest {

  @Test
  void deviationsAreThoseOfASort() {
    for (long seed = 1; seed <= 30; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int count = random.nextInt(3, 60);
      int parts = random.nextInt(3);
      double[][] sizes = new double[count][7];
      double[][] weights = new double[count][7];
      for (int i = 0; i < count; i++) {
        Arrays.setAll(sizes[i], k -> random.nextDouble());
        Arrays.setAll(weights[i], k -> random.nextDouble());
      }
      double[] out = new double[7];
      Thresholds.deviations(sizes, weights, parts, 7, out);
      double share = .25 + .75 * Math.min(1, (double) parts / count);
      for (int k = 0; k < 7; k++) {
        assertEquals(3.1383 * sorted(sizes, weights, k, share), out[k], .02, "seed " + seed);
      }
    }
  }

  private static double sorted(double[][] sizes, double[][] weights, int k, double share) {
    Integer[] order = new Integer[sizes.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Double.compare(sizes[a][k], sizes[b][k]));
    double total = Arrays.stream(weights).mapToDouble(row -> row[k]).sum();
    double sum = 0;
    for (int i : order) {
      sum += weights[i][k];
      if (sum >= share * total) {
        return sizes[i][k];
      }
    }
    return sizes[order[order.length - 1]][k];
  }

  @Test
  void ofNormalNoiseTheStandardDeviation() {
    java.util.Random random = new java.util.Random(1);
    double[][] sizes = new double[4000][1];
    double[][] weights = new double[4000][1];
    double[] plain = new double[4000];
    for (int i = 0; i < sizes.length; i++) {
      plain[i] = Math.abs(3 * random.nextGaussian());
      sizes[i][0] = plain[i];
      weights[i][0] = 1;
    }
    double[] out = new double[1];
    Thresholds.deviations(sizes, weights, 0, 1, out);
    assertEquals(3, out[0], .25);
    assertEquals(Thresholds.deviation(plain, 0, 4000), out[0], .05);
  }
}
