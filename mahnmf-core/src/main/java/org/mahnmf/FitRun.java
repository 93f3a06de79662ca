package org.mahnmf;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.mahnmf.kernel.KernelLookup;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.Observations;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.SampleRule;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.Term;
import org.mahnmf.problem.Units;
import org.mahnmf.solver.AutoChoice;
import org.mahnmf.solver.FactorizationLoop;
import org.mahnmf.solver.IterationListener;
import org.mahnmf.solver.RunContext;
import org.mahnmf.solver.Solver;
import org.mahnmf.solver.StoppingRule;
import org.mahnmf.solver.Support;
import org.mahnmf.solver.SymmetricCheck;
import org.mahnmf.store.DenseStore;
import org.mahnmf.store.Precision;
import org.mahnmf.store.Store;
import org.mahnmf.store.Stores;
import org.mahnmf.store.Workers;
import org.mahnmf.term.NonNegative;

/** One call of {@link MahNmf#fit}: scale, start, loop, restarts, final codes, record. */
final class FitRun {

  private final MahNmf settings;
  private final Observations observations;
  private final Solver solver;
  private final List<String> notes = new ArrayList<>();
  private final List<HistoryPoint> history = new ArrayList<>();
  private final long begin = System.nanoTime();
  private Side basisSide;
  private Side codesSide;
  private Optional<AutoChoice> choice = Optional.empty();
  private Precision precision;
  private boolean lastStepWanted = true;

  FitRun(MahNmf settings, Observations observations) {
    this.settings = settings;
    this.observations = observations.suited();
    this.solver = settings.solver();
    this.basisSide = settings.basis();
    this.codesSide = settings.codes();
  }

  /** Leaves out the last step: the codes stay those of the solver, and there is no lower bound. */
  FitRun withoutLastStep() {
    lastStepWanted = false;
    return this;
  }

  Factorization run() {
    observations.requireNoEmptyLines();
    boundWhatScaleMakesVoid();
    try (Workers workers = new Workers(settings.threads())) {
      Store store = open(workers);
      tellPrecision(store);
      Units units = Units.of(store.scale());
      Problem problem = problem(store, units);
      Support support = solver.support(problem);
      if (!support.isFull()) {
        throw new IllegalArgumentException(support.refusal());
      }
      FactorizationLoop.Ending ending =
          store.absoluteSum() == 0 ? zero(problem) : bestOfRestarts(problem, units);
      return finish(units, ending);
    }
  }

  /**
   * A price or ball on one side alone is void: W→cW, H→H/c keeps the product and sends the price to
   * 0 (errata 18). So the other side gets the box [0, 1] unless it is bounded or priced itself.
   */
  private void boundWhatScaleMakesVoid() {
    if (solver.isAsPublished()) {
      return; // it refuses such terms by name
    }
    if (isVoid(codesSide, basisSide)) {
      basisSide = basisSide.cappedAt(1);
      notes.add(remedy("basis", "codes"));
    } else if (isVoid(basisSide, codesSide)) {
      codesSide = codesSide.cappedAt(1);
      notes.add(remedy("codes", "basis"));
    }
  }

  private static boolean isVoid(Side side, Side other) {
    return side.dependsOnScale() && !other.dependsOnScale() && !other.isBounded();
  }

