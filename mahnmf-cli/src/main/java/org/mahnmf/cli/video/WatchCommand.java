package org.mahnmf.cli.video;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.mahnmf.base.Version;
import org.mahnmf.cli.job.Command;
import org.mahnmf.cli.job.Console;
import org.mahnmf.cli.job.FitJob;
import org.mahnmf.cli.job.Interruption;
import org.mahnmf.cli.job.ProgressLine;
import org.mahnmf.cli.job.Summary;
import org.mahnmf.cli.job.UserErrors;
import org.mahnmf.cli.option.OutFolder;
import org.mahnmf.cli.option.PictureOptions;
import org.mahnmf.cli.option.RunOptions;
import org.mahnmf.data.FrameStream;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.Tables;
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
    name = "watch",
    header = "Separate what moves from the background while frames come.",
    customSynopsis = "mahnmf watch SOURCE --out DIR [OPTION]...",
    description = {
      "Learns the background from the first 40 frames, then follows it: each frame gets its mask at"
          + " once, what is older than --memory frames is forgotten, and after a sudden change of"
          + " light the background is learned anew from a few frames. Memory and time for a frame"
          + " stay the same however long the stream is.",
      "Writes masks to the folder DIR/mask as PNG files while frames come, and basis.npy and"
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

  @Option(
      names = "--rank",
      paramLabel = "R",
      defaultValue = "2",
      description =
          "Number of parts of the background, such as kinds of light (default:"
              + " ${DEFAULT-VALUE}).")
  private int rank;

  @Mixin private OutFolder out = new OutFolder();

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
  private List<WatchFiles.Part> parts;

  @Option(
      names = "--idle",
      paramLabel = "SECONDS",
      defaultValue = "5",
      description =
          "A folder ends when no new image has come for so long (default: ${DEFAULT-VALUE}).")
  private double idle;

  @Option(
      names = "--mask-truth",
      paramLabel = "DIR",
      description =
          "Folder of true masks to compare with, coded as in CDnet 2014: 0 still, 50 shadow (still),"
              + " 255 moving, all else ignored.")
  private Path maskTruth;

  @Mixin private PictureOptions pictures = new PictureOptions();

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "0",
      description = "Seed of every random choice (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Mixin private RunOptions runOptions = new RunOptions();

  @Override
  public int execute(Console console) throws IOException {
    if (!(idle >= 0 && idle <= Integer.MAX_VALUE)) {
      throw new InputException("idle is " + idle + " but must be seconds, at least 0");
    }
    int workers = runOptions.threads();
    OnlineMahNmf settings =
        UserErrors.ofFlags(
            () -> OnlineMahNmf.ofRank(rank).withMemory(memory).withSeed(seed).withThreads(workers));
    Optional<MaskTruth.Finder> truth = Optional.ofNullable(maskTruth).map(MaskTruth::finder);
    ReadOptions options = pictures.options(workers);
    try (FitJob job = FitJob.open(console, runOptions, source, out.path());
        FrameQueue queue = new FrameQueue(open(options))) {
      WatchFiles files = new WatchFiles(job.folder(), EnumSet.copyOf(parts), truth);
      if (!source.equals(STANDARD_INPUT)) {
        job.keep(Source.parse(source).path(), files.names());
      }
      job.finish(() -> watch(settings, queue, files, job));
      return job.exitCode();
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

  private void watch(OnlineMahNmf settings, FrameQueue queue, WatchFiles files, FitJob job)
      throws IOException {
    ProgressLine progress = job.progress();
    Interruption interruption = job.console().interruption();
    progress.beginReading("watching " + source);
    try (WatchRun run = new WatchRun(settings, files)) {
      // A problem is told after what was seen before it is safe.
      Optional<InputException> first =
          problemOf(() -> run.run(queue, interruption::isRequested, progress));
      Optional<InputException> last = problemOf(() -> run.finish(progress));
      Optional<InputException> problem = first.or(() -> last);
      if (run.frames() > 0) {
        String record = write(run, files, settings, job.console());
        progress.clear();
        if (problem.isEmpty()) {
          job.print(record, summary(run, files, job)::print, List.of());
        }
      } else if (problem.isEmpty() && !interruption.isRequested()) {
        problem = Optional.of(noFrames(run));
      }
      if (problem.isPresent()) {
        throw problem.get();
      }
    }
  }

  private Optional<InputException> problemOf(FitJob.Work step) throws IOException {
    try {
      step.run();
      return Optional.empty();
    } catch (InputException e) {
      return Optional.of(e);
    } catch (IllegalArgumentException e) {
      return Optional.of(new InputException(source + ": " + e.getMessage(), e));
    }
  }

  private InputException noFrames(WatchRun run) {
    if (run.seen() == 0) {
      String name = source.equals(STANDARD_INPUT) ? "standard input" : source;
      return new InputException(name + ": ended before a frame came");
    }
    return new InputException(
        "%s: rank is %s but must be at most the number of frames, which is %s"
            .formatted(source, rank, run.seen()));
  }

  private String write(WatchRun run, WatchFiles files, OnlineMahNmf settings, Console console)
      throws IOException {
    files.writeBasis(run.basis());
    PictureShape shape = run.shape();
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("frames", run.frames());
    map.put("width", shape.width());
    map.put("height", shape.height());
    map.put("channels", shape.channels());
    map.put("rank", rank);
    map.put("memory", settings.memory());
    map.put("seed", seed);
    map.put("changes", run.changes());
    map.put("framesPerSecond", run.frames() / run.seconds());
    map.put("framesPerSecondInAll", run.frames() / run.secondsInAll());
    map.put("interrupted", console.interruption().isRequested());
    files.score().ifPresent(score -> map.put("score", ScoreText.map(score)));
    map.put("threads", settings.threads());
    map.put("java", Runtime.version().toString());
    map.put("version", Version.TEXT);
    map.put("input", source);
    map.put("command", console.commandLine());
    map.put("files", files.names());
    return files.writeRecord(map);
  }

  private Summary summary(WatchRun run, WatchFiles files, FitJob job) {
    PictureShape shape = run.shape();
    Summary summary =
        new Summary()
            .add("frames", run.frames() + " of " + shape.width() + " x " + shape.height())
            .add("rank", rank)
            .add("changes", run.changes().isEmpty() ? "none" : "at frames " + run.changes())
            .add(
                "time",
                Summary.seconds(run.seconds())
                    + String.format(
                        Locale.ROOT,
                        " from frames to masks, %.0f frames/s; %.0f frames/s in all",
                        run.frames() / run.seconds(),
                        run.frames() / run.secondsInAll()));
    files.score().ifPresent(score -> summary.add("score", ScoreText.line(score)));
    return summary.add("files", job.files(files.names()));
  }
}
