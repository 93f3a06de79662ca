package org.mahnmf.spark.block;

import java.io.Serializable;
import org.mahnmf.problem.Loss;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.Units;

/**
 * What a block must know of the problem that it is a part of.
 *
 * @param loss in the units of the blocks
 * @param terms in the user's units
 */
record BlockProblem(int rank, double scale, Loss loss, CodesTerms terms) implements Serializable {

  /** Returns the side of a block's codes, in its units. */
  Side codes(Block block) {
    return terms.side(block.groups, block.samples).rescaled(Units.of(scale).codes(), scale);
  }

  /** States the problem of a block. */
  Problem of(Block block) {
    return Problem.ofBlock(block.store(), rank, loss, codes(block));
  }
}
