package org.mahnmf.internal.simplex;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.mahnmf.TestProblems;
import org.mahnmf.internal.kernel.PiecewiseQuadratic;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Optimisation;
import org.ojalgo.optimisation.Variable;

/** The exact one-sided solver against a general LP solver, and against its own certificate. */
class LeastAbsoluteSimplexTest {

  private static final double INFINITY = Double.POSITIVE_INFINITY;
  private static final int PIVOTS = 20_000;

  private final LeastAbsoluteSimplex simplex = new LeastAbsoluteSimplex();

  /** One sample: min over [lo, hi] of Σ ω_i |w_iᵀh − x_i|, W given as r rows; ω may be null. */
  @SuppressWarnings("ArrayRecordComponent") // never compared, never a key
  private record Sample(double[][] w, double[] x, double[] omega, double lo, double hi) {

    double weight(int i) {
      return omega == null ? 1 : omega[i];
    }

    double objective(double[] h) {
      double f = 0;
      for (int i = 0; i < x.length; i++) {
        double e = -x[i];
        for (int l = 0; l < w.length; l++) {
          e += w[l][i] * h[l];
        }
        f += weight(i) * Math.abs(e);
      }
      return f;
    }

    double total() {
      double s = 0;
      for (int i = 0; i < x.length; i++) {
        s += weight(i) * x[i];
      }
      return s;
    }

    /** Largest size of the terms in f at h, to which rounding errors are proportional. */
    double size(double[] h) {
      return 2 * total() + objective(h);
    }

    double[] startAtLo() {
      double[] h = new double[w.length];
      Arrays.fill(h, lo);
      return h;
    }

    double[] randomStart(Random random) {
      double[] h = new double[w.length];
      for (int l = 0; l < h.length; l++) {
        double v = random.nextInt(3) == 0 ? lo : lo + 2 * random.nextDouble();
        h[l] = Math.min(hi, v);
      }
      return h;
    }
  }

  private double[] solve(Sample sample, double[] start) {
    double[] h = start.clone();
    simplex.solve(sample.w, sample.x, sample.omega, sample.lo, sample.hi, h, PIVOTS);
    return h;
  }

  /** h ≥ 0, u, v ≥ 0 with Wᵀh − u + v = x: min Σ ω (u + v). */
  private static double linearProgram(Sample sample) {
    ExpressionsBasedModel model = new ExpressionsBasedModel();
    int r = sample.w.length;
    Variable[] h = new Variable[r];
    for (int l = 0; l < r; l++) {
      h[l] = model.addVariable("h" + l).lower(sample.lo);
      if (sample.hi < INFINITY) {
        h[l].upper(sample.hi);
      }
    }
    for (int i = 0; i < sample.x.length; i++) {
      if (sample.weight(i) > 0) {
        Variable over = model.addVariable("u" + i).lower(0).weight(sample.weight(i));
        Variable under = model.addVariable("v" + i).lower(0).weight(sample.weight(i));
        Expression row = model.addExpression("e" + i).level(sample.x[i]);
        for (int l = 0; l < r; l++) {
          row.set(h[l], sample.w[l][i]);
        }
        row.set(over, -1).set(under, 1);
      }
    }
    Optimisation.Result result = model.minimise();
    return result.getState().isOptimal() ? result.getValue() : Double.NaN;
  }

  // ---------------------------------------------------------------- random samples

  private static Sample draw(Random random) {
    int m = 1 + random.nextInt(40);
    int r = 1 + random.nextInt(8);
    double[][] w = new double[r][m];
    double zeros = random.nextInt(3) == 0 ? 0.6 : 0;
    boolean integers = random.nextInt(4) == 0;
    for (int l = 0; l < r; l++) {
      for (int i = 0; i < m; i++) {
        double v = integers ? random.nextInt(4) : random.nextDouble();
        w[l][i] = random.nextDouble() < zeros ? 0 : v;
      }
    }
    spoil(w, random);
    double lo = random.nextInt(4) == 0 ? 0.1 : 0;
    double hi = random.nextInt(3) == 0 ? lo + random.nextDouble() : INFINITY;
    double[] omega = random.nextInt(3) == 0 ? drawWeights(m, random) : null;
    return new Sample(w, drawX(w, random), omega, lo, hi);
  }

  /** Dead components, equal components, features that no component has, equal features. */
  private static void spoil(double[][] w, Random random) {
    int r = w.length;
    int m = w[0].length;
    if (random.nextInt(4) == 0) {
      Arrays.fill(w[random.nextInt(r)], 0);
    }
    if (random.nextInt(4) == 0) {
      w[random.nextInt(r)] = w[random.nextInt(r)].clone();
    }
    if (random.nextInt(4) == 0) {
      copyFeature(w, -1, random.nextInt(m));
    }
    if (random.nextInt(4) == 0) {
      copyFeature(w, random.nextInt(m), random.nextInt(m));
    }
  }

