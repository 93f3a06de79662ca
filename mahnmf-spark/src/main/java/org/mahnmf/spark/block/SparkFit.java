package org.mahnmf.spark.block;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import org.mahnmf.MahNmf;
import org.mahnmf.Model;
import org.mahnmf.RunRecord;
import org.mahnmf.checkpoint.Checkpoint;
import org.mahnmf.checkpoint.SavedState;
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
import org.mahnmf.solver.HistoryPoint;
import org.mahnmf.solver.Iteration;
import org.mahnmf.solver.IterationListener;
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

  private static final StorageLevel KEPT = StorageLevel.MEMORY_AND_DISK();

  private final SparkSettings settings;
  private final MahNmf plan;
  private final JavaRDD<Sample> samples;
  private final boolean inOrder;
  private final JavaSparkContext spark;
  private List<Survey> surveys;
  private List<HistoryPoint> history = new ArrayList<>();
  private long begin;

  /** Prepares a fit of samples in any order. */
  public SparkFit(SparkSettings settings, JavaRDD<Sample> samples) {
    this(settings, samples, false);
  }

  /**
   * Prepares a fit.
   *
   * @param inOrder whether the order of the samples is that in which their owner sees them, so that
   *     rows can be named by their numbers
   */
  public SparkFit(SparkSettings settings, JavaRDD<Sample> samples, boolean inOrder) {
    this.inOrder = inOrder;
    this.settings = settings;
    this.plan = settings.plan();
    this.samples = samples;
    this.spark = JavaSparkContext.fromSparkContext(samples.context());
  }

  /** Reads the samples once, if that was not done, and returns what is known of them. */
  public Survey survey() {
    if (surveys == null) {
      boolean zerosCount = settings.zeroWeight() > 0;
      surveys =
          samples.mapPartitions(rows -> List.of(Survey.of(zerosCount, rows)).iterator()).collect();
    }
    return Survey.total(surveys, inOrder);
  }

  public SparkResult run() {
    if (settings.storage().equals(SparkSettings.DENSE) && settings.zeroWeight() != 1) {
      throw new IllegalArgumentException(
          "the weight of zeros is "
              + settings.zeroWeight()
              + " but dense storage has no zeros that are not stored; use sparse or auto");
    }
    Survey survey = survey();
    begin = System.nanoTime();
    boolean sparse = isSparse(survey);
    Block.Layout layout =
        new Block.Layout(survey.features, survey.scale(sparse), sparse, settings.zeroWeight());
    SavedRun saved = SavedRun.open(settings.saving(), settings.checkpointInterval(), spark);
    JavaRDD<Block> blocks = blocks(layout).persist(KEPT);
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
    if (wanted && other.isPresent()) {
      throw new IllegalArgumentException(
          "a zero weighs %s but sparse storage gives every zero the weight %s; use dense storage"
              .formatted(other.getAsDouble(), settings.zeroWeight()));
    }
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
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("the engine", "spark");
    facts.put("the size of the table", survey.samples + "x" + survey.features);
    facts.put("the number of blocks", surveys.size());
    facts.put("the hash of the table", String.format("%016x", survey.hash));
    facts.put("the rank", plan.rank());
    facts.put("the solver", settings.solver().identity());
    facts.put("the start", settings.start());
    facts.put("the seed", plan.seed());
    facts.put("the tolerance", plan.tolerance());
    facts.put("the limit of iterations", plan.maxIterations());
    facts.put("the loss", plan.loss().name() + " with " + plan.loss().curvature());
    facts.put("the basis", FitIdentity.describe(plan.basis(), plan.rank(), survey.features));
    facts.put("the codes", settings.codes());
    facts.put("the ridge", plan.ridgeShare());
    facts.put("the storage", settings.storage());
    facts.put("the weight of zeros", settings.zeroWeight());
    Map<String, String> texts = new LinkedHashMap<>();
    facts.forEach((name, value) -> texts.put(name, value.toString()));
    return texts;
  }

  private JavaRDD<Block> blocks(Block.Layout layout) {
    long[] firsts = new long[surveys.size()];
    int[] counts = new int[surveys.size()];
    long[] hashes = new long[surveys.size()];
    long first = 0;
    for (int k = 0; k < firsts.length; k++) {
      firsts[k] = first;
      counts[k] = (int) surveys.get(k).samples;
      hashes[k] = surveys.get(k).hash;
      first += counts[k];
    }
    return samples.mapPartitionsWithIndex(
        (index, rows) -> read(layout, firsts[index], counts[index], hashes[index], rows), true);
  }

  private static Iterator<Block> read(
      Block.Layout layout, long first, int count, long hash, Iterator<Sample> rows) {
    List<Block> one = new ArrayList<>();
    if (count > 0) {
      one.add(Block.read(layout, first, count, hash, rows));
    }
    return one.iterator();
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
    IterationListener recorder =
        progress -> {
          history.add(new HistoryPoint(progress.iteration(), seconds(), progress.objective()));
          plan.listeners().forEach(one -> one.onIteration(progress));
        };
    return new FactorizationLoop(rule, recorder, scale, false);
  }

  private void exchangeHistory(SavedState state) {
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
    cluster.begin(blocks.map(block -> point.value().begin(terms.of(problem, block), block)));
    return solver.start(problem, new Factors(start.basis.copy(), noCodes), cluster, context);
  }
}
