package org.mahnmf.internal.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The scalar kernel against a sort, against brute force, and against Theorem 3 as printed. */
class PiecewiseQuadraticTest {

  private static final double INFINITY = Double.POSITIVE_INFINITY;

  private final PiecewiseQuadratic kernel = new PiecewiseQuadratic();

  /** One scalar problem: min over [lo, hi] of Σ a_k |x − p_k| + ½ q x² − c x. */
  @SuppressWarnings("ArrayRecordComponent") // never compared, never a key
  private record Case(double[] p, double[] a, double q, double c, double lo, double hi) {

    double value(double x) {
      double f = (0.5 * q * x - c) * x;
      for (int k = 0; k < p.length; k++) {
        f += a[k] * Math.abs(x - p[k]);
      }
      return f;
    }

    /** Sum of the sizes of all terms at x: what rounding errors of {@link #value} scale with. */
    double size(double x) {
      double f = (0.5 * q * Math.abs(x) + Math.abs(c)) * Math.abs(x);
      for (int k = 0; k < p.length; k++) {
        f += a[k] * (Math.abs(x) + Math.abs(p[k]));
      }
      return f;
    }

    double rightSlope(double x) {
      double s = q * x - c;
      for (int k = 0; k < p.length; k++) {
        s += p[k] <= x ? a[k] : -a[k];
      }
      return s;
    }

    double leftSlope(double x) {
      double s = q * x - c;
      for (int k = 0; k < p.length; k++) {
        s += p[k] < x ? a[k] : -a[k];
      }
      return s;
    }

    double clamp(double x) {
      return Math.max(lo, Math.min(hi, x));
    }
  }

  private double solve(Case problem) {
    int n = problem.p.length;
    System.arraycopy(problem.p, 0, kernel.breakpoints(n), 0, n);
    System.arraycopy(problem.a, 0, kernel.weights(n), 0, n);
    return kernel.minimize(n, problem.q, problem.c, problem.lo, problem.hi);
  }

  /**
   * The paper's sort (Alg. 1 lines 5–8), with the quadratic of Theorem 3 as corrected in errata 2.
   */
  private static double sortedMinimum(Case problem) {
    int[] order = sortedOrder(problem.p);
    double slope = -problem.c - Arrays.stream(problem.a).sum();
    double previous = Double.NEGATIVE_INFINITY;
    for (int k : order) {
      double p = problem.p[k];
      if (problem.q * p + slope + 2 * problem.a[k] >= 0) {
        boolean interior = problem.q > 0 && problem.q * p + slope >= 0;
        return problem.clamp(interior ? Math.max(previous, -slope / problem.q) : p);
      }
      slope += 2 * problem.a[k];
      previous = p;
    }
    return problem.clamp(problem.q > 0 ? Math.max(previous, -slope / problem.q) : INFINITY);
  }

