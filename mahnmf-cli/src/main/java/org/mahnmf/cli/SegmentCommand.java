package org.mahnmf.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.data.AtomicFile;
import org.mahnmf.data.InputException;
import org.mahnmf.lab.segment.ColourPicture;
import org.mahnmf.lab.segment.SegmentPictures;
import org.mahnmf.lab.segment.Segmentation;
import org.mahnmf.lab.segment.Segmenter;
import org.mahnmf.report.GroupReport;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mahnmf segment}: cuts an image into a few regions that belong together. */
@CommandLine.Command(
    name = "segment",
    header = {"Cut an image into segments.", ""},
    sortOptions = false,
    sortSynopsis = false,
    customSynopsis = "mahnmf segment IMAGE --segments K --out DIR [OPTION]...",
    description = {
      "",
      "Cuts IMAGE into small patches, factors their affinity by symmetric MahNMF and groups them"
          + " by k-means: patches belong together if they are alike in colour and near each other.",
      "Writes segments.png (the number of each pixel's segment, from 1, the largest first),"
          + " overlay.png, run.json and report.html to the folder DIR.",
      ""
    },
    footer = {"", "Example:", "  mahnmf segment beach.jpg --segments 3 --out beach"})
final class SegmentCommand implements Command {

  private static final String SEGMENTS = "segments.png";
  private static final String OVERLAY = "overlay.png";

  @Parameters(paramLabel = "IMAGE", description = "PNG, JPEG, BMP, PGM, PPM or TIFF.")
  private Path input;

  @Option(
      names = "--segments",
      paramLabel = "K",
      required = true,
      description = "Number of segments, at least 1.")
  private int segments;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Folder for the results; created if need be.")
  private Path out;

  @Option(
      names = "--rank",
      paramLabel = "R",
      defaultValue = "" + Segmenter.DEFAULT_RANK,
      description = "Rank of the factored affinity (default: ${DEFAULT-VALUE}).")
  private int rank;

  @Option(
      names = "--superpixels",
      paramLabel = "N",
      defaultValue = "" + Segmenter.DEFAULT_SUPERPIXELS,
      description =
          "About how many patches; time and memory grow with their square (default:"
              + " ${DEFAULT-VALUE}).")
  private int superpixels;

  @Option(
      names = "--as-published",
      description = "Compare brightness and cut off pairs beyond the median distance.")
  private boolean asPublished;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "0",
      description = "Seed of every random choice (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Mixin private RunOptions runOptions = new RunOptions();

  @Override
  public int execute(Console console) throws IOException {
    Segmenter settings = settings();
    try (ProgressLine progress = new ProgressLine(console, runOptions.quiet());
        OutputFolder folder = OutputFolder.open(out, "--out")) {
      Stopwatch watch = new Stopwatch();
      folder.keeping(input, List.of(SEGMENTS, OVERLAY));
      progress.phase("reading " + input);
      ColourPicture picture = ColourPicture.read(input);
      watch.lap("read");
      console
          .interruption()
          .finish(
              () -> {
                progress.beginRun(
                    new TimeLeft(
                        MahNmf.DEFAULT_MAX_ITERATIONS,
                        Double.POSITIVE_INFINITY,
                        MahNmf.DEFAULT_TOLERANCE,
                        1),
                    1);
                Segmentation found =
                    segment(
                        settings,
                        picture,
                        fit ->
                            fit.withListener(progress)
                                .withCancellation(console.interruption()::isRequested));
                watch.lap("segment");
                progress.phase("writing " + out);
                String record = write(folder, picture, found, watch, console);
                progress.clear();
                print(found, record, console);
                return found;
              });
    }
    return console.interruption().isRequested() ? ExitCode.INTERRUPTED : ExitCode.DONE;
  }

  private Segmenter settings() {
    try {
      Segmenter settings =
          Segmenter.withSegments(segments)
              .withRank(rank)
              .withSuperpixels(superpixels)
              .withSeed(seed)
              .withThreads(runOptions.threads());
      return asPublished ? settings.asPublished() : settings;
    } catch (IllegalArgumentException e) {
      throw new InputException(e.getMessage(), e);
    }
  }

  private Segmentation segment(
      Segmenter settings, ColourPicture picture, UnaryOperator<MahNmf> watched) {
    try {
      return settings.segment(picture, watched);
    } catch (IllegalArgumentException e) {
      throw new InputException(input + ": " + e.getMessage(), e);
    }
  }

  private String write(
      OutputFolder folder,
      ColourPicture picture,
      Segmentation found,
      Stopwatch watch,
      Console console)
      throws IOException {
    SegmentPictures pictures = new SegmentPictures(picture, found);
    byte[] labels = pictures.labels();
    byte[] overlay = pictures.overlay();
    AtomicFile.write(folder.file(SEGMENTS), stream -> stream.write(labels));
    AtomicFile.write(folder.file(OVERLAY), stream -> stream.write(overlay));
    GroupReport report =
        new GroupReport(
                "Segments",
                input.toString(),
                picture.width() + " × " + picture.height() + " pixels in " + segments() + ".",
                found.fit().record())
            .withMembers("Pixels")
            .withPicture("The segments", "Each segment in a colour of its own.", overlay)
            .withPicture("The image", "As it was read.", pictures.original());
    int[] sizes = found.sizes();
    for (int k = 0; k < sizes.length; k++) {
      report.withGroup("segment " + (k + 1), sizes[k], SegmentPictures.colour(k));
    }
    AtomicFile.writeText(folder.file(FitFiles.REPORT), report.render());
    watch.lap("write");
    Map<String, Object> files = new LinkedHashMap<>();
    files.put("segments", SEGMENTS);
    files.put("overlay", OVERLAY);
    files.put("report", FitFiles.REPORT);
    Map<String, Object> more = new LinkedHashMap<>();
    more.put("segments", segments);
    more.put("superpixels", found.superpixels().count());
    more.put("sizes", Arrays.stream(sizes).boxed().toList());
    return FitFiles.writeRecord(
        folder, found.fit().record(), more, files, input.toString(), console.commandLine(), watch);
  }

  private String segments() {
    return segments == 1 ? "one segment" : segments + " segments";
  }

  private static String sizes(Segmentation found) {
    return Arrays.stream(found.sizes())
        .mapToObj(Integer::toString)
        .collect(Collectors.joining(", "));
  }

  private void print(Segmentation found, String record, Console console) {
    if (runOptions.json()) {
      console.out().print(record);
    } else {
      Factorization fit = found.fit();
      new Summary()
          .add("segments", segments + " of " + sizes(found) + " pixels")
          .add("superpixels", found.superpixels().count())
          .add("relative error", Summary.number(fit.relativeError()))
          .add("time", Summary.seconds(fit.record().outcome().seconds()))
          .add("files", SEGMENTS + ", " + OVERLAY + ", " + FitFiles.REPORT + " in " + out)
          .print(console.out());
    }
    if (!runOptions.quiet()) {
      found.fit().record().outcome().notes().forEach(console::note);
    }
  }
}
