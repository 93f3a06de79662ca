package org.mahnmf.spark.block;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import org.mahnmf.Engine;
import org.mahnmf.MahNmf;
import org.mahnmf.Model;
import org.mahnmf.RunRecord;
import org.mahnmf.base.Check;
import org.mahnmf.checkpoint.Checkpoint;
import org.mahnmf.checkpoint.State;
import org.mahnmf.internal.admm.Admm;
import org.mahnmf.internal.fit.FitIdentity;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.Sides;
import org.mahnmf.problem.Store;
import org.mahnmf.problem.Units;
import org.mahnmf.solver.FactorizationLoop;
import org.mahnmf.solver.FitListener;
import org.mahnmf.solver.HistoryPoint;
import org.mahnmf.solver.Iteration;
import org.mahnmf.solver.RunContext;
import org.mahnmf.solver.StoppingRule;
import org.mahnmf.spark.file.Sample;
import org.mahnmf.spark.file.SavedRun;
import org.mahnmf.term.Ridge;

/**
 * A fit on Spark: survey, blocks, start, and then core's own loop and course of {@link Admm}, with
 * the samples in the blocks.
 */
public final class SparkFit {

  private final SparkSettings settings;
  private final MahNmf plan;
  private final JavaRDD<Sample> samples;
  private final boolean inOrder;
  private final JavaSparkContext spark;
  private List<Survey> surveys;
  private List<HistoryPoint> history = new ArrayList<>();
  private long begin;

  public SparkFit(SparkSettings settings, JavaRDD<Sample> samples) {
    this(settings, samples, false);
  }

  /**
   * Names rows by their numbers, if the samples are in the order in which their owner sees them.
   */
  public SparkFit(SparkSettings settings, JavaRDD<Sample> samples, boolean inOrder) {
    this.inOrder = inOrder;
    this.settings = settings;
    this.plan = settings.plan();
    this.samples = samples;
    this.spark = JavaSparkContext.fromSparkContext(samples.context());
  }

  /** Reads the samples once, before any work, and tells their size. */
  public void survey(Engine.Size size) {
    Survey survey = survey();
    size.known((int) survey.samples, survey.features);
  }

  private Survey survey() {
    if (surveys == null) {
      boolean zerosCount = settings.zeroWeight() > 0;
      surveys =
          samples.mapPartitions(rows -> List.of(Survey.of(zerosCount, rows)).iterator()).collect();
    }
    return Survey.total(surveys, inOrder);
  }

  public SparkResult run() {
    Check.that(
        "the weight of zeros is %s but dense storage has no zeros that are not stored; use sparse or"
            + " auto",
        !settings.storage().equals(SparkSettings.DENSE) || settings.zeroWeight() == 1,
        settings.zeroWeight());
    Survey survey = survey();
    begin = System.nanoTime();
    boolean sparse = isSparse(survey);
    Block.Layout layout =
        new Block.Layout(survey.features, survey.scale(sparse), sparse, settings.zeroWeight());
    SavedRun saved = SavedRun.open(settings.checkpoints(), settings.checkpointInterval(), spark);
    JavaRDD<Block> blocks = blocks(layout).persist(StorageLevel.MEMORY_AND_DISK());
    try {
      begin -= (long) (saved.begin(() -> identity(survey), this::isStopped) * 1e9);
      return fit(blocks, survey, layout, saved);
    } finally {
      blocks.unpersist(false);
      saved.close();
    }
  }

  /** Whether zeros are not stored; each has the same weight then. */
  private boolean isSparse(Survey survey) {
    OptionalDouble other = survey.otherZero(settings.zeroWeight());
    boolean wanted =
        settings.storage().equals(SparkSettings.SPARSE)
            || (settings.storage().equals(SparkSettings.AUTO) && settings.zeroWeight() != 1);
    Check.that(
        "a zero weighs %s but sparse storage gives every zero the weight %s; use dense storage",
        !wanted || other.isEmpty(), other.orElse(0), settings.zeroWeight());
    boolean worth = settings.storage().equals(SparkSettings.AUTO) && survey.isMostlyZero();
    return wanted || (worth && other.isEmpty());
  }

  private boolean isStopped() {
    return plan.cancellation().getAsBoolean() || seconds() >= plan.timeLimit();
  }

  private double seconds() {
    return (System.nanoTime() - begin) * 1e-9;
  }

