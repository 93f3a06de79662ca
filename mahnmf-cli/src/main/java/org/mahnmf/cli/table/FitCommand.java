package org.mahnmf.cli.table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.mahnmf.Factorization;
import org.mahnmf.HeldOutCurve;
import org.mahnmf.MahNmf;
import org.mahnmf.Tradeoff;
import org.mahnmf.cli.job.Command;
import org.mahnmf.cli.job.Console;
import org.mahnmf.cli.job.EngineFit;
import org.mahnmf.cli.job.FitFiles;
import org.mahnmf.cli.job.FitJob;
import org.mahnmf.cli.job.InputTable;
import org.mahnmf.cli.job.MemoryPlan;
import org.mahnmf.cli.job.Summary;
import org.mahnmf.cli.option.CheckpointOptions;
import org.mahnmf.cli.option.EngineOption;
import org.mahnmf.cli.option.InputOptions;
import org.mahnmf.cli.option.RunOptions;
import org.mahnmf.cli.option.SearchOptions;
import org.mahnmf.cli.option.VariantOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.report.FitReport;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mahnmf fit}: factors a table and writes the factors, a record and a report. */
@CommandLine.Command(
    header = "Factor a table into parts, robustly.",
    customSynopsis = "mahnmf fit INPUT --rank R|auto --out DIR [OPTION]...",
    description = {
      "Finds non-negative codes (samples x R) and a basis (R x features) with the least sum of"
          + " absolute errors |INPUT - codes * basis|, so that outliers stay out of the parts.",
      "Writes basis.npy, codes.npy, run.json and report.html to the folder DIR."
    },
    footer = {
      "Example:",
      "  mahnmf fit faces.csv --rank 16 --seed 7 --out faces",
      "",
      "Ctrl-C ends a fit early and saves the best result so far (exit code 130); with"
          + " --checkpoint, --resume continues from there."
    })
public final class FitCommand implements Command {

  @Parameters(
      paramLabel = "INPUT",
      description = "Table of numbers, at least 0: " + InputOptions.FORMATS)
  private Source input;

  @Option(
      names = "--rank",
      paramLabel = "R",
      required = true,
      description =
          "Number of parts: at least 1, at most min(rows, columns); or auto: the rank that predicts"
              + " hidden entries best, see mahnmf rank.")
  private OptionalInt rank;

  @Option(names = "--out", paramLabel = "DIR", required = true, description = RunOptions.OUT)
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

  @Mixin private InputOptions inputs = new InputOptions();

  @ArgGroup(validate = false, heading = "%nHow to search:%n")
  private SearchOptions search = new SearchOptions();

  @ArgGroup(validate = false, heading = "%nLong runs:%n")
  private CheckpointOptions checkpoints; // null if none is given

  @ArgGroup(
      validate = false,
      heading = "%nVariants of the problem, in the units of INPUT; see the guide:%n")
  private VariantOptions variants; // null if none is given

  @Override
  public int execute(Console console) throws IOException {
    MahNmf settings = settings();
    InputException.throwIf(
        codesParquet && engine == null, "--codes-parquet needs --engine as well");
    MahNmf elsewhere = engine == null ? null : forEngine(settings);
    try (FitJob job = FitJob.open(console, inputs.run(), input, out)) {
      if (engine != null) {
        return new EngineFit(job, engine, codesParquet).run(elsewhere, inputs, checkpoints);
      }
      job.save(checkpoints);
      job.keep(input.path(), FitFiles.names());
      MemoryPlan plan =
          job.planFit(settings, inputs, outOfCore).withRank(rank.orElse(1), "rows, columns");
      InputTable samples = job.read(input, inputs, plan);
      Observations observations = samples.observations();
      job.progress().phase("preparing");
      MahNmf started = job.watched(settings, search);
      VariantOptions.Variants variant =
          variants == null
              ? new VariantOptions.Variants(started, Map.of())
              : job.checked(() -> variants.apply(started, observations, inputs.threads()));
      requireNoClock(variant);
      return job.finish(
          () -> {
            Found found = find(job, variant, observations);
            Factorization result = job.fit(found.settings(), observations);
            // The factors come first: a report that memory cannot hold must not cost them.
            String json =
                job.write(
                    files ->
                        files
                            .factors(result)
                            .report(page(result, found, samples.picture()))
                            .record(result.record(), found.toMap()));
            List<String> notes = new ArrayList<>(found.sentences());
            notes.addAll(result.record().outcome().notes());
            job.print(json, summary(result, job)::print, notes);
          });
    }
  }

