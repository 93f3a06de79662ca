package org.mahnmf.spark;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import org.mahnmf.Model;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Sides;
import org.mahnmf.problem.Units;
import org.mahnmf.solver.Admm;
import org.mahnmf.solver.FactorizationLoop;
import org.mahnmf.solver.RunContext;
import org.mahnmf.solver.StoppingRule;

/**
 * A fit on Spark: survey, blocks, start, and then core's own loop and course of {@link Admm}, with
 * the samples in the blocks.
 */
final class SparkFit {

  private static final StorageLevel KEPT = StorageLevel.MEMORY_AND_DISK();

  private final SparkSettings settings;
  private final JavaRDD<Sample> samples;
  private final JavaSparkContext spark;

  SparkFit(SparkSettings settings, JavaRDD<Sample> samples) {
    this.settings = settings;
    this.samples = samples;
    this.spark = JavaSparkContext.fromSparkContext(samples.context());
  }

  SparkResult run() {
    List<Survey> surveys =
        samples.mapPartitions(rows -> List.of(Survey.of(rows)).iterator()).collect();
    Survey survey = Survey.total(surveys);
    boolean sparse =
        settings.storage().equals(SparkSettings.SPARSE)
            || (settings.storage().equals(SparkSettings.AUTO)
                && (survey.isMostlyZero() || settings.zeroWeight() != 1));
    double scale = survey.scale(sparse);
    Block.Layout layout =
        new Block.Layout(survey.features, scale, sparse, sparse ? settings.zeroWeight() : 1);
    JavaRDD<Block> blocks = blocks(layout, surveys).persist(KEPT);
    try {
      return fit(blocks, survey, scale);
    } finally {
      blocks.unpersist(false);
    }
  }

  private JavaRDD<Block> blocks(Block.Layout layout, List<Survey> surveys) {
    long[] firsts = new long[surveys.size()];
    int[] counts = new int[surveys.size()];
    long first = 0;
    for (int k = 0; k < firsts.length; k++) {
      firsts[k] = first;
      counts[k] = (int) surveys.get(k).samples;
      first += counts[k];
    }
    return samples.mapPartitionsWithIndex(
        (index, rows) -> read(layout, firsts[index], counts[index], rows), true);
  }

  private static Iterator<Block> read(
      Block.Layout layout, long first, int count, Iterator<Sample> rows) {
    List<Block> one = new ArrayList<>();
    if (count > 0) {
      one.add(Block.read(layout, first, count, rows));
    }
    return one.iterator();
  }

  private SparkResult fit(JavaRDD<Block> blocks, Survey survey, double scale) {
    BlockSums sums = BlockSums.total(blocks.map(block -> BlockSums.of(block.store())).collect());
    int count = (int) survey.samples;
    Units units = Units.of(scale);
    Sides sides = Sides.bounded(settings.basis(), settings.codes().side(null, 1));
    CodesTerms terms = settings.codes().cappedAt(sides.codes().set().upper());
    Problem problem =
        new Problem(
            new RemoteStore(survey.features, count, scale, sums),
            settings.rank(),
            settings.loss().rescaled(scale),
            sides.basis().rescaled(units.basis(), scale),
            terms.side(null, count).rescaled(units.codes(), scale));
    Broadcast<BlockProblem> known =
        spark.broadcast(new BlockProblem(settings.rank(), scale, settings.loss(), terms));
    SparkStart start = new SparkStart(settings, blocks, known, problem).make();
    CodesSource source = start.codes();
    Command.Basis first = new Command.Basis(start.basis());
    JavaRDD<BlockState> states =
        blocks.map(block -> SparkStart.begin(known.value(), source, first, block)).persist(KEPT);
    SparkSamples cluster =
        new SparkSamples(blocks, known, problem, states, settings.checkpointInterval());
    try {
      // Codes of rank x 0: the real ones are in the blocks.
      Factors atDriver = new Factors(start.basis(), new DenseMatrix(settings.rank(), 0));
      Admm solver = start.solver();
      StoppingRule rule =
          solver
              .convergence(settings.tolerance())
              .or(StoppingRule.iterations(settings.maxIterations()));
      FactorizationLoop.Ending ending =
          new FactorizationLoop(rule, settings.listener(), scale, false)
              .run(
                  solver.start(
                      problem,
                      atDriver,
                      cluster,
                      new RunContext(settings.tolerance(), settings.stop())));
      DenseMatrix basis = ending.factors().basis();
      Model model =
          Model.of(basis.times(units.basis()))
              .with(settings.loss())
              .with(terms.side(null, 1).sampleRule());
      return new SparkResult(
          model,
          ending.objective().times(scale),
          ending.iterations(),
          ending.products(),
          ending.stopReason(),
          count,
          sums.observed,
          sums.absoluteSum * scale,
          sides.note());
    } finally {
      cluster.close();
    }
  }
}
