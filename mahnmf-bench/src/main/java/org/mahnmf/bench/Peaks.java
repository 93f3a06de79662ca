package org.mahnmf.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.function.DoubleSupplier;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.openblas.global.openblas_nolapack;

/** What one core of the machine can do at most, as OpenBLAS shows it. */
final class Peaks {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Keeps results alive: whoever sees it might read it. */
  static volatile double sink;

  private static final int SIZE = 768;

  /** Entries of an array that no cache holds. */
  private static final int LONG = 16_000_000;

  private final DoublePointer a = doubles(SIZE * SIZE);
  private final DoublePointer b = doubles(SIZE * SIZE);
  private final DoublePointer c = doubles(SIZE * SIZE);
  private final FloatPointer fa = floats();
  private final FloatPointer fb = floats();
  private final FloatPointer fc = floats();
  private final DoublePointer x = doubles(LONG);
  private final DoublePointer y = doubles(LONG);

  Peaks() {
    openblas_nolapack.blas_set_num_threads(1);
  }

  private static DoublePointer doubles(int count) {
    double[] ones = new double[count];
    Arrays.fill(ones, 1);
    return new DoublePointer(ones);
  }

  private static FloatPointer floats() {
    float[] ones = new float[SIZE * SIZE];
    Arrays.fill(ones, 1);
    return new FloatPointer(ones);
  }

  static double gemmFlops() {
    return 2.0 * SIZE * SIZE * SIZE;
  }

  static double readBytes() {
    return 8.0 * LONG;
  }

  static double updateBytes() {
    return 24.0 * LONG;
  }

  // spotless:off: fourteen arguments, a line each, would hide what is the same in both

  double gemm() {
    openblas_nolapack.cblas_dgemm(
        openblas_nolapack.CblasRowMajor, openblas_nolapack.CblasNoTrans, openblas_nolapack.CblasNoTrans,
        SIZE, SIZE, SIZE, 1, a, SIZE, b, SIZE, 0, c, SIZE);
    return c.get(0);
  }

  double floatGemm() {
    openblas_nolapack.cblas_sgemm(
        openblas_nolapack.CblasRowMajor, openblas_nolapack.CblasNoTrans, openblas_nolapack.CblasNoTrans,
        SIZE, SIZE, SIZE, 1, fa, SIZE, fb, SIZE, 0, fc, SIZE);
    return fc.get(0);
  }

  // spotless:on

  /** Reads memory that is in no cache. */
  double read() {
    return openblas_nolapack.cblas_ddot(LONG, x, 1, x, 1);
  }

  /** Reads two arrays and writes one of them, as a half-step of ADMM does with table and dual. */
  double update() {
    openblas_nolapack.cblas_daxpy(LONG, 1e-300, x, 1, y, 1);
    return y.get(0);
  }

  /**
   * Returns the shortest time of each work in seconds: time of this thread, not of others on its
   * core. They take turns of so many seconds, in which each runs at least once, since on a shared
   * machine only ratios of one run mean something. A work returns something that depends on all
   * that it computes.
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
