package org.mahnmf.cli.option;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.mahnmf.MahNmf;
import org.mahnmf.Solvers;
import org.mahnmf.Starts;
import org.mahnmf.data.file.InputException;
import org.mahnmf.internal.descent.Smoothing;
import org.mahnmf.matrix.Precision;
import org.mahnmf.problem.HoldoutPlan;
import org.mahnmf.solver.Solver;
import org.mahnmf.solver.Start;
import picocli.CommandLine.Option;

/**
 * How {@code fit} searches: solver, start and when to end. Fields and not annotations hold the
 * defaults, because picocli leaves a group alone of which no option is given.
 */
public final class SearchOptions {

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
      description = "End after this time with the best so far: 90, 90s, 5m or 1h.")
  private Duration timeLimit;

  @Option(
      names = "--ridge",
      paramLabel = "auto|SHARE",
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
      converter = Converters.Share.class,
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
      super(Solvers.all().stream().map(Solver::name).toList());
    }
  }

  /** The registered starts, for the help text. */
  static final class StartNames extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    StartNames() {
      super(Starts.all().stream().map(Start::name).toList());
    }
  }

  /** Returns whether nothing is said about solver and start. */
  public boolean leavesMethodOpen() {
    return solver == null && !asPublished && start == null && startBasis == null && !mayHaveRidge();
  }

  /** Returns whether a ridge is asked for, of a given weight or one that the data choose. */
  public boolean mayHaveRidge() {
    return ridge != null && ridge.number().orElse(1) > 0;
  }

  /** Returns whether there is a ridge whatever the data say. */
  public boolean hasRidge() {
    return ridge != null && ridge.number().orElse(0) > 0;
  }

  public int restarts() {
    return restarts;
  }

  public int maxIterations() {
    return maxIterations;
  }

  public boolean isAsPublished() {
    return asPublished;
  }

  /**
   * Makes the settings of a fit, but for variants and given factors.
   *
   * @throws IllegalArgumentException or InputException naming value and rule
   */
  public MahNmf settings(int rank, InputOptions inputs) {
    return settings(rank, inputs, false);
  }

  /**
   * The same where something may be searched for before the fit.
   *
   * @param searched whether entries are hidden to find a rank or a weight
   * @throws IllegalArgumentException or InputException naming value and rule
   */
  public MahNmf settings(int rank, InputOptions inputs, boolean searched) {
    inputs.check();
    if (holdout != null && validate == null && !searched) {
      throw new InputException(
          "--holdout needs --validate SHARE as well, which says how much is hidden, or a rank or weight"
              + " that is auto");
    }
    return apply(MahNmf.ofRank(rank)).withThreads(inputs.threads()).withExactCodes(inputs.exact());
  }

  /** Adds everything but given factors, which are read later. */
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
    return start == null ? result : result.with(Starts.named(start));
  }

  private Solver solver() {
    Solver chosen = Solvers.named(solver == null ? DEFAULT_SOLVER : solver);
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
      return chosen.asPublished().orElseThrow(() -> notPublished(chosen));
    }
    return chosen;
  }

  private static InputException notPublished(Solver chosen) {
    return new InputException(
        "--as-published: the solver %s is not one of the paper's; %s are"
            .formatted(
                chosen.name(),
                Solvers.all().stream()
                    .filter(one -> one.asPublished().isPresent())
                    .map(Solver::name)
                    .collect(Collectors.joining(", "))));
  }

  /** Returns the files of the factors to start from, basis and codes; empty if none are given. */
  public List<Path> startFiles() {
    return startBasis == null ? List.of() : List.of(startBasis, startCodes);
  }

  /** Returns what is hidden where something is searched for. */
  public HoldoutPlan.Pattern holdout() {
    return holdout == null ? HoldoutPlan.Pattern.ENTRIES : holdout;
  }

  /** Returns whether the factors to start from are given, which fixes the rank. */
  public boolean isStartGiven() {
    return startBasis != null || startCodes != null;
  }

  /** Returns whether the clock may end the search. */
  public boolean isTimed() {
    return timeLimit != null;
  }

  /** Returns the seed of every random choice. */
  public long seed() {
    return seed;
  }

  /** Returns the seconds after which the search ends, infinite if there is no limit. */
  public double seconds() {
    return timeLimit == null ? Double.POSITIVE_INFINITY : timeLimit.toMillis() * 1e-3;
  }

  public double tolerance() {
    return tolerance;
  }
}
