package org.mahnmf.spark.block;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.apache.spark.api.java.JavaRDD;
import org.mahnmf.MahNmf;
import org.mahnmf.Model;
import org.mahnmf.internal.admm.Admm;
import org.mahnmf.internal.admm.AdmmBlock;
import org.mahnmf.internal.start.RandomStart;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Problem;
import org.mahnmf.spark.file.Sample;

/**
 * The starting point of a fit on Spark: a basis on the driver and a rule that makes the codes where
 * the samples are. Feasible and balanced as on one machine. No record: Spark's other serialiser
 * sends the class of a rule along, and can send none.
 */
final class SparkStart {

  /** Entries of the samples that the driver may look at, if they are not too few samples. */
  private static final long SAMPLE_ENTRIES = 1L << 20;

  private static final long SAMPLES_PER_PART = 20;

  /** Three random starts found planted parts where one did not always. */
  private static final int SAMPLE_RESTARTS = 3;

  private final SparkSettings settings;
  private final JavaRDD<Block> blocks;
  private final CodesTerms terms;
  private final Problem problem;
  private final BooleanSupplier stop;

  SparkStart(
      SparkSettings settings,
      JavaRDD<Block> blocks,
      CodesTerms terms,
      Problem problem,
      BooleanSupplier stop) {
    this.settings = settings;
    this.blocks = blocks;
    this.terms = terms;
    this.problem = problem;
    this.stop = stop;
  }

  /** Where the codes of a block come from before the first step. */
  @FunctionalInterface
  interface CodesSource extends Serializable {

    /** Makes them in the units of the block's problem: rank x samples. */
    DenseMatrix codes(Problem problem, Block block);
  }

  /** A start on its way to the blocks; no record either. */
  static final class Point implements Serializable {

    private static final long serialVersionUID = 1;

    /** <em>Not to be modified.</em> */
    final DenseMatrix basis;

    private final CodesSource codes;

    private Point(DenseMatrix basis, CodesSource codes) {
      this.basis = basis;
      this.codes = codes;
    }

    /** Makes the first state of a block. */
    BlockState begin(Problem problem, Block block) {
      AdmmBlock samples =
          new AdmmBlock(problem, block.store(), new Factors(basis, codes.codes(problem, block)));
      return new BlockState(samples.state(), new BlockReply());
    }
  }

  Point make() {
    return feasible(settings.isRandom() ? drawn() : encoded(ofSample()));
  }

  /** The best codes for a basis, each sample on its own, as transform finds them. */
  private static Point encoded(DenseMatrix basis) {
    return new Point(
        basis,
        (problem, block) ->
            Model.of(basis)
                .with(problem.loss())
                .with(problem.codes().sampleRule())
                .withThreads(Block.workers().threads())
                .transform(block.observations())
                .codes()
                .toDense()
                .transpose());
  }

  /** The basis of some samples, spread evenly over all, as one machine finds it. */
  private DenseMatrix ofSample() {
    int samples = problem.extent().samples();
    int features = problem.extent().features();
    int wanted =
        (int)
            Math.min(
                samples, Math.max(SAMPLE_ENTRIES / features, SAMPLES_PER_PART * problem.rank()));
    SplittableRandom random = new SplittableRandom(settings.plan().seed());
    long[] chosen = new long[wanted];
    for (int k = 0; k < wanted; k++) {
      chosen[k] = (long) ((k + random.nextDouble()) * samples / wanted);
    }
    List<Sample> some = blocks.flatMap(block -> block.part(chosen)).collect();
    boolean sparse = problem.extent().isSparse();
    Block.Layout layout = new Block.Layout(features, 1, sparse, settings.zeroWeight());
    Model found =
        MahNmf.ofRank(problem.rank())
            .withSeed(settings.plan().seed())
            .with(problem.loss())
            .with(SparkSettings.farFromTheEnd())
            .with(new RandomStart())
            .withRidge(settings.plan().ridgeShare())
            .withRestarts(SAMPLE_RESTARTS)
            .withCancellation(stop)
            .fit(Block.table(layout, some))
            .model();
    // The ridge of all samples is larger than that of some. With the basis as it is their codes
    // would be too small, or stay zero; made larger in turn, it lets a code pay what it paid.
    double ridge = found.rule().ridge();
    return ridge > 0
        ? found.basis().toDense().times(Math.sqrt(problem.side(Factor.CODES).quadratic() / ridge))
        : found.basis().toDense();
  }

