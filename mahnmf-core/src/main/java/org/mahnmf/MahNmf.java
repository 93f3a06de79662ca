package org.mahnmf;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.mahnmf.checkpoint.Checkpoint;
import org.mahnmf.problem.Loss;
import org.mahnmf.problem.Observations;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.Term;
import org.mahnmf.solver.IterationListener;
import org.mahnmf.solver.Solver;
import org.mahnmf.solver.StoppingRule;
import org.mahnmf.start.Start;
import org.mahnmf.store.HoldoutPlan;
import org.mahnmf.store.Precision;
import org.mahnmf.store.Workers;
import org.mahnmf.term.Manhattan;

/**
 * The front door: robust non-negative matrix factorisation X ≈ codes·basis by the least sum of
 * absolute errors (eq1.1), so that outliers land in a sparse residual instead of spoiling the
 * parts.
 *
 * <pre>{@code
 * Factorization parts = MahNmf.withRank(10).withSeed(7).fit(Observations.of(table));
 * Matrix basis = parts.basis(), codes = parts.codes(), outliers = parts.sparsePart();
 * Matrix newCodes = parts.transform(Observations.of(newRows)).codes();
 * }</pre>
 *
 * <p>Settings are immutable: every {@code with} returns new ones. The same seed gives the same
 * answer for any number of threads.
 */
public final class MahNmf implements Cloneable {

  /** Relative change of the objective per outer step that counts as converged. */
  public static final double DEFAULT_TOLERANCE = 1e-4;

  /** Outer steps after which a run ends. */
  public static final int DEFAULT_MAX_ITERATIONS = 500;

  /** The ridge is what the solver does of its own: none, or the one that hidden entries choose. */
  private static final double RIDGE_OF_SOLVER = -1;

  private static final double RIDGE_CHOSEN = -2;

  /** Why work ended that somebody asked to end. */
  static final String INTERRUPTED = "interrupted";

  private int rank;
  private long seed;
  private int threads = Workers.defaultThreads();
  private Precision precision = Precision.DOUBLE;
  private Solver solver;
  private Start start;
  private int restarts = 1;
  private int maxIterations = DEFAULT_MAX_ITERATIONS;
  private double tolerance = DEFAULT_TOLERANCE;
  private double timeLimit = Double.POSITIVE_INFINITY;
  private double target = Double.NEGATIVE_INFINITY;
  private StoppingRule stopping = progress -> Optional.empty();
  private HoldoutPlan validation;
  private double ridgeShare = RIDGE_OF_SOLVER;
  private boolean exactCodes;
  private boolean symmetric;
  private Loss loss = new Manhattan();
  private Side basis = Side.nonNegative();
  private Side codes = Side.nonNegative();
  private List<IterationListener> listeners = List.of();
  private BooleanSupplier cancellation = () -> false;
  private Checkpoint checkpoint = Checkpoint.none();

  private MahNmf() {}

  /**
   * Begins with a number of components and defaults for all else.
   *
   * @param rank at least 1 and at most min(samples, features)
   */
  public static MahNmf withRank(int rank) {
    if (rank < 1) {
      throw new IllegalArgumentException("rank is " + rank + " but must be at least 1");
    }
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
    MahNmf copy = copy();
    copy.seed = newSeed;
    return copy;
  }

  /**
   * Sets the number of threads; the answer does not depend on it.
   *
   * @param newThreads at least 1; default: the processors of this machine
   */
  public MahNmf withThreads(int newThreads) {
    require(newThreads >= 1, "threads", newThreads, "must be at least 1");
    MahNmf copy = copy();
    copy.threads = newThreads;
    return copy;
  }

  /**
   * Sets how exactly the table is kept during the fit; sums, factors and the result are doubles in
   * either case.
   *
   * @param newPrecision default {@link Precision#DOUBLE}; {@link Precision#FLOAT} takes half the
   *     memory and is up to twice as fast, with objectives good to about six digits
   */
  public MahNmf withPrecision(Precision newPrecision) {
    MahNmf copy = copy();
    copy.precision = newPrecision;
    return copy;
  }

