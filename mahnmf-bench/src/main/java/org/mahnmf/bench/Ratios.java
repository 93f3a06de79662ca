package org.mahnmf.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleSupplier;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Supplier;
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

  private final Kernels vector = new VectorKernels();
  private final Kernels scalar = new ScalarKernels();
  private final Peaks peaks = new Peaks();
  private final List<String> wanted;

  private Ratios(List<String> wanted) {
    this.wanted = wanted;
  }

  /**
   * Starts the comparison.
   *
   * @param arguments texts that a line must contain, such as {@code admm} or {@code 4096};
   *     none for all
   */
  public static void main(String[] arguments) {
    Ratios ratios = new Ratios(List.of(arguments));
    System.out.printf("JDK %s, %s%n", Runtime.version(), ratios.vector.name());
    System.out.println(
        "    m    n   r  pass              vector plain  peak GF/s  vector  read GB/s   % peak  %"
            + " read");
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      for (int[] size : PassProblem.SIZES) {
        for (boolean weighted : new boolean[] {false, true}) {
          String suffix = weighted ? " weighted" : "";
          ratios.compare(size, "double" + suffix, () -> PassProblem.ofDoubles(size, weighted));
          ratios.compare(size, "float" + suffix, () -> PassProblem.ofFloats(size, weighted));
        }
      }
    }
    System.out.printf("(%.3g)%n", sink);
  }

  private void compare(int[] size, String name, Supplier<PassProblem<?>> maker) {
    String line = size[0] + " " + size[1] + " " + size[2] + " " + name;
    List<String> passes = List.of("smooth", "admm", "cross");
    if (passes.stream().noneMatch(pass -> isWanted(line + " " + pass))) {
      return;
    }
    PassProblem<?> problem = maker.get();
    DoubleSupplier peak = name.startsWith("float") ? peaks::floatGemm : peaks::gemm;
    for (String pass : passes) {
      if (isWanted(line + " " + pass)) {
        DoubleUnaryOperator bytes =
            seconds ->
                (pass.equals("smooth") ? problem.bytes() : problem.dualBytes()) / seconds * 1e-9;
        double[] best =
            best(work(problem, pass, vector), work(problem, pass, scalar), peak, peaks::stream);
        print(size, pass + " " + name, problem.flops(), bytes.applyAsDouble(best[0]), best);
      }
    }
  }

  private static DoubleSupplier work(PassProblem<?> problem, String pass, Kernels kernels) {
    return switch (pass) {
      case "smooth" -> () -> problem.pass(kernels);
      case "admm" -> () -> problem.dualPass(kernels);
      default -> () -> problem.crossPass(kernels);
    };
  }

  private boolean isWanted(String line) {
    return wanted.isEmpty() || wanted.stream().allMatch(line::contains);
  }

  private static double[] best(DoubleSupplier... all) {
    double[] best = new double[all.length];
    Arrays.fill(best, Double.POSITIVE_INFINITY);
    for (int round = 0; round < ROUNDS; round++) {
      for (int k = 0; k < all.length; k++) {
        best[k] = Math.min(best[k], seconds(all[k]));
      }
    }
    return best;
  }

  private static void print(
      int[] size, String name, double flops, double gigabytes, double[] best) {
    double gigaflops = flops / best[0] * 1e-9;
    double peak = Peaks.gemmFlops() / best[2] * 1e-9;
    double read = Peaks.streamBytes() / best[3] * 1e-9;
    System.out.printf(
        Locale.ROOT,
        "%5d %4d %3d  %-21s  %6.1f %5.1f  %9.1f  %6.1f  %9.1f  %6.0f%%  %5.0f%%%n",
        size[0],
        size[1],
        size[2],
        name,
        gigaflops,
        flops / best[1] * 1e-9,
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
