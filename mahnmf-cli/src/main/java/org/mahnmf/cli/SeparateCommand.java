package org.mahnmf.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.RunRecord;
import org.mahnmf.SampledFit;
import org.mahnmf.data.InputException;
import org.mahnmf.data.MaskTruth;
import org.mahnmf.data.Outline;
import org.mahnmf.data.Source;
import org.mahnmf.matrix.ProductMatrix;
import org.mahnmf.picture.Foreground;
import org.mahnmf.picture.MaskScore;
import org.mahnmf.picture.PictureShape;
import org.mahnmf.problem.Observations;
import org.mahnmf.report.Clip;
import org.mahnmf.report.ClipReport;
import org.mahnmf.report.FitReport;
import org.mahnmf.report.MethodScore;
import org.mahnmf.store.Workers;
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
    name = "separate",
    header = {"Separate the background of a clip from what moves before it.", ""},
    sortOptions = false,
    sortSynopsis = false,
    customSynopsis = "mahnmf separate INPUT --out DIR [OPTION]...",
    description = {
      "",
      "Fits INPUT at a low rank; what the parts explain is the background, what they leave stands"
          + " out. A pixel is in the foreground if it differs from the background by more than "
          + "4 robust standard deviations of its own noise.",
      "Writes background, foreground and mask to the folder DIR in the form that came in (a folder"
          + " of frames gives folders of PNG files, a video gives videos, a table NPY files), and"
          + " basis.npy, codes.npy, run.json and report.html.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  mahnmf separate frames --out apart",
      "  mahnmf separate highway/input --mask-truth highway/groundtruth --out highway-apart",
      "",
      "Ctrl-C ends the fit early and saves the best result so far (exit code 130)."
    })
final class SeparateCommand implements Command {

  @Parameters(
      paramLabel = "INPUT",
      converter = InputOptions.SourceName.class,
      description = "Frames, or a table with a frame in each row: " + InputOptions.FORMATS)
  private Source input;

  @Option(
      names = "--rank",
      paramLabel = "R",
      defaultValue = "2",
      description =
          "Number of parts of the background, such as kinds of light (default:"
              + " ${DEFAULT-VALUE}).")
  private int rank;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Folder for the results; created if need be.")
  private Path out;

  @Option(
      names = "--threshold",
      paramLabel = "T",
      description =
          "Difference from the background, in the units of INPUT, above which a pixel is in the"
              + " foreground (default: from the noise of each pixel).")
  private Double threshold;

  @Option(
      names = "--mask-truth",
      paramLabel = "DIR",
      description =
          "Folder of true masks to compare with, coded as in CDnet 2014: 0 still, 50 shadow (still),"
              + " 255 moving, all else ignored.")
  private Path maskTruth;

  @Option(
      names = "--whole",
      description =
          "Fit all pixels at once instead of finding the codes from some thousand of them first;"
              + " slower, with a certified gap.")
  private boolean whole;

  @Mixin private WorkOptions work = new WorkOptions();

  @ArgGroup(validate = false, heading = "%nHow to search:%n")
  private SearchOptions search = new SearchOptions();

  @ArgGroup(validate = false, heading = "%nLong runs:%n")
  private CheckpointOptions saving = new CheckpointOptions();

  @Override
  public int execute(Console console) throws IOException {
    MahNmf settings = settings().withCancellation(console.interruption()::isRequested);
    try (ProgressLine progress = new ProgressLine(console, work.quiet());
        OutputFolder folder = OutputFolder.open(out, "--out");
        CheckpointOptions.Opened saved = saving.open(folder, progress::note);
        Workers workers = new Workers(work.threads())) {
      Stopwatch watch = new Stopwatch();
      folder
          .keeping(input.path(), FitFiles.names())
          .keeping(input.path(), SeparationFiles.names(input));
      WorkOptions.Input frames = work.read(input, progress, "a separation", working(settings));
      Mistakes.requireRankFits(input, frames.observations(), rank, "frames, pixels");
      Optional<MaskTruth> truth = truth(frames);
      MahNmf complete = saved.apply(search.withGivenStart(settings).withListener(progress));
      watch.lap("read");
      console
          .interruption()
          .finish(
              () -> {
                progress.beginRun(search.timeLeft(), search.restarts());
                Factorization parts =
                    Mistakes.of(input, () -> fit(method(complete, frames), frames, progress));
                watch.lap("fit");
                progress.phase("finding what stands out");
                Foreground found = foreground(parts, frames, workers);
                watch.lap("foreground");
                Optional<MaskScore> score = score(found, frames, truth, progress);
                watch.lap("score");
                SeparationFiles files =
                    new SeparationFiles(folder, input, frames, workers, progress);
                List<String> names = files.write(parts, found);
                watch.lap("frames");
                progress.phase("writing " + out);
                String report = report(parts, frames, found, truth, score, watch);
                Map<String, Object> more = more(frames, score, names, watch);
                String json =
                    new FitFiles(folder)
                        .write(parts, report, input.toString(), console.commandLine(), watch, more);
                progress.clear();
                print(parts, frames, score, names, watch, json, console);
                saved.release(progress::note);
                return parts;
              });
    }
    return console.interruption().isRequested() ? ExitCode.INTERRUPTED : ExitCode.DONE;
  }

