package org.mahnmf;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.mahnmf.base.Check;
import org.mahnmf.base.Workers;
import org.mahnmf.checkpoint.Checkpoint;
import org.mahnmf.internal.admm.Admm;
import org.mahnmf.internal.fit.Finished;
import org.mahnmf.internal.fit.Fit;
import org.mahnmf.internal.fit.HeldOutPath;
import org.mahnmf.internal.fit.Plan;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.Precision;
import org.mahnmf.problem.HoldoutPlan;
import org.mahnmf.problem.Loss;
import org.mahnmf.problem.Term;
import org.mahnmf.solver.FitListener;
import org.mahnmf.solver.RunContext;
import org.mahnmf.solver.Solver;
import org.mahnmf.solver.Start;
import org.mahnmf.solver.StoppingRule;
import org.mahnmf.solver.Support;
import org.mahnmf.term.Manhattan;

/**
 * Robust non-negative matrix factorisation X ≈ codes·basis by the least sum of absolute errors
 * (eq1.1), so that outliers land in a sparse residual instead of spoiling the parts.
 *
 * <pre>{@code
 * Factorization parts = MahNmf.ofRank(10).withSeed(7).fit(Observations.of(table));
 * Matrix basis = parts.basis(), codes = parts.codes(), outliers = parts.sparsePart();
 * Matrix newCodes = parts.transform(Observations.of(newRows)).codes();
 * }</pre>
 *
 * <p>Settings are immutable: every {@code with} returns new ones. The same seed gives the same
 * answer for any number of threads.
 */
public final class MahNmf extends Settings {

  /** Relative change of the objective per outer step that counts as converged. */
  public static final double DEFAULT_TOLERANCE = RunContext.USUAL_TOLERANCE;

  /** Outer steps after which a run ends. */
  public static final int DEFAULT_MAX_ITERATIONS = 500;

  private MahNmf() {}

  /**
   * Begins with a number of components and defaults for all else.
   *
   * @param rank at least 1 and at most min(samples, features)
   */
  public static MahNmf ofRank(int rank) {
    Check.that("rank is %s but must be at least 1", rank >= 1, rank);
    MahNmf settings = new MahNmf();
    settings.rank = rank;
    return settings;
  }

  /**
   * Sets the seed of every random choice; default 0.
   *
   * @param newSeed any number
   */
  public MahNmf withSeed(long newSeed) {
    return changed(copy -> copy.seed = newSeed);
  }

  /**
   * Sets the number of threads; the answer does not depend on it.
   *
   * @param newThreads at least 1; default: the processors of this machine
   */
  public MahNmf withThreads(int newThreads) {
    Check.that("threads is %s but must be at least 1", newThreads >= 1, newThreads);
    return changed(copy -> copy.threads = newThreads);
  }

  /**
   * Sets how exactly the table is kept during the fit; sums, factors and the result are doubles in
   * either case.
   *
   * @param newPrecision default {@link Precision#DOUBLE}; {@link Precision#FLOAT} takes half the
   *     memory and is up to twice as fast, with objectives good to about six digits
   */
  public MahNmf withPrecision(Precision newPrecision) {
    return changed(copy -> copy.precision = newPrecision);
  }

  /**
   * Sets the algorithm.
   *
   * @param newSolver default: {@code Solvers.auto()}
   */
  public MahNmf with(Solver newSolver) {
    return changed(copy -> copy.solver = newSolver);
  }

  /**
   * Sets the starting point.
   *
   * @param newStart default: {@code Starts.hals()}
   */
  public MahNmf with(Start newStart) {
    return changed(copy -> copy.start = newStart);
  }

  /**
   * Sets the number of starts, of which the best result is kept.
   *
   * @param newRestarts at least 1
   */
  public MahNmf withRestarts(int newRestarts) {
    Check.that("restarts is %s but must be at least 1", newRestarts >= 1, newRestarts);
    return changed(copy -> copy.restarts = newRestarts);
  }

  /**
   * Sets the largest number of outer steps per start.
   *
   * @param most at least 0
   */
  public MahNmf withMaxIterations(int most) {
    Check.that("maximum of iterations is %s but must be at least 0", most >= 0, most);
    return changed(copy -> copy.maxIterations = most);
  }

  /**
   * Sets the relative change of the objective per outer step that counts as converged. Schedules of
   * penalties follow it: a penalty is kept for as long as it gains in proportion to this.
   *
   * @param newTolerance at least 0
   */
  public MahNmf withTolerance(double newTolerance) {
    Check.that(
        "tolerance is %s but must be at least 0 and below 1",
        newTolerance >= 0 && newTolerance < 1, newTolerance);
    return changed(copy -> copy.tolerance = newTolerance);
  }

