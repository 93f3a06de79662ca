package org.mahnmf.cli.video;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mahnmf.MahNmf;
import org.mahnmf.cli.job.Command;
import org.mahnmf.cli.job.Console;
import org.mahnmf.cli.job.FitFiles;
import org.mahnmf.cli.job.FitJob;
import org.mahnmf.cli.job.Summary;
import org.mahnmf.cli.option.RunOptions;
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
    header = "Cut an image into segments.",
    customSynopsis = "mahnmf segment IMAGE --segments K --out DIR [OPTION]...",
    description = {
      "Cuts IMAGE into small patches, factors their affinity by symmetric MahNMF and groups them"
          + " by k-means: patches belong together if they are alike in colour and near each other.",
      "Writes segments.png (the number of each pixel's segment, from 1, the largest first),"
          + " overlay.png, run.json and report.html to the folder DIR."
    },
    footer = {"Example:", "  mahnmf segment beach.jpg --segments 3 --out beach"})
public final class SegmentCommand implements Command {

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

  @Option(names = "--out", paramLabel = "DIR", required = true, description = RunOptions.OUT)
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

  @Option(names = "--seed", paramLabel = "N", description = RunOptions.SEED)
  private long seed;

  @Mixin private RunOptions runOptions = new RunOptions();

  @Override
  public int execute(Console console) throws IOException {
    Segmenter settings = FitJob.checkFlags(this::settings);
    try (FitJob job = FitJob.open(console, runOptions, input, out)) {
      job.keep(input, List.of(SEGMENTS, OVERLAY));
      job.progress().phase("reading " + input);
      ColourPicture picture = ColourPicture.read(input);
      return job.finish(
          () -> {
            job.progress().beginRun(MahNmf.ofRank(rank));
            Segmentation found = job.checked(() -> settings.segment(picture, job::watched));
            job.lap("segment");
            String json = job.write(files -> write(files, picture, found));
            job.print(json, summary(found, job)::print, found.fit().record().outcome().notes());
          });
    }
  }

  private Segmenter settings() {
    return new Segmenter(segments, rank, superpixels, seed, runOptions.threads(), asPublished);
  }

  private String write(FitFiles files, ColourPicture picture, Segmentation found)
      throws IOException {
    SegmentPictures pictures = new SegmentPictures(picture, found.labels(), found.segments());
    byte[] overlay = pictures.overlay();
    String count = segments == 1 ? "one segment" : segments + " segments";
    String lead = picture.width() + " × " + picture.height() + " pixels in " + count + ".";
    GroupReport report =
        new GroupReport("Segments", input.toString(), lead, found.fit().record())
            .members("Pixels")
            .addPicture("The segments", "Each segment in a colour of its own.", overlay)
            .addPicture("The image", "As it was read.", pictures.original());
    int[] sizes = found.sizes();
    for (int k = 0; k < sizes.length; k++) {
      report.addGroup("segment " + (k + 1), sizes[k], SegmentPictures.colour(k));
    }
    Map<String, Object> more = new LinkedHashMap<>();
    more.put("segments", segments);
    more.put("superpixels", found.superpixels().count());
    more.put("sizes", Arrays.stream(sizes).boxed().toList());
    return files
        .bytes("segments", SEGMENTS, pictures.labels())
        .bytes("overlay", OVERLAY, overlay)
        .report(report.render())
        .record(found.fit().record(), more);
  }

  private Summary summary(Segmentation found, FitJob job) {
    String sizes = Arrays.toString(found.sizes()).replaceAll("[\\[\\]]", "");
    return new Summary()
        .add("segments", segments + " of " + sizes + " pixels")
        .add("superpixels", found.superpixels().count())
        .add("relative error", Summary.number(found.fit().relativeError()))
        .add("time", Summary.seconds(found.fit().record().outcome().seconds()))
        .add("files", job.files(List.of(SEGMENTS, OVERLAY, FitFiles.REPORT)));
  }
}
