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
import org.mahnmf.solver.AutoChoice;
import org.mahnmf.solver.FactorizationLoop;
import org.mahnmf.solver.HeldOutWatch;
import org.mahnmf.solver.IterationListener;
import org.mahnmf.solver.RunContext;
import org.mahnmf.solver.Solver;
import org.mahnmf.solver.StoppingRule;
import org.mahnmf.solver.Support;
import org.mahnmf.solver.SymmetricCheck;
import org.mahnmf.store.DenseStore;
import org.mahnmf.store.Holdout;
import org.mahnmf.store.HoldoutPlan;
import org.mahnmf.store.Precision;
import org.mahnmf.store.Store;
import org.mahnmf.store.Stores;
import org.mahnmf.store.Workers;
import org.mahnmf.term.NonNegative;

/** One call of {@link MahNmf#fit}: scale, start, loop, restarts, final codes, record. */
final class FitRun {

  /** Keeps the draw of the hidden entries apart from those of starts. */
  private static final long HIDING = 0x2545F4914F6CDD1DL;

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
  private Optional<AutoChoice> choice = Optional.empty();
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
    Problem problem = problem(store, units);
    Support support = solver.support(problem);
    if (!support.isFull()) {
      throw new IllegalArgumentException(support.refusal());
    }
    if (store.absoluteSum() == 0) {
      return zero(problem);
    }
    Optional<Holdout> hidden = settings.validation().map(plan -> hide(plan, store));
    Problem seen = hidden.map(some -> on(problem, some.rest())).orElse(problem);
    if (seen.store().absoluteSum() == 0) {
      FactorizationLoop.Ending zero = zero(seen);
      Holdout all = hidden.orElseThrow();
      double error = all.meanError(zero.factors()) * store.scale();
      tellHeldOut(all, zero.objective().loss(), error, 0, List.of(error));
      return zero;
    }
    return bestOfRestarts(seen, hidden);
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

  private static Problem on(Problem problem, Store store) {
    return new Problem(
        store,
        problem.rank(),
        problem.loss(),
        problem.side(Factor.BASIS),
        problem.side(Factor.CODES));
  }

