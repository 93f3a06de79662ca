package org.mahnmf.cli.video;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.SampledFit;
import org.mahnmf.base.Workers;
import org.mahnmf.cli.job.Command;
import org.mahnmf.cli.job.Console;
import org.mahnmf.cli.job.FitFiles;
import org.mahnmf.cli.job.FitJob;
import org.mahnmf.cli.job.InputTable;
import org.mahnmf.cli.job.MemoryPlan;
import org.mahnmf.cli.job.ProgressLine;
import org.mahnmf.cli.job.Summary;
import org.mahnmf.cli.option.CheckpointOptions;
import org.mahnmf.cli.option.InputOptions;
import org.mahnmf.cli.option.RunOptions;
import org.mahnmf.cli.option.SearchOptions;
import org.mahnmf.data.Outline;
import org.mahnmf.data.Source;
import org.mahnmf.data.file.InputException;
import org.mahnmf.data.image.MaskTruth;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.picture.Foreground;
import org.mahnmf.picture.MaskScore;
import org.mahnmf.report.ClipReport;
import org.mahnmf.report.FitReport;
import org.mahnmf.report.MethodScore;
import org.mahnmf.report.chart.Clip;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code mahnmf separate}: takes a clip, or any table, apart into a background of low rank and what
 * stands out of it.
 *
 * <p>Coloured frames are factored as one table with three numbers for each pixel, so that all
 * channels share the codes (the light of a frame) and each has its own basis. Three tables, one for
 * each channel, found what moves equally well on the highway of CDnet 2014 (200 frames, rank 2: F
 * .938 apart, .939 shared; best F of one threshold .851 and .852), so the simpler way it is.
 *
 * <p>The parts of a clip begin as still pictures and are then reweighted, which keeps what passes
 * by out of them: on the same highway, in grey, F is .919 to .922 for four of six seeds (best F of
 * one threshold .813) at an objective .5 to .7 % above that of {@code --solver auto}. The other two
 * seeds end .6 % below auto's, as random starts do: there a part has learnt the traffic of the
 * lanes, and F is .905 (.795).
 */
@CommandLine.Command(
    header = "Separate the background of a clip from what moves in front of it.",
    customSynopsis = "mahnmf separate INPUT --out DIR [OPTION]...",
    description = {
      "Fits INPUT at a low rank; what the parts explain is the background, what they leave stands"
          + " out. A pixel is in the foreground if it differs from the background by more than "
          + "4 robust standard deviations of its own noise.",
      "Writes background, foreground and mask to the folder DIR in the form that came in (a folder"
          + " of frames gives folders of PNG files, a video gives videos, a table NPY files), and"
          + " basis.npy, codes.npy, run.json and report.html."
    },
    footer = {
      "Examples:",
      "  mahnmf separate frames --out apart",
      "  mahnmf separate highway/input --mask-truth highway/groundtruth --out highway-apart",
      "",
      "Ctrl-C ends the fit early and saves the best result so far (exit code 130)."
    })
public final class SeparateCommand implements Command {

  @Parameters(
      paramLabel = "INPUT",
      description = "Frames, or a table with a frame in each row: " + InputOptions.FORMATS)
  private Source input;

  @Mixin private ClipOptions clip = new ClipOptions();

  @Option(names = "--out", paramLabel = "DIR", required = true, description = RunOptions.OUT)
  private Path out;

  @Option(
      names = "--threshold",
      paramLabel = "T",
      description =
          "Difference from the background, in the units of INPUT, above which a pixel is in the"
              + " foreground (default: from the noise of each pixel).")
  private Double threshold;

  @Option(
      names = "--whole",
      description =
          "Fit all pixels at once instead of finding the codes from some thousand of them first;"
              + " slower, with a certified gap.")
  private boolean whole;

  @Mixin private InputOptions inputs = new InputOptions();

  @ArgGroup(validate = false, heading = "%nHow to search:%n")
  private SearchOptions search = new SearchOptions();

  @ArgGroup(validate = false, heading = "%nLong runs:%n")
  private CheckpointOptions checkpoints; // null if none is given

  @Override
  public int execute(Console console) throws IOException {
    MahNmf settings = settings();
    try (FitJob job = FitJob.open(console, inputs.run(), input, out);
        Workers workers = new Workers(inputs.threads())) {
      job.save(checkpoints);
      job.keep(input.path(), FitFiles.names());
      job.keep(input.path(), SeparationFiles.names(input));
      MemoryPlan plan =
          MemoryPlan.of("a separation", working(settings)).withRank(clip.rank(), "frames, pixels");
      InputTable frames = job.read(input, inputs, plan);
      Optional<MaskTruth> truth = truth(frames);
      MahNmf complete = job.watched(settings, search);
      return job.finish(
          () -> {
            job.progress().beginRun(complete);
            Factorization parts =
                job.checked(() -> fit(method(complete, frames), frames, job.progress()));
            job.lap("fit");
            job.progress().phase("finding what stands out");
            Foreground found = foreground(parts, frames, workers);
            job.lap("foreground");
            Optional<MaskScore> score = score(found, frames, truth, job.progress());
            job.lap("score");
            // From the decoded frames to their masks.
            double seconds = job.seconds().get("fit") + job.seconds().get("foreground");
            List<String> names = new ArrayList<>();
            String json =
                job.write(
                    files -> {
                      names.clear();
                      names.addAll(
                          new SeparationFiles(
                                  files.folder(), input, frames, workers, job.progress())
                              .write(parts, found));
                      job.lap("frames");
                      return files
                          .factors(parts)
                          .report(report(parts, frames, found, truth, score, seconds))
                          .record(parts.record(), more(frames, score, names, seconds));
                    });
            Summary summary = summary(parts, frames, score, seconds);
            names.addAll(FitFiles.names());
            summary.add("files", job.files(names));
            job.print(json, summary::print, parts.record().outcome().notes());
          });
    }
  }