  /**
   * Sets the algorithm.
   *
   * @param newSolver default: {@code Registry.solver("auto")}
   */
  public MahNmf with(Solver newSolver) {
    MahNmf copy = copy();
    copy.solver = newSolver;
    return copy;
  }

  /**
   * Sets the starting point.
   *
   * @param newStart default: {@code Registry.start("hals")}
   */
  public MahNmf with(Start newStart) {
    MahNmf copy = copy();
    copy.start = newStart;
    return copy;
  }

  /**
   * Sets the number of starts, of which the best result is kept.
   *
   * @param newRestarts at least 1
   */
  public MahNmf withRestarts(int newRestarts) {
    require(newRestarts >= 1, "restarts", newRestarts, "must be at least 1");
    MahNmf copy = copy();
    copy.restarts = newRestarts;
    return copy;
  }

  /**
   * Sets the largest number of outer steps per start.
   *
   * @param most at least 0
   */
  public MahNmf withMaxIterations(int most) {
    require(most >= 0, "maximum of iterations", most, "must be at least 0");
    MahNmf copy = copy();
    copy.maxIterations = most;
    return copy;
  }

  /**
   * Sets the relative change of the objective per outer step that counts as converged.
   *
   * @param newTolerance at least 0
   */
  public MahNmf withTolerance(double newTolerance) {
    require(
        newTolerance >= 0 && newTolerance < 1,
        "tolerance",
        newTolerance,
        "must be at least 0 and below 1");
    MahNmf copy = copy();
    copy.tolerance = newTolerance;
    return copy;
  }

  /**
   * Sets the wall time after which the run ends with the best point so far.
   *
   * @param limit positive
   */
  public MahNmf withTimeLimit(Duration limit) {
    double seconds = limit.toSeconds() + limit.toNanosPart() / 1e9;
    require(seconds > 0, "time limit", seconds, "must be positive");
    MahNmf copy = copy();
    copy.timeLimit = seconds;
    return copy;
  }

  /**
   * Sets an objective at which the run ends.
   *
   * @param newTarget in the units of X
   */
  public MahNmf withTarget(double newTarget) {
    require(!Double.isNaN(newTarget), "target objective", newTarget, "must be a number");
    MahNmf copy = copy();
    copy.target = newTarget;
    return copy;
  }

  /**
   * Adds a rule that ends a start; the solver's own convergence and the limits stay.
   *
   * @param rule asked after every outer step; combine rules with {@link StoppingRule#or} and {@link
   *     StoppingRule#and}
   */
  public MahNmf stopWhen(StoppingRule rule) {
    MahNmf copy = copy();
    copy.stopping = stopping.or(rule);
    return copy;
  }

  /**
   * Puts a ridge λ/2(‖W‖² + ‖H‖²) on both factors, which keeps a fit of high rank from following
   * the noise; 0 for none. Unlike a {@link org.mahnmf.term.Ridge} of a weight of its own it is
   * measured by what suits the size of the table.
   *
   * @param share of the natural weight λ* = √(max(m, n)·mean(ω²)), such as .5
   */
  public MahNmf withRidge(double share) {
    require(
        share >= 0 && share < Double.POSITIVE_INFINITY,
        "share of the ridge's natural weight",
        share,
        "must be finite and at least 0");
    MahNmf copy = copy();
    copy.ridgeShare = share;
    return copy;
  }

