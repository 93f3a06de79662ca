package org.mahnmf.spark.block;

import java.io.Serializable;
import org.mahnmf.problem.Loss;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.Units;
import org.mahnmf.term.ElasticNet;
import org.mahnmf.term.Manhattan;

/** What a block must know of the problem that it is a part of. */
final class BlockProblem implements Serializable {

  private static final long serialVersionUID = 1;

  final int rank;
  final double scale;

  /** α of the loss, in the units of the blocks. */
  private final double curvature;

  private final CodesTerms terms;

  BlockProblem(int rank, double scale, Loss loss, CodesTerms terms) {
    this.rank = rank;
    this.scale = scale;
    this.curvature = loss.rescaled(scale).curvature();
    this.terms = terms;
  }

  Loss loss() {
    return curvature > 0 ? new ElasticNet(curvature) : new Manhattan();
  }

  /** Returns the side of a block's codes, in its units. */
  Side codes(Block block) {
    return terms.side(block.groups, block.samples).rescaled(Units.of(scale).codes(), scale);
  }

  /** States the problem of a block. */
  Problem of(Block block) {
    return Problem.ofBlock(block.store(), rank, loss(), codes(block));
  }
}
