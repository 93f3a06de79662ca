package org.mahnmf.report.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RangeTest {

  @Test
  void areRound() {
    assertEquals(List.of(0.0, 0.2, 0.4, 0.6, 0.8, 1.0), Range.linear(0, 1, 5));
    assertEquals(List.of(-2.0, 0.0, 2.0), Range.linear(-3, 3, 3));
    assertEquals(List.of(0.3, 0.4, 0.5), Range.linear(0.25, 0.55, 3));
    assertEquals(List.of("0.0", "0.5", "1.0"), Range.labels(Range.linear(0, 1, 2)));
    assertEquals(List.of("0", "20\u202F000", "40\u202F000"), Range.labels(Range.linear(0, 5e4, 3)));
    assertEquals(List.of("0", "5·10⁶", "10⁷"), Range.labels(Range.linear(0, 1e7, 2)));
    assertEquals(List.of("0", "5·10⁻⁶", "10⁻⁵"), Range.labels(Range.linear(0, 1e-5, 2)));
  }

  @Test
  void followPowersOfTen() {
    assertEquals(List.of(1.0, 10.0, 100.0, 1000.0), Range.logarithmic(1, 1000, 5));
    assertEquals(List.of(2000.0, 5000.0, 10000.0, 20000.0), Range.logarithmic(1500, 30000, 5));
    assertEquals(List.of(2.0, 3.0), Range.logarithmic(2, 3.5, 2));
    assertEquals(List.of(1e-8, 1e-4, 1.0, 1e4, 1e8), Range.logarithmic(1e-9, 1e9, 5));
  }

  @Test
  void suitAnyRange() {
    long seed = 20240611;
    Random random = new Random(seed);
    for (int k = 0; k < 2000; k++) {
      double low = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(30) - 15);
      double high = low + Math.pow(10, random.nextInt(12) - 6) * Math.abs(low);
      String range = low + " to " + high + ", seed " + seed;
      List<Double> ticks = Range.linear(low, high, 5);
      assertTrue(ticks.size() >= 2 && ticks.size() <= 10, range + ": " + ticks);
      double slack = 1e-8 * (high - low);
      for (double tick : ticks) {
        assertTrue(tick >= low - slack && tick <= high + slack, range + ": " + ticks);
      }
      assertEquals(ticks.size(), new HashSet<>(ticks).size(), range);
    }
    assertTrue(Range.linear(1, 1, 5).isEmpty());
    assertFalse(Range.logarithmic(Double.MIN_VALUE, Double.MAX_VALUE / 2, 5).isEmpty());
  }
}