  /** What the result depends on. */
  private Map<String, String> identity(Survey survey) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("the engine", "spark");
    facts.put("the size of the table", survey.samples + "x" + survey.features);
    facts.put("the number of blocks", String.valueOf(surveys.size()));
    facts.put("the hash of the table", String.format("%016x", survey.hash));
    facts.put("the rank", String.valueOf(plan.rank()));
    facts.put("the solver", settings.solver().identity());
    facts.put("the start", settings.start());
    facts.put("the seed", String.valueOf(plan.seed()));
    facts.put("the tolerance", String.valueOf(plan.tolerance()));
    facts.put("the limit of iterations", String.valueOf(plan.maxIterations()));
    facts.put("the loss", plan.loss().name() + " with " + plan.loss().curvature());
    facts.put("the basis", FitIdentity.describe(plan.basis(), plan.rank(), survey.features));
    facts.put("the codes", String.valueOf(settings.codes()));
    facts.put("the ridge", String.valueOf(plan.ridgeShare()));
    facts.put("the storage", settings.storage());
    facts.put("the weight of zeros", String.valueOf(settings.zeroWeight()));
    return facts;
  }

  private JavaRDD<Block> blocks(Block.Layout layout) {
    long[] firsts = new long[surveys.size() + 1];
    long[] hashes = new long[surveys.size()];
    for (int k = 0; k < hashes.length; k++) {
      firsts[k + 1] = firsts[k] + surveys.get(k).samples;
      hashes[k] = surveys.get(k).hash;
    }
    return samples.mapPartitionsWithIndex(
        (index, rows) -> {
          int count = (int) (firsts[index + 1] - firsts[index]);
          return count == 0
              ? Collections.emptyIterator()
              : List.of(Block.read(layout, firsts[index], count, hashes[index], rows)).iterator();
        },
        true);
  }

  private SparkResult fit(
      JavaRDD<Block> blocks, Survey survey, Block.Layout layout, SavedRun saved) {
    int count = (int) survey.samples;
    double scale = layout.scale();
    Units units = Units.of(scale);
    Store.Sums sums = new Store.Sums();
    blocks.map(block -> block.store().sums()).collect().forEach(sums::add);
    Store.Extent extent = new Store.Extent(survey.features, count, scale, layout.sparse(), sums);
    // Not in the settings: its natural weight is known only now.
    double ridge = plan.ridgeShare() * Ridge.natural(extent);
    Side basisTerms = ridge > 0 ? plan.basis().with(new Ridge(ridge)) : plan.basis();
    CodesTerms codesTerms = settings.codes().plusRidge(ridge);
    Sides sides = Sides.bounded(basisTerms, codesTerms.side(null, 1));
    CodesTerms terms = codesTerms.cappedAt(sides.codes().set().upper());
    Problem problem =
        new Problem(
            extent,
            plan.rank(),
            plan.loss().rescaled(scale),
            sides.basis().rescaled(units.basis(), scale),
            terms.side(null, count).rescaled(units.codes(), scale));
    SparkSamples cluster = new SparkSamples(blocks, terms, problem, saved.folder());
    try {
      FactorizationLoop.Ending ending =
          loop(scale)
              .run(
                  iteration(problem, blocks, terms, cluster, saved.checkpoint()),
                  saved.checkpoint(),
                  this::exchangeHistory);
      saved.end(ending.stopReason().isPresent());
      DenseMatrix basis = ending.factors().basis();
      Model model =
          Model.of(basis.times(units.basis()))
              .with(plan.loss())
              .with(terms.side(null, 1).sampleRule());
      return new SparkResult(
          model,
          new SparkResult.Course(
              ending.objective().times(scale),
              ending.iterations(),
              ending.products(),
              ending.stopReason(),
              history),
          new RunRecord.Data(
              count, survey.features, sums.observed(), String.format("%016x", survey.hash)),
          sums.absoluteSum() * scale,
          extent.isSparse(),
          sides,
          saved);
    } finally {
      cluster.close();
    }
  }

  private FactorizationLoop loop(double scale) {
    StoppingRule rule =
        settings
            .solver()
            .convergence(plan.tolerance())
            .or(StoppingRule.iterations(plan.maxIterations()));
    FitListener recorder =
        progress -> {
          history.add(new HistoryPoint(progress.iteration(), seconds(), progress.objective()));
          plan.listeners().forEach(one -> one.onIteration(progress));
        };
    return new FactorizationLoop(rule, recorder, scale, false);
  }

  private void exchangeHistory(State state) {
    history = state.list(history, point -> HistoryPoint.exchange(state, point));
  }

  /** A run at its start, or one that its checkpoint takes over; codes stay in the blocks. */
  private Iteration iteration(
      Problem problem,
      JavaRDD<Block> blocks,
      CodesTerms terms,
      SparkSamples cluster,
      Checkpoint checkpoint) {
    RunContext context = new RunContext(plan.tolerance(), this::isStopped);
    Admm solver = settings.solver();
    DenseMatrix noCodes = new DenseMatrix(plan.rank(), 0);
    if (checkpoint.isTakingOver()) {
      DenseMatrix empty = new DenseMatrix(plan.rank(), problem.extent().features());
      return solver.toRestore(problem, new Factors(empty, noCodes), cluster, context);
    }
    SparkStart.Point start =
        new SparkStart(settings, blocks, terms, problem, this::isStopped).make();
    // Not in the closure: that goes along with every job until the states are saved.
    Broadcast<SparkStart.Point> point = spark.broadcast(start);
    Problem all = CodesTerms.toSend(problem);
    cluster.begin(blocks.map(block -> point.value().begin(terms.of(all, block), block)));
    return solver.start(problem, new Factors(start.basis.copy(), noCodes), cluster, context);
  }
}