  /**
   * Sets the wall time after which the run ends with the best point so far.
   *
   * @param limit positive
   */
  public MahNmf withTimeLimit(Duration limit) {
    double seconds = limit.toSeconds() + limit.toNanosPart() / 1e9;
    Check.that("time limit is %s but must be positive", seconds > 0, seconds);
    return changed(copy -> copy.timeLimit = seconds);
  }

  /**
   * Sets an objective at which the run ends.
   *
   * @param newTarget in the units of X
   */
  public MahNmf withTarget(double newTarget) {
    Check.that("target objective is %s but must be a number", !Double.isNaN(newTarget), newTarget);
    return changed(copy -> copy.target = newTarget);
  }

  /**
   * Adds a rule that ends a start; the solver's own convergence and the limits stay.
   *
   * @param rule asked after every outer step; combine rules with {@link StoppingRule#or} and {@link
   *     StoppingRule#and}
   */
  public MahNmf stopWhen(StoppingRule rule) {
    return changed(copy -> copy.stopping = stopping.or(rule));
  }

  /**
   * Puts a ridge λ/2(‖W‖² + ‖H‖²) on both factors, which keeps a fit of high rank from following
   * the noise; 0 for none. Unlike a {@link org.mahnmf.term.Ridge} of a weight of its own it is
   * measured by what suits the size of the table.
   *
   * @param share of the natural weight λ* = √(max(m, n)·mean(ω²)), such as .5
   */
  public MahNmf withRidge(double share) {
    Check.that(
        "share of the ridge's natural weight is %s but must be finite and at least 0",
        share >= 0 && share < Double.POSITIVE_INFINITY, share);
    return changed(copy -> copy.ridgeShare = share);
  }

  /**
   * Puts the ridge on both factors that predicts hidden entries best. The default of solver {@code
   * auto}; other solvers have none unless they are given one.
   */
  public MahNmf withChosenRidge() {
    return changed(copy -> copy.ridgeShare = RIDGE_CHOSEN);
  }

  /**
   * Hides a few entries. Where they choose the ridge, this is their share; elsewhere the fit does
   * not see them, and the record tells how well it predicts them.
   *
   * @param share of the observed entries, such as .03
   */
  public MahNmf withValidation(double share) {
    requireShare(share);
    return withValidation(HoldoutPlan.entries(share));
  }

  /**
   * The same with a choice of what is hidden, such as {@code HoldoutPlan.of(Pattern.REGIONS)}. The
   * default where entries choose the ridge is {@code AUTO} if the samples are {@linkplain
   * Observations#withPicture pictures}, else {@code ENTRIES}.
   *
   * @param plan which entries
   */
  public MahNmf withValidation(HoldoutPlan plan) {
    if (plan.share() > 0) {
      requireShare(plan.share());
    }
    return changed(copy -> copy.validation = plan);
  }

  private static void requireShare(double share) {
    Check.that(
        "share of hidden entries is %s but must be above 0 and at most 0.5",
        share > 0 && share <= .5, share);
  }

  /**
   * Changes the number of components, and nothing else.
   *
   * @param newRank at least 1 and at most min(samples, features)
   */
  public MahNmf withRank(int newRank) {
    return changed(copy -> copy.rank = ofRank(newRank).rank);
  }

  /**
   * Ends the fit with codes that are a proven optimum for the basis (relative gap 1e-9).
   *
   * @param newExact default false: within 0.01 % where there is no linear programme
   */
  public MahNmf withExactCodes(boolean newExact) {
    return changed(copy -> copy.exactCodes = newExact);
  }

  /**
   * Ends the fit with the codes that a transform finds, or with those of the solver, which takes
   * less time but gives no lower bound.
   *
   * @param newLastStep default true
   */
  public MahNmf withLastStep(boolean newLastStep) {
    return changed(copy -> copy.lastStep = newLastStep);
  }

  /**
   * Sets the penalty of a residual.
   *
   * @param newLoss in the units of X; default {@link Manhattan}
   */
  public MahNmf with(Loss newLoss) {
    return changed(copy -> copy.loss = newLoss);
  }

  /**
   * Adds a term on the basis.
   *
   * @param term in the units of X
   */
  public MahNmf onBasis(Term term) {
    return changed(copy -> copy.basis = basis.with(term));
  }

  /**
   * Adds a term on the codes.
   *
   * @param term in the units of X
   */
  public MahNmf onCodes(Term term) {
    return changed(copy -> copy.codes = codes.with(term));
  }

