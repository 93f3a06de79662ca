package org.mahnmf.simd;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.mahnmf.kernel.Kernels;
import org.mahnmf.kernel.PiecewiseQuadratic;
import org.mahnmf.kernel.ScalarKernels;

/** The vector sieve against its plain twin, alone and below the scalar problem of RRI. */
class VectorSieveTest {

  private static final Kernels VECTOR = new VectorKernels();
  private static final Kernels PLAIN = new ScalarKernels();

  /** Numbers with many ties: whole numbers up to the given one. */
  private static double[] numbers(SplittableRandom random, int count, int largest) {
    return random.ints(count, 0, largest + 1).asDoubleStream().toArray();
  }

  @Test
  void findsWhatThePlainTwinFinds() {
    SplittableRandom random = new SplittableRandom(1);
    double[] ends = {Double.NEGATIVE_INFINITY, 0, 3, 3, 5, 20, Double.POSITIVE_INFINITY};
    for (int count = 0; count < 60; count++) {
      double[] p = numbers(random, count, 20);
      double[] a = numbers(random, count, 8); // whole weights: sums are exact in any order
      for (int k = 0; k < ends.length; k++) {
        for (int l = k; l < ends.length; l++) {
          Found expected = Found.by(PLAIN.sieve(), p, a, ends[k], ends[l]);
          Found actual = Found.by(VECTOR.sieve(), p, a, ends[k], ends[l]);
          assertArrayEquals(expected.p(), actual.p());
          assertArrayEquals(expected.a(), actual.a());
          assertArrayEquals(expected.outside(), actual.outside());
        }
      }
    }
  }

  @Test
  void scalarProblemsHaveTheSameMinimisers() {
    SplittableRandom random = new SplittableRandom(2);
    PiecewiseQuadratic vector = new PiecewiseQuadratic(VECTOR);
    PiecewiseQuadratic plain = new PiecewiseQuadratic(PLAIN);
    for (int trial = 0; trial < 3000; trial++) {
      int count = random.nextInt(1, 3000);
      // From nearly all equal to nearly all different, medians in the middle and in the tails.
      double[] p = numbers(random, count, 1 << random.nextInt(1, 20));
      double[] a = numbers(random, count, 8);
      Arrays.setAll(a, k -> a[k] + 1);
      double q = random.nextInt(3) * Math.scalb(1., random.nextInt(-6, 4));
      double c = count * (double) random.nextInt(-3, 4);
      double hi = q > 0 ? Double.POSITIVE_INFINITY : 1 << 20; // it may be unbounded else
      assertEquals(
          minimizer(plain, p, a, q, c, hi), minimizer(vector, p, a, q, c, hi), "trial " + trial);
    }
  }

  private static double minimizer(
      PiecewiseQuadratic problem, double[] p, double[] a, double q, double c, double hi) {
    System.arraycopy(p, 0, problem.breakpoints(p.length), 0, p.length);
    System.arraycopy(a, 0, problem.weights(p.length), 0, p.length);
    return problem.minimize(p.length, q, c, 0, hi);
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared, never a key
  private record Found(double[] p, double[] a, double[] outside) {

    static Found by(Kernels.Sieve sieve, double[] p, double[] a, double from, double to) {
      double[] pInside = new double[p.length];
      double[] aInside = new double[p.length];
      double[] outside = new double[2];
      int inside = sieve.inside(p, a, p.length, from, to, pInside, aInside, outside);
      return new Found(Arrays.copyOf(pInside, inside), Arrays.copyOf(aInside, inside), outside);
    }
  }
}
