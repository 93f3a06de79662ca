package org.mahnmf.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.function.DoubleSupplier;

/**
 * Times of several works of one thread, taken in turn: on a shared machine only ratios of one run
 * mean something.
 */
final class Interleaved {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Keeps results alive: whoever sees it might read it. */
  static volatile double sink;

  private Interleaved() {}

  /**
   * Returns the shortest time of each work in seconds: time of this thread, not of others on its
   * core.
   *
   * @param rounds how often each has its turn
   * @param seconds of a turn, in which it runs at least once
   * @param works return something that depends on all that they compute
   */
  static double[] best(int rounds, double seconds, DoubleSupplier... works) {
    double[] best = new double[works.length];
    Arrays.fill(best, Double.POSITIVE_INFINITY);
    for (int round = 0; round < rounds; round++) {
      for (int k = 0; k < works.length; k++) {
        long end = System.nanoTime() + (long) (seconds * 1e9);
        do {
          long start = THREADS.getCurrentThreadCpuTime();
          sink = works[k].getAsDouble();
          best[k] = Math.min(best[k], (THREADS.getCurrentThreadCpuTime() - start) * 1e-9);
        } while (System.nanoTime() < end);
      }
    }
    return best;
  }
}
