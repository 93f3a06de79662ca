package org.mahnmf.internal.encode;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Function;
import org.mahnmf.internal.kernel.Chunks;

/**
 * Solves samples to a gap, some at a time, whatever their codes pay or obey:
 *
 * <pre>  min over z of  Σ_i om_i|n_iᵀz − x_i| + ½ quad_i (n_iᵀz − x_i)² + ½ ridge Σ (z_l/norm_l)²
 * </pre>
 *
 * <p>Over-relaxed ADMM on the splitting E = x − Nᵀh, z = h (MATH.md §7), where the ridge shrinks
 * the step of z (§11). The r x r system is that of the basis alone, so its inverse is shared and a
 * step is two products of all samples with the basis, around a loop over entries. Weights are in
 * the clip, not in the system.
 *
 * <p>Each sample has its own penalty, counts its own steps and stops at its own gap; products
 * compute each sample by itself in one order. So what comes out for a sample does not depend on its
 * company, and another sample can take its place as soon as it is done.
 *
 * <p><b>Implementation notes.</b> Steps to a gap of 1e-4, mean and largest of 200 samples, 1000
 * features, ridge √1000/2: uniform noise, rank 50: 44 and 55; planted, rank 20, a fifth of the
 * entries gross errors: 47 and 65; planted with noise, rank 30: 50 and 65. A step is two products
 * with the basis, a look at the gap two more. With a penalty from the mean residual, which gross
 * errors decide, planted data took 190 and 315; with one that only follows falling residuals small
 * problems with a near perfect fit did not end. To a gap of 1e-9 the same data took 410 to 1,700
 * steps in the mean with {@link Polish} and 3,300 to 31,000 without. A start at the codes of a fit,
 * whose duals are not known, saved none to a fifth of the steps, so all start alike and a transform
 * finds the codes of a fit's last step to the byte. One instance per thread.
 */
final class BlockAdmm {

  /** Steps before the first look at the gap, which costs as much as a step. */
  static final int FIRST_CHECK = 10;

  private static final int CHECK = 5;

  /** Before this the gap of most samples is too large to look at it often. */
  private static final int EARLY = 30;

  private final BlockBasis basis;
  private final double tolerance;
  private final int most;
  private final BlockLane[] lanes;

  /** The first lanes have samples, and of these the first have started. */
  private int count;

  private int started;

  /** The lanes that a product is for, their rows, and what becomes of them. */
  private final BlockLane[] chosen;

  private final double[][] from;
  private final double[][] to;

  private final Polish polish;
  private final double[] row;
  private final double[][] tile;

  /**
   * Prepares a block of so many samples at a time, each done at a relative gap or after the most
   * steps.
   */
  BlockAdmm(BlockBasis basis, int capacity, double tolerance, int most) {
    this.basis = basis;
    this.tolerance = tolerance;
    this.most = most;
    polish = new Polish(basis);
    lanes = new BlockLane[capacity];
    chosen = new BlockLane[capacity];
    int longest = Math.min(basis.chunks.along(), Chunks.LONGEST);
    row = new double[longest];
    tile = new double[capacity][longest];
    from = new double[capacity][];
    to = new double[capacity][];
  }

  boolean isFull() {
    return count == lanes.length;
  }

  /** The next look at the gap: every few steps, and ever fewer in a long run. */
  static int checkAfter(int steps) {
    return steps < EARLY ? steps + FIRST_CHECK : steps + CHECK * Math.max(1, steps / 64);
  }

  /** Takes the open sample in, unless the block is full; its source is <em>not kept</em>. */
  void add(SampleSource open) {
    if (lanes[count] == null) {
      lanes[count] = new BlockLane(basis);
    }
    lanes[count++].load(open);
  }

  /** Gives the latest samples their start z = (NNᵀ + cI)⁻¹Nx within the rule, duals zero. */
  private void start() {
    int some = count - started;
    System.arraycopy(lanes, started, chosen, 0, some);
    started = count;
    backward(some, lane -> lane.t, lane -> lane.productOfT);
    solve(some);
    each(some, BlockLane::startFromLeastSquares);
    evaluate(some, true);
    backward(some, lane -> lane.t, lane -> lane.productOfT);
    backward(some, lane -> lane.om, lane -> lane.productOfWeights);
    each(some, BlockLane::begin);
  }

  /** What a block asks its owner for, and gives it. */
  interface Owner {

