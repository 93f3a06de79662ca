package org.mahnmf.spark.block;

import java.io.Serializable;
import org.mahnmf.checkpoint.StateTape;

/**
 * What a block carries from one step to the next, and what its last step tells the driver. Never
 * changed once made: a lost one is made again from the one before.
 */
final class BlockState implements Serializable {

  private static final long serialVersionUID = 1;

  final StateTape tape;
  final BlockReply reply;

  BlockState(StateTape tape, BlockReply reply) {
    this.tape = tape;
    this.reply = reply;
  }

  /** Returns the state alone, for a file. */
  BlockState withoutReply() {
    return new BlockState(tape, new BlockReply());
  }
}