  private MahNmf settings() {
    if (threshold != null && !(threshold >= 0)) {
      throw new InputException("threshold is " + threshold + " but must be at least 0");
    }
    return Mistakes.ofFlags(() -> search.settings(rank, work));
  }

  private Optional<MaskTruth> truth(WorkOptions.Input frames) {
    if (maskTruth == null) {
      return Optional.empty();
    }
    PictureShape shape =
        frames
            .picture()
            .orElseThrow(
                () ->
                    new InputException(
                        input + ": is not a clip, so --mask-truth has nothing to compare"));
    Observations observations = frames.observations();
    return Optional.of(
        MaskTruth.open(maskTruth, observations.sampleNames(), observations.samples(), shape));
  }

  /** What a fit of all pixels keeps, or masks and what is written. */
  private ToLongFunction<Outline> working(MahNmf settings) {
    return whole
        ? Memory.ofFit(settings, work.isWeighted())
        : size -> (1 + SeparationFiles.bytesPerEntry(input)) * size.rows() * size.columns();
  }

  /** What suits a clip, unless something else is asked for. */
  private MahNmf method(MahNmf settings, WorkOptions.Input frames) {
    boolean clip = !whole && frames.picture().isPresent();
    return clip && search.leavesMethodOpen() ? SampledFit.forFilms(settings) : settings;
  }

  private Factorization fit(MahNmf settings, WorkOptions.Input frames, ProgressLine progress) {
    if (whole || search.mayHaveRidge()) { // the ridge of a sample would be another
      return settings.fit(frames.observations());
    }
    return SampledFit.fit(
        settings,
        frames.observations(),
        SampledFit.enough(rank),
        share -> progress.phase(String.format(Locale.ROOT, "background %.0f %%", 100 * share)));
  }

  private Foreground foreground(Factorization parts, WorkOptions.Input frames, Workers workers) {
    Foreground found =
        Foreground.of(
            frames.observations().values(),
            new ProductMatrix(parts.codes(), parts.basis()),
            frames.picture(),
            workers);
    return threshold == null ? found : found.withThreshold(threshold);
  }

  private static Optional<MaskScore> score(
      Foreground found,
      WorkOptions.Input frames,
      Optional<MaskTruth> truth,
      ProgressLine progress) {
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
      WorkOptions.Input frames,
      Foreground found,
      Optional<MaskTruth> truth,
      Optional<MaskScore> score,
      Stopwatch watch) {
    if (frames.picture().isEmpty()) {
      return FitReport.of(input.toString(), parts).render();
    }
    Observations observations = frames.observations();
    Clip clip =
        new Clip(
            input.toString(),
            frames.picture().get(),
            observations.sampleNames(),
            observations.values(),
            new ProductMatrix(parts.codes(), parts.basis()),
            found.masks(),
            truth.map(MaskTruth::view));
    List<MethodScore> scores =
        score
            .map(
                one ->
                    List.of(
                        new MethodScore(
                            "MahNMF", one.precision(), one.recall(), one.f(), seconds(watch))))
            .orElse(List.of());
    return new ClipReport(clip, parts.basis(), scores, parts.record()).render();
  }

  /** Seconds from the decoded frames to their masks. */
  private static double seconds(Stopwatch watch) {
    return watch.seconds().get("fit") + watch.seconds().get("foreground");
  }

  private Map<String, Object> more(
      WorkOptions.Input frames, Optional<MaskScore> score, List<String> names, Stopwatch watch) {
    Map<String, Object> more = new LinkedHashMap<>();
    more.put("framesPerSecond", frames.observations().samples() / seconds(watch));
    more.put("separated", names);
    if (threshold != null) {
      more.put("threshold", threshold);
    }
    score.ifPresent(one -> more.put("score", ScoreText.map(one)));
    return more;
  }

  private void print(
      Factorization parts,
      WorkOptions.Input frames,
      Optional<MaskScore> score,
      List<String> names,
      Stopwatch watch,
      String json,
      Console console) {
    if (work.json()) {
      console.out().print(json);
    } else {
      summary(parts, frames, score, names, watch).print(console.out());
    }
    if (!work.quiet()) {
      parts.record().outcome().notes().forEach(console::note);
    }
  }

  private Summary summary(
      Factorization parts,
      WorkOptions.Input frames,
      Optional<MaskScore> score,
      List<String> names,
      Stopwatch watch) {
    RunRecord record = parts.record();
    int count = record.data().samples();
    Summary summary =
        new Summary()
            .add("frames", count + size(frames))
            .add("rank", rank)
            .add("relative error", Summary.number(parts.relativeError()))
            .add(
                "time",
                Summary.seconds(seconds(watch))
                    + String.format(
                        Locale.ROOT,
                        " from frames to masks, %.0f frames/s",
                        count / seconds(watch)));
    score.ifPresent(one -> summary.add("score", ScoreText.line(one)));
    return summary.add(
        "files",
        String.join(", ", names) + ", " + String.join(", ", FitFiles.names()) + " in " + out);
  }

  private static String size(WorkOptions.Input frames) {
    Observations observations = frames.observations();
    return frames
        .picture()
        .map(
            shape ->
                " of "
                    + shape.width()
                    + " x "
                    + shape.height()
                    + (shape.channels() == 3 ? " in colour" : ""))
        .orElse(" of " + observations.features() + " entries");
  }
}
