package org.mahnmf.cli.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mahnmf.Engine;
import org.mahnmf.MahNmf;
import org.mahnmf.cli.option.CheckpointOptions;
import org.mahnmf.cli.option.EngineOption;
import org.mahnmf.cli.option.InputOptions;
import org.mahnmf.data.file.InputException;
import org.mahnmf.report.FitReport;
import org.mahnmf.report.FitView;

/**
 * A fit that an engine does: it reads the table and writes the codes.
 *
 * @param parquet whether the codes go to a folder that the engine writes
 */
public record EngineFit(FitJob job, EngineOption option, boolean parquet) {

  public int run(MahNmf settings, InputOptions inputs, CheckpointOptions checkpoints)
      throws IOException {
    Engine engine = OptionalModule.find(Engine.class, option.name());
    Path codes = job.folder().file(codesName());
    InputException.throwIf(
        Files.isDirectory(codes) || (parquet && Files.exists(codes)),
        codes + ": is there already; delete it or choose another --out");
    Engine.Job elsewhere =
        new Engine.Job(
            option.place(),
            job.input(),
            inputs.zeroWeight().orElse(1.0),
            codes,
            Optional.ofNullable(checkpoints).map(this::checkpoints),
            (samples, features) -> {
              job.lap("read");
              MemoryPlan.requireRoom(settings, samples, features, job.folder());
            });
    job.progress().beginRun(settings);
    job.progress().phase("fitting on " + option.name());
    return job.finish(
        () -> {
          Engine.Result result = job.checked(() -> job.watched(settings).fit(engine, elsewhere));
          job.lap("fit");
          String json = job.write(files -> write(result, files));
          job.print(json, summary(result)::print, result.record().outcome().notes());
          result.saved().release(job::note);
        });
  }

  private Engine.Checkpoints checkpoints(CheckpointOptions wanted) {
    String place = wanted.place(job.folder().path());
    return new Engine.Checkpoints(place, wanted.resume(), wanted.every(), job::note);
  }

  private String codesName() {
    return parquet ? "codes.parquet" : FitFiles.CODES;
  }

  /** Writes the basis, and a page about the whole fit with pictures of some of its samples. */
  private String write(Engine.Result result, FitFiles files) throws IOException {
    Engine.Shown shown = result.shown();
    FitView view =
        new FitView(shown.samples(), result.model().basis(), shown.codes(), result.record());
    return files
        .basis(result.model().basis())
        .list("codes", codesName())
        .report(new FitReport(job.input(), view).render())
        .record(result.record(), Map.of());
  }

  private Summary summary(Engine.Result result) {
    return new Summary()
        .addFit(result.record(), result.model(), false, "", " on " + option.name())
        .add(
            "files",
            job.files(List.of(FitFiles.BASIS, codesName(), FitFiles.RECORD, FitFiles.REPORT)));
  }
}