  /** Checks all flags that can be checked before the input is read. */
  private MahNmf settings() {
    return FitJob.checkFlags(
        () -> {
          boolean weighs = variants != null && variants.check(search.hasRidge());
          InputException.throwIf(
              rank.isEmpty() && !search.startFiles().isEmpty(),
              "--rank auto and --start-basis exclude each other: the given factors have a rank");
          return search.settings(rank.orElse(1), inputs, rank.isEmpty() || weighs);
        });
  }

  /** A search that the clock ends finds something else when it is resumed. */
  private void requireNoClock(VariantOptions.Variants variant) {
    InputException.throwIf(
        checkpoints != null && search.isTimed() && (rank.isEmpty() || !variant.open().isEmpty()),
        "--checkpoint and --time-limit exclude each other where a rank or a weight is searched"
            + " for: what is found depends on the clock then");
  }

  /** Checks what an engine cannot do because this process does not see the table. */
  private MahNmf forEngine(MahNmf settings) {
    return FitJob.checkFlags(
        () -> {
          InputException.throwIf(
              rank.isEmpty() || !search.startFiles().isEmpty(),
              (rank.isEmpty() ? "--rank auto" : "--start-basis")
                  + " needs the whole table here and --engine does not read it; leave out either");
          inputs.requireNoneFor(engine);
          return variants == null ? settings : variants.applyUnseen(settings);
        });
  }

  /** Finds the rank, then the weights that are open, each with those found before. */
  private Found find(FitJob job, VariantOptions.Variants variant, Observations observations) {
    MahNmf settings = variant.settings();
    Optional<HeldOutCurve> curve = Optional.empty();
    if (rank.isEmpty()) {
      HeldOutCurve found =
          job.checked(
              "give --rank R", () -> job.findRank(variant.settings(), observations, search));
      settings = settings.withRank(found.rank());
      curve = Optional.of(found);
    }
    job.lap("rank");
    Map<String, HeldOutCurve> weights = new LinkedHashMap<>();
    for (Map.Entry<String, Tradeoff> one : variant.open().entrySet()) {
      HeldOutCurve found =
          job.findWeight(settings, observations, search, one.getKey(), one.getValue());
      settings = one.getValue().at(settings, found.weight());
      weights.put(one.getKey(), found);
    }
    job.lap("weights");
    return new Found(settings, curve, weights);
  }

  /** What was searched for before the fit, and the settings with it. */
  private record Found(
      MahNmf settings, Optional<HeldOutCurve> rank, Map<String, HeldOutCurve> weights) {

    List<String> sentences() {
      List<String> all = new ArrayList<>();
      rank.map(HeldOutCurve::sentence).ifPresent(all::add);
      weights.forEach((option, curve) -> all.add(curve.sentence(option)));
      return all;
    }

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

  private String page(Factorization result, Found found, Optional<PictureShape> picture) {
    FitReport report =
        FitReport.of(input.toString(), result)
            .withPictures(picture)
            .withWeightSearch(found.weights());
    return found.rank().map(report::withRankSearch).orElse(report).render();
  }

  private Summary summary(Factorization result, FitJob job) {
    String chosen = rank.isEmpty() ? " (auto)" : "";
    String how = search.isAsPublished() ? " as published" : "";
    return new Summary()
        .addFit(result.record(), result.model(), true, chosen, how)
        .add("files", job.files(FitFiles.names()));
  }
}
