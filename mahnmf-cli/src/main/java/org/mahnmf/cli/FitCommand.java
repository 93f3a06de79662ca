package org.mahnmf.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.Model;
import org.mahnmf.RankCurve;
import org.mahnmf.RunRecord;
import org.mahnmf.Tradeoff;
import org.mahnmf.WeightCurve;
import org.mahnmf.data.InputException;
import org.mahnmf.data.Source;
import org.mahnmf.picture.PictureShape;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.Observations;
import org.mahnmf.report.FitReport;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mahnmf fit}: factors a table and writes the factors, a record and a report. */
@CommandLine.Command(
    name = "fit",
    header = {"Factor a table into parts, robustly.", ""},
    sortOptions = false,
    sortSynopsis = false,
    customSynopsis = "mahnmf fit INPUT --rank R|auto --out DIR [OPTION]...",
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
      "Ctrl-C ends a fit early and saves the best result so far (exit code 130); with"
          + " --checkpoint, --resume goes on from there."
    })
final class FitCommand implements Command {

  @Parameters(
      paramLabel = "INPUT",
      converter = InputOptions.SourceName.class,
      description = "Table of numbers, at least 0: " + InputOptions.FORMATS)
  private Source input;

  @Option(
      names = "--rank",
      paramLabel = "R",
      required = true,
      converter = RankOption.Converter.class,
      description =
          "Number of parts: at least 1, at most min(rows, columns); or auto: the rank that predicts"
              + " hidden entries best, see mahnmf rank.")
  private RankOption rank;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Folder for the results; created if need be.")
  private Path out;

  @Option(
      names = "--out-of-core",
      description =
          "Leave INPUT (NPY) and its copies on the disk, in temporary files in DIR, instead of in"
              + " memory: the same result, slower. Without it that happens when memory is too small.")
  private boolean outOfCore;

  @Option(
      names = "--engine",
      paramLabel = "spark[=MASTER]",
      converter = EngineOption.Converter.class,
      description =
          "Run on Apache Spark, for tables that one machine does not hold: INPUT is Parquet, LIBSVM or"
              + " CSV. MASTER is that of the cluster (default: local[*]). Hidden entries choose no ridge"
              + " there: it has none unless --ridge gives a SHARE. See docs/scale.md.")
  private EngineOption engine;

  @Option(
      names = "--codes-parquet",
      description =
          "With --engine: its machines write the codes to the folder codes.parquet in DIR, which all"
              + " of them must reach, instead of codes.npy; for more codes than one disk holds.")
  private boolean codesParquet;

  @Mixin private WorkOptions work = new WorkOptions();

  @ArgGroup(validate = false, heading = "%nHow to search:%n")
  private SearchOptions search = new SearchOptions();

  @ArgGroup(validate = false, heading = "%nLong runs:%n")
  private CheckpointOptions saving = new CheckpointOptions();

  @ArgGroup(
      validate = false,
      heading = "%nVariants of the problem, in the units of INPUT; see the guide:%n")
  private VariantOptions variants = new VariantOptions();