  private static int[] sortedOrder(double[] p) {
    return IntStream.range(0, p.length)
        .boxed()
        .sorted((i, j) -> Double.compare(p[i], p[j]))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** Least value over all breakpoints, all stationary points of all pieces, and the bounds. */
  private static double bruteForceValue(Case problem) {
    double best = Math.min(problem.value(problem.clamp(0)), problem.value(problem.lo));
    if (problem.hi < INFINITY) {
      best = Math.min(best, problem.value(problem.hi));
    }
    for (double p : problem.p) {
      best = Math.min(best, problem.value(problem.clamp(p)));
      if (problem.q > 0) {
        double right = p - problem.rightSlope(p) / problem.q;
        double left = p - problem.leftSlope(p) / problem.q;
        best = Math.min(best, problem.value(problem.clamp(right)));
        best = Math.min(best, problem.value(problem.clamp(left)));
      }
    }
    return best;
  }

  /** Integers: all sums are exact, so the leftmost rule can be tested to the bit. */
  private static Case integerCase(Random random) {
    int n = random.nextInt(120);
    int range = 1 + random.nextInt(60);
    double[] p = random.ints(n, -range / 2, range).asDoubleStream().toArray();
    double[] a = random.ints(n, 1, 4).asDoubleStream().toArray();
    double q = random.nextBoolean() ? 0 : 1 << random.nextInt(4);
    double c = q == 0 ? 0 : random.nextInt(41) - 20;
    return new Case(p, a, q, c, Double.NEGATIVE_INFINITY, INFINITY);
  }

  private static Case realCase(Random random) {
    int n = random.nextInt(random.nextInt(10) == 0 ? 3000 : 60);
    double[] p = new double[n];
    double[] a = new double[n];
    for (int k = 0; k < n; k++) {
      boolean repeats = k > 0 && random.nextInt(3) == 0;
      p[k] = repeats ? p[random.nextInt(k)] : random.nextInt(5) == 0 ? 0 : random.nextGaussian();
      a[k] = 1e-3 + random.nextDouble();
    }
    double q = random.nextInt(3) == 0 ? 0 : random.nextDouble() * Math.max(1, n);
    double c = q == 0 ? 0 : random.nextGaussian() * (1 + n / 4.0);
    double lo = random.nextBoolean() ? 0 : random.nextGaussian();
    double hi = random.nextBoolean() ? INFINITY : lo + random.nextDouble();
    return new Case(p, a, q, c, lo, hi);
  }

  @Test
  void theLeftmostMinimiserIsTheOneTheSortFinds() {
    for (int seed = 0; seed < 5000; seed++) {
      Case problem = integerCase(new Random(seed));
      if (problem.p.length > 0 || problem.q > 0) {
        assertEquals(sortedMinimum(problem), solve(problem), 1e-13, "seed " + seed);
      }
    }
  }

  @Test
  void atTheLeftmostMinimiserTheLeftSlopeIsNegativeAndTheRightSlopeIsNot() {
    for (int seed = 0; seed < 5000; seed++) {
      Random random = new Random(seed);
      Case drawn = integerCase(random);
      if (drawn.p.length > 0) {
        Case problem =
            new Case(drawn.p, drawn.a, 0, 0, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        double x = solve(problem);
        assertTrue(problem.leftSlope(x) < 0, "left slope, seed " + seed);
        assertTrue(problem.rightSlope(x) >= 0, "right slope, seed " + seed);
      }
    }
  }

  /** So many that a sample is drawn, in orders that make it right, wrong or useless. */
  @Test
  void theLeftmostMinimiserOfManyElementsIsTheOneTheSortFinds() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      int n = 3500 + random.nextInt(seed % 10 == 0 ? 40_000 : 4000);
      int range = seed % 4 == 0 ? 30 : 1_000_000;
      double[] p = random.ints(n, -range, range).asDoubleStream().toArray();
      if (seed % 3 == 0) {
        Arrays.sort(p);
      }
      double[] a = random.ints(n, 1, 4).asDoubleStream().toArray();
      for (int k = 0; seed % 5 == 0 && k < n; k++) {
        a[k] *= k % 80 == 40 ? 1 : 1 + Math.floorMod((int) p[k], 3) * 50; // the sample is wrong
      }
      double q = random.nextBoolean() ? 0 : 0x1p-10 * n;
      double total = Arrays.stream(a).sum();
      double c = Math.rint(total * (seed % 7 == 0 ? 0.99 : random.nextDouble() - 0.5));
      Case problem = new Case(p, a, q, c, Double.NEGATIVE_INFINITY, INFINITY);
      assertEquals(sortedMinimum(problem), solve(problem), 1e-9, "seed " + seed);
    }
  }

