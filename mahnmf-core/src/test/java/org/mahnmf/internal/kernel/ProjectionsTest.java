package org.mahnmf.internal.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ProjectionsTest {

  private static final int CASES = 4000;

  /** Numbers at least 0 with zeros, ties, tiny and huge ones. */
  private static double[] numbers(SplittableRandom random, int n) {
    int kind = random.nextInt(6);
    double[] v = new double[n];
    for (int i = 0; i < n; i++) {
      double u = random.nextDouble();
      v[i] =
          switch (kind) {
            case 0 -> u;
            case 1 -> random.nextInt(4);
            case 2 -> u < .5 ? 0 : u;
            case 3 -> Math.pow(10, 12 * u - 6);
            case 4 -> Math.scalb(1.0, -i);
            default -> 3;
          };
    }
    return v;
  }

  private static double sum(double[] v) {
    return Arrays.stream(v).sum();
  }

  private static double max(double[] v) {
    return Arrays.stream(v).max().orElse(0);
  }

  /** Fills by bisection. */
  private static double slowLevel(double[] floors, double volume) {
    double low = Arrays.stream(floors).min().orElseThrow();
    double high = low + volume;
    for (int step = 0; step < 200; step++) {
      double middle = .5 * (low + high);
      double filled = Arrays.stream(floors).map(d -> Math.max(0, middle - d)).sum();
      if (filled < volume) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return .5 * (low + high);
  }

  @Test
  void waterLevelAgreesWithBisectionAndWithSorting() {
    for (int seed = 0; seed < CASES; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      double[] floors = numbers(random, 1 + random.nextInt(40));
      double volume = Math.pow(10, 8 * random.nextDouble() - 4);
      double expected = slowLevel(floors, volume);
      double[] sorted = floors.clone();
      Arrays.sort(sorted);
      double tolerance = 1e-13 * (expected + volume);
      assertEquals(
          expected,
          Projections.sortedLevel(sorted, sorted.length, volume),
          tolerance,
          "seed " + seed);
      assertEquals(
          expected,
          Projections.waterLevel(floors.clone(), floors.length, volume),
          tolerance,
          "seed " + seed);
    }
  }

  @Test
  void waterLevelFindsItsWayThroughManyRounds() {
    // Each round dries about one floor, until the rest is sorted.
    double[] floors = new double[900];
    for (int i = 0; i < floors.length; i++) {
      floors[i] = Math.scalb(1.0, i);
    }
    assertEquals(
        slowLevel(floors, 10), Projections.waterLevel(floors.clone(), floors.length, 10), 1e-13);
  }

  /** p is the projection of v iff p is feasible and radius · max (v − p) ≤ ⟨v − p, p⟩. */
  @Test
  void l1BallSatisfiesItsCertificate() {
    for (int seed = 0; seed < CASES; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      double[] v = numbers(random, random.nextInt(40));
      double radius = random.nextInt(10) == 0 ? 0 : sum(v) * 1.3 * random.nextDouble();
      double[] p = v.clone();
      Projections.l1Ball(p, p.length, radius, new double[p.length]);
      double inner = 0;
      double steepest = 0;
      for (int i = 0; i < v.length; i++) {
        assertTrue(p[i] >= 0 && p[i] <= v[i], "seed " + seed);
        inner += (v[i] - p[i]) * p[i];
        steepest = Math.max(steepest, v[i] - p[i]);
      }
      assertTrue(sum(p) <= radius * (1 + 1e-14), "seed " + seed);
      assertTrue(
          radius * steepest <= inner + 1e-13 * radius * max(v), "seed " + seed + " " + inner);
    }
  }

  @Test
  void l1BallKeepsItsDigitsForTinyRadius() {
    double[] v = {1e9, 1e9, 1e9 - 1, 5};
    Projections.l1Ball(v, 4, 1e-9, new double[4]);
    assertArrayEquals(new double[] {.5e-9, .5e-9, 0, 0}, v, 1e-24);
  }

  /** min(v, t) is the step iff it is 0 and Σv ≤ weight, or what it cuts off is the weight. */
  @Test
  void maxProxCutsOffTheWeight() {
    for (int seed = 0; seed < CASES; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      double[] v = numbers(random, random.nextInt(40));
      double weight = random.nextInt(10) == 0 ? 0 : sum(v) * 1.3 * random.nextDouble();
      double[] untouched = v.clone();
      double t = Projections.maxProxLevel(v, v.length, weight, new double[v.length]);
      assertArrayEquals(untouched, v);
      double cut = Arrays.stream(v).map(x -> Math.max(0, x - t)).sum();
      if (sum(v) <= weight) {
        assertEquals(0, t, "seed " + seed);
      } else {
        assertEquals(weight, cut, 1e-13 * v.length * max(v), "seed " + seed);
      }
    }
  }

  @Test
  void l1InfinityBallCutsTheSameAreaFromEveryRow() {
    for (int seed = 0; seed < CASES; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int rows = 1 + random.nextInt(8);
      int length = 1 + random.nextInt(30);
      double[] v = new double[rows * length];
      double norm = 0;
      for (int l = 0; l < rows; l++) {
        double[] row = numbers(random, length);
        System.arraycopy(row, 0, v, l * length, length);
        norm += max(row);
      }
      if (norm == 0) {
        continue;
      }
      double radius = norm * random.nextDouble() * (random.nextInt(5) == 0 ? 1e-6 : 1);
      double[] levels = new double[rows];
      Projections.l1InfinityBall(
          v.clone(), rows, length, radius, new double[rows * length], levels);
      double scale = max(v) * length;
      double total = 0;
      for (double level : levels) {
        total += level;
      }
      assertTrue(total <= radius, "seed " + seed + ": " + total + " > " + radius);
      assertEquals(radius, total, 1e-13 * (radius + scale), "seed " + seed);
      double area = Double.NaN;
      for (int l = 0; l < rows; l++) {
        area = levels[l] > 0 ? cut(v, l, length, levels[l]) : area;
      }
      for (int l = 0; l < rows; l++) {
        double cut = cut(v, l, length, levels[l]);
        assertTrue(
            cut <= area + 1e-12 * scale && (levels[l] == 0 || cut >= area - 1e-12 * scale),
            "seed " + seed + ", row " + l + ": " + cut + " of " + area);
      }
    }
  }

  private static double cut(double[] v, int row, int length, double level) {
    double cut = 0;
    for (int i = row * length; i < (row + 1) * length; i++) {
      cut += Math.max(0, v[i] - level);
    }
    return cut;
  }

  @Test
  void l1InfinityBallAgreesWithBisection() {
    for (int seed = 0; seed < 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int rows = 1 + random.nextInt(5);
      int length = 1 + random.nextInt(9);
      double[] v = new double[rows * length];
      for (int i = 0; i < v.length; i++) {
        v[i] = random.nextInt(3) == 0 ? random.nextInt(3) : random.nextDouble();
      }
      double radius = .7 * rows * random.nextDouble();
      double[] expected = slowLevels(v, rows, length, radius);
      if (sum(expected) > radius * (1 + 1e-9) || sum(expected) < radius * (1 - 1e-9)) {
        continue; // inside the ball
      }
      double[] levels = new double[rows];
      Projections.l1InfinityBall(
          v.clone(), rows, length, radius, new double[rows * length], levels);
      assertArrayEquals(expected, levels, 1e-11, "seed " + seed);
    }
  }

  /** Bisection for the area around bisections for the levels. */
  private static double[] slowLevels(double[] v, int rows, int length, double radius) {
    double low = 0;
    double high = sum(v);
    double[] levels = new double[rows];
    for (int step = 0; step < 100; step++) {
      double theta = .5 * (low + high);
      for (int l = 0; l < rows; l++) {
        double bottom = 0;
        double top = max(v);
        for (int inner = 0; inner < 100; inner++) {
          double level = .5 * (bottom + top);
          if (cut(v, l, length, level) > theta) {
            bottom = level;
          } else {
            top = level;
          }
        }
        levels[l] = top;
      }
      if (sum(levels) > radius) {
        low = theta;
      } else {
        high = theta;
      }
    }
    return levels;
  }

  @Test
  void euclideanNormNeitherOverflowsNorUnderflows() {
    double[] v = {3, 4, 0, 12, 84};
    for (int exponent : new int[] {-1060, -900, -500, 0, 500, 1010}) {
      double scale = Math.scalb(1.0, exponent);
      double[] scaled = Arrays.stream(v).map(x -> x * scale).toArray();
      assertEquals(85 * scale, Projections.euclidean(scaled, 0, 5), 1e-15 * 85 * scale);
    }
    assertEquals(5, Projections.euclidean(v, 0, 2));
    assertEquals(12, Projections.euclidean(v, 2, 2));
    assertEquals(0, Projections.euclidean(v, 2, 1));
    assertEquals(0, Projections.euclidean(v, 0, 0));
  }
}
