package org.mahnmf.lab.study;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.mahnmf.lab.linear.Rows;
import org.mahnmf.lab.separate.Separation;
import org.mahnmf.lab.separate.Separator;
import org.mahnmf.matrix.Matrix;

/**
 * What a piece of work on one thread costs. Its helpers in the JVM's common pool count as well; the
 * JVM's own threads, which compile and collect, do not.
 */
public final class Cost {

  /** What a reader has to know of the figures of {@link #separate}. */
  public static final String REMARK =
      "Seconds are processor time of one thread, from pictures in memory to the low-rank part."
          + " Each method first ran on every fourth picture, which is not counted, so that the"
          + " time is not that of code still to be compiled. Allocated memory is what was asked"
          + " for in all, not what was held.";

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final String HELPER = "ForkJoinPool.commonPool";
  private static final double MEGA = 1 << 20;

  private Cost() {}

  /**
   * Does some work, on the calling thread alone, and writes down its processor time, which does not
   * depend on what else the machine does, as {@code seconds}, and the memory that it asked for in
   * all, whether it held it or not, as {@code allocated MB}.
   */
  public static <T> T of(Supplier<T> work, Map<String, Double> values) {
    long before = sum(THREADS::getThreadAllocatedBytes);
    long began = sum(THREADS::getThreadCpuTime);
    T result = work.get();
    values.put("seconds", (sum(THREADS::getThreadCpuTime) - began) * 1e-9);
    values.put("allocated MB", (sum(THREADS::getThreadAllocatedBytes) - before) / MEGA);
    return result;
  }

  /** Adds up what this thread and the helpers have used; −1 for a thread that has just ended. */
  private static long sum(LongUnaryOperator used) {
    long sum = used.applyAsLong(Thread.currentThread().getId());
    for (ThreadInfo thread : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
      if (thread != null && thread.getThreadName().startsWith(HELPER)) {
        sum += Math.max(0, used.applyAsLong(thread.getThreadId()));
      }
    }
    return sum;
  }

  /**
   * Takes a table apart and writes down what it costs. Every fourth row alone goes first, and is
   * not counted, so that the time is not that of code which is still to be compiled.
   */
  public static Separation separate(
      Separator method, Matrix table, long seed, Map<String, Double> values) {
    int[] fourth = IntStream.range(0, table.rows()).filter(i -> i % 4 == 0).toArray();
    method.separate(Rows.some(table, fourth), seed);
    return of(() -> method.separate(table, seed), values);
  }
}
