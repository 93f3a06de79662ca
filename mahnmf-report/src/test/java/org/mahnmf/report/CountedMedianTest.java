package org.mahnmf.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CountedMedianTest {

  private static double counted(double[] numbers) {
    return new CountedMedian(
            consumer -> {
              for (double number : numbers) {
                consumer.accept(number);
              }
            })
        .of(numbers.length);
  }

  private static double sorted(double[] numbers) {
    double[] copy = numbers.clone();
    Arrays.sort(copy);
    return .5 * (copy[(copy.length - 1) / 2] + copy[copy.length / 2]);
  }

  @Test
  void agreesWithSorting() {
    for (long seed = 1; seed <= 40; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      double[] numbers = new double[1 + random.nextInt(60)];
      int kind = random.nextInt(3);
      for (int k = 0; k < numbers.length; k++) {
        numbers[k] =
            switch (kind) {
              case 0 -> random.nextDouble();
              case 1 -> random.nextInt(3);
              default -> Math.scalb(random.nextDouble(), random.nextInt(-1074, 1000));
            };
      }
      assertEquals(sorted(numbers), counted(numbers), "seed " + seed);
    }
  }

  @Test
  void knowsTheEdges() {
    assertEquals(0, counted(new double[0]));
    assertEquals(0, counted(new double[] {-0.0, 0, -0.0}));
    assertEquals(Double.MIN_VALUE, counted(new double[] {Double.MIN_VALUE}));
    assertEquals(.5 * Double.MAX_VALUE, counted(new double[] {0, Double.MAX_VALUE}));
  }
}
