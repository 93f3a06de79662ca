package org.mahnmf;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;
import org.mahnmf.base.Workers;
import org.mahnmf.checkpoint.Checkpoint;
import org.mahnmf.internal.fit.Plan;
import org.mahnmf.internal.search.Auto;
import org.mahnmf.internal.start.HalsStart;
import org.mahnmf.internal.start.RandomStart;
import org.mahnmf.internal.symmetric.SymmetricRri;
import org.mahnmf.matrix.Precision;
import org.mahnmf.problem.HoldoutPlan;
import org.mahnmf.problem.Loss;
import org.mahnmf.problem.Side;
import org.mahnmf.solver.FitListener;
import org.mahnmf.solver.Solver;
import org.mahnmf.solver.Start;
import org.mahnmf.solver.StoppingRule;
import org.mahnmf.term.Manhattan;

/** What {@link MahNmf} has been told, to be read; it alone changes copies of it. */
abstract class Settings implements Cloneable {

  /** The ridge is what the solver does of its own: none, or the one that hidden entries choose. */
  static final double RIDGE_OF_SOLVER = -1;

  static final double RIDGE_CHOSEN = -2;

  /** No rule of the user. */
  static final StoppingRule NEVER = progress -> Optional.empty();

  /** The reason for an end that was asked for. */
  static final String INTERRUPTED = "interrupted";

  int rank;
  long seed;
  int threads = Workers.defaultThreads();
  Precision precision = Precision.DOUBLE;
  Solver solver;
  Start start;
  int restarts = 1;
  int maxIterations = MahNmf.DEFAULT_MAX_ITERATIONS;
  double tolerance = MahNmf.DEFAULT_TOLERANCE;
  double timeLimit = Double.POSITIVE_INFINITY;
  double target = Double.NEGATIVE_INFINITY;
  StoppingRule stopping = NEVER;
  HoldoutPlan validation;
  double ridgeShare = RIDGE_OF_SOLVER;
  boolean exactCodes;
  boolean lastStep = true;
  boolean symmetric;
  Loss loss = new Manhattan();
  Side basis = Side.nonNegative();
  Side codes = Side.nonNegative();
  List<FitListener> listeners = List.of();
  BooleanSupplier cancellation = () -> false;
  Checkpoint checkpoint = Checkpoint.none();

  /** Returns whether hidden entries are to choose the ridge. */
  public boolean choosesRidge() {
    return ridgeShare == RIDGE_CHOSEN || (ridgeShare == RIDGE_OF_SOLVER && solver().choosesRidge());
  }

  /** Returns whether the user has given a ridge, or none. */
  boolean isRidgeGiven() {
    return ridgeShare >= 0 || basis.quadratic() > 0 || codes.quadratic() > 0;
  }

  /** Returns the given share of the ridge's natural weight, 0 if none is given. */
  public double ridgeShare() {
    return Math.max(0, ridgeShare);
  }

  public int rank() {
    return rank;
  }

  public long seed() {
    return seed;
  }

  public int threads() {
    return threads;
  }

  public Precision precision() {
    return precision;
  }

  public Solver solver() {
    return solver != null ? solver : symmetric ? new SymmetricRri() : new Auto();
  }

  public Start start() {
    // The symmetric solver makes Euclidean steps of its own.
    return start != null ? start : symmetric ? new RandomStart() : new HalsStart();
  }

  public boolean isStartChosen() {
    return start != null;
  }

  public int restarts() {
    return restarts;
  }

  public int maxIterations() {
    return maxIterations;
  }

  public double tolerance() {
    return tolerance;
  }

  public double timeLimit() {
    return timeLimit;
  }

  public double target() {
    return target;
  }

  public StoppingRule stopping() {
    return stopping;
  }

  public Optional<HoldoutPlan> validation() {
    return Optional.ofNullable(validation);
  }

  public boolean exactCodes() {
    return exactCodes;
  }

  public boolean isSymmetric() {
    return symmetric;
  }

  public Loss loss() {
    return loss;
  }

  public Side basis() {
    return basis;
  }

  public Side codes() {
    return codes;
  }

  public List<FitListener> listeners() {
    return listeners;
  }

  public BooleanSupplier cancellation() {
    return cancellation;
  }

  /** Returns whether a fit ends with the codes that a transform finds. */
  public boolean lastStep() {
    return lastStep;
  }

  /** Returns why work under these settings ended early, if it did. */
  String whyEarly() {
    return cancellation.getAsBoolean() ? INTERRUPTED : "time limit of " + timeLimit + " s";
  }

  public Checkpoint checkpoint() {
    return checkpoint;
  }

  /** Returns the settings that have no field of their own in a run record. */
  public Map<String, Object> remaining() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("tolerance", tolerance);
    map.put("maxIterations", maxIterations);
    if (timeLimit < Double.POSITIVE_INFINITY) {
      map.put("timeLimit", timeLimit);
    }
    if (target > Double.NEGATIVE_INFINITY) {
      map.put("target", target);
    }
    validation()
        .ifPresent(
            plan -> {
              map.put("validate", plan.share() > 0 ? plan.share() : "auto");
              map.put("holdout", plan.pattern().toString());
            });
    map.put("ridge", choosesRidge() && !symmetric ? "auto" : ridgeShare());
    map.put("asPublished", solver().isAsPublished());
    map.put("exactCodes", exactCodes);
    map.put("symmetric", symmetric);
    map.put("loss", loss.name());
    return map;
  }

  /** Translates the settings for the machinery, which does not know this class. */
  Plan plan() {
    return new Plan(
        new Plan.Target(
            rank,
            loss,
            basis,
            codes,
            symmetric,
            choosesRidge() ? OptionalDouble.empty() : OptionalDouble.of(ridgeShare())),
        new Plan.Method(solver(), start(), isStartChosen(), restarts, seed, exactCodes),
        new Plan.Limits(maxIterations, tolerance, timeLimit, target, stopping),
        validation(),
        precision,
        threads,
        new Plan.Control(listeners, cancellation, checkpoint));
  }
}
