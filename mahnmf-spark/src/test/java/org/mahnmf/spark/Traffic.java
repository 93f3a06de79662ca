package org.mahnmf.spark;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerBlockUpdated;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.BlockUpdatedInfo;

/**
 * Counts what goes to and from each executor: pieces of broadcasts that arrive, results of tasks,
 * shuffles.
 */
final class Traffic extends SparkListener {

  private final Map<String, Long> bytes = new ConcurrentHashMap<>();
  private final AtomicLong cpuNanos = new AtomicLong();
  private final AtomicLong collectionMillis = new AtomicLong();

  @Override
  public void onTaskEnd(SparkListenerTaskEnd end) {
    if (end.taskMetrics() == null) {
      return;
    }
    long moved =
        end.taskMetrics().resultSize()
            + end.taskMetrics().shuffleWriteMetrics().bytesWritten()
            + end.taskMetrics().shuffleReadMetrics().totalBytesRead();
    add(end.taskInfo().executorId(), moved);
    cpuNanos.addAndGet(
        end.taskMetrics().executorCpuTime() + end.taskMetrics().executorDeserializeCpuTime());
    collectionMillis.addAndGet(end.taskMetrics().jvmGCTime());
  }

  @Override
  public void onBlockUpdated(SparkListenerBlockUpdated update) {
    BlockUpdatedInfo info = update.blockUpdatedInfo();
    boolean piece = info.blockId().isBroadcast() && info.blockId().name().contains("_piece");
    if (piece && info.storageLevel().isValid() && !info.blockManagerId().isDriver()) {
      add(info.blockManagerId().executorId(), info.memSize() + info.diskSize());
    }
  }

  private void add(String executor, long moved) {
    bytes.merge(executor, moved, Long::sum);
  }

  void clear() {
    bytes.clear();
    cpuNanos.set(0);
    collectionMillis.set(0);
  }

  /** Waits until all events so far are told. */
  void settle(SparkSession spark) {
    try {
      spark.sparkContext().listenerBus().waitUntilEmpty();
    } catch (TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the processor time of all tasks. */
  double cpuSeconds() {
    return cpuNanos.get() * 1e-9;
  }

  /** Returns the time that executors spent collecting garbage while tasks ran. */
  double collectionSeconds() {
    return collectionMillis.get() * 1e-3;
  }

  /** Returns the bytes of the busiest executor. */
  long most() {
    return bytes.values().stream().mapToLong(Long::longValue).max().orElse(0);
  }

  @Override
  public String toString() {
    return bytes.toString();
  }
}
