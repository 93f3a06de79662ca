package org.mahnmf.cli.option;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalDouble;
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

  @Option(names = "--seed", paramLabel = "N", description = RunOptions.SEED)
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
              + "); admm and auto keep a penalty for as long as it gains in proportion to T. The"
              + " choice of a ridge takes the same steps for any T.")
  private double tolerance = MahNmf.DEFAULT_TOLERANCE;

  @Option(
      names = "--time-limit",
      paramLabel = "TIME",
      description = "End after this time with the best so far: 90, 90s, 5m or 1h.")
  private Duration timeLimit;

  @Option(
      names = "--ridge",
      paramLabel = "auto|SHARE",
      converter = Converters.RidgeOrAuto.class,
      description =
          "Add WEIGHT/2 times the squares of all entries of both factors, which keeps many parts from"
              + " fitting the noise. WEIGHT is SHARE, such as 0.5, of the natural weight, the root of"
              + " max(rows, columns) times the root mean square of the entries' weights; 0: no ridge;"
              + " auto: the share that predicts hidden entries best. Default: auto for --solver auto, no"
              + " ridge for any other solver.")
  private OptionalDouble ridge;

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
      paramLabel = "entries|regions|auto",
      description =
          "What is hidden to choose the ridge, for --validate or for a search: single entries; regions,"
              + " for corruption that comes in pieces: a quarter of a picture in some of the pictures,"
              + " or of a table in order of time runs of rows in some of the columns; auto: regions to"
              + " choose the ridge where the outlying entries of a first fit clump, else entries."
              + " Default: auto for pictures, else entries.")
  private HoldoutPlan.Pattern holdout;

  @Option(
      names = "--precision",
      paramLabel = "double|float",
      description =
          "How exactly a dense table is kept during the fit (default: double); float takes half the"
              + " memory and is faster.")
  private Precision precision = Precision.DOUBLE;

  /** The registered solvers, for the help text; found when it is asked for. */
  static final class SolverNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Solvers.all().stream().map(Solver::name).iterator();
    }
  }

  /** The registered starts, for the help text; found when it is asked for. */
  static final class StartNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Starts.all().stream().map(Start::name).iterator();
    }
  }

  /** Whether nothing is said about solver and start. */
  public boolean leavesMethodOpen() {
    return solver == null && !asPublished && start == null && startBasis == null && !mayHaveRidge();
  }

  /** Whether a ridge is asked for, of a given weight or one that the data choose. */
  public boolean mayHaveRidge() {
    return ridge != null && ridge.orElse(1) > 0;
  }

  /** Whether there is a ridge whatever the data say. */
  public boolean hasRidge() {
    return ridge != null && ridge.orElse(0) > 0;
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

  /** The same where entries may be hidden to find a rank or a weight before the fit. */
  public MahNmf settings(int rank, InputOptions inputs, boolean searched) {
    inputs.check();
    MahNmf settings = settings(rank);
    InputException.throwIf(
        holdout != null && settings.validation().isEmpty() && !searched,
        "--holdout needs a ridge, rank or weight that is auto, or --validate SHARE, so that something"
            + " is hidden");
    return settings.withThreads(inputs.threads()).withExactCodes(inputs.exact());
  }

  private MahNmf settings(int rank) {
    MahNmf result =
        solved(MahNmf.ofRank(rank))
            .withRestarts(restarts)
            .withSeed(seed)
            .withPrecision(precision)
            .withMaxIterations(maxIterations)
            .withTolerance(tolerance);
    if (timeLimit != null) {
      result = result.withTimeLimit(timeLimit);
    }
    if (ridge != null) {
      result = ridge.isEmpty() ? result.withChosenRidge() : result.withRidge(ridge.getAsDouble());
    }
    if (validate != null) {
      result = result.withValidation(validate); // checks the share
      result = result.withValidation(HoldoutPlan.of(holdout(), validate));
    } else if (holdout != null && result.choosesRidge()) {
      result = result.withValidation(HoldoutPlan.of(holdout));
    }
    InputException.throwIf(
        startBasis == null && startCodes != null, "--start-codes needs --start-basis as well");
    InputException.throwIf(
        startBasis != null && startCodes == null, "--start-basis needs --start-codes as well");
    InputException.throwIf(
        start != null && startBasis != null,
        "--start " + start + " and --start-basis exclude each other");
    return start == null ? result : result.with(Starts.named(start));
  }

  private MahNmf solved(MahNmf settings) {
    Solver chosen = solver == null ? settings.solver() : Solvers.named(solver);
    InputException.throwIf(
        monotone && asPublished,
        "--monotone and --as-published exclude each other: the first corrects what the second"
            + " keeps");
    if (monotone && chosen instanceof Smoothing smoothing) {
      return settings.with(smoothing.withMonotoneSteps());
    }
    InputException.throwIf(
        monotone, "--monotone is for --solver smoothing, but the solver is " + chosen.name());
    return settings.with(asPublished ? Solvers.asPublished(chosen.name()) : chosen);
  }

  /** The factors to start from, basis and codes; empty if none are given. */
  public List<Path> startFiles() {
    return startBasis == null ? List.of() : List.of(startBasis, startCodes);
  }

  /** What is hidden where something is searched for. */
  public HoldoutPlan.Pattern holdout() {
    return holdout == null ? HoldoutPlan.Pattern.ENTRIES : holdout;
  }

  public boolean isTimed() {
    return timeLimit != null;
  }

  public long seed() {
    return seed;
  }
}
