package org.mahnmf.cli.video;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mahnmf.base.Version;
import org.mahnmf.cli.job.Command;
import org.mahnmf.cli.job.Console;
import org.mahnmf.cli.job.FailedException;
import org.mahnmf.cli.job.FitFiles;
import org.mahnmf.cli.job.FitJob;
import org.mahnmf.cli.job.Interruption;
import org.mahnmf.cli.job.Summary;
import org.mahnmf.cli.option.PictureOptions;
import org.mahnmf.cli.option.RunOptions;
import org.mahnmf.data.FrameStream;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.Tables;
import org.mahnmf.data.array.NpyWriter;
import org.mahnmf.data.file.InputException;
import org.mahnmf.data.image.FolderFrames;
import org.mahnmf.data.image.MaskTruth;
import org.mahnmf.data.image.RawFrames;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.online.OnlineMahNmf;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mahnmf watch}: separates the frames of a stream as they come. */
@CommandLine.Command(
    header = "Separate what moves from the background while frames arrive.",
    customSynopsis = "mahnmf watch SOURCE --out DIR [OPTION]...",
    description = {
      "Learns the background from the first 40 frames, then follows it: each frame gets its mask at"
          + " once, what is older than --memory frames is forgotten, and after a sudden change of"
          + " light the background is learned anew from a few frames. Memory and time for a frame"
          + " stay the same however long the stream is.",
      "Writes masks to the folder DIR/mask as PNG files while frames arrive, and basis.npy and"
          + " run.json at the end."
    },
    footer = {
      "Examples:",
      "  mahnmf watch camera/ --out seen --idle 60",
      "  mahnmf watch street.mp4 --rank 2 --out seen --write mask,background",
      "  ffmpeg -i rtsp://camera -f rawvideo -pix_fmt gray -s 320x240 - |",
      "    mahnmf watch - --size 320x240 --out seen",
      "",
      "Ctrl-C ends the stream; everything seen so far is kept (exit code 130)."
    })
public final class WatchCommand implements Command {

  private static final String STANDARD_INPUT = "-";

  @Parameters(
      paramLabel = "SOURCE",
      description =
          "A folder of images that may grow, a video or another clip, or - for standard input: bare"
              + " 8-bit pixels if --size is given (grey, or RGB with --color), else PGM or PPM"
              + " pictures.")
  private String source;

  @Mixin private ClipOptions clip = new ClipOptions();

  @Option(names = "--out", paramLabel = "DIR", required = true, description = RunOptions.OUT)
  private Path out;

  @Option(
      names = "--memory",
      paramLabel = "N",
      defaultValue = "" + OnlineMahNmf.DEFAULT_MEMORY,
      description = "Frames that the background is learned from (default: ${DEFAULT-VALUE}).")
  private int memory;

  @Option(
      names = "--write",
      paramLabel = "PART",
      split = ",",
      defaultValue = "mask",
      description =
          "What to write for each frame: ${COMPLETION-CANDIDATES}; several with commas (default:"
              + " ${DEFAULT-VALUE}).")
  private List<WatchRun.Part> parts;

  @Option(
      names = "--idle",
      paramLabel = "SECONDS",
      defaultValue = "5",
      description =
          "A folder ends when no new image has come for so long (default: ${DEFAULT-VALUE}).")
  private double idle;

  @Mixin private PictureOptions pictures = new PictureOptions();

  @Option(names = "--seed", paramLabel = "S", description = RunOptions.SEED)
  private long seed;

  @Mixin private RunOptions runOptions = new RunOptions();

  @Override
  public int execute(Console console) throws IOException {
    InputException.throwIf(
        !(idle >= 0 && idle <= Integer.MAX_VALUE),
        "idle is " + idle + " but must be seconds, at least 0");
    int workers = runOptions.threads();
    OnlineMahNmf plain = FitJob.checkFlags(() -> OnlineMahNmf.ofRank(clip.rank()));
    OnlineMahNmf settings =
        FitJob.checkFlags(() -> plain.withMemory(memory)).withSeed(seed).withThreads(workers);
    Optional<MaskTruth.Finder> truth = clip.maskTruth().map(MaskTruth::finder);
    ReadOptions options = pictures.options(workers);
    try (FitJob job = FitJob.open(console, runOptions, source, out);
        FrameQueue queue = new FrameQueue(open(options));
        WatchRun run =
            new WatchRun(settings, job.folder(), EnumSet.copyOf(parts), truth, job.progress())) {
      if (!source.equals(STANDARD_INPUT)) {
        job.keep(Source.parse(source).path(), run.results());
      }
      return job.finish(() -> watch(settings, queue, run, job));
    }
  }

