package org.mahnmf.spark;

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
import org.mahnmf.FitIdentity;
import org.mahnmf.HistoryPoint;
import org.mahnmf.Model;
import org.mahnmf.checkpoint.Checkpoint;
import org.mahnmf.checkpoint.SavedState;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.Sides;
import org.mahnmf.problem.Units;
import org.mahnmf.solver.Admm;
import org.mahnmf.solver.FactorizationLoop;
import org.mahnmf.solver.Iteration;
import org.mahnmf.solver.IterationListener;
import org.mahnmf.solver.RunContext;
import org.mahnmf.solver.StoppingRule;
import org.mahnmf.term.Ridge;

/**
 * A fit on Spark: survey, blocks, start, and then core's own loop and course of {@link Admm}, with
 * the samples in the blocks.
 */
final class SparkFit {

  private static final StorageLevel KEPT = StorageLevel.MEMORY_AND_DISK();

  private final SparkSettings settings;
  private final JavaRDD<Sample> samples;
  private final JavaSparkContext spark;
  private List<Survey> surveys;
  private List<HistoryPoint> history = new ArrayList<>();
  private long begin;

  SparkFit(SparkSettings settings, JavaRDD<Sample> samples) {
    this.settings = settings;
    this.samples = samples;
    this.spark = JavaSparkContext.fromSparkContext(samples.context());
  }

  /** Reads the samples once, if that was not done, and returns what is known of them. */
  Survey survey() {
    if (surveys == null) {
      surveys = samples.mapPartitions(rows -> List.of(Survey.of(rows)).iterator()).collect();
    }
    return Survey.total(surveys);
  }

  SparkResult run() {
    if (settings.storage().equals(SparkSettings.DENSE) && settings.zeroWeight() != 1) {
      throw new IllegalArgumentException(
          "the weight of zeros is "
              + settings.zeroWeight()
              + " but dense storage has no zeros that are not stored; use sparse or auto");
    }
    Survey survey = survey();
    begin = System.nanoTime();
    boolean sparse = isSparse(survey);
    double scale = survey.scale(sparse);
    Block.Layout layout =
        new Block.Layout(survey.features, scale, sparse, sparse ? settings.zeroWeight() : 1);
    SavedRun saved = SavedRun.open(settings, spark);
    JavaRDD<Block> blocks = blocks(layout).persist(KEPT);
    try {
      begin -= (long) (saved.begin(() -> identity(survey), this::isStopped) * 1e9);
      return fit(blocks, survey, scale, saved);
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
          "a zero weighs "
              + other.getAsDouble()
              + " but sparse storage gives every zero the weight "
              + settings.zeroWeight()
              + "; use dense storage");
    }
    boolean worth = settings.storage().equals(SparkSettings.AUTO) && survey.isMostlyZero();
    return wanted || (worth && other.isEmpty());
  }

  private boolean isStopped() {
    return settings.cancelled().getAsBoolean() || seconds() >= settings.timeLimit();
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
    facts.put("the rank", settings.rank());
    facts.put("the start", settings.start());
    facts.put("the seed", settings.seed());
    facts.put("the tolerance", settings.tolerance());
    facts.put("the limit of iterations", settings.maxIterations());
    facts.put("the loss", settings.loss().name() + " with " + settings.loss().curvature());
    facts.put(
        "the basis", FitIdentity.describe(settings.basis(), settings.rank(), survey.features));
    facts.put("the codes", settings.codes());
    facts.put("the ridge", settings.ridge());
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

  private SparkResult fit(JavaRDD<Block> blocks, Survey survey, double scale, SavedRun saved) {
    BlockSums sums = BlockSums.total(blocks.map(block -> BlockSums.of(block.store())).collect());
    int count = (int) survey.samples;
    Units units = Units.of(scale);
    RemoteStore store = new RemoteStore(survey.features, count, scale, sums);
    // Not in the settings: its natural weight is known only now.
    double ridge = settings.ridge() * Ridge.natural(store);
    Side basisTerms = ridge > 0 ? settings.basis().with(new Ridge(ridge)) : settings.basis();
    CodesTerms codesTerms = settings.codes().plusRidge(ridge);
    Sides sides = Sides.bounded(basisTerms, codesTerms.side(null, 1));
    CodesTerms terms = codesTerms.cappedAt(sides.codes().set().upper());
    Problem problem =
        new Problem(
            store,
            settings.rank(),
            settings.loss().rescaled(scale),
            sides.basis().rescaled(units.basis(), scale),
            terms.side(null, count).rescaled(units.codes(), scale));
    Broadcast<BlockProblem> known =
        spark.broadcast(new BlockProblem(settings.rank(), scale, settings.loss(), terms));
    SparkSamples cluster = new SparkSamples(blocks, known, problem, saved.folder());
    try {
      FactorizationLoop.Ending ending =
          loop(scale)
              .run(
                  iteration(problem, blocks, known, cluster, saved.checkpoint()),
                  saved.checkpoint(),
                  this::exchangeHistory);
      saved.end(ending.stopReason().isPresent());
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
          sums.sparse,
          String.format("%016x", survey.hash),
          history,
          sides,
          saved);
    } finally {
      cluster.close();
      known.destroy();
    }
  }

  private FactorizationLoop loop(double scale) {
    StoppingRule rule =
        SparkStart.solver(settings)
            .convergence(settings.tolerance())
            .or(StoppingRule.iterations(settings.maxIterations()));
    IterationListener recorder =
        progress -> {
          history.add(new HistoryPoint(progress.iteration(), seconds(), progress.objective()));
          settings.listener().onIteration(progress);
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
      Broadcast<BlockProblem> known,
      SparkSamples cluster,
      Checkpoint checkpoint) {
    RunContext context = new RunContext(settings.tolerance(), this::isStopped);
    Admm solver = SparkStart.solver(settings);
    DenseMatrix noCodes = new DenseMatrix(settings.rank(), 0);
    if (checkpoint.isTakingOver()) {
      DenseMatrix empty = new DenseMatrix(settings.rank(), problem.store().features());
      return solver.toRestore(problem, new Factors(empty, noCodes), cluster, context);
    }
    SparkStart start = new SparkStart(settings, blocks, known, problem, this::isStopped).make();
    // Not in the closure: that goes along with every job until the states are saved.
    Broadcast<SparkStart.Point> point = spark.broadcast(start.point());
    cluster.begin(blocks.map(block -> point.value().begin(known.value(), block)));
    return solver.start(problem, new Factors(start.basis(), noCodes), cluster, context);
  }
}
