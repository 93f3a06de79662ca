package org.mahnmf.cli.table;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mahnmf.HeldOutCurve;
import org.mahnmf.MahNmf;
import org.mahnmf.RankSearch;
import org.mahnmf.base.Version;
import org.mahnmf.cli.job.Command;
import org.mahnmf.cli.job.Console;
import org.mahnmf.cli.job.FitFiles;
import org.mahnmf.cli.job.FitJob;
import org.mahnmf.cli.job.MemoryPlan;
import org.mahnmf.cli.job.Summary;
import org.mahnmf.cli.option.Converters;
import org.mahnmf.cli.option.InputOptions;
import org.mahnmf.cli.option.RankRange;
import org.mahnmf.cli.option.RunOptions;
import org.mahnmf.cli.option.VariantOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.file.InputException;
import org.mahnmf.data.file.JsonWriter;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.HoldoutPlan;
import org.mahnmf.report.RankReport;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mahnmf rank}: finds how many parts a table has. */
@CommandLine.Command(
    header = "Find how many parts a table has, by what they predict.",
    customSynopsis = "mahnmf rank INPUT [--ranks FROM:TO] [OPTION]...",
    description = {
      "Hides a few entries, fits every rank to the others and compares how well the hidden ones are"
          + " predicted, in several folds, with columns brought to one unit. Takes the smallest rank"
          + " that predicts as well as any and whose parts come out the same in every fold, or says"
          + " that no structure was found.",
      "With --out writes rank.csv, rank.json and report.html to the folder DIR."
    },
    footer = {
      "Example:",
      "  mahnmf rank readings.csv --out ranks",
      "",
      "Ctrl-C ends the search early with the ranks that are done (exit code 130)."
    })
public final class RankCommand implements Command {

  private static final String TABLE = "rank.csv";
  private static final String RECORD = "rank.json";
  private static final String ERROR = "%.6g (one number for all entries: %.6g)";
  private static final String STABILITY = "%.3f (of the worst part: %.3f)";

  @Parameters(
      paramLabel = "INPUT",
      description = "Table of numbers, at least 0: " + InputOptions.FORMATS)
  private Source input;

  @Option(
      names = "--ranks",
      paramLabel = "FROM:TO",
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
      paramLabel = "entries|regions",
      description =
          "Hide single entries (default), or regions: a quarter of a picture in some of the pictures, or"
              + " of a table in order of time runs of rows in some of the columns.")
  private HoldoutPlan.Pattern holdout = HoldoutPlan.Pattern.ENTRIES;

  @Option(
      names = "--ridge",
      paramLabel = "SHARE",
      converter = Converters.Ridges.class,
      description =
          "Fit every rank with a ridge of this share of its natural weight on both factors, see mahnmf"
              + " help fit (default: the best of a few at every rank).")
  private Double ridge;

  @Option(names = "--seed", paramLabel = "N", description = RunOptions.SEED)
  private long seed;

  @Option(
      names = "--time-limit",
      paramLabel = "TIME",
      description = "End after this time with the ranks that are done: 90, 90s, 5m or 1h.")
  private Duration timeLimit;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder for a table, a record and a report; created if need be.")
  private Path out;

  @Mixin private InputOptions inputs = new InputOptions();

  @ArgGroup(
      validate = false,
      heading = "%nVariants of the problem, in the units of INPUT; see the guide:%n")
  private VariantOptions variants = new VariantOptions();

  @Override
  public int execute(Console console) throws IOException {
    MahNmf settings = settings();
    RankSearch some = RankSearch.withDefaults().with(holdout);
    RankSearch search = FitJob.checkFlags(() -> some.withRanks(ranks.ranks()).withFolds(folds));
    try (FitJob job = FitJob.open(console, inputs.run(), input, out)) {
      job.keep(input.path(), List.of(TABLE));
      MemoryPlan plan = MemoryPlan.of("a search for the rank", MemoryPlan.tables(settings, true));
      Observations observations = job.read(input, inputs, plan).observations();
      MahNmf watched = job.watched(settings);
      VariantOptions.Variants complete =
          job.checked(() -> variants.apply(watched, observations, inputs.threads()));
      return job.finish(
          () -> {
            job.progress().phase("searching");
            HeldOutCurve curve =
                job.checked(
                    "give fit or outliers a rank: --rank R",
                    () -> search.search(complete.settings(), observations));
            job.lap("search");
            if (curve.points().isEmpty()) {
              job.progress().clear();
              sayNothingFound(curve, console);
              return;
            }
            String json = write(job, curve, observations);
            job.print(json, text -> print(curve, text, job), List.of());
          });
    }
  }

