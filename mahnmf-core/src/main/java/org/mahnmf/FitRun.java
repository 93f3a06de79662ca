package org.mahnmf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.mahnmf.checkpoint.Checkpoint;
import org.mahnmf.checkpoint.Saved;
import org.mahnmf.checkpoint.SavedState;
import org.mahnmf.kernel.Arithmetic;
import org.mahnmf.match.PartMatch;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.Observations;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.SampleRule;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.Sides;
import org.mahnmf.problem.Term;
import org.mahnmf.problem.Units;
import org.mahnmf.search.RidgeChoice;
import org.mahnmf.search.RidgePath;
import org.mahnmf.solver.FactorizationLoop;
import org.mahnmf.solver.Iteration;
import org.mahnmf.solver.IterationListener;
import org.mahnmf.solver.RunContext;
import org.mahnmf.solver.Solver;
import org.mahnmf.solver.StoppingRule;
import org.mahnmf.solver.Support;
import org.mahnmf.solver.SymmetricCheck;
import org.mahnmf.start.RandomStart;
import org.mahnmf.start.Start;
import org.mahnmf.store.DenseStore;
import org.mahnmf.store.Holdout;
import org.mahnmf.store.HoldoutPlan;
import org.mahnmf.store.Precision;
import org.mahnmf.store.Store;
import org.mahnmf.store.Stores;
import org.mahnmf.store.Workers;
import org.mahnmf.term.NonNegative;
import org.mahnmf.term.Ridge;

/** One call of {@link MahNmf#fit}: scale, start, loop, restarts, final codes, record. */
final class FitRun {

  /** Keeps the draw of the hidden entries apart from those of starts. */
  private static final long HIDING = 0x2545F4914F6CDD1DL;

  /**
   * Entries hidden to choose the ridge: this share, or more to have this many, but at most that.
   */
  private static final double HIDDEN_SHARE = .03;

  private static final double HIDDEN_COUNT = 300;
  private static final double HIDDEN_SHARE_MOST = .1;

  private final MahNmf settings;
  private final Observations observations;
  private final Solver solver;
  private final List<String> notes = new ArrayList<>();
  private final List<HistoryPoint> history = new ArrayList<>();
  private final Checkpoint checkpoint;
  private long begin = System.nanoTime();
  private volatile boolean stopped;
  private Side basisSide;
  private Side codesSide;
  private Optional<RidgeChoice> choice = Optional.empty();
  private Optional<RunRecord.Validation> validation = Optional.empty();
  private List<Double> confidence = List.of();
  private Units units;
  private Precision precision;
  private RunRecord.Data data;
  private boolean lastStepWanted = true;

  FitRun(MahNmf settings, Observations observations) {
    this.settings = settings;
    this.observations = observations.suited();
    this.solver = settings.solver();
    this.basisSide = settings.basis();
    this.codesSide = settings.codes();
    this.checkpoint = settings.checkpoint();
  }

  /** Leaves out the last step: the codes stay those of the solver, and there is no lower bound. */
  FitRun withoutLastStep() {
    lastStepWanted = false;
    return this;
  }

  Factorization run() {
    try (Workers workers = new Workers(settings.threads())) {
      FactorizationLoop.Ending ending = search(workers);
      Factorization result = finish(ending);
      checkpoint.end(ending.stopReason().isPresent() && !result.record().outcome().interrupted());
      return result;
    } catch (ArithmeticException e) {
      throw beyondNumbers(e);
    }
  }

  /** What is said where sums overflow; no step can be judged then. */
  private static IllegalArgumentException beyondNumbers(ArithmeticException cause) {
    return new IllegalArgumentException(
        "the objective is not a finite number; bring the entries, bounds, weights and prices nearer"
            + " to 1",
        cause);
  }

  /**
   * Searches for the best point but leaves out the final codes and the record.
   *
   * @return the point, in the units of the store
   */
  FactorizationLoop.Ending search() {
    try (Workers workers = new Workers(settings.threads())) {
      return search(workers);
    }
  }

  /** Returns how the hidden entries fared in the search, if any were hidden. */
  Optional<RunRecord.Validation> validation() {
    return validation;
  }