  @Test
  void noBreakpointAndNoStationaryPointIsBetter() {
    for (int seed = 0; seed < 4000; seed++) {
      Case problem = realCase(new Random(seed));
      double x = solve(problem);
      String message = "seed " + seed;
      assertTrue(x >= problem.lo && x <= problem.hi, message);
      double best =
          problem.p.length > 300 ? problem.value(sortedMinimum(problem)) : bruteForceValue(problem);
      assertTrue(problem.value(x) <= best + 1e-13 * problem.size(x), message);
    }
  }

  @Test
  void theAnswerScalesWithTheBreakpointsAndTheWeights() {
    for (int seed = 0; seed < 300; seed++) {
      Case problem = realCase(new Random(seed));
      double x = solve(problem);
      for (int exponent : new int[] {-500, 500}) {
        double scale = Math.scalb(1.0, exponent);
        double[] p = Arrays.stream(problem.p).map(v -> v * scale).toArray();
        Case moved =
            new Case(
                p, problem.a, problem.q / scale, problem.c, problem.lo * scale, problem.hi * scale);
        assertEquals(x, solve(moved) / scale, 0, "breakpoints, seed " + seed);
        double[] a = Arrays.stream(problem.a).map(v -> v * scale).toArray();
        Case weighted =
            new Case(problem.p, a, problem.q * scale, problem.c * scale, problem.lo, problem.hi);
        assertEquals(x, solve(weighted), 0, "weights, seed " + seed);
      }
    }
  }

  /**
   * Theorem 3 as printed: the minimiser is d − k_{i+1}/(2b) for the piece that contains it. When no
   * piece contains its own stationary point, the minimiser sits on a kink and the rule has no
   * answer.
   */
  @Test
  void theoremThreeAsPrintedMissesMinimisersOnAKinkAndOursNever() {
    int missed = 0;
    for (int seed = 0; seed < 4000; seed++) {
      Random random = new Random(seed);
      int n = 1 + random.nextInt(8);
      double[] p = random.doubles(n).toArray();
      double[] a = random.doubles(n, 0.1, 1).toArray();
      double q = 4 * random.nextDouble() + 0.1;
      Case problem = new Case(p, a, q, random.nextDouble() * q, Double.NEGATIVE_INFINITY, INFINITY);
      double x = solve(problem);
      missed += somePieceHasItsStationaryPoint(problem) ? 0 : 1;
      assertTrue(problem.leftSlope(x) <= 1e-12 && problem.rightSlope(x) >= -1e-12, "seed " + seed);
      assertTrue(problem.value(x) <= bruteForceValue(problem) + 1e-13, "seed " + seed);
    }
    assertTrue(missed > 0, "printed rule missed " + missed);
  }

  private static boolean somePieceHasItsStationaryPoint(Case problem) {
    double[] p = problem.p.clone();
    Arrays.sort(p);
    double first = (problem.c + Arrays.stream(problem.a).sum()) / problem.q;
    boolean found = first <= p[0];
    for (int k = 0; k < p.length; k++) {
      double stationary = p[k] - problem.rightSlope(p[k]) / problem.q;
      double end = k + 1 < p.length ? p[k + 1] : INFINITY;
      found |= stationary >= p[k] && stationary <= end;
    }
    return found;
  }

  @Test
  void anEmptySetLeavesTheQuadraticOrTheBound() {
    double[] none = {};
    assertEquals(2, solve(new Case(none, none, 2, 4, 0, INFINITY)), 0);
    assertEquals(1, solve(new Case(none, none, 2, 4, 0, 1)), 0);
    assertEquals(0.5, solve(new Case(none, none, 0, 0, 0.5, INFINITY)), 0);
    assertEquals(0.5, solve(new Case(none, none, 0, -1, 0.5, INFINITY)), 0);
    assertEquals(3, solve(new Case(none, none, 0, 1, 0, 3)), 0);
  }

  @Test
  void aProblemUnboundedBelowIsRefused() {
    double[] none = {};
    double[] one = {1};
    assertThrows(ArithmeticException.class, () -> solve(new Case(none, none, 0, 1, 0, INFINITY)));
    assertThrows(ArithmeticException.class, () -> solve(new Case(one, one, 0, 2, 0, INFINITY)));
  }

