package org.mahnmf.bench;

import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
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

/**
 * Times of the hot loops under JMH, each in a JVM of its own: one thread, some million operations a
 * call (see {@link KernelCase}); dgemm has 906 million.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
public class KernelBenchmark {

  @Param({
    "add-448",
    "add-333",
    "add-50",
    "add-10",
    "addTransposed-448",
    "addTransposed-50",
    "dual-448",
    "sum-448",
    "median-1000",
    "dgemm"
  })
  public String kernel;

  private DoubleSupplier work;

  /** Made by JMH. */
  public KernelBenchmark() {}

  @Setup
  public void prepare() {
    work =
        KernelCase.all().stream()
            .filter(one -> one.name().equals(kernel))
            .map(KernelCase::work)
            .findFirst()
            .orElseGet(() -> new Peaks()::gemm);
  }

  @Benchmark
  public double time() {
    return work.getAsDouble();
  }
}