  /** A search that the user ended has nothing to save; one that the clock ended was a mistake. */
  private void sayNothingFound(HeldOutCurve curve, Console console) {
    InputException.throwIf(
        !curve.interrupted(),
        "%s: the %s is too short: it was over before the first rank was done; give --time-limit more"
            .formatted(input, curve.cutShort().orElse("")));
    console.note("nothing is saved, since the first rank was not done yet.");
  }

  private MahNmf settings() {
    return FitJob.checkFlags(
        () -> {
          inputs.check();
          variants.check(ridge != null && ridge > 0);
          variants.requireNumbers("rank");
          InputException.throwIf(
              holdout == HoldoutPlan.Pattern.AUTO,
              "--holdout auto is for a fit that chooses a ridge; give entries or regions here");
          MahNmf settings = MahNmf.ofRank(1).withSeed(seed).withThreads(inputs.threads());
          MahNmf ridged = ridge == null ? settings : settings.withRidge(ridge);
          return timeLimit == null ? ridged : ridged.withTimeLimit(timeLimit);
        });
  }

  private String write(FitJob job, HeldOutCurve curve, Observations observations)
      throws IOException {
    Map<String, Object> map = new LinkedHashMap<>(curve.toMap());
    map.put("samples", observations.samples());
    map.put("features", observations.features());
    map.put("seed", seed);
    map.put("threads", inputs.threads());
    map.put("version", Version.TEXT);
    map.put("timings", job.seconds());
    map.put("input", input.toString());
    map.put("command", job.console().commandLine());
    String json = JsonWriter.format(map);
    if (out == null) {
      return json;
    }
    String page = new RankReport(input.toString(), curve, record(map)).render();
    return job.write(
        files -> {
          files.text("table", TABLE, table(curve)).report(page).text("record", RECORD, json);
          return json;
        });
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

  private static String table(HeldOutCurve curve) {
    String head = "rank,error,standard_error,excess,excess_standard_error,stability";
    StringBuilder text = new StringBuilder(head + ",worst_stability,fit_error\n");
    for (HeldOutCurve.Point point : curve.points()) {
      Object[] values = {
        point.rank(), point.error(), point.standardError(), point.excess(),
        point.excessStandardError(), point.stability(), point.worstStability(), point.fitError()
      };
      text.append(Summary.text("%d,%s,%s,%s,%s,%s,%s,%s\n", values));
    }
    return text.toString();
  }

  private void print(HeldOutCurve curve, PrintStream text, FitJob job) {
    HeldOutCurve.Point chosen = curve.chosen();
    Summary summary =
        new Summary()
            .add("rank", curve.structure() ? curve.rank() : "no structure found")
            .add("held-out error", ERROR, chosen.error(), curve.constantError())
            .add("stability", STABILITY, chosen.stability(), chosen.worstStability());
    if (out != null) {
      summary.add("files", job.files(List.of(TABLE, RECORD, FitFiles.REPORT)));
    }
    summary.print(text);
    text.println();
    text.println("  rank  held-out error     excess  stability  of the worst part");
    for (HeldOutCurve.Point point : curve.points()) {
      text.println(
          Summary.text(
              "%6d  %14.6g  %9.2e  %9.3f  %17.3f%s",
              point.rank(),
              point.error(),
              point.excess(),
              point.stability(),
              point.worstStability(),
              curve.structure() && point.rank() == curve.rank() ? "  <" : ""));
    }
    job.note(curve.sentence());
  }
}