    /** Adds samples while the block is not full and there are any. */
    void fill(BlockAdmm block);

    /** Takes the codes of a sample that is done. */
    void done(BlockLane lane);

    boolean isStopped();
  }

  /** Solves all samples that the owner has. */
  void run(Owner owner) {
    refill(owner);
    while (count > 0 && !owner.isStopped()) {
      step();
      if (check(owner)) {
        refill(owner);
      }
    }
  }

  private void refill(Owner owner) {
    do {
      owner.fill(this);
      start();
    } while (drop(owner));
  }

  private void step() {
    System.arraycopy(lanes, 0, chosen, 0, count);
    each(count, BlockLane::addSplit);
    solve(count);
    each(count, lane -> Arrays.fill(lane.productOfT, 0));
    for (int c = 0; c < basis.chunks.count(); c++) {
      for (int q = 0; q < count; q++) {
        from[q] = lanes[q].h;
      }
      basis.forward(c, from, count, tile);
      for (int q = 0; q < count; q++) {
        lanes[q].clip(c, tile[q]);
        from[q] = lanes[q].t[c];
        to[q] = lanes[q].productOfT;
      }
      basis.addBackward(c, from, count, to);
    }
    each(count, BlockLane::shrink);
  }

  private void each(int some, Consumer<BlockLane> work) {
    for (int q = 0; q < some; q++) {
      work.accept(chosen[q]);
    }
  }

  /** Looks at the gaps of those whose turn it is; returns whether some are done. */
  private boolean check(Owner owner) {
    int due = 0;
    for (int q = 0; q < count; q++) {
      if (lanes[q].isDue(most)) {
        chosen[due++] = lanes[q];
      }
    }
    if (due == 0) {
      return false;
    }
    evaluate(due, false);
    backward(due, lane -> lane.a, lane -> lane.productOfDual);
    each(due, BlockLane::certify);
    each(due, BlockLane::balance);
    polish(Arrays.copyOf(chosen, due));
    return drop(owner);
  }

  /**
   * Sees whether some that linger can be finished at once: only where their own turn has come, or
   * what comes out for a sample would depend on the turns of its company.
   */
  private void polish(BlockLane[] due) {
    for (BlockLane lane : due) {
      if (lane.isReadyToPolish() && !lane.isWithin(tolerance) && lane.polish(polish)) {
        chosen[0] = lane;
        evaluate(1, false);
        backward(1, one -> one.a, one -> one.productOfDual);
        lane.certify();
        lane.exchangePolished();
      }
    }
  }

  /** Hands over those that are done; returns whether there were any. */
  private boolean drop(Owner owner) {
    int before = count;
    for (int q = count - 1; q >= 0; q--) {
      BlockLane lane = lanes[q];
      if (lane.isWithin(tolerance) || lane.isPerfect() || lane.steps >= most) {
        owner.done(lane);
        lanes[q] = lanes[--count];
        lanes[count] = lane;
      }
    }
    started = count;
    return count < before;
  }

  private void solve(int some) {
    for (int q = 0; q < some; q++) {
      from[q] = chosen[q].productOfT;
      to[q] = chosen[q].h;
    }
    basis.solve(from, some, to);
  }

  /** N times rows of the chosen lanes. */
  private void backward(
      int some, Function<BlockLane, double[][]> rows, Function<BlockLane, double[]> out) {
    for (int q = 0; q < some; q++) {
      to[q] = out.apply(chosen[q]);
      Arrays.fill(to[q], 0);
    }
    for (int c = 0; c < basis.chunks.count(); c++) {
      for (int q = 0; q < some; q++) {
        from[q] = rows.apply(chosen[q])[c];
      }
      basis.addBackward(c, from, some, to);
    }
  }

  /**
   * Computes the objective at z; where asked to keep it, T becomes the fit: with a dual of zero E
   * is the residual there.
   */
  private void evaluate(int some, boolean keep) {
    each(some, BlockLane::beginEvaluation);
    for (int c = 0; c < basis.chunks.count(); c++) {
      for (int q = 0; q < some; q++) {
        from[q] = chosen[q].z;
      }
      basis.forward(c, from, some, tile);
      for (int q = 0; q < some; q++) {
        if (keep) {
          System.arraycopy(tile[q], 0, chosen[q].t[c], 0, basis.chunks.length(c));
        }
        chosen[q].evaluate(c, tile[q], row);
      }
    }
    each(some, BlockLane::endEvaluation);
  }
}