  private static void copyFeature(double[][] w, int from, int to) {
    for (double[] row : w) {
      row[to] = from < 0 ? 0 : row[from];
    }
  }

  private static double[] drawWeights(int m, Random random) {
    double[] omega = new double[m];
    for (int i = 0; i < m; i++) {
      omega[i] = random.nextInt(4) == 0 ? 0 : random.nextInt(3) == 0 ? 1 : random.nextDouble();
    }
    return omega;
  }

  private static double[] drawX(double[][] w, Random random) {
    int m = w[0].length;
    return switch (random.nextInt(4)) {
      case 0 -> random.doubles(m, 0, 2).toArray();
      case 1 -> random.ints(m, 0, 5).asDoubleStream().toArray();
      case 2 -> planted(w, 0, random);
      default -> planted(w, 0.2, random);
    };
  }

  /** Wᵀh for a sparse h, with a part of the entries replaced by salt and pepper. */
  private static double[] planted(double[][] w, double noise, Random random) {
    int m = w[0].length;
    double[] x = new double[m];
    for (double[] row : w) {
      double h = random.nextInt(3) == 0 ? 0 : random.nextDouble();
      for (int i = 0; i < m; i++) {
        x[i] += h * row[i];
      }
    }
    double top = Arrays.stream(x).max().orElse(0);
    for (int i = 0; i < m; i++) {
      if (random.nextDouble() < noise) {
        x[i] = random.nextBoolean() ? 0 : top;
      }
    }
    return x;
  }

  private static double[][] uniformRows(int r, int m, Random random) {
    double[][] w = new double[r][];
    for (int l = 0; l < r; l++) {
      w[l] = random.doubles(m).toArray();
    }
    return w;
  }

  // ---------------------------------------------------------------- claims

  private void assertCertified(Sample sample, double[] h, String message) {
    double f = simplex.objective();
    double rounding = 1e-9 * f + 1e-13 * sample.size(h);
    assertTrue(simplex.optimal(), () -> message + ": not optimal");
    assertEquals(sample.objective(h), f, 1e-12 * sample.size(h), message);
    assertTrue(simplex.lowerBound() <= f + 1e-12 * sample.size(h), message);
    assertEquals(f, simplex.lowerBound(), rounding, message);
    for (double v : h) {
      assertTrue(v >= sample.lo && v <= sample.hi, message);
    }
  }

  @Test
  void theObjectiveIsThatOfTheLinearProgram() {
    int compared = 0;
    for (int seed = 0; seed < 600; seed++) {
      Sample sample = draw(new Random(seed));
      double[] h = solve(sample, sample.startAtLo());
      String message = "seed " + seed;
      assertCertified(sample, h, message);
      double lp = linearProgram(sample);
      if (!Double.isNaN(lp)) {
        compared++;
        assertEquals(lp, simplex.objective(), 1e-9 * lp + 1e-9 * sample.total(), message);
      }
    }
    assertTrue(compared > 500, "the LP solver answered " + compared + " of 600");
  }

  @Test
  void anyFeasibleStartLeadsToTheSameObjective() {
    for (int seed = 0; seed < 3000; seed++) {
      Random random = new Random(seed);
      Sample sample = draw(random);
      solve(sample, sample.startAtLo());
      double expected = simplex.objective();
      double[] h = solve(sample, sample.randomStart(random));
      String message = "seed " + seed;
      assertCertified(sample, h, message);
      assertEquals(
          expected, simplex.objective(), 1e-9 * expected + 1e-13 * sample.total(), message);
    }
  }

  @Test
  void whereverTheWalkIsStoppedTheBoundHoldsAndTheObjectiveHasNotRisen() {
    for (int seed = 0; seed < 500; seed++) {
      Random random = new Random(seed);
      Sample sample = draw(random);
      double[] start = sample.randomStart(random);
      double[] best = solve(sample, start);
      double optimum = simplex.objective();
      double rounding = 1e-12 * (sample.size(best) + sample.objective(start));
      double previous = sample.objective(start);
      for (int limit = 0; limit < 12; limit++) {
        double[] h = start.clone();
        simplex.solve(sample.w, sample.x, sample.omega, sample.lo, sample.hi, h, limit);
        String message = "seed " + seed + " limit " + limit;
        assertTrue(simplex.pivots() <= limit, message);
        assertTrue(simplex.lowerBound() <= optimum + rounding, message);
        assertTrue(simplex.objective() >= optimum - rounding, message);
        assertTrue(simplex.objective() <= previous + 1e-8 * previous + rounding, message);
        assertTrue(simplex.objective() <= sample.objective(start) + rounding, message);
        previous = simplex.objective();
      }
    }
  }

