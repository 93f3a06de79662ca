package org.mahnmf.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
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
  private static final int ROUNDS = 8;
  private static final double SECONDS = .06;

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
   * How one pass fared.
   *
   * @param size of the problem: m, n and the rank
   * @param pass which, and on what
   * @param gigaflops of the vector kernels
   * @param plain gigaflops of the plain ones
   * @param peak gigaflops of a matrix product at the same precision
   * @param gigabytes that the vector kernels read and write, a second
   * @param read gigabytes that the core can read, a second
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Line(
      int[] size,
      String pass,
      double gigaflops,
      double plain,
      double peak,
      double gigabytes,
      double read) {

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%5d %4d %3d  %-21s  %6.1f %5.1f  %9.1f  %6.1f  %9.1f  %6.0f%%  %5.0f%%",
          size[0],
          size[1],
          size[2],
          pass,
          gigaflops,
          plain,
          peak,
          gigabytes,
          read,
          100 * gigaflops / peak,
          100 * gigabytes / read);
    }
  }

  static final String HEAD =
      "    m    n   r  pass              vector plain  peak GF/s  vector  read GB/s   % peak  % read";

  /**
   * Compares passes once.
   *
   * @param wanted texts that a line must contain; none for all
   * @param listener told every line as it comes
   */
  static void measure(List<String> wanted, Consumer<Line> listener) {
    new Ratios(wanted).sweep(listener);
  }

  private void sweep(Consumer<Line> listener) {
    for (int[] size : PassProblem.SIZES) {
      for (boolean weighted : new boolean[] {false, true}) {
        String suffix = weighted ? " weighted" : "";
        compare(size, "double" + suffix, () -> PassProblem.ofDoubles(size, weighted), listener);
        compare(size, "float" + suffix, () -> PassProblem.ofFloats(size, weighted), listener);
      }
    }
  }

  /**
   * Starts the comparison.
   *
   * @param arguments texts that a line must contain, such as {@code admm} or {@code 4096}; none for
   *     all
   */
  public static void main(String[] arguments) {
    Ratios ratios = new Ratios(List.of(arguments));
    System.out.printf("JDK %s, %s%n", Runtime.version(), ratios.vector.name());
    System.out.println(HEAD);
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      ratios.sweep(System.out::println);
    }
    System.out.printf("(%.3g)%n", sink);
  }

  private void compare(
      int[] size, String name, Supplier<PassProblem<?>> maker, Consumer<Line> listener) {
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
        listener.accept(
            line(size, pass + " " + name, problem.flops(), bytes.applyAsDouble(best[0]), best));
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

  private static Line line(int[] size, String name, double flops, double gigabytes, double[] best) {
    return new Line(
        size,
        name,
        flops / best[0] * 1e-9,
        flops / best[1] * 1e-9,
        Peaks.gemmFlops() / best[2] * 1e-9,
        gigabytes,
        Peaks.streamBytes() / best[3] * 1e-9);
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
