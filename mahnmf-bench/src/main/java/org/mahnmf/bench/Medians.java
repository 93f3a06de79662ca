package org.mahnmf.bench;

import java.util.SplittableRandom;
import org.mahnmf.kernel.PiecewiseQuadratic;

/** The cost of a weighted median of 1000, warm, on fresh numbers each time. */
final class Medians {

  private static final int LENGTH = 1000;
  private static final int PROBLEMS = 64;
  private static final int ROUNDS = 3000;

  private static double sink;

  private Medians() {}

  static double nanosecondsPerElement() {
    SplittableRandom random = new SplittableRandom(4);
    double[][] breakpoints = new double[PROBLEMS][];
    double[][] weights = new double[PROBLEMS][];
    for (int k = 0; k < PROBLEMS; k++) {
      breakpoints[k] = random.doubles(LENGTH).toArray();
      weights[k] = random.doubles(LENGTH).toArray();
    }
    PiecewiseQuadratic scalar = new PiecewiseQuadratic();
    double best = Double.POSITIVE_INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
      long begin = System.nanoTime();
      for (int k = 0; k < PROBLEMS; k++) {
        System.arraycopy(breakpoints[k], 0, scalar.breakpoints(LENGTH), 0, LENGTH);
        System.arraycopy(weights[k], 0, scalar.weights(LENGTH), 0, LENGTH);
        sink += scalar.minimize(LENGTH, 0, 0, 0, Double.POSITIVE_INFINITY);
      }
      best = Math.min(best, (System.nanoTime() - begin) / (double) (PROBLEMS * LENGTH));
    }
    return sink < 0 ? Double.NaN : best;
  }
}
