package org.mahnmf.internal.encode;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.mahnmf.internal.simplex.LeastAbsoluteSimplex;
import org.mahnmf.matrix.DenseMatrix;

/**
 * Finds the codes of samples: a linear programme by walking over vertices to the optimum, where a
 * few steps of {@link BlockAdmm} find the start unless there is one; anything else by that method
 * alone. Scratch memory of one thread. Threads take samples from one queue, which is fair and
 * changes nothing in what comes out.
 *
 * <p><b>Implementation notes.</b> A walk takes about 3·rank pivots of 2·length·rank flops, a
 * first-order method some hundred steps of twice that to a gap of 5e-4: at no size seen was it the
 * quicker. Seconds of a fit's last step by walks and by the first-order method, OpenJDK 25, two
 * threads: uniform 1000 x 500, rank 100: .6 and 3.6, rank 200: 1.5 and 9.4; planted 4096 x 4096,
 * rank 50: 4.9 and about 60; 76800 x 200, rank 20: 8.6 and 45.
 */
final class SampleEncoder implements BlockAdmm.Owner {

  /**
   * Samples of a block that share a basis; fewer if they are long, for memory's sake. Twice as many
   * were no faster, and leave less to other threads.
   */
  private static final int MOST_LANES = 16;

  private static final int FEWEST_LANES = 4;
  private static final int ENTRIES = 1 << 18;

  /** Relative gap at which codes are good enough, so that two ways to them agree to four digits. */
  private static final double GAP = 1e-4;

  private static final double EXACT_GAP = 1e-9;
  private static final int STEPS = 4_000;
  private static final int EXACT_STEPS = 20_000;

  /** Up to this rank a walk from zero codes is cheapest; its cost grows with the rank's square. */
  private static final int SMALL_RANK = 12;

  /** First-order steps before a walk. */
  private static final int STEPS_TO_WALK = 20;

  private final SampleSource open;
  private final boolean exact;
  private final Shared shared;
  private final double[] h;
  private final LeastAbsoluteSimplex simplex = new LeastAbsoluteSimplex();

  /**
   * What the threads share.
   *
   * @param queue the next sample; <em>modified</em>
   * @param codes samples x rank; <em>modified</em>
   * @param warm whether the codes are near the best at first
   * @param results one for each sample; <em>modified</em>
   * @param stop asked before each sample or step
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Shared(
      AtomicInteger queue,
      DenseMatrix codes,
      boolean warm,
      SampleSource.Result[] results,
      BooleanSupplier stop) {}

  /** Prepares a thread's share; exact means that every sample is solved to the optimum. */
  SampleEncoder(SampleSource samples, boolean exact, Shared shared) {
    this.h = new double[shared.codes.columns()];
    this.open = samples;
    this.exact = exact;
    this.shared = shared;
  }

  /** Takes samples until there are no more. */
  void run() {
    boolean walksAtOnce = open.isLinear && (shared.warm || h.length <= SMALL_RANK);
    while (!isStopped() && openNext()) {
      if (walksAtOnce) {
        walk(open.number);
        continue;
      }
      int steps = open.isLinear ? STEPS_TO_WALK : exact ? EXACT_STEPS : STEPS;
      double gap = exact && !open.isLinear ? EXACT_GAP : GAP;
      BlockAdmm block = new BlockAdmm(open.basis.blocks(), capacity(), gap, steps);
      block.add(open);
      block.run(this);
    }
  }

  /** How many samples to take at a time: 1 where each has a basis of its own. */
  private int capacity() {
    return open.hasCommonBasis()
        ? Math.max(FEWEST_LANES, Math.min(MOST_LANES, ENTRIES / open.basis.length))
        : 1;
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

  /** Walks to the optimum of the sample that is open, from its own codes or from zero. */
  private void walk(int sample) {
    Arrays.fill(h, 0);
    for (int l = 0; l < h.length && shared.warm; l++) {
      h[l] = open.unit * shared.codes.get(sample, l);
    }
    walkFrom(sample);
  }

  private void walkFrom(int sample) {
    ScaledRule rule = open.rule;
    for (int l = 0; l < h.length; l++) {
      h[l] = Math.max(rule.lo(), Math.min(rule.hi(), h[l]));
    }
    int pivots = 200 + 40 * h.length;
    simplex.solve(open.basis.rows, open.x, open.om, rule.lo(), rule.hi(), h, pivots);
    close(sample, simplex.lowerBound(), simplex.optimal());
  }

  private void close(int sample, double bound, boolean proven) {
    shared.results[sample] =
        open.close(h, bound, proven, shared.codes.array(), shared.codes.offset(sample));
  }

  @Override
  public void fill(BlockAdmm full) {
    while (open.hasCommonBasis() && !full.isFull() && !isStopped() && openNext()) {
      full.add(open);
    }
  }

  @Override
  public void done(BlockLane lane) {
    int sample = lane.sample;
    if (sample != open.number) {
      open.open(sample);
    }
    lane.copyCodes(h);
    if (open.isLinear) {
      walkFrom(sample);
    } else {
      close(sample, lane.bound, lane.isWithin(EXACT_GAP));
    }
  }

  @Override
  public boolean isStopped() {
    return shared.stop.getAsBoolean();
  }
}
