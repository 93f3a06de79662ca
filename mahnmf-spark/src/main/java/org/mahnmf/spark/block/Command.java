package org.mahnmf.spark.block;

import java.io.Serializable;
import org.mahnmf.internal.admm.AdmmBlock;

/**
 * A call of {@link org.mahnmf.internal.admm.AdmmSamples} on its way to the blocks; what it captures
 * goes along.
 */
@FunctionalInterface
interface Command extends Serializable {

  /** Does it to a block. */
  void apply(AdmmBlock block, BlockReply reply);
}
