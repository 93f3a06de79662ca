package org.mahnmf.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.mahnmf.MahNmf;
import org.mahnmf.RankCurve;
import org.mahnmf.RankSearch;
import org.mahnmf.Version;
import org.mahnmf.data.AtomicFile;
import org.mahnmf.data.InputException;
import org.mahnmf.data.Json;
import org.mahnmf.data.Source;
import org.mahnmf.problem.Observations;
import org.mahnmf.report.RankReport;
import org.mahnmf.store.HoldoutPlan;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mahnmf rank}: finds how many parts a table has. */
@CommandLine.Command(
    name = "rank",
    header = {"Find how many parts a table has, by what they predict.", ""},
    sortOptions = false,
    sortSynopsis = false,
    customSynopsis = "mahnmf rank INPUT [--ranks FROM:TO] [OPTION]...",
    description = {
      "",
      "Hides a few entries, fits every rank to the others and compares how well the hidden ones are"
          + " predicted, in several folds. Takes the smallest rank within one standard error of the"
          + " best, or says that no structure was found.",
      "With --out writes rank.csv, rank.json and report.html to the folder DIR.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  mahnmf rank readings.csv --out ranks",
      "",
      "Ctrl-C ends the search early with the ranks that are done (exit code 130)."
    })
final class RankCommand implements Command {

  private static final String TABLE = "rank.csv";
  private static final String RECORD = "rank.json";

  @Parameters(
      paramLabel = "INPUT",
      converter = InputOptions.SourceName.class,
      description = "Table of numbers, at least 0: " + InputOptions.FORMATS)
  private Source input;

  @Option(
      names = "--ranks",
      paramLabel = "FROM:TO",
      converter = RankRange.Converter.class,
      description =
          "Try these ranks, or with FROM:TO:STEP some of them (default: 1, 2, 3, 4, 6, 8, 12 ... until"
              + " the error turns, then those around the best).")
  private RankRange ranks = new RankRange(List.of());

  @Option(
      names = "--folds",
      paramLabel = "K",
      description =
          "How many sets of entries are hidden, one after the other, from 2 to 10 (default: "
              + RankSearch.DEFAULT_FOLDS
              + ").")
  private int folds = RankSearch.DEFAULT_FOLDS;

  @Option(
      names = "--holdout",
      paramLabel = "entries|blocks",
      description =
          "Hide single entries (default), or whole blocks of neighbouring samples and features, for"
              + " smooth data such as video.")
  private HoldoutPlan.Pattern holdout = HoldoutPlan.Pattern.ENTRIES;

  @Option(
      names = "--ridge",
      paramLabel = "SHARE",
      converter = RidgeShare.NumberOnly.class,
      description =
          "Fit every rank with a ridge of this share of its natural weight on both factors, see mahnmf"
              + " help fit (default: none).")
  private RidgeShare ridge;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of every random choice (default: 0).")
  private long seed;

  @Option(
      names = "--time-limit",
      paramLabel = "TIME",
      converter = TimeLimit.class,
      description = "End after this time with the ranks that are done: 90, 90s, 5m or 1h.")
  private Duration timeLimit;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder for a table, a record and a report; created if need be.")
  private Path out;

  @Mixin private WorkOptions work = new WorkOptions();

  @ArgGroup(
      validate = false,
      heading = "%nVariants of the problem, in the units of INPUT; see the guide:%n")
  private VariantOptions variants = new VariantOptions();

  @Override
  public int execute(Console console) throws IOException {
    MahNmf settings = settings().withCancellation(console.interruption()::isRequested);
    RankSearch search =
        Mistakes.ofFlags(
            () ->
                RankSearch.withDefaults().withRanks(ranks.ranks()).withFolds(folds).with(holdout));
    try (ProgressLine progress = new ProgressLine(console, work.quiet());
        OptionalFolder folder = OptionalFolder.open(out, "--out")) {
      Stopwatch watch = new Stopwatch();
      folder.keeping(input.path(), List.of(TABLE));
      WorkOptions.Input samples =
          work.read(input, progress, "a search for the rank", Memory.ofFit(settings, true));
      Observations observations = samples.observations();
      MahNmf complete =
          Mistakes.of(
              input, () -> variants.apply(settings, observations, work.threads()).settings());
      watch.lap("read");
      console
          .interruption()
          .finish(
              () -> {
                progress.phase("searching");
                RankCurve curve =
                    Mistakes.of(
                        input,
                        "give fit or outliers a rank: --rank R",
                        () ->
                            search
                                .withListener(progress::onRankFit)
                                .search(complete, observations));
                watch.lap("search");
                if (curve.points().isEmpty()) {
                  progress.clear();
                  sayNothingFound(curve, console);
                  return curve;
                }
                String json = write(folder, curve, observations, watch, console);
                progress.clear();
                print(curve, json, console);
                return curve;
              });
    }
    return console.interruption().isRequested() ? ExitCode.INTERRUPTED : ExitCode.DONE;
  }