  /**
   * Factors a symmetric table as H·Hᵀ (eq4.23), for graphs and affinities: the basis is the
   * transpose of the codes.
   */
  public MahNmf symmetric() {
    return changed(copy -> copy.symmetric = true);
  }

  /**
   * Adds an observer of the run.
   *
   * @param listener called after the start and after every outer step
   */
  public MahNmf withListener(FitListener listener) {
    List<FitListener> all = new ArrayList<>(listeners);
    all.add(listener);
    return changed(copy -> copy.listeners = List.copyOf(all));
  }

  /**
   * Sets a question asked often during the run; once it answers true, the run ends with the best
   * point so far.
   *
   * @param wanted safe to call from any thread
   */
  public MahNmf withCancellation(BooleanSupplier wanted) {
    return changed(copy -> copy.cancellation = wanted);
  }

  /**
   * Saves the fit while it works, or resumes one that was killed, to the same bytes. When the
   * results are safe, {@link Checkpoint#discard()} removes what was saved.
   *
   * @param newCheckpoint of this fit alone; its seconds continue from those of the earlier run
   */
  public MahNmf withCheckpoint(Checkpoint newCheckpoint) {
    return changed(copy -> copy.checkpoint = newCheckpoint);
  }

  /**
   * Factors a table.
   *
   * @param observations <em>not modified</em>; kept by the result
   * @throws IllegalArgumentException if the settings do not fit the table, naming value and rule
   */
  public Factorization fit(Observations observations) {
    Finished fit = Fit.run(plan(), observations, lastStep);
    Model model = Model.of(fit.model(), exactCodes, threads);
    return new Factorization(
        fit.table().observations(), model, fit.codes(), RunRecord.of(this, model, fit));
  }

  /**
   * Has an engine factor a table that need not fit this machine.
   *
   * @param engine does it
   * @param job where, and of what
   * @throws IllegalArgumentException if the engine does not take something, naming it
   * @throws IOException if files cannot be read or written
   */
  public Engine.Result fit(Engine engine, Engine.Job job) throws IOException {
    return engine.fit(planFor(engine), job);
  }

  /**
   * Returns what an engine is asked for: no ridge is chosen there, and it has threads of its own.
   *
   * @param engine does it
   * @throws IllegalArgumentException if no engine takes something, or this one does not, naming it
   */
  public MahNmf planFor(Engine engine) {
    refuse(!lastStep, engine, "last step");
    refuse(threads != Workers.defaultThreads(), engine, "threads");
    refuse(target > Double.NEGATIVE_INFINITY, engine, "target");
    refuse(stopping != NEVER, engine, "stopping rule");
    refuse(checkpoint != Checkpoint.none(), engine, "checkpoint");
    refuse(symmetric, engine, "symmetric");
    refuse(restarts > 1, engine, "restarts");
    refuse(validation != null, engine, "validate");
    refuse(precision != Precision.DOUBLE, engine, "float precision");
    refuse(solver().isAsPublished(), engine, "as published");
    Check.that(
        "engine '%s' hides no entries to choose the 'ridge' by; give a share of its natural"
            + " weight, such as 0.5",
        ridgeShare != RIDGE_CHOSEN, engine.name());
    MahNmf plan = withRidge(ridgeShare());
    Support support = engine.support(plan);
    Check.that("%s", support.isFull(), support.refusal());
    return plan;
  }

  private static void refuse(boolean asked, Engine engine, String piece) {
    Check.that("engine '%s' does not take '%s'; leave out either", !asked, engine.name(), piece);
  }

  /** Returns the plan of one fit of a search, which nobody watches. */
  Plan plan(HeldOutPath.Fold fold) {
    return alone()
        .with(new Admm().with(1, 1e-4))
        .withSeed(fold.seed())
        .withValidation(fold.hidden())
        .withRidge(fold.ridge())
        .with(fold.start())
        .plan();
  }

  /** Returns the settings of a fit from one start that nobody watches. */
  MahNmf alone() {
    return withRestarts(1).changed(copy -> copy.listeners = List.of());
  }

  /** Returns settings whose time limit is one for all fits from now on. */
  MahNmf withinTime() {
    long begin = System.nanoTime();
    return withCancellation(
        () -> cancellation.getAsBoolean() || (System.nanoTime() - begin) * 1e-9 >= timeLimit);
  }

  private MahNmf changed(Consumer<MahNmf> change) {
    try {
      MahNmf copy = (MahNmf) clone();
      change.accept(copy);
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e);
    }
  }
}