  private FactorizationLoop.Ending search(Workers workers) {
    observations.requireNoEmptyLines();
    checkpoint.identify(() -> FitIdentity.of(settings, data()));
    begin -= (long) (checkpoint.beginClock(this::isStopRequested) * 1e9);
    boundWhatScaleMakesVoid();
    Store store = open(workers);
    tellPrecision(store);
    units = Units.of(store.scale());
    Problem plain = problem(store, units);
    Problem problem = plain.withRidge(givenWeight(plain));
    Support support = solver.support(choosesRidge() ? plain.withRidge(1) : problem);
    if (!support.isFull()) {
      throw new IllegalArgumentException(support.refusal());
    }
    if (store.absoluteSum() == 0) {
      return zero(problem);
    }
    if (choosesRidge()) {
      return bestOfRestarts(plain, judge(store), Optional.empty());
    }
    Optional<Holdout> hidden = settings.validation().map(plan -> hide(plan, store));
    Problem seen = problem.on(hidden.map(Holdout::rest).orElse(store));
    FactorizationLoop.Ending ending =
        seen.store().absoluteSum() == 0
            ? zero(seen)
            : bestOfRestarts(
                plain.on(seen.store()), Optional.empty(), Optional.of(settings.ridgeShare()));
    hidden.ifPresent(some -> tellHeldOut(some, ending));
    return ending;
  }

  /**
   * Returns the settings with the ridge that hidden entries choose under them, if they are to
   * choose one: a search for something else then runs at that weight.
   */
  static MahNmf atChosenRidge(MahNmf settings, Observations observations) {
    if (!settings.choosesRidge()) {
      return settings;
    }
    double[] share = {0};
    MahNmf alone = settings.withoutListeners().withRestarts(1).withCheckpoint(Checkpoint.none());
    settings
        .checkpoint()
        .result(
            "ridge of a search",
            state -> share[0] = state.number(share[0]),
            () -> {
              FitRun run = new FitRun(alone, observations);
              run.search();
              share[0] = run.choice.map(RidgeChoice::share).orElse(0.0);
            });
    return settings.withRidge(share[0]);
  }

  /** Whether hidden entries are to choose the ridge; a symmetric problem has none unless given. */
  private boolean choosesRidge() {
    boolean hasOne = settings.basis().quadratic() > 0 || settings.codes().quadratic() > 0;
    return settings.choosesRidge() && !hasOne && !settings.isSymmetric();
  }

  /** Whether the fit begins with a choice among starts, or among ridges as well. */
  private boolean hasPath() {
    return !settings.isSymmetric() && (choosesRidge() || solver.choosesRidge());
  }

  /** The ridge's weight that the user gave as a share of the natural one; 0 if none. */
  private double givenWeight(Problem plain) {
    return settings.ridgeShare() * Ridge.natural(plain.store());
  }

  private void putRidge(double weight) {
    if (weight > 0) {
      basisSide = basisSide.with(new Ridge(weight));
      codesSide = codesSide.with(new Ridge(weight));
    }
  }

  /** Hides the entries that choose the ridge, unless the table is too small for that. */
  private Optional<Holdout> judge(Store store) {
    if (settings.validation().isPresent()) {
      return Optional.of(hide(settings.validation().get(), store));
    }
    double share =
        Math.min(HIDDEN_SHARE_MOST, Math.max(HIDDEN_SHARE, HIDDEN_COUNT / store.observed()));
    long drawn = new SplittableRandom(settings.seed() ^ HIDING).nextLong();
    return Holdout.draw(store, share, drawn)
        .filter(some -> some.count() >= Holdout.FEWEST && some.rest().absoluteSum() > 0);
  }

  private Holdout hide(HoldoutPlan plan, Store store) {
    if (settings.isSymmetric()) {
      throw new IllegalArgumentException("no entries of a symmetric problem can be hidden");
    }
    long drawn = new SplittableRandom(plan.seed().orElse(settings.seed()) ^ HIDING).nextLong();
    Holdout hidden =
        Holdout.draw(store, plan, drawn)
            .orElseThrow(
                () -> new IllegalArgumentException("entries of this table cannot be hidden"));
    if (hidden.count() < Holdout.FEWEST) {
      throw new TooFewEntriesException(
          "only "
              + hidden.count()
              + " entries can be hidden (at most a quarter of a row or column, so none of fewer"
              + " than 4), but at least "
              + Holdout.FEWEST
              + " are needed to judge by");
    }
    return hidden;
  }

