package org.mahnmf.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Locale;
import java.util.function.DoubleSupplier;
import org.mahnmf.kernel.Kernels;
import org.mahnmf.kernel.ScalarKernels;
import org.mahnmf.simd.VectorKernels;

/**
 * Prints how near the kernels come to what the core can do, everything interleaved in one JVM: on a
 * shared machine only ratios of one run mean something. Runs all sizes twice, since compiled code
 * may get slower on later problems.
 */
public final class Ratios {

  private static final int SWEEPS = 2;
  private static final int ROUNDS = 3;
  private static final double SECONDS = .12;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static double sink;

  private Ratios() {}

  /**
   * Starts the comparison.
   *
   * @param arguments none
   */
  public static void main(String[] arguments) {
    Kernels vector = new VectorKernels();
    Kernels scalar = new ScalarKernels();
    Peaks peaks = new Peaks();
    System.out.printf("JDK %s, %s%n", Runtime.version(), vector.name());
    System.out.println(
        "    m    n   r  pass      vector plain  peak GF/s  vector  read GB/s   % peak  % read");
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      for (int[] size : PassProblem.SIZES) {
        PassProblem plain = new PassProblem(size[0], size[1], size[2], false);
        compare(size, "smooth", plain, peaks, () -> plain.pass(vector), () -> plain.pass(scalar));
        compare(
            size, "admm", plain, peaks, () -> plain.dualPass(vector), () -> plain.dualPass(scalar));
        PassProblem weighted = new PassProblem(size[0], size[1], size[2], true);
        compare(
            size,
            "weighted",
            weighted,
            peaks,
            () -> weighted.pass(vector),
            () -> weighted.pass(scalar));
      }
    }
    System.out.printf("(%.3g)%n", sink);
  }

  private static void compare(
      int[] size,
      String name,
      PassProblem problem,
      Peaks peaks,
      DoubleSupplier vector,
      DoubleSupplier scalar) {
    DoubleSupplier[] all = {vector, scalar, peaks::gemm, peaks::stream};
    double[] best = {1e9, 1e9, 1e9, 1e9};
    for (int round = 0; round < ROUNDS; round++) {
      for (int k = 0; k < all.length; k++) {
        best[k] = Math.min(best[k], seconds(all[k]));
      }
    }
    double gigaflops = problem.flops() / best[0] * 1e-9;
    double peak = Peaks.gemmFlops() / best[2] * 1e-9;
    double gigabytes = problem.bytes() / best[0] * 1e-9;
    double read = Peaks.streamBytes() / best[3] * 1e-9;
    System.out.printf(
        Locale.ROOT,
        "%5d %4d %3d  %-8s  %6.1f %5.1f  %9.1f  %6.1f  %9.1f  %6.0f%%  %5.0f%%%n",
        size[0],
        size[1],
        size[2],
        name,
        gigaflops,
        problem.flops() / best[1] * 1e-9,
        peak,
        gigabytes,
        read,
        100 * gigaflops / peak,
        100 * gigabytes / read);
  }

  /** The best of some time, at least one run; time of this thread, not of others on its core. */
  private static double seconds(DoubleSupplier work) {
    double best = Double.POSITIVE_INFINITY;
    long end = System.nanoTime() + (long) (SECONDS * 1e9);
    do {
      long start = THREADS.getCurrentThreadCpuTime();
      sink += work.getAsDouble();
      best = Math.min(best, (THREADS.getCurrentThreadCpuTime() - start) * 1e-9);
    } while (System.nanoTime() < end);
    return best;
  }
}
