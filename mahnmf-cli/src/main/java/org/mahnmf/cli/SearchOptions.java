package org.mahnmf.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import org.mahnmf.MahNmf;
import org.mahnmf.RankCurve;
import org.mahnmf.RankSearch;
import org.mahnmf.Registry;
import org.mahnmf.Tradeoff;
import org.mahnmf.WeightCurve;
import org.mahnmf.WeightSearch;
import org.mahnmf.data.InputException;
import org.mahnmf.data.Tables;
import org.mahnmf.problem.Observations;
import org.mahnmf.solver.Smoothing;
import org.mahnmf.solver.Solver;
import org.mahnmf.start.GivenStart;
import org.mahnmf.start.Start;
import org.mahnmf.store.HoldoutPlan;
import org.mahnmf.store.Precision;
import picocli.CommandLine.Option;

/**
 * How {@code fit} searches: solver, start and when to end. Fields and not annotations hold the
 * defaults, because picocli leaves a group alone of which no option is given.
 */
final class SearchOptions {

  private static final String DEFAULT_SOLVER = "auto";

  @Option(
      names = "--solver",
      paramLabel = "NAME",
      completionCandidates = SolverNames.class,
      description = "One of ${COMPLETION-CANDIDATES} (default: auto); see mahnmf info.")
  private String solver;

  @Option(
      names = "--as-published",
      description = "Use the solver exactly as the paper prints it, without our corrections.")
  private boolean asPublished;

  @Option(
      names = "--monotone",
      description = "Safeguarded steps for --solver smoothing: no inner step rises; slower.")
  private boolean monotone;

  @Option(
      names = "--start",
      paramLabel = "NAME",
      completionCandidates = StartNames.class,
      description = "One of ${COMPLETION-CANDIDATES} (default: hals); see mahnmf info.")
  private String start;

  @Option(
      names = "--start-basis",
      paramLabel = "FILE",
      description = "Start from this basis (R x features) instead; needs --start-codes.")
  private Path startBasis;

  @Option(
      names = "--start-codes",
      paramLabel = "FILE",
      description = "Start from these codes (samples x R) instead; needs --start-basis.")
  private Path startCodes;

  @Option(
      names = "--restarts",
      paramLabel = "N",
      description = "Number of starts, of which the best result is kept (default: 1).")
  private int restarts = 1;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of every random choice (default: 0).")
  private long seed;

  @Option(
      names = "--max-iterations",
      paramLabel = "N",
      description = "Most outer steps per start (default: " + MahNmf.DEFAULT_MAX_ITERATIONS + ").")
  private int maxIterations = MahNmf.DEFAULT_MAX_ITERATIONS;

  @Option(
      names = "--tolerance",
      paramLabel = "T",
      description =
          "Relative change per outer step that ends a start (default: "
              + MahNmf.DEFAULT_TOLERANCE
              + ").")
  private double tolerance = MahNmf.DEFAULT_TOLERANCE;

  @Option(
      names = "--time-limit",
      paramLabel = "TIME",
      converter = TimeLimit.class,
      description = "End after this time with the best so far: 90, 90s, 5m or 1h.")
  private Duration timeLimit;

  @Option(
      names = "--ridge",
      paramLabel = "auto|SHARE",
      converter = RidgeShare.NumberOrAuto.class,
      description =
          "Add WEIGHT/2 times the squares of all entries of both factors, which keeps many parts from"
              + " fitting the noise. WEIGHT is SHARE, such as 0.5, of the natural weight, the root of"
              + " max(rows, columns) times the root mean square of the entries' weights; 0: no ridge;"
              + " auto: the share that predicts hidden entries best. Default: auto for --solver auto, no"
              + " ridge for any other solver.")
  private RidgeShare ridge;

  @Option(
      names = "--validate",
      paramLabel = "SHARE",
      converter = ShareOption.class,
      description =
          "Hide this share of the entries, such as 3%%. Where they choose the ridge (--ridge auto) it is"
              + " how many do (default: 3%%, more of a small table); elsewhere the fit does not see them,"
              + " and the record tells how well it predicts them.")
  private Double validate;

  @Option(
      names = "--holdout",
      paramLabel = "entries|blocks",
      description =
          "What is hidden for --validate or a search for auto: single entries (default), or blocks"
              + " of neighbouring samples and features, for smooth data such as video.")
  private HoldoutPlan.Pattern holdout;

  @Option(
      names = "--precision",
      paramLabel = "double|float",
      description =
          "How exactly a dense table is kept during the fit (default: double); float takes half the"
              + " memory and is faster.")
  private Precision precision = Precision.DOUBLE;