  private void boundWhatScaleMakesVoid() {
    if (solver.isAsPublished() || settings.ridgeShare() > 0) {
      return; // it refuses such terms by name; and a ridge on both factors leaves nothing void
    }
    Sides sides = Sides.bounded(basisSide, codesSide);
    basisSide = sides.basis();
    codesSide = sides.codes();
    sides.note().ifPresent(notes::add);
  }

  private Store open(Workers workers) {
    if (settings.isSymmetric()) {
      SymmetricCheck.require(observations);
      return Stores.openSymmetric(observations, settings.precision(), workers);
    }
    // The printed methods smooth zeros like any other entry, which only a dense store does.
    return solver.isAsPublished()
        ? DenseStore.unscaled(observations, workers)
        : Stores.open(observations, settings.precision(), workers);
  }

  private void tellPrecision(Store store) {
    precision = store.precision();
    if (precision != settings.precision()) {
      notes.add(
          "The table was kept in "
              + precision
              + " precision: "
              + (store.isSparse() ? "sparse tables" : "as-published runs")
              + " know no other.");
    }
  }

  private Problem problem(Store store, Units units) {
    if (settings.isSymmetric()) {
      requirePlainSides();
      return Problem.symmetric(
          store, settings.rank(), codesSide.rescaled(units.codes(), store.scale()));
    }
    return new Problem(
        store,
        settings.rank(),
        settings.loss().rescaled(store.scale()),
        basisSide.rescaled(units.basis(), store.scale()),
        codesSide.rescaled(units.codes(), store.scale()));
  }

  private void requirePlainSides() {
    boolean plain =
        settings.loss().curvature() == 0
            && basisSide.withEntries(List.of()).isEntrywise()
            && codesSide.withEntries(List.of()).isEntrywise()
            && basisSide.set() instanceof NonNegative
            && codesSide.set() instanceof NonNegative;
    if (!plain) {
      throw new IllegalArgumentException(
          "the symmetric problem takes no further terms, save prices of single entries, and no other"
              + " loss, but "
              + settings.loss().name()
              + ", "
              + basisSide.terms()
              + " and "
              + codesSide.terms()
              + " are given");
    }
    if (!basisSide.entries().equals(codesSide.entries())) {
      throw new IllegalArgumentException(
          "the factors of the symmetric problem are one matrix, but the basis has "
              + basisSide.entries()
              + " and the codes "
              + codesSide.entries()
              + "; put the same on both");
    }
  }

  /** X = 0 needs no solver: zero codes fit it, and zero factors are as good as any. */
  private FactorizationLoop.Ending zero(Problem unresolved) {
    Factors zero =
        new Factors(
            new DenseMatrix(unresolved.rank(), unresolved.store().features()),
            new DenseMatrix(unresolved.rank(), unresolved.store().samples()));
    Problem problem = isPlain(unresolved) ? unresolved : resolved(unresolved, zero);
    FeasibleStart.project(problem, zero);
    return new FactorizationLoop.Ending(
        zero, problem.evaluate(zero), 0, 0, Optional.of("X is zero"));
  }