  /** A search that the user ended has nothing to save; one that the clock ended was a mistake. */
  private void sayNothingFound(RankCurve curve, Console console) {
    if (!curve.interrupted()) {
      throw new InputException(
          input
              + ": the "
              + curve.cutShort().orElseThrow()
              + " is too short: it was over before the first rank was done; give --time-limit more");
    }
    console.note("nothing is saved, since the first rank was not done yet.");
  }

  private MahNmf settings() {
    return Mistakes.ofFlags(
        () -> {
          work.check();
          variants.check(ridge != null && ridge.number().orElse(0) > 0);
          variants.requireNumbers("rank");
          MahNmf settings = MahNmf.withRank(1).withSeed(seed).withThreads(work.threads());
          MahNmf ridged = ridge == null ? settings : ridge.on(settings);
          return timeLimit == null ? ridged : ridged.withTimeLimit(timeLimit);
        });
  }

  private String write(
      OptionalFolder folder,
      RankCurve curve,
      Observations observations,
      Stopwatch watch,
      Console console)
      throws IOException {
    Map<String, Object> map = new LinkedHashMap<>(curve.toMap());
    map.put("samples", observations.samples());
    map.put("features", observations.features());
    map.put("seed", seed);
    map.put("threads", work.threads());
    map.put("version", Version.TEXT);
    map.put("timings", watch.seconds());
    map.put("input", input.toString());
    map.put("command", console.commandLine());
    String json = Json.format(map);
    folder.write(TABLE, file -> AtomicFile.writeText(file, table(curve)));
    folder.write(
        FitFiles.REPORT,
        file ->
            AtomicFile.writeText(
                file, new RankReport(input.toString(), curve, record(map)).render()));
    folder.write(RECORD, file -> AtomicFile.writeText(file, json));
    return json;
  }

  /** What is needed to repeat the search. */
  private static Map<String, String> record(Map<String, Object> map) {
    Map<String, String> lines = new LinkedHashMap<>();
    for (String name :
        List.of("command", "input", "samples", "features", "folds", "seed", "version")) {
      lines.put(name, map.get(name).toString());
    }
    return lines;
  }

  private static String table(RankCurve curve) {
    StringBuilder text =
        new StringBuilder(
            "rank,error,standard_error,excess,excess_standard_error,stability,fit_error\n");
    for (RankCurve.Point point : curve.points()) {
      text.append(
              String.format(
                  Locale.ROOT,
                  "%d,%s,%s,%s,%s,%s,%s",
                  point.rank(),
                  point.error(),
                  point.standardError(),
                  point.excess(),
                  point.excessStandardError(),
                  point.stability(),
                  point.fitError()))
          .append('\n');
    }
    return text.toString();
  }

  private void print(RankCurve curve, String json, Console console) {
    if (work.json()) {
      console.out().print(json);
      return;
    }
    RankCurve.Point chosen = curve.chosen();
    Summary summary =
        new Summary()
            .add("rank", curve.structure() ? curve.rank() : "no structure found")
            .add(
                "held-out error",
                Summary.number(chosen.error())
                    + " (one number for all entries: "
                    + Summary.number(curve.constantError())
                    + ")")
            .add("stability", fixed(chosen.stability()));
    if (out != null) {
      summary.add("files", String.join(", ", TABLE, RECORD, FitFiles.REPORT) + " in " + out);
    }
    summary.print(console.out());
    console.out().println();
    console.out().println("  rank  held-out error     excess  stability");
    for (RankCurve.Point point : curve.points()) {
      console
          .out()
          .println(
              String.format(
                  Locale.ROOT,
                  "%6d  %14s  %9.2e  %9s%s",
                  point.rank(),
                  Summary.number(point.error()),
                  point.excess(),
                  fixed(point.stability()),
                  curve.structure() && point.rank() == curve.rank() ? "  <" : ""));
    }
    if (!work.quiet()) {
      console.note(curve.sentence());
    }
  }

  private static String fixed(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }
}
