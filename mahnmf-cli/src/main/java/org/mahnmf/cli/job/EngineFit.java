package org.mahnmf.cli.job;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mahnmf.Engine;
import org.mahnmf.MahNmf;
import org.mahnmf.checkpoint.CheckpointException;
import org.mahnmf.cli.option.CheckpointOptions;
import org.mahnmf.cli.option.EngineOption;
import org.mahnmf.cli.option.InputOptions;
import org.mahnmf.cli.option.SearchOptions;
import org.mahnmf.data.file.InputException;
import org.mahnmf.report.FitReport;
import org.mahnmf.report.FitView;

/** A fit that an engine does: it reads the table and writes the codes. */
public final class EngineFit {

  private static final String PARQUET = "codes.parquet";

  private final FitJob job;
  private final EngineOption option;
  private final String codesName;

  /**
   * Prepares a fit.
   *
   * @param parquet whether the codes go to a folder that the engine writes
   */
  public EngineFit(FitJob job, EngineOption option, boolean parquet) {
    this.job = job;
    this.option = option;
    this.codesName = parquet ? PARQUET : FitFiles.CODES;
  }

  /** Fits and writes all files of a fit. */
  public void run(
      MahNmf settings, SearchOptions search, InputOptions inputs, CheckpointOptions saving)
      throws IOException {
    Engine engine = OptionalModule.find(Engine.class, option.name());
    Path codes = job.folder().file(codesName);
    if (Files.isDirectory(codes) || (codesName.equals(PARQUET) && Files.exists(codes))) {
      throw new InputException(codes + ": is there already; delete it or choose another --out");
    }
    Engine.Job elsewhere =
        new Engine.Job(
            option.place(),
            job.input(),
            inputs.zeroWeight().orElse(1.0),
            codes,
            saving(saving),
            (samples, features) -> {
              job.lap("read");
              MemoryPlan.requireRoom(settings, samples, features, job.folder());
            });
    job.begin(search);
    job.progress().phase("fitting on " + option.name());
    job.finish(
        () -> {
          Engine.Result result = fit(job.watched(settings), engine, elsewhere);
          job.lap("fit");
          String json = job.write(files -> write(result, files));
          job.print(json, out -> print(result, out), List.of());
          result.kept().release(job::note);
        });
  }

  private Optional<Engine.Saving> saving(CheckpointOptions saving) {
    saving.check();
    return saving.isWanted()
        ? Optional.of(
            new Engine.Saving(
                saving.place(job.folder().path()), saving.resume(), saving.every(), job::note))
        : Optional.empty();
  }

  private Engine.Result fit(MahNmf settings, Engine engine, Engine.Job elsewhere)
      throws IOException {
    try {
      return settings.fit(engine, elsewhere);
    } catch (CheckpointException e) {
      throw new InputException(e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new InputException(job.input() + ": " + e.getMessage(), e);
    }
  }

  /** Writes the basis, and a page about the whole fit with pictures of some of its samples. */
  private String write(Engine.Result result, FitFiles files) throws IOException {
    Engine.Shown shown = result.shown();
    FitView view =
        new FitView(shown.samples(), result.model().basis(), shown.codes(), result.record());
    return files
        .basis(result.model().basis())
        .list("codes", codesName)
        .report(new FitReport(job.input(), view).render())
        .record(result.record(), Map.of());
  }

  private void print(Engine.Result result, PrintStream out) {
    new Summary()
        .addFit(result.record(), result.model(), false, "", " on " + option.name())
        .add(
            "files",
            job.files(List.of(FitFiles.BASIS, codesName, FitFiles.RECORD, FitFiles.REPORT)))
        .print(out);
    result.record().outcome().notes().forEach(job::note);
  }
}