  /**
   * Takes several starts to their end.
   *
   * @param plain without the ridge
   * @param judge chooses the ridge, if it can
   * @param given the ridge if it is not to be chosen, as a share of the natural one
   */
  private FactorizationLoop.Ending bestOfRestarts(
      Problem plain, Optional<Holdout> judge, Optional<Double> given) {
    Problem problem = plain;
    Optional<Double> share = given;
    FactorizationLoop.Ending best = null;
    List<DenseMatrix> bases = new ArrayList<>();
    int bestRestart = 0;
    int steps = 0;
    double products = 0;
    for (int k = 0; k < settings.restarts(); k++) {
      long seed = settings.seed() + k * 0x9E3779B97F4A7C15L;
      LazyStart start = new LazyStart(problem, settings.start(), seed, checkpoint);
      if (k == 0 && !isPlain(problem)) {
        problem = resolved(problem, start.unprojected());
      }
      Restart restart = new Restart(problem, k == 0 ? judge : Optional.empty(), share, start, seed);
      checkpoint.result("restart " + k, restart, restart::run);
      if (k == 0) {
        choice = share.isEmpty() ? Optional.of(restart.choice) : Optional.empty();
        share = choice.map(RidgeChoice::share).or(() -> given);
        putRidge(choice.map(RidgeChoice::weight).orElseGet(() -> givenWeight(plain)));
      }
      FactorizationLoop.Ending ending = restart.ending;
      steps += ending.iterations();
      products += ending.products();
      bases.add(ending.factors().basis());
      if (best == null || ending.objective().total() < best.objective().total()) {
        best = ending;
        bestRestart = k;
        history.clear();
        history.addAll(restart.seen);
      }
      boolean more = k + 1 < settings.restarts();
      if (ending.stopReason().isEmpty() || (more && isStopRequested())) {
        // Whatever the best restart said, it is the clock or the user that ended the search.
        best =
            new FactorizationLoop.Ending(
                best.factors(), best.objective(), steps, products, Optional.empty());
        break;
      }
    }
    confidence = confidence(bases, bestRestart);
    return new FactorizationLoop.Ending(
        best.factors(), best.objective(), steps, products, best.stopReason());
  }

  /** One start taken to its end. */
  private final class Restart implements Saved {

    private final Problem plain;
    private final Optional<Holdout> judge;
    private final Optional<Double> share;
    private final LazyStart start;
    private final long seed;
    private final RunContext context;
    private List<HistoryPoint> seen = new ArrayList<>();
    private RidgeChoice choice;
    private FactorizationLoop.Ending ending;

    Restart(
        Problem plain,
        Optional<Holdout> judge,
        Optional<Double> share,
        LazyStart start,
        long seed) {
      this.plain = plain;
      this.judge = judge;
      this.share = share;
      this.start = start;
      this.seed = seed;
      this.context = new RunContext(settings.tolerance(), FitRun.this::isStopRequested, checkpoint);
    }

    void run() {
      if (!hasPath()) {
        Problem problem = plain.withRidge(givenWeight(plain));
        loop(problem, solver.start(problem, start.projected(plain), context), 0, 0);
        return;
      }
      RidgePath path =
          new RidgePath(
              plain,
              judge,
              share,
              number -> startOf(path(), number),
              !settings.isStartChosen(),
              settings.maxIterations(),
              context,
              step -> settings.listeners().forEach(listener -> listener.onPath(step)));
      path.run();
      choice = path.choice();
      Problem problem = plain.withRidge(path.weight());
      if (path.isStopped()) {
        Factors found = path.found();
        ending =
            new FactorizationLoop.Ending(
                found, problem.evaluate(found), path.steps(), path.products(), Optional.empty());
        return;
      }
      Iteration iteration = solver.near().start(problem, path.found(), context);
      loop(problem, iteration, path.steps(), path.products());
    }

    /** The data that the path runs over. */
    private Problem path() {
      return plain.on(judge.map(Holdout::rest).orElse(plain.store()));
    }

    private Factors startOf(Problem where, int number) {
      Start made = settings.isStartChosen() ? settings.start() : new RandomStart();
      SplittableRandom random = new SplittableRandom(~seed);
      long drawn = settings.isStartChosen() ? seed : random.nextLong();
      for (int k = 0; k < number; k++) {
        drawn = random.nextLong();
      }
      Factors factors = made.create(where, drawn);
      FeasibleStart.scaleIntoBounds(where, factors);
      FeasibleStart.project(where, factors);
      return factors;
    }