  /** The registered solvers, for the help text. */
  static final class SolverNames extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    SolverNames() {
      super(Registry.solvers().stream().map(Solver::name).toList());
    }
  }

  /** The registered starts, for the help text. */
  static final class StartNames extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    StartNames() {
      super(Registry.starts().stream().map(Start::name).toList());
    }
  }

  /** Returns whether nothing is said about solver and start. */
  boolean leavesMethodOpen() {
    return solver == null && !asPublished && start == null && startBasis == null && !mayHaveRidge();
  }

  /** Returns whether a ridge is asked for, of a given weight or one that the data choose. */
  boolean mayHaveRidge() {
    return ridge != null && ridge.number().orElse(1) > 0;
  }

  /** Returns whether there is a ridge whatever the data say. */
  boolean hasRidge() {
    return ridge != null && ridge.number().orElse(0) > 0;
  }

  int restarts() {
    return restarts;
  }

  int maxIterations() {
    return maxIterations;
  }

  boolean isAsPublished() {
    return asPublished;
  }

  /**
   * Makes the settings of a fit, but for variants and given factors.
   *
   * @param rank number of parts
   * @param work how to work
   * @throws IllegalArgumentException or InputException naming value and rule
   */
  MahNmf settings(int rank, WorkOptions work) {
    return settings(rank, work, false);
  }

  /**
   * The same where something may be searched for before the fit.
   *
   * @param rank number of parts
   * @param work how to work
   * @param searched whether entries are hidden to find a rank or a weight
   * @throws IllegalArgumentException or InputException naming value and rule
   */
  MahNmf settings(int rank, WorkOptions work, boolean searched) {
    work.check();
    if (holdout != null && validate == null && !searched) {
      throw new InputException(
          "--holdout needs --validate SHARE as well, which says how much is hidden, or a rank or weight"
              + " that is auto");
    }
    return apply(MahNmf.withRank(rank)).withThreads(work.threads()).withExactCodes(work.exact());
  }

  /**
   * Adds everything but given factors, which {@link #withGivenStart} reads later.
   *
   * @param settings without it
   * @throws IllegalArgumentException or InputException naming value and rule
   */
  private MahNmf apply(MahNmf settings) {
    MahNmf result =
        settings
            .with(solver())
            .withRestarts(restarts)
            .withSeed(seed)
            .withPrecision(precision)
            .withMaxIterations(maxIterations)
            .withTolerance(tolerance);
    if (timeLimit != null) {
      result = result.withTimeLimit(timeLimit);
    }
    if (ridge != null) {
      result = ridge.on(result);
    }
    if (validate != null) {
      result = result.withValidation(validate); // checks the share
      result = result.withValidation(HoldoutPlan.of(holdout(), validate));
    }
    if ((startBasis == null) != (startCodes == null)) {
      throw new InputException(
          startBasis == null
              ? "--start-codes needs --start-basis as well"
              : "--start-basis needs --start-codes as well");
    }
    if (start != null && startBasis != null) {
      throw new InputException("--start " + start + " and --start-basis exclude each other");
    }
    return start == null ? result : result.with(Registry.start(start));
  }

  private Solver solver() {
    Solver chosen = Registry.solver(solver == null ? DEFAULT_SOLVER : solver);
    if (monotone && asPublished) {
      throw new InputException(
          "--monotone and --as-published exclude each other: the first corrects what the second"
              + " keeps");
    }
    if (monotone) {
      if (!(chosen instanceof Smoothing smoothing)) {
        throw new InputException(
            "--monotone is for --solver smoothing, but the solver is " + chosen.name());
      }
      return smoothing.withMonotoneSteps();
    }
    if (asPublished) {
      return chosen
          .asPublished()
          .orElseThrow(
              () ->
                  new InputException(
                      "--as-published: the solver "
                          + chosen.name()
                          + " is not one of the paper's; "
                          + published()
                          + " are"));
    }
    return chosen;
  }

  private static String published() {
    return String.join(
        ", ",
        Registry.solvers().stream()
            .filter(one -> one.asPublished().isPresent())
            .map(Solver::name)
            .toList());
  }

  /**
   * Reads the factors to start from, if any.
   *
   * @param settings without them
   */
  MahNmf withGivenStart(MahNmf settings) {
    if (startBasis == null) {
      return settings;
    }
    try {
      return settings.with(
          new GivenStart(Tables.read(startBasis).values(), Tables.read(startCodes).values()));
    } catch (IllegalArgumentException e) {
      throw new InputException(startBasis + ", " + startCodes + ": " + e.getMessage(), e);
    }
  }

  /**
   * Finds the number of parts.
   *
   * @param settings of the fit that follows
   * @param observations what will be factored
   * @param progress tells about it
   */
  RankCurve findRank(MahNmf settings, Observations observations, ProgressLine progress) {
    return RankSearch.withDefaults()
        .with(holdout())
        .withListener(progress::onRankFit)
        .search(settings, observations);
  }

  /**
   * Finds the weight of a variant.
   *
   * @param settings of the fit that follows, without it
   * @param observations what will be factored
   * @param tradeoff adds it
   * @param progress tells about it
   */
  WeightCurve findWeight(
      MahNmf settings, Observations observations, Tradeoff tradeoff, ProgressLine progress) {
    return WeightSearch.withDefaults()
        .with(holdout())
        .withListener(progress::onWeightFit)
        .search(settings, observations, tradeoff);
  }

  private HoldoutPlan.Pattern holdout() {
    return holdout == null ? HoldoutPlan.Pattern.ENTRIES : holdout;
  }

  /** Returns whether the factors to start from are given, which fixes the rank. */
  boolean isStartGiven() {
    return startBasis != null || startCodes != null;
  }

  /** Returns whether the clock may end the search. */
  boolean isTimed() {
    return timeLimit != null;
  }

  /** Returns the seed of every random choice. */
  long seed() {
    return seed;
  }

  /** Guesses how long the search takes. */
  TimeLeft timeLeft() {
    double seconds = timeLimit == null ? Double.POSITIVE_INFINITY : timeLimit.toMillis() * 1e-3;
    return new TimeLeft(maxIterations, seconds, tolerance, restarts);
  }
}