  @Test
  void oneElementIsItsOwnMedian() {
    assertEquals(7, solve(new Case(new double[] {7}, new double[] {3}, 0, 0, 0, INFINITY)), 0);
    assertEquals(5, solve(new Case(new double[] {7}, new double[] {3}, 0, 0, 0, 5)), 0);
    assertEquals(0, solve(new Case(new double[] {-7}, new double[] {3}, 0, 0, 0, 5)), 0);
  }

  /** Negative zero equals zero, although its bits say otherwise. */
  @Test
  void zerosOfBothSignsAreOneBreakpoint() {
    double[] p = new double[200];
    double[] a = new double[200];
    for (int k = 0; k < 200; k++) {
      p[k] = k % 3 == 0 ? -0.0 : k % 3 == 1 ? 0.0 : k - 100;
      a[k] = 1;
    }
    assertEquals(0, Math.abs(solve(new Case(p, a, 0, 0, -INFINITY, INFINITY))), 0);
  }

  @Test
  void awkwardOrdersAreSolvedAsFastAsRandomOnes() {
    int n = 1 << 17;
    double[] random = new Random(1).doubles(n).toArray();
    long base = time(random);
    double[] sorted = random.clone();
    Arrays.sort(sorted);
    double[] reversed = new double[n];
    double[] organPipe = new double[n];
    double[] sawtooth = new double[n];
    double[] equal = new double[n];
    for (int k = 0; k < n; k++) {
      reversed[k] = sorted[n - 1 - k];
      organPipe[k] = Math.min(k, n - 1 - k);
      sawtooth[k] = k % 9;
      equal[k] = 0.25;
    }
    // A quadratic method would need thousands of times longer: 40 leaves room for a busy machine.
    assertTrue(time(sorted) < 40 * base, "sorted");
    assertTrue(time(reversed) < 40 * base, "reversed");
    assertTrue(time(organPipe) < 40 * base, "organ pipe");
    assertTrue(time(sawtooth) < 40 * base, "sawtooth");
    assertTrue(time(equal) < 40 * base, "equal");
  }

  /** Puts a growing run of the smallest values exactly where the ninther looks. */
  @Test
  void anInputBuiltAgainstThePivotIsStillSolved() {
    int n = 5000;
    double[] p = new double[n];
    Arrays.fill(p, Double.NaN);
    int[] place = IntStream.range(0, n).toArray();
    double next = 0;
    for (int left = n; left > 20; ) {
      int step = left / 9;
      for (int k = 0; k < 9; k++) {
        p[place[step / 2 + k * step]] = next++;
      }
      int kept = 0;
      for (int k = 0; k < left; k++) {
        if (Double.isNaN(p[place[k]]) || p[place[k]] > next - 5) {
          place[kept++] = place[k];
        }
      }
      left = kept == left ? 0 : kept;
    }
    for (int k = 0; k < n; k++) {
      p[k] = Double.isNaN(p[k]) ? next++ : p[k];
    }
    double[] a = new double[n];
    Arrays.fill(a, 1);
    Case problem = new Case(p, a, 0, n - 3.0, 0, INFINITY);
    assertEquals(sortedMinimum(problem), solve(problem), 0);
  }

  private long time(double[] p) {
    double[] a = new double[p.length];
    Arrays.fill(a, 1);
    Case problem = new Case(p, a, 0, 0, 0, INFINITY);
    long best = Long.MAX_VALUE;
    for (int repeat = 0; repeat < 5; repeat++) {
      long start = System.nanoTime();
      double x = solve(problem);
      best = Math.min(best, System.nanoTime() - start);
      assertTrue(problem.leftSlope(x) < 0 && problem.rightSlope(x) >= 0);
    }
    return best;
  }
}