    private void loop(Problem problem, Iteration iteration, int stepsBefore, double before) {
      IterationListener recorder =
          progress -> {
            int step = stepsBefore + progress.iteration();
            seen.add(new HistoryPoint(step, elapsed(), progress.objective()));
            settings.listeners().forEach(listener -> listener.onIteration(progress));
          };
      StoppingRule limits =
          solver
              .convergence(settings.tolerance())
              .or(StoppingRule.iterations(Math.max(0, settings.maxIterations() - stepsBefore)))
              .or(StoppingRule.target(settings.target()))
              .or(settings.stopping());
      FactorizationLoop loop =
          new FactorizationLoop(limits, recorder, problem.store().scale(), solver.isAsPublished());
      FactorizationLoop.Ending end = loop.run(iteration, checkpoint, this::exchangeSeen);
      ending =
          new FactorizationLoop.Ending(
              end.factors(),
              end.objective(),
              stepsBefore + end.iterations(),
              before + end.products(),
              end.stopReason());
    }

    private void exchangeSeen(SavedState state) {
      seen = state.list(seen, point -> HistoryPoint.exchange(state, point));
    }

    @Override
    public void exchange(SavedState state) {
      exchangeSeen(state);
      if (state.flag(choice != null)) {
        choice = RidgeChoice.exchange(state, choice);
      }
      ending = FactorizationLoop.Ending.exchange(state, ending);
    }
  }

  private void tellHeldOut(Holdout hidden, FactorizationLoop.Ending ending) {
    HoldoutPlan plan = settings.validation().orElseThrow();
    double scale = hidden.rest().scale();
    RunRecord.Validation told =
        new RunRecord.Validation(
            plan.pattern().toString(),
            plan.share(),
            hidden.count(),
            hidden.meanError(ending.factors()) * scale,
            ending.objective().loss() / hidden.rest().weightSum() * scale,
            hidden.medianError() * scale);
    validation = Optional.of(told);
    notes.add(told.sentence());
  }

  /**
   * For each part of the best restart, how well it agrees with its partners in the others: the mean
   * correlation, and 0 where that is negative. Empty if there was one start.
   */
  private static List<Double> confidence(List<DenseMatrix> bases, int best) {
    int others = bases.size() - 1;
    double[] sums = new double[bases.get(best).rows()];
    for (int k = 0; k <= others; k++) {
      if (k != best) {
        double[] correlations = PartMatch.correlations(bases.get(best), bases.get(k));
        Arrays.setAll(sums, l -> sums[l] + correlations[l]);
      }
    }
    return others == 0
        ? List.of()
        : DoubleStream.of(sums).map(sum -> Math.max(0, sum / others)).boxed().toList();
  }

  /** Whether no term takes anything from a start. */
  private static boolean isPlain(Problem problem) {
    return problem.isSymmetric()
        || (isPlain(problem.side(Factor.BASIS)) && isPlain(problem.side(Factor.CODES)));
  }

  private static boolean isPlain(Side side) {
    return side.withEntries(List.of()).isEntrywise();
  }

  /** Fills in what terms take from the (first) start, here and in the user's units. */
  private Problem resolved(Problem problem, Factors start) {
    double scale = problem.store().scale();
    Side basis = problem.side(Factor.BASIS).resolved(start.basis());
    Side codes = problem.side(Factor.CODES).resolved(start.codes());
    basisSide = basis.rescaled(1 / units.basis(), 1 / scale);
    codesSide = codes.rescaled(1 / units.codes(), 1 / scale);
    return new Problem(problem.store(), problem.rank(), problem.loss(), basis, codes);
  }

  private boolean isStopRequested() {
    if (checkpoint.isTakingOver()) {
      return false; // what is known already takes no time, and is better than a start
    }
    // Whoever has asked once cannot take it back: nothing is saved from then on.
    stopped |= settings.cancellation().getAsBoolean() || elapsed() >= settings.timeLimit();
    return stopped;
  }