  /**
   * Coordinate descent stops at 14, on a kink that no single entry can leave; the optimum is 1.5.
   */
  @Test
  void itReachesTheOptimumWhereCoordinateDescentStalls() {
    double[][] w = {{3, 2, 1, 1}, {1, 2, 3, 1}};
    Sample sample = new Sample(w, new double[] {4, 8, 10, 4}, null, 0, INFINITY);
    double[] stalled = new double[2];
    for (int sweep = 0; sweep < 50; sweep++) {
      descendCoordinates(sample, stalled);
    }
    assertEquals(14, sample.objective(stalled), 1e-12);
    solve(sample, new double[2]);
    assertEquals(1.5, simplex.objective(), 1e-12);
    solve(sample, stalled);
    assertEquals(1.5, simplex.objective(), 1e-12);
    assertEquals(1.5, simplex.lowerBound(), 1e-12);
  }

  /** One sweep of Alg. 1 over the entries of h, for positive W. */
  private static void descendCoordinates(Sample sample, double[] h) {
    PiecewiseQuadratic median = new PiecewiseQuadratic();
    int m = sample.x.length;
    for (int l = 0; l < h.length; l++) {
      double[] p = median.breakpoints(m);
      double[] a = median.weights(m);
      for (int i = 0; i < m; i++) {
        double z = sample.x[i];
        for (int other = 0; other < h.length; other++) {
          z -= other == l ? 0 : sample.w[other][i] * h[other];
        }
        p[i] = z / sample.w[l][i];
        a[i] = sample.w[l][i];
      }
      h[l] = median.minimize(m, 0, 0, 0, INFINITY);
    }
  }

  @Test
  void scalingTheSampleAndTheBasisScalesTheAnswer() {
    for (int seed = 0; seed < 200; seed++) {
      Sample sample = draw(new Random(seed));
      solve(sample, sample.startAtLo());
      double expected = simplex.objective();
      for (int exponent : new int[] {-300, -20, 20, 300}) {
        double scale = Math.scalb(1.0, exponent);
        double[] x = Arrays.stream(sample.x).map(v -> v * scale).toArray();
        double[][] w = new double[sample.w.length][];
        for (int l = 0; l < w.length; l++) {
          w[l] = Arrays.stream(sample.w[l]).map(v -> v * scale).toArray();
        }
        Sample both = new Sample(w, x, sample.omega, sample.lo, sample.hi);
        solve(both, both.startAtLo());
        double slack = 1e-9 * expected + 1e-13 * sample.total();
        assertEquals(expected, simplex.objective() / scale, slack, "seed " + seed);
        assertTrue(simplex.optimal(), "seed " + seed);
      }
    }
  }

  @Test
  void componentsOfVeryDifferentScaleAreNoObstacle() {
    for (int seed = 0; seed < 500; seed++) {
      Random random = new Random(seed);
      Sample drawn = draw(random);
      double[][] w = new double[drawn.w.length][];
      for (int l = 0; l < w.length; l++) {
        double scale = Math.scalb(1.0, random.nextInt(41) - 20);
        w[l] = Arrays.stream(drawn.w[l]).map(v -> v * scale).toArray();
      }
      Sample sample = new Sample(w, drawn.x, drawn.omega, 0, INFINITY);
      solve(new Sample(drawn.w, drawn.x, drawn.omega, 0, INFINITY), drawn.startAtLo());
      double[] h = solve(sample, sample.startAtLo());
      assertCertified(sample, h, "seed " + seed);
    }
  }

  @Test
  void aDeadComponentKeepsItsEntry() {
    double[][] w = {{1, 2, 3}, {0, 0, 0}};
    double[] h =
        solve(new Sample(w, new double[] {2, 4, 6}, null, 0, INFINITY), new double[] {0, 7});
    assertArrayEquals(new double[] {2, 7}, h, 1e-15);
  }

  @Test
  void aSampleOfZerosOrWithoutWeightIsSolved() {
    double[][] w = {{1, 2, 3}, {3, 0, 1}};
    double[] h = solve(new Sample(w, new double[3], null, 0, INFINITY), new double[] {1, 7});
    assertArrayEquals(new double[2], h, 0);
    assertTrue(simplex.optimal());
    solve(new Sample(w, new double[] {1, 2, 3}, new double[3], 0, INFINITY), new double[] {1, 7});
    assertTrue(simplex.optimal());
    assertEquals(0, simplex.objective(), 0);
  }

  @Test
  void aMissingEntryHasNoInfluence() {
    double[][] w = {{1, 2, 3, 9}, {3, 0, 1, 5}};
    double[] omega = {1, 1, 1, 0};
    double[] one = solve(new Sample(w, new double[] {1, 2, 3, 0}, omega, 0, 5), new double[2]);
    double[] two = solve(new Sample(w, new double[] {1, 2, 3, 1e9}, omega, 0, 5), new double[2]);
    assertArrayEquals(one, two, 1e-12);
  }