  private void boundWhatScaleMakesVoid() {
    if (solver.isAsPublished()) {
      return; // it refuses such terms by name
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
      return Problem.symmetric(store, settings.rank());
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
            && basisSide.terms().size() == 1
            && codesSide.terms().size() == 1
            && basisSide.set() instanceof NonNegative
            && codesSide.set() instanceof NonNegative;
    if (!plain) {
      throw new IllegalArgumentException(
          "the symmetric problem takes no further terms and no other loss, but "
              + settings.loss().name()
              + ", "
              + basisSide.terms()
              + " and "
              + codesSide.terms()
              + " are given");
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

  private FactorizationLoop.Ending bestOfRestarts(Problem unresolved, Optional<Holdout> hidden) {
    StoppingRule limits =
        solver
            .convergence(settings.tolerance())
            .or(StoppingRule.iterations(settings.maxIterations()))
            .or(StoppingRule.target(settings.target()))
            .or(settings.stopping());
    Problem problem = unresolved;
    FactorizationLoop.Ending best = null;
    Optional<HeldOutWatch> bestWatch = Optional.empty();
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
      double scale = problem.store().scale();
      Optional<HeldOutWatch> watch = hidden.map(some -> watch(some, scale));
      Restart restart = new Restart(problem, start, seed, watch);
      checkpoint.result("restart " + k, restart, () -> restart.run(limits));
      FactorizationLoop.Ending ending = restart.ending;
      steps += ending.iterations();
      products += ending.products();
      Optional<AutoChoice> chosen = restart.choices.stream().findFirst();
      bases.add(ending.factors().basis());
      if (best == null || isBetter(ending, chosen, watch, best, bestWatch)) {
        best = ending;
        bestRestart = k;
        bestWatch = watch;
        choice = chosen;
        history.clear();
        history.addAll(restart.path);
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
    if (bestWatch.isPresent()) {
      HeldOutWatch watch = bestWatch.get();
      tellHeldOut(
          hidden.orElseThrow(),
          best.objective().loss(),
          watch.best(),
          watch.bestStep(),
          watch.errors());
    }
    confidence = confidence(bases, bestRestart);
    return new FactorizationLoop.Ending(
        best.factors(), best.objective(), steps, products, best.stopReason());
  }

  /** One start taken to its end. */
  private final class Restart implements Saved {

    private final Problem problem;
    private final LazyStart start;
    private final long seed;
    private final Optional<HeldOutWatch> watch;
    private List<HistoryPoint> path = new ArrayList<>();
    private List<AutoChoice> choices = new ArrayList<>();
    private FactorizationLoop.Ending ending;

    Restart(Problem problem, LazyStart start, long seed, Optional<HeldOutWatch> watch) {
      this.problem = problem;
      this.start = start;
      this.seed = seed;
      this.watch = watch;
    }

    void run(StoppingRule limits) {
      IterationListener recorder =
          progress -> {
            path.add(new HistoryPoint(progress.iteration(), elapsed(), progress.objective()));
            settings.listeners().forEach(listener -> listener.onIteration(progress));
          };
      RunContext context =
          new RunContext(
              settings.tolerance(),
              FitRun.this::isStopRequested,
              Optional.of(new RunContext.Origin(settings.start(), seed, settings.isStartChosen())),
              trial -> settings.listeners().forEach(listener -> listener.onTrial(trial)),
              choices::add,
              checkpoint);
      double scale = problem.store().scale();
      FactorizationLoop loop =
          watch
              .map(one -> new FactorizationLoop(one.or(limits), recorder, scale, one))
              .orElse(new FactorizationLoop(limits, recorder, scale, solver.isAsPublished()));
      ending =
          loop.run(
              solver.start(problem, () -> start.projected(problem), context),
              checkpoint,
              this::exchangeSeen);
    }

    private void exchangeSeen(SavedState state) {
      path = state.list(path, point -> HistoryPoint.exchange(state, point));
      watch.ifPresent(one -> one.exchange(state));
    }

    @Override
    public void exchange(SavedState state) {
      exchangeSeen(state);
      choices = state.list(choices, choice -> AutoChoice.exchange(state, choice));
      ending = FactorizationLoop.Ending.exchange(state, ending);
    }
  }

  private HeldOutWatch watch(Holdout hidden, double scale) {
    return settings.hiddenDecide()
        ? new HeldOutWatch(hidden, scale)
        : HeldOutWatch.silent(hidden, scale);
  }

  private void tellHeldOut(Holdout hidden, double loss, double error, int step, List<Double> path) {
    HoldoutPlan plan = settings.validation().orElseThrow();
    RunRecord.Validation told =
        new RunRecord.Validation(
            plan.pattern().toString(),
            plan.share(),
            hidden.count(),
            error,
            loss / hidden.rest().weightSum() * hidden.rest().scale(),
            hidden.medianError() * hidden.rest().scale(),
            step,
            path);
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

  /**
   * Restarts are compared by what decided within them: by their error on hidden entries where that
   * was it, since there the lowest objective fits the noise, else by the objective.
   */
  private boolean isBetter(
      FactorizationLoop.Ending ending,
      Optional<AutoChoice> chosen,
      Optional<HeldOutWatch> watch,
      FactorizationLoop.Ending best,
      Optional<HeldOutWatch> bestWatch) {
    if (watch.isPresent() && bestWatch.isPresent()) {
      return watch.get().best() < bestWatch.get().best();
    }
    if (chosen.isPresent()
        && choice.isPresent()
        && chosen.get().isHeldOut()
        && choice.get().isHeldOut()) {
      return chosen.get().heldOutError() < choice.get().heldOutError();
    }
    return ending.objective().total() < best.objective().total();
  }

  /** Whether no term takes anything from a start. */
  private static boolean isPlain(Problem problem) {
    return problem.isSymmetric()
        || (problem.side(Factor.BASIS).isEntrywise() && problem.side(Factor.CODES).isEntrywise());
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
            settings.start().name(),
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