  private Factorization finish(FactorizationLoop.Ending ending) {
    if (!(ending.objective().total() < Double.POSITIVE_INFINITY)) {
      throw beyondNumbers(null); // no point could be compared with another
    }
    boolean cancelled = settings.cancellation().getAsBoolean();
    String stopReason =
        ending
            .stopReason()
            .orElse(cancelled ? "interrupted" : "time limit of " + settings.timeLimit() + " s");
    DenseMatrix basis = ending.factors().basis().times(units.basis());
    DenseMatrix codes = ending.factors().codes().transpose().times(units.codes());
    Model model =
        Model.of(basis)
            .with(settings.loss())
            .with(codesSide.sampleRule())
            .withExact(settings.exactCodes())
            .withThreads(settings.threads());
    double lowerBound = 0;
    if (lastStepWanted) {
      OptionalDouble bound = lastStep(model, codes);
      cancelled = bound.isEmpty();
      lowerBound = bound.orElse(0);
    }
    choice.ifPresent(chosen -> notes.add(chosen.sentence()));
    checkpoint.failure().ifPresent(why -> notes.add("The run could not be saved: " + why + "."));
    Objective objective =
        Evaluation.of(observations, model, codes, basisSide, codesSide, settings.threads());
    if (!(Math.abs(objective.total()) < Double.POSITIVE_INFINITY)) {
      throw beyondNumbers(null);
    }
    double weighted = DoubleStream.of(Evaluation.weightedSums(observations)).sum();
    List<Integer> dead = Evaluation.deadComponents(basis, codes);
    if (!dead.isEmpty()) {
      notes.add(
          "Components "
              + dead
              + " are empty: X does not need them at this rank, or the start was poor; try a lower"
              + " rank or another seed.");
    }
    RunRecord.Outcome outcome =
        new RunRecord.Outcome(
            objective,
            weighted > 0 ? objective.loss() / weighted : 0,
            lowerBound > 0 ? Math.min(lowerBound, objective.total()) : 0,
            ending.iterations(),
            ending.products(),
            elapsed(),
            stopReason,
            cancelled,
            dead,
            List.copyOf(notes),
            List.copyOf(history),
            choice,
            validation,
            confidence);
    return new Factorization(observations, model, codes, record(model, outcome));
  }

  /**
   * Ends the fit with the step that transform uses, keeps the better codes where samples are
   * independent, and returns the lower bound of the one-sided problem; nothing, and the codes as
   * they were, if it is interrupted.
   *
   * @param codes <em>modified</em>
   */
  private OptionalDouble lastStep(Model model, DenseMatrix codes) {
    boolean independent = codesSide.isSeparable() && !settings.isSymmetric();
    SampleRule rule = independent ? model.rule() : model.rule().boundsOnly();
    Optional<Encoding> encoding =
        model.with(rule).transform(observations, Optional.of(codes), settings.cancellation());
    if (encoding.isEmpty()) {
      notes.add("The run was interrupted: this is the best point so far, without a lower bound.");
      return OptionalDouble.empty();
    }
    if (solver.isAsPublished()) {
      notes.add(
          "As published: the last point of the printed method in the units of X, not the best one"
              + " seen; another scale of X gives another answer.");
    }
    if (!codesSide.smooth().isEmpty()) {
      notes.add("New samples are not in the graph of the codes: transform leaves that term out.");
    }
    if (independent && !solver.isAsPublished()) {
      BetterCodes.keep(observations, model, encoding.get().codes(), codes, settings.threads());
    }
    return OptionalDouble.of(encoding.get().lowerBound() + basisSide.price(model.basis()));
  }

  private RunRecord record(Model model, RunRecord.Outcome outcome) {
    Map<String, Object> remaining = settings.remaining();
    remaining.put("basis", names(basisSide));
    remaining.put("codes", names(codesSide));
    if (observations.values() instanceof SparseMatrix) {
      remaining.put("zeroWeight", observations.zeroWeight());
    }
    remaining.put("model", model.settings());
    RunRecord.Environment environment =
        new RunRecord.Environment(
            Version.TEXT,
            System.getProperty("java.version"),
            Arithmetic.name(),
            settings.threads(),
            precision.toString());
    RunRecord.Setup setup =
        new RunRecord.Setup(
            solver.name(),
            hasPath() && !settings.isStartChosen() ? "random" : settings.start().name(),
            settings.rank(),
            settings.seed(),
            settings.restarts(),
            remaining);
    return new RunRecord(environment, setup, data(), outcome);
  }

  private RunRecord.Data data() {
    if (data == null) {
      data = Evaluation.describe(observations);
    }
    return data;
  }

  private static List<String> names(Side side) {
    return side.terms().stream().map(Term::toString).toList();
  }

  private double elapsed() {
    return (System.nanoTime() - begin) * 1e-9;
  }
}
