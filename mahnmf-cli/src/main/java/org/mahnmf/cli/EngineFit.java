package org.mahnmf.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.mahnmf.Engine;
import org.mahnmf.MahNmf;
import org.mahnmf.RunRecord;
import org.mahnmf.checkpoint.CheckpointException;
import org.mahnmf.data.AtomicFile;
import org.mahnmf.data.InputException;
import org.mahnmf.data.NpyFile;
import org.mahnmf.data.Source;
import org.mahnmf.problem.Objective;
import org.mahnmf.report.FitReport;
import org.mahnmf.report.FitView;

/** A fit that an engine does: it reads the table and writes the codes. */
final class EngineFit {

  private static final String PARQUET = "codes.parquet";

  private final EngineOption option;
  private final Source input;
  private final Path out;
  private final CheckpointOptions saving;
  private final String codesName;

  /**
   * Prepares a fit.
   *
   * @param parquet whether the codes go to a folder that the engine writes
   */
  EngineFit(
      EngineOption option, Source input, Path out, CheckpointOptions saving, boolean parquet) {
    this.option = option;
    this.input = input;
    this.out = out;
    this.saving = saving;
    this.codesName = parquet ? PARQUET : FitFiles.CODES;
  }

  /**
   * Fits and writes all files of a fit.
   *
   * @param settings complete
   * @param search what the settings were made of
   * @param work how to work
   */
  void run(MahNmf settings, SearchOptions search, WorkOptions work, Console console)
      throws IOException {
    Engine engine = Extra.find(Engine.class, option.name());
    try (ProgressLine progress = new ProgressLine(console, work.quiet());
        OutputFolder folder = OutputFolder.open(out, "--out")) {
      Path codes = folder.file(codesName);
      if (Files.isDirectory(codes) || (codesName.equals(PARQUET) && Files.exists(codes))) {
        throw new InputException(codes + ": is there already; delete it or choose another --out");
      }
      Stopwatch watch = new Stopwatch();
      progress.beginRun(search.timeLeft(), search.restarts());
      progress.phase("fitting on " + option.name());
      Engine.Job job =
          new Engine.Job(
              option.place(),
              input.toString(),
              work.zeroWeightOrOne(),
              codes,
              saving.forEngine(folder, progress::note),
              (samples, features) -> {
                watch.lap("read");
                FitPlan.requireRoom(settings, samples, features, folder);
              });
      MahNmf watched = settings.withListener(progress);
      Engine.Result result = console.interruption().finish(() -> fit(watched, engine, job));
      watch.lap("fit");
      NpyFile.write(folder.file(FitFiles.BASIS), result.model().basis());
      AtomicFile.writeText(folder.file(FitFiles.REPORT), report(result));
      watch.lap("write");
      Map<String, Object> files = new LinkedHashMap<>();
      files.put("basis", FitFiles.BASIS);
      files.put("codes", codesName);
      files.put("report", FitFiles.REPORT);
      String json =
          FitFiles.writeRecord(
              folder,
              result.record(),
              Map.of(),
              files,
              input.toString(),
              console.commandLine(),
              watch);
      progress.clear();
      print(result, json, work, console);
      result.kept().release(progress::note);
    }
  }

  /** A page about the whole fit, with pictures of some of its samples. */
  private String report(Engine.Result result) {
    Engine.Shown shown = result.shown();
    return new FitReport(
            input.toString(),
            new FitView(shown.samples(), result.model().basis(), shown.codes(), result.record()))
        .render();
  }

  private Engine.Result fit(MahNmf settings, Engine engine, Engine.Job job) throws IOException {
    try {
      return settings.fit(engine, job);
    } catch (CheckpointException e) {
      throw new InputException(e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new InputException(input + ": " + e.getMessage(), e);
    }
  }

  private void print(Engine.Result result, String json, WorkOptions work, Console console) {
    if (work.json()) {
      console.out().print(json);
      return;
    }
    RunRecord record = result.record();
    RunRecord.Outcome outcome = record.outcome();
    Summary summary =
        new Summary()
            .add(
                "data",
                record.data().samples() + " samples x " + record.data().features() + " features")
            .add("rank", String.valueOf(record.setup().rank()))
            .add("solver", record.setup().solver() + " on " + option.name());
    FitCommand.ridge(result.model(), outcome).ifPresent(words -> summary.add("ridge", words));
    Objective objective = outcome.objective();
    summary
        .add("objective", Summary.number(objective.total()) + FitCommand.terms(objective))
        .add("relative error", Summary.number(outcome.relativeError()))
        .addGap(objective.total(), outcome.lowerBound())
        .add("iterations", outcome.iterations() + " (" + outcome.stopReason() + ")")
        .add("time", Summary.seconds(outcome.seconds()))
        .add(
            "files",
            String.join(", ", FitFiles.BASIS, codesName, FitFiles.RECORD, FitFiles.REPORT)
                + " in "
                + out)
        .print(console.out());
    if (!work.quiet()) {
      outcome.notes().forEach(console::note);
    }
  }
}
