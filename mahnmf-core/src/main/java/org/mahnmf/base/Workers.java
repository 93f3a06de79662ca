package org.mahnmf.base;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * A fixed number of threads that share a range of independent columns.
 *
 * <p>Columns are cut into chunks whose size does not depend on the number of threads, and each
 * column is computed by one thread alone, so the result is the same for any number of threads.
 */
public final class Workers implements AutoCloseable {

  /** Work on a range of columns. */
  @FunctionalInterface
  public interface Body {
    /**
     * Works on columns from (inclusive) to (exclusive).
     *
     * @param worker which thread works, from 0; picks the scratch memory
     * @param from first column
     * @param to after the last column
     */
    void run(int worker, int from, int to);
  }

  private final int threads;
  private final ExecutorService pool;

  /**
   * Starts threads.
   *
   * @param threads at least 1; the calling thread is one of them
   */
  public Workers(int threads) {
    Check.that("threads is %s but must be at least 1", threads >= 1, threads);
    this.threads = threads;
    this.pool =
        threads == 1
            ? null
            : Executors.newFixedThreadPool(
                threads - 1,
                task -> {
                  Thread thread = new Thread(task, "mahnmf-worker");
                  thread.setDaemon(true);
                  return thread;
                });
  }

  /** Returns the number of processors of this machine. */
  public static int defaultThreads() {
    return Runtime.getRuntime().availableProcessors();
  }

  /** Returns the number of threads. */
  public int threads() {
    return threads;
  }

  /**
   * Runs a body over all columns.
   *
   * @param count number of columns
   * @param chunk columns per piece, at least 1
   * @param body called for disjoint ranges that cover all columns
   */
  public void run(int count, int chunk, Body body) {
    int pieces = (count + chunk - 1) / chunk;
    if (pool == null || pieces <= 1) {
      for (int from = 0; from < count; from += chunk) {
        body.run(0, from, Math.min(count, from + chunk));
      }
      return;
    }
    AtomicInteger next = new AtomicInteger();
    List<Future<?>> others = new ArrayList<>();
    for (int worker = 1; worker < Math.min(threads, pieces); worker++) {
      int id = worker;
      Callable<Void> task =
          () -> {
            drain(next, id, count, chunk, body);
            return null;
          };
      others.add(pool.submit(task));
    }
    RuntimeException failure = null;
    try {
      drain(next, 0, count, chunk, body);
    } catch (RuntimeException e) {
      failure = e;
      next.set(pieces);
    }
    for (Future<?> other : others) {
      failure = await(other, failure);
    }
    if (failure != null) {
      throw failure;
    }
  }

  private static void drain(AtomicInteger next, int worker, int count, int chunk, Body body) {
    int pieces = (count + chunk - 1) / chunk;
    for (int piece = next.getAndIncrement(); piece < pieces; piece = next.getAndIncrement()) {
      int from = piece * chunk;
      body.run(worker, from, Math.min(count, from + chunk));
    }
  }

  private static RuntimeException await(Future<?> task, RuntimeException earlier) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          task.get();
          return earlier;
        } catch (InterruptedException e) {
          interrupted = true; // The arrays are in use until the task ends, so keep waiting.
        } catch (ExecutionException e) {
          if (earlier != null) {
            return earlier;
          }
          return e.getCause() instanceof RuntimeException cause
              ? cause
              : new IllegalStateException(e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    if (pool != null) {
      pool.shutdownNow();
    }
  }

  /**
   * Scratch memory of each thread, made when it is first needed.
   *
   * @param <T> the memory
   */
  public static final class PerWorker<T> {

    private final Supplier<T> maker;
    private final List<T> made;

    /**
     * Has room for all threads.
     *
     * @param workers whose threads they are
     * @param maker makes the memory of one
     */
    @SuppressWarnings("unchecked") // filled by the maker alone
    public PerWorker(Workers workers, Supplier<T> maker) {
      this.maker = maker;
      this.made = (List<T>) Arrays.asList(new Object[workers.threads()]);
    }

    /**
     * Returns the memory of a thread; only that thread may ask.
     *
     * @param worker which thread, from 0
     */
    public T of(int worker) {
      T mine = made.get(worker);
      if (mine == null) {
        mine = maker.get();
        made.set(worker, mine);
      }
      return mine;
    }
  }
}
