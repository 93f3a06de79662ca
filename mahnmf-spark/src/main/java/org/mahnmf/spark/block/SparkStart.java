package org.mahnmf.spark.block;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.mahnmf.MahNmf;
import org.mahnmf.Model;
import org.mahnmf.internal.admm.Admm;
import org.mahnmf.internal.admm.AdmmBlock;
import org.mahnmf.internal.start.Balance;
import org.mahnmf.internal.start.FeasibleStart;
import org.mahnmf.internal.start.RandomStart;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Problem;

/**
 * The starting point of a fit on Spark: a basis on the driver and a rule that makes the codes where
 * the samples are. Feasible and balanced as on one machine.
 */
final class SparkStart {

  /** Entries of the samples that the driver may look at, if they are not too few samples. */
  private static final long SAMPLE_ENTRIES = 1L << 20;

  private static final long SAMPLES_PER_PART = 20;

  /** Three random starts found planted parts where one did not always. */
  private static final int SAMPLE_RESTARTS = 3;

  private final SparkSettings settings;
  private final JavaRDD<Block> blocks;
  private final Broadcast<BlockProblem> known;
  private final Problem problem;
  private DenseMatrix basis;
  private CodesSource codes;
  private final BooleanSupplier stop;

  SparkStart(
      SparkSettings settings,
      JavaRDD<Block> blocks,
      Broadcast<BlockProblem> known,
      Problem problem,
      BooleanSupplier stop) {
    this.settings = settings;
    this.blocks = blocks;
    this.known = known;
    this.problem = problem;
    this.stop = stop;
  }

  /** Makes the point. */
  SparkStart make() {
    if (settings.isRandom()) {
      draw();
    } else {
      basis = ofSample();
      codes = new CodesSource.Encoded(basis);
    }
    makeFeasible();
    return this;
  }

  /** The basis of some samples, spread evenly over all, as one machine finds it. */
  private DenseMatrix ofSample() {
    int samples = problem.store().samples();
    int features = problem.store().features();
    int wanted =
        (int)
            Math.min(
                samples, Math.max(SAMPLE_ENTRIES / features, SAMPLES_PER_PART * problem.rank()));
    SplittableRandom random = new SplittableRandom(settings.plan().seed());
    long[] chosen = new long[wanted];
    for (int k = 0; k < wanted; k++) {
      chosen[k] = (long) ((k + random.nextDouble()) * samples / wanted);
    }
    List<Block> parts = blocks.map(block -> block.part(chosen)).collect();
    Model found =
        MahNmf.ofRank(problem.rank())
            .withSeed(settings.plan().seed())
            .with(problem.loss())
            .with(SparkSettings.farFromTheEnd())
            .with(new RandomStart())
            .withRidge(settings.plan().ridge())
            .withRestarts(SAMPLE_RESTARTS)
            .withCancellation(stop)
            .fit(Block.join(parts).observations())
            .model();
    // The ridge of all samples is larger than that of some. With the basis as it is their codes
    // would be too small, or zero for good; made larger in turn, it lets a code pay what it paid.
    double ridge = found.rule().ridge();
    return ridge > 0
        ? found.basis().times(Math.sqrt(problem.side(Factor.CODES).quadratic() / ridge))
        : found.basis();
  }

  /** The very factors that {@link RandomStart} makes on one machine, up to rounding of sums. */
  private void draw() {
    DenseMatrix drawn = RandomStart.drawBasis(problem, settings.plan().seed());
    CodesSource source =
        new CodesSource.Drawn(RandomStart.Whole.of(problem), settings.plan().seed());
    SentBasis sent = new SentBasis(drawn);
    Broadcast<BlockProblem> rules = known;
    double withData = 0;
    double withItself = 0;
    for (double[] part :
        blocks.map(block -> agreement(rules.value(), source, sent, block)).collect()) {
      withData += part[0];
      withItself += part[1];
    }
    double factor = new RandomStart.Agreement(withData, withItself).bestScale();
    double[] factors = new double[problem.rank()];
    Arrays.fill(factors, factor);
    basis = drawn.times(factor);
    codes = new CodesSource.Scaled(source, factors);
  }

  private static double[] agreement(
      BlockProblem rules, CodesSource source, SentBasis basis, Block block) {
    Factors factors = new Factors(basis.matrix(), source.codes(rules, block));
    RandomStart.Agreement agreement = RandomStart.agreement(rules.of(block), factors);
    return new double[] {agreement.withData(), agreement.withItself()};
  }

  /**
   * What core does to a start, with one column of largest entries and one of norms per block in the
   * place of the codes: scale moves between the rows of a component, which these columns follow.
   */
  private void makeFeasible() {
    CodesSource source = codes;
    Broadcast<BlockProblem> rules = known;
    List<RowSizes> sizes =
        blocks.map(block -> new RowSizes(source.codes(rules.value(), block))).collect();
    DenseMatrix largest = new DenseMatrix(problem.rank(), sizes.size());
    DenseMatrix norms = new DenseMatrix(problem.rank(), sizes.size());
    for (int l = 0; l < problem.rank(); l++) {
      for (int k = 0; k < sizes.size(); k++) {
        largest.set(l, k, sizes.get(k).largest[l]);
        norms.set(l, k, sizes.get(k).norm[l]);
      }
    }
    DenseMatrix moved = norms;
    DenseMatrix before = norms.copy();
    if (!Admm.balance(problem, new Factors(basis, moved))) {
      before = largest.copy();
      moved = largest;
      FeasibleStart.scaleIntoBounds(problem, new Factors(basis, moved));
    }
    problem.side(Factor.BASIS).set().project(basis);
    codes = new CodesSource.Feasible(new CodesSource.Scaled(codes, ratios(before, moved)));
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

  /** Largest entry and 2-norm of each component's codes in a block. */
  private static final class RowSizes implements Serializable {

    private static final long serialVersionUID = 1;

    final double[] largest;
    final double[] norm;

    RowSizes(DenseMatrix codes) {
      largest = new double[codes.rows()];
      norm = new double[codes.rows()];
      for (int l = 0; l < codes.rows(); l++) {
        largest[l] = FeasibleStart.largest(codes, l);
        norm[l] = Balance.norm(codes, l);
      }
    }
  }

  /** A start on its way to the blocks. */
  static final class Point implements Serializable {

    private static final long serialVersionUID = 1;

    private final SentBasis basis;
    private final CodesSource codes;

    private Point(DenseMatrix basis, CodesSource codes) {
      this.basis = new SentBasis(basis);
      this.codes = codes;
    }

    /** Makes the first state of a block. */
    BlockState begin(BlockProblem rules, Block block) {
      AdmmBlock samples =
          new AdmmBlock(rules.of(block), new Factors(basis.matrix(), codes.codes(rules, block)));
      return new BlockState(samples.state(), new BlockReply());
    }
  }

  DenseMatrix basis() {
    return basis;
  }

  /** Returns the start in a form that travels. */
  Point point() {
    return new Point(basis, codes);
  }
}