  private static String remedy(String bounded, String priced) {
    return "All entries of the "
        + bounded
        + " are kept within [0, 1], because a term on the "
        + priced
        + " alone is void when the other factor may grow in exchange.";
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
  private FactorizationLoop.Ending zero(Problem problem) {
    Factors zero =
        new Factors(
            new DenseMatrix(problem.rank(), problem.store().features()),
            new DenseMatrix(problem.rank(), problem.store().samples()));
    FeasibleStart.project(problem, zero);
    return new FactorizationLoop.Ending(
        zero, problem.evaluate(zero), 0, 0, Optional.of("X is zero"));
  }

  private FactorizationLoop.Ending bestOfRestarts(Problem unresolved, Units units) {
    StoppingRule rule =
        solver
            .convergence(settings.tolerance())
            .or(StoppingRule.iterations(settings.maxIterations()))
            .or(StoppingRule.target(settings.target()))
            .or(settings.stopping());
    Problem problem = unresolved;
    FactorizationLoop.Ending best = null;
    int steps = 0;
    double products = 0;
    for (int k = 0; k < settings.restarts(); k++) {
      List<HistoryPoint> path = new ArrayList<>();
      IterationListener recorder =
          progress ->
              path.add(new HistoryPoint(progress.iteration(), elapsed(), progress.objective()));
      IterationListener both =
          progress -> {
            recorder.onIteration(progress);
            settings.listeners().forEach(listener -> listener.onIteration(progress));
          };
      long seed = settings.seed() + k * 0x9E3779B97F4A7C15L;
      List<AutoChoice> choices = new ArrayList<>();
      RunContext context =
          new RunContext(
              settings.tolerance(),
              this::isStopRequested,
              Optional.of(new RunContext.Origin(settings.start(), seed, settings.isStartChosen())),
              trial -> settings.listeners().forEach(listener -> listener.onTrial(trial)),
              choices::add);
      LazyStart start = new LazyStart(problem, settings.start(), seed);
      if (k == 0 && !isPlain(problem)) {
        problem = resolved(problem, start.unprojected(), units);
      }
      Problem complete = problem;
      FactorizationLoop loop =
          new FactorizationLoop(rule, both, problem.store().scale(), solver.isAsPublished());
      FactorizationLoop.Ending ending =
          loop.run(solver.start(complete, () -> start.projected(complete), context));
      steps += ending.iterations();
      products += ending.products();
      Optional<AutoChoice> chosen = choices.stream().findFirst();
      if (best == null || isBetter(ending, chosen, best)) {
        best = ending;
        choice = chosen;
        history.clear();
        history.addAll(path);
      }
      boolean more = k + 1 < settings.restarts();
      if (ending.stopReason().isEmpty() || (more && isStopRequested())) {
        // Whatever the best restart said, it is the clock or the user that ended the search.
        return new FactorizationLoop.Ending(
            best.factors(), best.objective(), steps, products, Optional.empty());
      }
    }
    return new FactorizationLoop.Ending(
        best.factors(), best.objective(), steps, products, best.stopReason());
  }

  /**
   * Restarts are compared by what decided within them: by their error on hidden entries where that
   * was it, since there the lowest objective fits the noise, else by the objective.
   */
  private boolean isBetter(
      FactorizationLoop.Ending ending, Optional<AutoChoice> chosen, FactorizationLoop.Ending best) {
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
  private Problem resolved(Problem problem, Factors start, Units units) {
    double scale = problem.store().scale();
    Side basis = problem.side(Factor.BASIS).resolved(start.basis());
    Side codes = problem.side(Factor.CODES).resolved(start.codes());
    basisSide = basis.rescaled(1 / units.basis(), 1 / scale);
    codesSide = codes.rescaled(1 / units.codes(), 1 / scale);
    return new Problem(problem.store(), problem.rank(), problem.loss(), basis, codes);
  }

  private boolean isStopRequested() {
    return settings.cancellation().getAsBoolean() || elapsed() >= settings.timeLimit();
  }

  private Factorization finish(Units units, FactorizationLoop.Ending ending) {
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
    double lowerBound = lastStepWanted ? lastStep(model, codes, cancelled) : 0;
    choice.ifPresent(chosen -> notes.add(chosen.sentence()));
    Objective objective =
        Evaluation.of(observations, model, codes, basisSide, codesSide, settings.threads());
    if (!(Math.abs(objective.total()) < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "the objective is not a finite number; bring the entries, bounds and weights nearer to 1");
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
            Math.min(lowerBound, objective.total()),
            ending.iterations(),
            ending.products(),
            elapsed(),
            stopReason,
            cancelled,
            dead,
            List.copyOf(notes),
            List.copyOf(history),
            choice);
    return new Factorization(observations, model, codes, record(model, outcome));
  }

  /**
   * Ends the fit with the step that transform uses, keeps the better codes where samples are
   * independent, and returns the lower bound of the one-sided problem.
   *
   * @param codes <em>modified</em>
   */
  private double lastStep(Model model, DenseMatrix codes, boolean cancelled) {
    if (cancelled) {
      notes.add("The run was interrupted: this is the best point so far, without a lower bound.");
      return 0;
    }
    if (solver.isAsPublished()) {
      notes.add(
          "As published: the last point of the printed method in the units of X, not the best one"
              + " seen; another scale of X gives another answer.");
    }
    if (!codesSide.smooth().isEmpty()) {
      notes.add("New samples are not in the graph of the codes: transform leaves that term out.");
    }
    boolean independent = codesSide.isSeparable() && !settings.isSymmetric();
    SampleRule rule = independent ? model.rule() : model.rule().boundsOnly();
    Encoding encoding = model.with(rule).transform(observations);
    if (independent && !solver.isAsPublished()) {
      BetterCodes.keep(observations, model, encoding.codes(), codes, settings.threads());
    }
    return encoding.lowerBound() + basisSide.price(model.basis());
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
            KernelLookup.kernels().name(),
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
    return new RunRecord(environment, setup, Evaluation.describe(observations), outcome);
  }

  private static List<String> names(Side side) {
    return side.terms().stream().map(Term::toString).toList();
  }

  private double elapsed() {
    return (System.nanoTime() - begin) * 1e-9;
  }
}