  private FrameStream open(ReadOptions options) {
    if (source.equals(STANDARD_INPUT)) {
      return new RawFrames(System.in, "standard input", options);
    }
    Source place = Source.parse(source);
    if (Files.isDirectory(place.path())) {
      return new FolderFrames(place.path(), options, Duration.ofNanos((long) (idle * 1e9)));
    }
    return Tables.open(place, options);
  }

  private void watch(OnlineMahNmf settings, FrameQueue queue, WatchRun run, FitJob job)
      throws IOException {
    Interruption interruption = job.console().interruption();
    job.progress().beginReading("watching " + source);
    // A problem is told after what was seen before it is safe.
    Optional<RuntimeException> first =
        problemOf(() -> run.run(queue, interruption::isRequested), job);
    boolean isFull = first.filter(FailedException.class::isInstance).isPresent();
    Optional<RuntimeException> last = isFull ? Optional.empty() : problemOf(run::finish, job);
    Optional<RuntimeException> problem = first.or(() -> last);
    if (run.frames > 0) {
      String record = write(run, settings, job, problem);
      job.progress().clear();
      if (problem.isEmpty()) {
        job.print(record, summary(run, job)::print, List.of());
      }
    } else if (problem.isEmpty() && !interruption.isRequested()) {
      throw noFrames(run);
    }
    if (problem.isPresent()) {
      throw problem.get();
    }
  }

  private static Optional<RuntimeException> problemOf(Interruption.Work step, FitJob job)
      throws IOException {
    try {
      return job.checked(
          () -> {
            step.run();
            return Optional.empty();
          });
    } catch (InputException | FailedException e) {
      return Optional.of(e);
    }
  }

  private InputException noFrames(WatchRun run) {
    String name = source.equals(STANDARD_INPUT) ? "standard input" : source;
    return new InputException(
        run.seen == 0
            ? name + ": ended before a frame came"
            : "%s: rank is %s but must be at most the number of frames, which is %s"
                .formatted(source, clip.rank(), run.seen));
  }

  /** Writes what is left at the end; if that has to go elsewhere, one line says both. */
  private String write(
      WatchRun run, OnlineMahNmf settings, FitJob job, Optional<RuntimeException> problem)
      throws IOException {
    Map<String, Object> record = record(run, settings, job.console());
    try {
      return job.folder()
          .writeOrRescue(
              where -> {
                NpyWriter.write(where.file(FitFiles.BASIS), run.basis());
                return FitFiles.record(where, record);
              });
    } catch (FailedException e) {
      String rest = e.getMessage().substring(e.getMessage().lastIndexOf("; "));
      throw problem.map(first -> new FailedException(first.getMessage() + rest, first)).orElse(e);
    }
  }

  private Map<String, Object> record(WatchRun run, OnlineMahNmf settings, Console console) {
    PictureShape shape = run.shape;
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("frames", run.frames);
    map.put("width", shape.width());
    map.put("height", shape.height());
    map.put("channels", shape.channels());
    map.put("rank", clip.rank());
    map.put("memory", settings.memory());
    map.put("seed", seed);
    map.put("changes", run.changes);
    map.put("framesPerSecond", run.frames / run.seconds());
    map.put("framesPerSecondInAll", run.frames / run.secondsInAll());
    map.put("interrupted", console.interruption().isRequested());
    run.score.ifPresent(score -> ClipOptions.put(score, map));
    map.put("threads", settings.threads());
    map.put("java", Runtime.version().toString());
    map.put("version", Version.TEXT);
    map.put("input", source);
    map.put("command", console.commandLine());
    map.put("files", run.results());
    return map;
  }

  private Summary summary(WatchRun run, FitJob job) {
    PictureShape shape = run.shape;
    String pace = "%.2f s from frames to masks, %.0f frames/s; %.0f frames/s in all";
    double each = run.frames / run.seconds();
    double all = run.frames / run.secondsInAll();
    Summary summary =
        new Summary()
            .add("frames", "%d of %d x %d", run.frames, shape.width(), shape.height())
            .add("rank", clip.rank())
            .add("changes", run.changes.isEmpty() ? "none" : "at frames " + run.changes)
            .add("time", pace, run.seconds(), each, all);
    run.score.ifPresent(score -> ClipOptions.add(score, summary));
    return summary.add("files", job.files(run.results()));
  }
}