  private MahNmf settings() {
    InputException.throwIf(
        threshold != null && !(threshold >= 0),
        "threshold is " + threshold + " but must be at least 0");
    return FitJob.checkFlags(() -> search.settings(clip.rank(), inputs));
  }

  private Optional<MaskTruth> truth(InputTable frames) {
    InputException.throwIf(
        clip.maskTruth().isPresent() && frames.picture().isEmpty(),
        input + ": is not a clip, so --mask-truth has nothing to compare");
    List<String> names = frames.observations().sampleNames();
    int count = frames.observations().samples();
    return clip.maskTruth()
        .map(folder -> MaskTruth.open(folder, names, count, frames.picture().orElseThrow()));
  }

  /** What a fit of all pixels keeps, or masks and what is written. */
  private ToLongFunction<Outline> working(MahNmf settings) {
    return whole
        ? MemoryPlan.tables(settings, inputs.weights().isPresent())
        : size -> (1 + SeparationFiles.bytesPerEntry(input)) * size.rows() * size.columns();
  }

  /** What suits a clip, unless something else is asked for. */
  private MahNmf method(MahNmf settings, InputTable frames) {
    boolean pictures = !whole && frames.picture().isPresent();
    return pictures && search.leavesMethodOpen() ? SampledFit.forFilms(settings) : settings;
  }

  private Factorization fit(MahNmf settings, InputTable frames, ProgressLine progress) {
    if (whole || search.mayHaveRidge()) { // the ridge of a sample would be another
      return settings.fit(frames.observations());
    }
    return SampledFit.fit(
        settings,
        frames.observations(),
        SampledFit.enough(clip.rank()),
        share -> progress.phase(Summary.text("background %.0f %%", 100 * share)));
  }

  private Foreground foreground(Factorization parts, InputTable frames, Workers workers) {
    Foreground found =
        Foreground.of(frames.observations().values(), parts.lowRank(), frames.picture(), workers);
    return threshold == null ? found : found.withThreshold(threshold);
  }

  private static Optional<MaskScore> score(
      Foreground found, InputTable frames, Optional<MaskTruth> truth, ProgressLine progress) {
    if (truth.isEmpty()) {
      return Optional.empty();
    }
    MaskScore score = new MaskScore(frames.picture().orElseThrow().white());
    progress.beginReading("comparing");
    for (int k = 0; k < found.count(); k++) {
      score.add(found.mask(k), found.size(k), truth.get().codes(k));
      progress.onFrame("comparing", k + 1, found.count());
    }
    return Optional.of(score);
  }

  private String report(
      Factorization parts,
      InputTable frames,
      Foreground found,
      Optional<MaskTruth> truth,
      Optional<MaskScore> score,
      double seconds) {
    if (frames.picture().isEmpty()) {
      return FitReport.of(input.toString(), parts).render();
    }
    Observations observations = frames.observations();
    Clip shown =
        new Clip(
            input.toString(),
            frames.picture().get(),
            observations.sampleNames(),
            observations.values(),
            parts.lowRank(),
            found.masks(),
            truth.map(masks -> masks));
    List<MethodScore> scores =
        score.stream()
            .map(one -> new MethodScore("MahNMF", one.precision(), one.recall(), one.f(), seconds))
            .toList();
    return new ClipReport(shown, parts.basis(), scores, parts.record()).render();
  }

  private Map<String, Object> more(
      InputTable frames, Optional<MaskScore> score, List<String> names, double seconds) {
    Map<String, Object> more = new LinkedHashMap<>();
    more.put("framesPerSecond", frames.observations().samples() / seconds);
    more.put("separated", List.copyOf(names));
    if (threshold != null) {
      more.put("threshold", threshold);
    }
    score.ifPresent(one -> ClipOptions.put(one, more));
    return more;
  }

  private Summary summary(
      Factorization parts, InputTable frames, Optional<MaskScore> score, double seconds) {
    int count = parts.record().data().samples();
    Summary summary =
        new Summary()
            .add("frames", count + size(frames))
            .add("rank", clip.rank())
            .add("relative error", Summary.number(parts.relativeError()))
            .add("time", "%.2f s from frames to masks, %.0f frames/s", seconds, count / seconds);
    score.ifPresent(one -> ClipOptions.add(one, summary));
    return summary;
  }

  private static String size(InputTable frames) {
    if (frames.picture().isEmpty()) {
      return " of " + frames.observations().features() + " entries";
    }
    PictureShape shape = frames.picture().get();
    String colour = shape.channels() == 3 ? " in colour" : "";
    return " of " + shape.width() + " x " + shape.height() + colour;
  }
}
