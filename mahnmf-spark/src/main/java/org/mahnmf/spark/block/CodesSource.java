package org.mahnmf.spark.block;

import java.io.Serializable;
import org.mahnmf.Model;
import org.mahnmf.internal.start.RandomStart;
import org.mahnmf.matrix.DenseMatrix;

/** Where the codes of a block come from before the first step. */
interface CodesSource extends Serializable {

  /** Makes them in the block's units: rank x samples. */
  DenseMatrix codes(BlockProblem problem, Block block);

  /** Those of {@link RandomStart}, sample by sample the same as on one machine. */
  final class Drawn implements CodesSource {

    private static final long serialVersionUID = 1;

    private final int features;
    private final long samples;
    private final double size;
    private final long seed;

    Drawn(RandomStart.Whole whole, long seed) {
      this.features = whole.features();
      this.samples = whole.samples();
      this.size = whole.size();
      this.seed = seed;
    }

    @Override
    public DenseMatrix codes(BlockProblem problem, Block block) {
      return RandomStart.drawCodes(
          new RandomStart.Whole(problem.rank, features, samples, size),
          seed,
          block.first,
          block.samples);
    }
  }

  /** The best ones for a basis, each sample on its own, as transform finds them. */
  final class Encoded implements CodesSource {

    private static final long serialVersionUID = 1;

    private final SentBasis basis;

    Encoded(DenseMatrix basis) {
      this.basis = new SentBasis(basis);
    }

    @Override
    public DenseMatrix codes(BlockProblem problem, Block block) {
      return Model.of(basis.matrix())
          .with(problem.loss())
          .with(problem.codes(block).sampleRule())
          .withThreads(Block.workers().threads())
          .transform(block.observations())
          .codes()
          .transpose();
    }
  }

  /** Others, each component multiplied by a number. */
  final class Scaled implements CodesSource {

    private static final long serialVersionUID = 1;

    private final CodesSource source;
    private final double[] factors;

    Scaled(CodesSource source, double[] factors) {
      this.source = source;
      this.factors = factors.clone();
    }

    @Override
    public DenseMatrix codes(BlockProblem problem, Block block) {
      DenseMatrix codes = source.codes(problem, block);
      for (int l = 0; l < codes.rows(); l++) {
        for (int j = 0; j < codes.columns(); j++) {
          codes.set(l, j, codes.get(l, j) * factors[l]);
        }
      }
      return codes;
    }
  }

  /** Others, brought into the feasible set. */
  final class Feasible implements CodesSource {

    private static final long serialVersionUID = 1;

    private final CodesSource source;

    Feasible(CodesSource source) {
      this.source = source;
    }

    @Override
    public DenseMatrix codes(BlockProblem problem, Block block) {
      DenseMatrix codes = source.codes(problem, block);
      problem.codes(block).set().project(codes);
      return codes;
    }
  }
}
