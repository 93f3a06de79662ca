package org.mahnmf.lab.study;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.function.Supplier;

/** What a piece of work on one thread costs. */
final class Cost {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final double MEGA = 1 << 20;

  private Cost() {}

  /**
   * Does some work and writes down its processor time, which does not depend on what else the
   * machine does, and the memory that it asked for in all, whether it held it or not.
   *
   * @param work runs on the calling thread alone
   * @param values receives {@code seconds} and {@code allocated MB}; <em>modified</em>
   */
  static <T> T of(Supplier<T> work, Map<String, Double> values) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    long began = THREADS.getCurrentThreadCpuTime();
    T result = work.get();
    values.put("seconds", (THREADS.getCurrentThreadCpuTime() - began) * 1e-9);
    values.put("allocated MB", (THREADS.getCurrentThreadAllocatedBytes() - before) / MEGA);
    return result;
  }
}
