package org.mahnmf.spark;

import java.io.Serializable;
import org.mahnmf.solver.AdmmBlock;
import org.mahnmf.store.Dual;

/**
 * What a block carries from one step to the next, and what its last step tells the driver. Never
 * changed once made: a lost one is made again from the one before.
 */
final class BlockState implements Serializable {

  private static final long serialVersionUID = 1;

  private final double[] codes;
  private final double[] best;
  private final double[] multiplier;
  private final double[] pending;
  private final double lastSplit;
  private final double[] dual;
  private final double absent;
  private final double stretch;
  final BlockReply reply;

  BlockState(AdmmBlock.State state, BlockReply reply) {
    this.codes = state.codes();
    this.best = state.best();
    this.multiplier = state.multiplier();
    this.pending = state.pending();
    this.lastSplit = state.lastSplit();
    this.dual = state.dual().stored();
    this.absent = state.dual().absent();
    this.stretch = state.dual().stretch();
    this.reply = reply;
  }

  AdmmBlock.State state() {
    return new AdmmBlock.State(
        codes, best, multiplier, pending, lastSplit, new Dual.State(dual, absent, stretch));
  }

  /** Returns the best codes so far, rank x samples. */
  double[] best() {
    return best;
  }
}