  @Test
  void theAnswerDoesNotDependOnWhatWasSolvedBefore() {
    for (int seed = 0; seed < 200; seed++) {
      Sample sample = draw(new Random(seed));
      double[] h = solve(sample, sample.startAtLo());
      double[] again = sample.startAtLo();
      new LeastAbsoluteSimplex()
          .solve(sample.w, sample.x, sample.omega, sample.lo, sample.hi, again, PIVOTS);
      assertArrayEquals(again, h, 0, "seed " + seed);
    }
  }

  @Test
  void theInputIsNotModified() {
    Sample sample = draw(new Random(11));
    double[] x = sample.x.clone();
    double[] first = sample.w[0].clone();
    solve(sample, sample.startAtLo());
    assertArrayEquals(x, sample.x, 0);
    assertArrayEquals(first, sample.w[0], 0);
  }

  @Test
  void aPivotLimitOfZeroReturnsTheStart() {
    Sample sample =
        new Sample(uniformRows(3, 20, new Random(1)), new double[20], null, 0, INFINITY);
    double[] h = {1, 2, 3};
    simplex.solve(sample.w, sample.x, null, 0, INFINITY, h, 0);
    assertArrayEquals(new double[] {1, 2, 3}, h, 0);
    assertFalse(simplex.optimal());
  }

  @Test
  void aThousandFeaturesAndFiftyComponentsAreSolvedExactly() {
    Random random = new Random(5);
    double[][] w = uniformRows(50, 1000, random);
    for (int column = 0; column < 10; column++) {
      Sample noise = new Sample(w, random.doubles(1000, 0, 25).toArray(), null, 0, INFINITY);
      assertCertified(noise, solve(noise, noise.startAtLo()), "noise, seed 5 column " + column);
      Sample exact = new Sample(w, planted(w, 0.2, random), null, 0, INFINITY);
      assertCertified(exact, solve(exact, exact.startAtLo()), "planted, seed 5 column " + column);
      Sample boxed = new Sample(w, exact.x, null, 0, 0.5);
      assertCertified(boxed, solve(boxed, boxed.startAtLo()), "box, seed 5 column " + column);
    }
  }

  @Test
  void manyFeaturesAndTwoComponentsAreSolvedExactly() {
    Random random = new Random(6);
    double[][] w = uniformRows(2, 20_000, random);
    for (int column = 0; column < 20; column++) {
      Sample noise = new Sample(w, random.doubles(20_000).toArray(), null, 0, INFINITY);
      assertCertified(noise, solve(noise, noise.startAtLo()), "noise, seed 6 column " + column);
      Sample exact = new Sample(w, planted(w, 0.2, random), null, 0, INFINITY);
      assertCertified(exact, solve(exact, exact.startAtLo()), "planted, seed 6 column " + column);
    }
  }

  /** Bytes, as in images: a great many exact ties of features and residuals. */
  @Test
  void dataInSmallIntegersAreSolvedExactly() {
    for (int seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      int r = 1 + random.nextInt(10);
      double[][] w = new double[r][];
      for (int l = 0; l < r; l++) {
        w[l] = random.ints(400, 0, 3).asDoubleStream().toArray();
      }
      double[] x = random.ints(400, 0, 4).asDoubleStream().toArray();
      Sample sample = new Sample(w, x, null, 0, seed % 2 == 0 ? INFINITY : 1);
      assertCertified(sample, solve(sample, sample.startAtLo()), "seed " + seed);
    }
  }

  @Test
  void everyStartEndsAtTheSameVertexToTheLastBit() {
    TestProblems.forSeeds(
        31,
        60,
        random -> {
          int rank = random.integer(1, 20);
          int length = random.integer(rank, random.seed() % 2 == 0 ? 120 : 900);
          double[][] rows = random.table(rank, length);
          double[] x = random.vector(length);
          LeastAbsoluteSimplex simplex = new LeastAbsoluteSimplex();
          double[] fromZero = new double[rank];
          simplex.solve(rows, x, null, 0, Double.POSITIVE_INFINITY, fromZero, 10_000);
          assertTrue(simplex.optimal());
          for (double spread : new double[] {0, 1e-6, 1e-3, 1}) {
            double[] h = fromZero.clone();
            for (int l = 0; l < rank; l++) {
              h[l] += spread * random.uniform();
            }
            simplex.solve(rows, x, null, 0, Double.POSITIVE_INFINITY, h, 10_000);
            assertArrayEquals(fromZero, h, "spread " + spread);
          }
        });
  }
}