  /**
   * Puts the ridge on both factors that predicts hidden entries best. The default of solver {@code
   * auto}; other solvers have none unless they are given one.
   */
  public MahNmf withChosenRidge() {
    MahNmf copy = copy();
    copy.ridgeShare = RIDGE_CHOSEN;
    return copy;
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
   * The same with a choice of what is hidden.
   *
   * @param plan which entries
   */
  public MahNmf withValidation(HoldoutPlan plan) {
    requireShare(plan.share());
    MahNmf copy = copy();
    copy.validation = plan;
    return copy;
  }

  private static void requireShare(double share) {
    require(
        share > 0 && share <= .5,
        "share of hidden entries",
        share,
        "must be above 0 and at most 0.5");
  }

  /**
   * Changes the number of components, and nothing else.
   *
   * @param newRank at least 1 and at most min(samples, features)
   */
  public MahNmf atRank(int newRank) {
    MahNmf copy = copy();
    copy.rank = withRank(newRank).rank;
    return copy;
  }

  /**
   * Ends the fit with codes that are a proven optimum for the basis (relative gap 1e-9).
   *
   * @param newExact default false: within 0.1 %
   */
  public MahNmf withExactCodes(boolean newExact) {
    MahNmf copy = copy();
    copy.exactCodes = newExact;
    return copy;
  }

  /**
   * Sets the price of a residual.
   *
   * @param newLoss in the units of X; default {@link Manhattan}
   */
  public MahNmf with(Loss newLoss) {
    MahNmf copy = copy();
    copy.loss = newLoss;
    return copy;
  }

  /**
   * Adds a term on the basis.
   *
   * @param term in the units of X
   */
  public MahNmf onBasis(Term term) {
    MahNmf copy = copy();
    copy.basis = basis.with(term);
    return copy;
  }

  /**
   * Adds a term on the codes.
   *
   * @param term in the units of X
   */
  public MahNmf onCodes(Term term) {
    MahNmf copy = copy();
    copy.codes = codes.with(term);
    return copy;
  }

  /**
   * Factors a symmetric table as H·Hᵀ (eq4.23), for graphs and affinities: the basis is the
   * transpose of the codes.
   */
  public MahNmf symmetric() {
    MahNmf copy = copy();
    copy.symmetric = true;
    return copy;
  }

  /**
   * Adds an observer of the run.
   *
   * @param listener called after the start and after every outer step
   */
  public MahNmf withListener(IterationListener listener) {
    MahNmf copy = copy();
    List<IterationListener> all = new ArrayList<>(listeners);
    all.add(listener);
    copy.listeners = List.copyOf(all);
    return copy;
  }

  /**
   * Sets a question asked often during the run; once it answers true, the run ends with the best
   * point so far.
   *
   * @param wanted safe to call from any thread
   */
  public MahNmf withCancellation(BooleanSupplier wanted) {
    MahNmf copy = copy();
    copy.cancellation = wanted;
    return copy;
  }

  /**
   * Saves the fit while it works, or goes on with one that was killed, to the same bytes. When the
   * results are safe, {@link Checkpoint#discard()} removes what was saved.
   *
   * @param newCheckpoint of this fit alone; its seconds go on from those of the earlier run
   */
  public MahNmf withCheckpoint(Checkpoint newCheckpoint) {
    MahNmf copy = copy();
    copy.checkpoint = newCheckpoint;
    return copy;
  }

  /**
   * Factors a table.
   *
   * @param observations <em>not modified</em>; kept by the result
   * @throws IllegalArgumentException if the settings do not fit the table, naming value and rule
   */
  public Factorization fit(Observations observations) {
    return new FitRun(this, observations).run();
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
    refuse(symmetric, engine, "symmetric");
    refuse(restarts > 1, engine, "restarts");
    refuse(validation != null, engine, "validate");
    refuse(precision != Precision.DOUBLE, engine, "float precision");
    refuse(solver().isAsPublished(), engine, "as published");
    if (ridgeShare == RIDGE_CHOSEN) {
      throw new IllegalArgumentException(
          "engine '"
              + engine.name()
              + "' hides no entries to choose the 'ridge' by; give a share of its natural weight,"
              + " such as 0.5");
    }
    Map<String, Object> remaining = remaining();
    remaining.put("ridge", ridgeShare()); // hidden entries choose none there
    Engine.Plan plan =
        new Engine.Plan(
            rank,
            seed,
            solver().name(),
            isStartChosen() ? Optional.of(start().name()) : Optional.empty(),
            maxIterations,
            tolerance,
            loss,
            basis,
            codes,
            ridgeShare(),
            exactCodes,
            remaining,
            listeners,
            timeLimit,
            cancellation);
    return engine.fit(plan, job);
  }

  private static void refuse(boolean asked, Engine engine, String piece) {
    if (asked) {
      throw new IllegalArgumentException(
          "engine '" + engine.name() + "' does not take '" + piece + "'; leave out either");
    }
  }

  /** Returns the settings of a fit that nobody watches. */
  MahNmf withoutListeners() {
    MahNmf copy = copy();
    copy.listeners = List.of();
    return copy;
  }

  /** Returns whether hidden entries are to choose the ridge. */
  boolean choosesRidge() {
    return ridgeShare == RIDGE_CHOSEN || (ridgeShare == RIDGE_OF_SOLVER && solver().choosesRidge());
  }

  /** Returns the given share of the ridge's natural weight, 0 if none is given. */
  double ridgeShare() {
    return Math.max(0, ridgeShare);
  }

  int rank() {
    return rank;
  }

  long seed() {
    return seed;
  }

  int threads() {
    return threads;
  }

  Precision precision() {
    return precision;
  }

  Solver solver() {
    return solver == null ? Registry.solver(symmetric ? "symmetric" : "auto") : solver;
  }

  Start start() {
    // The symmetric solver makes Euclidean steps of its own.
    return start == null ? Registry.start(symmetric ? "random" : "hals") : start;
  }

  boolean isStartChosen() {
    return start != null;
  }

  int restarts() {
    return restarts;
  }

  int maxIterations() {
    return maxIterations;
  }

  double tolerance() {
    return tolerance;
  }

  double timeLimit() {
    return timeLimit;
  }

  double target() {
    return target;
  }

  StoppingRule stopping() {
    return stopping;
  }

  Optional<HoldoutPlan> validation() {
    return Optional.ofNullable(validation);
  }

  boolean exactCodes() {
    return exactCodes;
  }

  boolean isSymmetric() {
    return symmetric;
  }

  Loss loss() {
    return loss;
  }

  Side basis() {
    return basis;
  }

  Side codes() {
    return codes;
  }

  List<IterationListener> listeners() {
    return listeners;
  }

  BooleanSupplier cancellation() {
    return cancellation;
  }

  /** Returns why work under these settings ended early, if it did. */
  String whyEarly() {
    return cancellation.getAsBoolean() ? INTERRUPTED : "time limit of " + timeLimit + " s";
  }

  Checkpoint checkpoint() {
    return checkpoint;
  }

  /** Returns the settings that have no field of their own in a run record. */
  Map<String, Object> remaining() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("tolerance", tolerance);
    map.put("maxIterations", maxIterations);
    if (timeLimit < Double.POSITIVE_INFINITY) {
      map.put("timeLimit", timeLimit);
    }
    if (target > Double.NEGATIVE_INFINITY) {
      map.put("target", target);
    }
    validation().ifPresent(plan -> map.put("validate", plan.share()));
    map.put("ridge", choosesRidge() && !symmetric ? "auto" : ridgeShare());
    map.put("asPublished", solver().isAsPublished());
    map.put("exactCodes", exactCodes);
    map.put("symmetric", symmetric);
    map.put("loss", loss.name());
    return map;
  }

  private static void require(boolean holds, String name, Object value, String rule) {
    if (!holds) {
      throw new IllegalArgumentException(name + " is " + value + " but " + rule);
    }
  }

  private MahNmf copy() {
    try {
      return (MahNmf) clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e);
    }
  }
}