  @Override
  public int execute(Console console) throws IOException {
    MahNmf settings = settings().withCancellation(console.interruption()::isRequested);
    if (codesParquet && engine == null) {
      throw new InputException("--codes-parquet needs --engine as well");
    }
    if (engine != null) {
      new EngineFit(engine, input, out, saving, codesParquet)
          .run(forEngine(settings), search, work, console);
      return console.interruption().isRequested() ? ExitCode.INTERRUPTED : ExitCode.DONE;
    }
    try (ProgressLine progress = new ProgressLine(console, work.quiet());
        OutputFolder folder = OutputFolder.open(out, "--out");
        CheckpointOptions.Opened saved = saving.open(folder, progress::note)) {
      Stopwatch watch = new Stopwatch();
      folder.keeping(input.path(), FitFiles.names());
      FitPlan plan = FitPlan.of(input, settings, work, outOfCore, folder);
      plan.note().ifPresent(talk(console));
      WorkOptions.Input samples =
          work.read(input, plan.space(), progress, true, OptionalDouble.empty());
      Observations observations = samples.observations();
      plan.check(input, settings, work, observations, folder);
      Mistakes.requireRankFits(input, observations, rank.atFirst(), "rows, columns");
      progress.phase("preparing");
      MahNmf started = search.withGivenStart(settings);
      VariantOptions.Variants variant =
          Mistakes.of(input, () -> variants.apply(started, observations, work.threads()));
      requireNoClock(variant);
      MahNmf complete = saved.apply(variant.settings().withListener(progress));
      watch.lap("read");
      console
          .interruption()
          .finish(
              () -> {
                Optional<RankCurve> curve = findRank(complete, observations, progress);
                watch.lap("rank");
                MahNmf ranked =
                    curve.map(found -> complete.atRank(found.bestRank())).orElse(complete);
                Map<String, WeightCurve> weights = new LinkedHashMap<>();
                MahNmf last = findWeights(ranked, variant.open(), observations, progress, weights);
                watch.lap("weights");
                Found found = new Found(curve, weights);
                progress.beginRun(search.timeLeft(), search.restarts());
                Factorization result =
                    Mistakes.of(input, "leave out --validate", () -> last.fit(observations));
                watch.lap("fit");
                progress.phase("writing " + out);
                String json = write(folder, result, found, samples.picture(), watch, console);
                progress.clear();
                print(result, found, json, console);
                saved.release(progress::note);
                return result;
              });
    }
    return console.interruption().isRequested() ? ExitCode.INTERRUPTED : ExitCode.DONE;
  }

  /** Says what a person should know, unless asked to be quiet. */
  private Consumer<String> talk(Console console) {
    return work.quiet() ? note -> {} : console::note;
  }

  /** Checks all flags that can be checked before the input is read. */
  private MahNmf settings() {
    return Mistakes.ofFlags(
        () -> {
          variants.check(search.hasRidge());
          if (rank.isAuto() && search.isStartGiven()) {
            throw new InputException(
                "--rank auto and --start-basis exclude each other: the given factors have a rank");
          }
          return search.settings(
              rank.atFirst(), work, rank.isAuto() || variants.isWeightSearched());
        });
  }

  /** A search that the clock ends finds something else when it is gone on with. */
  private void requireNoClock(VariantOptions.Variants variant) {
    if (saving.isWanted() && search.isTimed() && (rank.isAuto() || !variant.open().isEmpty())) {
      throw new InputException(
          "--checkpoint and --time-limit exclude each other where a rank or a weight is searched"
              + " for: what is found depends on the clock then");
    }
  }

  /** Checks what an engine cannot do because this process does not see the table. */
  private MahNmf forEngine(MahNmf settings) {
    return Mistakes.ofFlags(
        () -> {
          if (rank.isAuto() || search.isStartGiven()) {
            throw new InputException(
                (rank.isAuto() ? "--rank auto" : "--start-basis")
                    + " needs the whole table here and --engine does not read it; leave out either");
          }
          work.requireNoneFor(engine);
          variants.requireNumbers("--engine");
          return variants.applyUnseen(settings);
        });
  }

  private Optional<RankCurve> findRank(
      MahNmf settings, Observations observations, ProgressLine progress) {
    if (!rank.isAuto()) {
      return Optional.empty();
    }
    progress.phase("searching for the rank");
    return Optional.of(
        Mistakes.of(
            input, "give --rank R", () -> search.findRank(settings, observations, progress)));
  }

  /**
   * Finds the weights that are open, one after the other, each with those found before.
   *
   * @param weights gets what was found, by option
   * @return the settings with them
   */
  private MahNmf findWeights(
      MahNmf settings,
      Map<String, Tradeoff> open,
      Observations observations,
      ProgressLine progress,
      Map<String, WeightCurve> weights) {
    MahNmf[] result = {settings};
    open.forEach(
        (option, tradeoff) -> {
          progress.phase("searching for the weight of " + option);
          WeightCurve curve =
              Mistakes.of(
                  input,
                  "give " + option + " a number",
                  () -> search.findWeight(result[0], observations, tradeoff, progress));
          weights.put(option, curve);
          result[0] = tradeoff.at(result[0], curve.weight());
        });
    return result[0];
  }

