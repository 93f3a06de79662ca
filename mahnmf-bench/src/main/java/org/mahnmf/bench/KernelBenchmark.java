package org.mahnmf.bench;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.mahnmf.kernel.Kernels;
import org.mahnmf.kernel.PiecewiseQuadratic;
import org.mahnmf.kernel.ScalarKernels;
import org.mahnmf.simd.VectorKernels;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Times of the hot loops, one thread. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xmx4g", "--add-modules", "jdk.incubator.vector"})
public class KernelBenchmark {

  /** Made by JMH. */
  public KernelBenchmark() {}

  /** A pass at one size with one implementation. */
  @State(Scope.Thread)
  public static class Pass {

    /** Entries, columns and rank. */
    @Param({"1000x500x50", "1000x500x10", "4096x4096x50", "81920x200x2"})
    public String size;

    /** Which kernels. */
    @Param({"vector", "scalar"})
    public String kernels;

    /** How the table is kept. */
    @Param({"double", "float"})
    public String precision;

    private PassProblem<?> problem;
    private Kernels chosen;

    /** Made by JMH. */
    public Pass() {}

    /** Makes the table. */
    @Setup
    public void prepare() {
      String[] numbers = size.split("x");
      int[] sizes = Arrays.stream(numbers).mapToInt(Integer::parseInt).toArray();
      problem =
          precision.equals("float")
              ? PassProblem.ofFloats(sizes, false)
              : PassProblem.ofDoubles(sizes, false);
      chosen = kernels.equals("vector") ? new VectorKernels() : new ScalarKernels();
    }
  }

  /** A weighted median of 1000 elements. */
  @State(Scope.Thread)
  public static class Median {

    private final double[] breakpoints = new SplittableRandom(1).doubles(1000).toArray();
    private final double[] weights = new SplittableRandom(2).doubles(1000).toArray();
    private final PiecewiseQuadratic quadratic = new PiecewiseQuadratic();

    /** Made by JMH. */
    public Median() {}
  }

  /** What the core can do at most. */
  @State(Scope.Thread)
  public static class Peak {

    private final Peaks peaks = new Peaks();

    /** Made by JMH. */
    public Peak() {}
  }

  /**
   * A smoothing pass, 4mnr flops.
   *
   * @param pass its size
   */
  @Benchmark
  public double smoothing(Pass pass) {
    return pass.problem.pass(pass.chosen);
  }

  /**
   * An ADMM half-step, 4mnr flops.
   *
   * @param pass its size
   */
  @Benchmark
  public double admm(Pass pass) {
    return pass.problem.dualPass(pass.chosen);
  }

  /**
   * The scalar problem of RRI.
   *
   * @param median its elements
   */
  @Benchmark
  public double weightedMedian(Median median) {
    int count = median.breakpoints.length;
    System.arraycopy(median.breakpoints, 0, median.quadratic.breakpoints(count), 0, count);
    System.arraycopy(median.weights, 0, median.quadratic.weights(count), 0, count);
    return median.quadratic.minimize(count, 0, 0, 0, Double.POSITIVE_INFINITY);
  }

  /**
   * A product of 768 x 768 matrices by OpenBLAS.
   *
   * @param peak the machine
   */
  @Benchmark
  public double gemm(Peak peak) {
    return peak.peaks.gemm();
  }

  /**
   * A read of 128 MB.
   *
   * @param peak the machine
   */
  @Benchmark
  public double stream(Peak peak) {
    return peak.peaks.stream();
  }
}