  /** The very factors that {@link RandomStart} makes on one machine, up to rounding of sums. */
  private Point drawn() {
    long seed = settings.plan().seed();
    RandomStart.Whole whole = RandomStart.Whole.of(problem);
    DenseMatrix basis = RandomStart.drawBasis(whole, seed);
    int features = whole.features();
    long samples = whole.samples();
    double size = whole.size();
    CodesSource source =
        (ofBlock, block) ->
            RandomStart.drawCodes(
                new RandomStart.Whole(ofBlock.rank(), features, samples, size),
                seed,
                block.first,
                block.samples);
    CodesTerms ofCodes = terms;
    Problem all = CodesTerms.toSend(problem);
    double withData = 0;
    double withItself = 0;
    for (double[] part :
        blocks.map(block -> agreement(ofCodes.of(all, block), source, basis, block)).collect()) {
      withData += part[0];
      withItself += part[1];
    }
    double factor = new RandomStart.Agreement(withData, withItself).bestScale();
    return new Point(
        basis.times(factor), (where, block) -> source.codes(where, block).times(factor));
  }

  private static double[] agreement(
      Problem ofBlock, CodesSource source, DenseMatrix basis, Block block) {
    Factors factors = new Factors(basis, source.codes(ofBlock, block));
    RandomStart.Agreement agreement = RandomStart.agreement(block.store(), factors);
    return new double[] {agreement.withData(), agreement.withItself()};
  }

  /**
   * What core does to a start, with one column of largest entries and one of norms per block in the
   * place of the codes: scale moves between the rows of a component, which these columns follow.
   */
  private Point feasible(Point point) {
    CodesSource source = point.codes;
    CodesTerms ofCodes = terms;
    Problem all = CodesTerms.toSend(problem);
    List<double[][]> sizes =
        blocks.map(block -> sizes(source.codes(ofCodes.of(all, block), block))).collect();
    DenseMatrix basis = point.basis.copy(); // the codes may be those of the other
    DenseMatrix before = columns(sizes, 1);
    DenseMatrix moved = before.copy();
    if (!Admm.balance(problem, new Factors(basis, moved))) {
      before = columns(sizes, 0);
      moved = before.copy();
      problem.scaleIntoBounds(new Factors(basis, moved));
    }
    problem.side(Factor.BASIS).set().project(basis);
    double[] ratios = ratios(before, moved);
    return new Point(basis, (where, block) -> feasible(where, block, source, ratios));
  }

  /** Multiplies each component by a number, and projects. */
  private static DenseMatrix feasible(
      Problem ofBlock, Block block, CodesSource source, double[] ratios) {
    DenseMatrix codes = source.codes(ofBlock, block);
    for (int k = 0; k < codes.array().length; k++) {
      codes.array()[k] *= ratios[k / codes.columns()];
    }
    ofBlock.codes().set().project(codes);
    return codes;
  }

  /** Largest entry and 2-norm of each component's codes in a block. */
  private static double[][] sizes(DenseMatrix codes) {
    double[][] sizes = new double[2][codes.rows()];
    Arrays.setAll(sizes[0], l -> codes.largest(l));
    Arrays.setAll(sizes[1], l -> codes.norm(l));
    return sizes;
  }

  /** Returns one of the sizes, rank x blocks. */
  private static DenseMatrix columns(List<double[][]> sizes, int which) {
    return DenseMatrix.ofRows(sizes.stream().map(one -> one[which]).toArray(double[][]::new))
        .transpose();
  }

  private static double[] ratios(DenseMatrix before, DenseMatrix after) {
    double[] ratios = new double[before.rows()];
    for (int l = 0; l < ratios.length; l++) {
      ratios[l] = 1;
      for (int k = 0; k < before.columns(); k++) {
        if (before.get(l, k) > 0) {
          ratios[l] = after.get(l, k) / before.get(l, k);
        }
      }
    }
    return ratios;
  }
}