  /** What was searched for before the fit. */
  private record Found(Optional<RankCurve> rank, Map<String, WeightCurve> weights) {

    List<String> sentences() {
      List<String> all = new ArrayList<>();
      rank.map(RankCurve::sentence).ifPresent(all::add);
      weights.forEach((option, curve) -> all.add(curve.sentence(option)));
      return all;
    }

    /** Entries of run.json. */
    Map<String, Object> toMap() {
      Map<String, Object> map = new LinkedHashMap<>();
      rank.ifPresent(curve -> map.put("rankSearch", curve.toMap()));
      Map<String, Object> each = new LinkedHashMap<>();
      weights.forEach((option, curve) -> each.put(option, curve.toMap()));
      if (!each.isEmpty()) {
        map.put("weightSearch", each);
      }
      return map;
    }
  }

  private String write(
      OutputFolder folder,
      Factorization result,
      Found found,
      Optional<PictureShape> picture,
      Stopwatch watch,
      Console console)
      throws IOException {
    FitReport report =
        FitReport.of(input.toString(), result)
            .withPictures(picture)
            .withWeightSearch(found.weights());
    String page = found.rank().map(report::withRankSearch).orElse(report).render();
    return folder.writeOrRescue(
        somewhere ->
            new FitFiles(somewhere)
                .write(
                    result, page, input.toString(), console.commandLine(), watch, found.toMap()));
  }

  private void print(Factorization result, Found found, String json, Console console) {
    if (work.json()) {
      console.out().print(json);
    } else {
      summary(result).print(console.out());
    }
    if (!work.quiet()) {
      found.sentences().forEach(console::note);
      result.record().outcome().notes().forEach(console::note);
    }
  }

  private Summary summary(Factorization result) {
    RunRecord record = result.record();
    RunRecord.Outcome outcome = record.outcome();
    String solverName = record.setup().solver() + (search.isAsPublished() ? " as published" : "");
    Summary summary =
        new Summary()
            .add(
                "data",
                record.data().samples()
                    + " samples x "
                    + record.data().features()
                    + " features"
                    + missing(record.data()))
            .add("rank", record.setup().rank() + (rank.isAuto() ? " (auto)" : ""))
            .add("solver", solverName);
    ridge(result.model(), outcome).ifPresent(words -> summary.add("ridge", words));
    return summary
        .add("objective", Summary.number(result.objective()) + terms(outcome.objective()))
        .add("relative error", Summary.number(result.relativeError()))
        .addGap(result.objective(), result.lowerBound())
        .add("iterations", outcome.iterations() + " (" + outcome.stopReason() + ")")
        .add("time", Summary.seconds(outcome.seconds()))
        .add("files", String.join(", ", FitFiles.names()) + " in " + out);
  }

  /** Says which ridge the fit has and who chose it, unless it has none and nothing chose. */
  static Optional<String> ridge(Model model, RunRecord.Outcome outcome) {
    double weight = model.rule().ridge();
    String size = weight > 0 ? Summary.number(weight) + " on both factors" : "none";
    return outcome
        .choice()
        .map(
            choice ->
                size
                    + (choice.hidden() > 0
                        ? ", chosen by hidden entries"
                        : ", since the table is too small to choose it"))
        .or(() -> weight > 0 ? Optional.of(size) : Optional.empty());
  }

  static String terms(Objective objective) {
    if (objective.terms().size() == 1) {
      return "";
    }
    List<String> parts = new ArrayList<>();
    objective.terms().forEach((name, value) -> parts.add(name + " " + Summary.number(value)));
    return " = " + String.join(" + ", parts);
  }

  private static String missing(RunRecord.Data data) {
    long missing = (long) data.samples() * data.features() - data.observed();
    return missing == 0 ? "" : ", " + missing + " missing";
  }
}
