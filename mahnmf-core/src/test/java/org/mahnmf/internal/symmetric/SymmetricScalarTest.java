package org.mahnmf.internal.symmetric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.mahnmf.internal.kernel.PiecewiseQuadratic;

class SymmetricScalarTest {

  /** d|z − h²| + Σ a|h − p| + s h + b h². */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Case(double z, double d, double s, double b, double[] p, double[] a) {

    double value(double h) {
      double sum = d * Math.abs(z - h * h) + s * h + b * h * h;
      for (int k = 0; k < p.length; k++) {
        sum += a[k] * Math.abs(h - p[k]);
      }
      return sum;
    }

    double solve(SymmetricScalar scalar) {
      System.arraycopy(p, 0, scalar.breakpoints(p.length), 0, p.length);
      System.arraycopy(a, 0, scalar.weights(p.length), 0, p.length);
      return scalar.minimize(p.length, z, d, s, b, 7);
    }

    /** The least value at every candidate and on a fine grid. */
    double bruteForce() {
      double least = value(0);
      double top = Math.sqrt(Math.max(0, z));
      least = Math.min(least, value(top));
      for (double breakpoint : p) {
        if (breakpoint > 0) {
          least = Math.min(least, value(breakpoint));
          top = Math.max(top, breakpoint);
        }
      }
      for (int k = 0; k <= 2000; k++) {
        least = Math.min(least, value(top * k / 2000));
      }
      return least;
    }

    /** Theorem 3 under the paper's assumption h² ≥ z. */
    double asPrinted() {
      PiecewiseQuadratic scalar = new PiecewiseQuadratic();
      System.arraycopy(p, 0, scalar.breakpoints(p.length), 0, p.length);
      System.arraycopy(a, 0, scalar.weights(p.length), 0, p.length);
      double root = Math.sqrt(Math.max(0, z));
      return scalar.minimize(p.length, 2 * d, -s, root, Double.POSITIVE_INFINITY);
    }
  }

  /** Half of the cases have values on a coarse lattice: ties and zeros. */
  private static Case draw(SplittableRandom random, int most, boolean ridge) {
    boolean coarse = random.nextBoolean();
    int n = random.nextInt(most);
    double[] p = new double[n];
    double[] a = new double[n];
    for (int k = 0; k < n; k++) {
      p[k] = coarse ? (random.nextInt(9) - 3) * .5 : 3 * random.nextDouble() - 1;
      a[k] = coarse ? 1 + random.nextInt(3) : .05 + random.nextDouble();
    }
    double z = coarse ? (random.nextInt(13) - 4) * .5 : 5 * random.nextDouble() - 1.5;
    double heavy = random.nextInt(3) == 0 ? n : 1;
    double d = random.nextInt(8) == 0 ? 0 : heavy * (coarse ? 1 : random.nextDouble());
    double s = random.nextInt(3) == 0 ? 0 : 2 * random.nextDouble();
    double[] ridges = {0, .5 * d, d, 2 * d + random.nextDouble()};
    return new Case(z, d, s, ridge ? ridges[random.nextInt(4)] : 0, p, a);
  }

  @Test
  void noCaseIsWorseThanBruteForce() {
    SplittableRandom random = new SplittableRandom(3);
    SymmetricScalar scalar = new SymmetricScalar();
    int inside = 0;
    for (int trial = 0; trial < 6000; trial++) {
      Case drawn = draw(random, trial % 10 == 0 ? 200 : 12, trial % 2 == 1);
      double h = drawn.solve(scalar);
      assertTrue(h >= 0);
      double least = drawn.bruteForce();
      double value = drawn.value(h);
      assertTrue(
          value <= least + 1e-12 * (1 + Math.abs(least)),
          "trial " + trial + ": " + value + " at " + h + " but " + least + " in " + drawn);
      inside += drawn.z() > 0 && h > 0 && h * h < drawn.z() * (1 - 1e-9) ? 1 : 0;
    }
    assertTrue(inside > 300, "minima strictly inside (0, √z): " + inside);
  }

  /** Errata 3: the paper assumes H_jc² ≥ Z_jj. */
  @Test
  void thePrintedAssumptionIsOftenSuboptimal() {
    SplittableRandom random = new SplittableRandom(4);
    SymmetricScalar scalar = new SymmetricScalar();
    int worse = 0;
    int positive = 0;
    for (int trial = 0; trial < 3000; trial++) {
      Case drawn = draw(random, 12, false);
      if (drawn.z() <= 0 || drawn.d() == 0) {
        continue;
      }
      positive++;
      double exact = drawn.value(drawn.solve(scalar));
      double printed = drawn.value(drawn.asPrinted());
      assertTrue(exact <= printed + 1e-12 * (1 + printed));
      worse += printed > exact + 1e-9 ? 1 : 0;
    }
    assertTrue(worse > positive / 3, worse + " of " + positive);
  }

  @Test
  void nothingDependsOnTheEntry() {
    assertEquals(
        7, new Case(1, 0, 0, 0, new double[0], new double[0]).solve(new SymmetricScalar()));
  }

  @Test
  void onlyTheDiagonal() {
    SymmetricScalar scalar = new SymmetricScalar();
    assertEquals(2, new Case(4, 1, 0, 0, new double[0], new double[0]).solve(scalar));
    assertEquals(0, new Case(0, 1, 0, 0, new double[0], new double[0]).solve(scalar));
    assertEquals(0, new Case(-4, 1, 0, 0, new double[0], new double[0]).solve(scalar));
    assertEquals(0, new Case(4, 1, 2, 0, new double[0], new double[0]).solve(scalar));
    assertEquals(2, new Case(4, 1, 1.9, 0, new double[0], new double[0]).solve(scalar));
    // with b = ½ the end at 2 costs as much as s = 1 allows; from b = 1 on nothing pulls away from
    // 0
    assertEquals(2, new Case(4, 1, .9, .5, new double[0], new double[0]).solve(scalar));
    assertEquals(0, new Case(4, 1, 1.1, .5, new double[0], new double[0]).solve(scalar));
    assertEquals(0, new Case(4, 1, 0, 1, new double[0], new double[0]).solve(scalar));
    assertEquals(0, new Case(4, 0, 0, 1, new double[0], new double[0]).solve(scalar));
    // Σ a|h − p| with a = 4 holds 1 until 2(b − d) > 4
    assertEquals(1, new Case(4, 1, 0, 3, new double[] {1}, new double[] {4}).solve(scalar));
    assertEquals(.5, new Case(4, 1, 0, 5, new double[] {1}, new double[] {4}).solve(scalar));
  }
}
