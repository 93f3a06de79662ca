package org.mahnmf.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.Registry;
import org.mahnmf.RunRecord;
import org.mahnmf.data.InputException;
import org.mahnmf.data.Tables;
import org.mahnmf.problem.Observations;
import org.mahnmf.report.FitReport;
import org.mahnmf.solver.Smoothing;
import org.mahnmf.solver.Solver;
import org.mahnmf.start.GivenStart;
import org.mahnmf.start.Start;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mahnmf fit}: factors a table and writes the factors, a record and a report. */
@CommandLine.Command(
    name = "fit",
    header = {"Factor a table into parts, robustly.", ""},
    sortOptions = false,
    sortSynopsis = false,
    description = {
      "",
      "Finds non-negative codes (samples x R) and a basis (R x features) with the least sum of"
          + " absolute errors |INPUT - codes * basis|, so that outliers stay out of the parts.",
      "Writes basis.npy, codes.npy, run.json and report.html to the folder DIR.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  mahnmf fit faces.csv --rank 16 --seed 7 --out faces",
      "",
      "Ctrl-C ends a fit early and saves the best result so far (exit code 130)."
    })
final class FitCommand implements Command {

  @Parameters(paramLabel = "INPUT", description = "Table of numbers, at least 0: CSV or NPY.")
  private Path input;

  @Option(
      names = "--rank",
      paramLabel = "R",
      required = true,
      description = "Number of parts: at least 1, at most min(rows, columns).")
  private int rank;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Folder for the results; created if need be.")
  private Path out;

  @Option(
      names = "--solver",
      paramLabel = "NAME",
      defaultValue = "auto",
      completionCandidates = SolverNames.class,
      description = "One of ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}); see mahnmf info.")
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
      defaultValue = "1",
      description = "Number of starts, of which the best result is kept (default: 1).")
  private int restarts;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "0",
      description = "Seed of every random choice (default: 0).")
  private long seed;

  @Option(
      names = "--max-iterations",
      paramLabel = "N",
      defaultValue = "" + MahNmf.DEFAULT_MAX_ITERATIONS,
      description = "Most outer steps per start (default: ${DEFAULT-VALUE}).")
  private int maxIterations;

  @Option(
      names = "--tolerance",
      paramLabel = "T",
      defaultValue = "" + MahNmf.DEFAULT_TOLERANCE,
      description = "Relative change per outer step that ends a start (default: ${DEFAULT-VALUE}).")
  private double tolerance;

  @Option(
      names = "--time-limit",
      paramLabel = "TIME",
      converter = TimeLimit.class,
      description = "End after this time with the best so far: 90, 90s, 5m or 1h.")
  private Duration timeLimit;

  @Mixin private WorkOptions work = new WorkOptions();

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

  @Override
  public int execute(Console console) throws IOException {
    MahNmf settings = settings().withCancellation(console.interruption()::isRequested);
    try (ProgressLine progress = new ProgressLine(console, work.quiet());
        OutputFolder folder = OutputFolder.open(out, "--out")) {
      Stopwatch watch = new Stopwatch();
      Observations observations = work.read(input, progress, true);
      requireRankFits(observations);
      MahNmf complete = withStart(settings).withListener(progress);
      watch.lap("read");
      console
          .interruption()
          .finish(
              () -> {
                progress.beginRun(timeLeft(), restarts);
                Factorization result = fit(complete, observations);
                watch.lap("fit");
                progress.phase("writing " + out);
                String json = write(folder, result, watch, console);
                progress.clear();
                print(result, json, console);
                return result;
              });
    }
    return console.interruption().isRequested() ? ExitCode.INTERRUPTED : ExitCode.DONE;
  }

  /** Checks all flags that can be checked before the input is read. */
  private MahNmf settings() {
    try {
      MahNmf settings =
          MahNmf.withRank(rank)
              .with(solver())
              .withRestarts(restarts)
              .withSeed(seed)
              .withThreads(work.threads())
              .withMaxIterations(maxIterations)
              .withTolerance(tolerance)
              .withExactCodes(work.exact());
      if (timeLimit != null) {
        settings = settings.withTimeLimit(timeLimit);
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
      return start == null ? settings : settings.with(Registry.start(start));
    } catch (IllegalArgumentException e) {
      throw new InputException(e.getMessage(), e);
    }
  }

  private Solver solver() {
    Solver chosen = Registry.solver(solver);
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

  private void requireRankFits(Observations observations) {
    int most = Math.min(observations.samples(), observations.features());
    if (rank > most) {
      throw new InputException(
          input + ": rank is " + rank + " but must be at most min(rows, columns) = " + most);
    }
  }

  private MahNmf withStart(MahNmf settings) {
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

  private TimeLeft timeLeft() {
    double seconds = timeLimit == null ? Double.POSITIVE_INFINITY : timeLimit.toMillis() * 1e-3;
    return new TimeLeft(maxIterations, seconds, tolerance, restarts);
  }

  private Factorization fit(MahNmf settings, Observations observations) {
    try {
      return settings.fit(observations);
    } catch (IllegalArgumentException e) {
      throw new InputException(input + ": " + e.getMessage(), e);
    }
  }

  private String write(OutputFolder folder, Factorization result, Stopwatch watch, Console console)
      throws IOException {
    String report = FitReport.of(input.toString(), result).render();
    return new FitFiles(folder)
        .write(result, report, input.toString(), console.commandLine(), watch);
  }

  private void print(Factorization result, String json, Console console) {
    if (work.json()) {
      console.out().print(json);
    } else {
      summary(result).print(console.out());
    }
    if (!work.quiet()) {
      result.record().outcome().notes().forEach(console::note);
    }
  }

  private Summary summary(Factorization result) {
    RunRecord record = result.record();
    RunRecord.Outcome outcome = record.outcome();
    String solverName = record.setup().solver() + (asPublished ? " as published" : "");
    return new Summary()
        .add(
            "data",
            record.data().samples()
                + " samples x "
                + record.data().features()
                + " features"
                + missing(record.data()))
        .add("rank", rank)
        .add("solver", solverName)
        .add("objective", Summary.number(result.objective()))
        .add("relative error", Summary.number(result.relativeError()))
        .addGap(result.objective(), result.lowerBound())
        .add("iterations", outcome.iterations() + " (" + outcome.stopReason() + ")")
        .add("time", Summary.seconds(outcome.seconds()))
        .add("files", String.join(", ", FitFiles.names()) + " in " + out);
  }

  private static String missing(RunRecord.Data data) {
    long missing = (long) data.samples() * data.features() - data.observed();
    return missing == 0 ? "" : ", " + missing + " missing";
  }
}
