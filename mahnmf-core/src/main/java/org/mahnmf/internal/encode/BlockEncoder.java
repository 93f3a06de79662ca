package org.mahnmf.internal.encode;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.mahnmf.matrix.DenseMatrix;

/**
 * Finds codes that have a ridge, by {@link BlockAdmm}; scratch memory of one thread. Threads take
 * samples from one queue, which is fair and changes nothing in what comes out.
 */
final class BlockEncoder implements BlockAdmm.Owner {

  /**
   * Samples of a block that share a basis; fewer if they are long, for memory's sake. Twice as many
   * were no faster, and leave less to other threads.
   */
  private static final int MOST_LANES = 16;

  private static final int FEWEST_LANES = 4;
  private static final int ENTRIES = 1 << 18;

  /** Relative gap at which codes are good enough, so that two ways to them agree to four digits. */
  private static final double GAP = 1e-4;

  private static final int STEPS = 4_000;
  private static final int EXACT_STEPS = 20_000;

  private final SampleSource open;
  private final int capacity;
  private final boolean exact;
  private final double[] h;
  private final Shared shared;

  /**
   * What the threads share.
   *
   * @param queue the next sample; <em>modified</em>
   * @param codes samples x rank; <em>modified</em>
   * @param results one for each sample; <em>modified</em>
   * @param stop asked before each step
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Shared(
      AtomicInteger queue,
      DenseMatrix codes,
      SampleSource.Result[] results,
      BooleanSupplier stop) {}

  /**
   * Prepares a thread's share.
   *
   * @param capacity samples at a time: 1 where each has a basis of its own
   * @param exact whether every sample is solved to the optimum
   */
  BlockEncoder(SampleSource samples, int capacity, boolean exact, Shared shared) {
    this.h = new double[shared.codes.columns()];
    this.open = samples;
    this.capacity = capacity;
    this.exact = exact;
    this.shared = shared;
  }

  /** How many samples of a common basis to take at a time. */
  static int capacity(int features) {
    return Math.max(FEWEST_LANES, Math.min(MOST_LANES, ENTRIES / features));
  }

  /** Takes samples until there are no more. */
  void run() {
    while (!isStopped() && openNext()) {
      BlockBasis basis = open.basis.blocks();
      BlockAdmm block =
          exact
              ? new BlockAdmm(basis, capacity, SampleEncoder.EXACT_GAP, EXACT_STEPS)
              : new BlockAdmm(basis, capacity, GAP, STEPS);
      block.add(open.number(), open.problem);
      block.run(this);
    }
  }

  /** Opens the next sample that has a problem to solve. */
  private boolean openNext() {
    for (int j = shared.queue.getAndIncrement();
        j < shared.results.length;
        j = shared.queue.getAndIncrement()) {
      if (open.open(j)) {
        return true;
      }
      shared.results[j] = open.closeUnsolved(shared.codes.array(), shared.codes.offset(j));
    }
    return false;
  }

  @Override
  public void fill(BlockAdmm full) {
    while (capacity > 1 && !full.isFull() && !isStopped() && openNext()) {
      full.add(open.number(), open.problem);
    }
  }

  @Override
  public void done(BlockLane lane) {
    int sample = lane.sample();
    if (sample != open.number()) {
      open.open(sample);
    }
    lane.copyCodes(h);
    boolean proven = lane.isWithin(SampleEncoder.EXACT_GAP);
    shared.results[sample] =
        open.close(h, lane.bound(), proven, shared.codes.array(), shared.codes.offset(sample));
  }

  @Override
  public boolean isStopped() {
    return shared.stop.getAsBoolean();
  }
}
