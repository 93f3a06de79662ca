package org.mahnmf.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.data.AtomicFile;
import org.mahnmf.data.InputException;
import org.mahnmf.data.Labels;
import org.mahnmf.data.NpyFile;
import org.mahnmf.data.Source;
import org.mahnmf.lab.cluster.ClusterScores;
import org.mahnmf.lab.cluster.Clustering;
import org.mahnmf.lab.cluster.CodeScale;
import org.mahnmf.lab.cluster.KMeans;
import org.mahnmf.lab.cluster.Montage;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.picture.PictureShape;
import org.mahnmf.problem.Observations;
import org.mahnmf.report.GroupReport;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mahnmf cluster}: groups the samples of a table by the parts they are made of. */
@CommandLine.Command(
    name = "cluster",
    header = {"Group the samples of a table, robustly.", ""},
    sortOptions = false,
    sortSynopsis = false,
    customSynopsis = "mahnmf cluster INPUT --clusters K --out DIR [OPTION]...",
    description = {
      "",
      "Factors INPUT as fit does, then groups the samples by k-means on their codes. Codes are"
          + " multiplied by the length of their part, and each sample's codes brought to unit"
          + " length: samples count as alike if they are made of the same parts in the same"
          + " proportions.",
      "Writes clusters.csv, basis.npy, codes.npy, run.json and report.html to the folder DIR, and"
          + " montage.png if the samples are pictures. Clusters are numbered from 1, the largest"
          + " first.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  mahnmf cluster faces --clusters 10 --labels people.txt --out groups"
    })
final class ClusterCommand implements Command {

  private static final String CLUSTERS = "clusters.csv";
  private static final String MONTAGE = "montage.png";

  @Parameters(
      paramLabel = "INPUT",
      converter = InputOptions.SourceName.class,
      description = "Table of numbers, at least 0: " + InputOptions.FORMATS)
  private Source input;

  @Option(
      names = "--clusters",
      paramLabel = "K",
      required = true,
      description = "Number of groups: at least 1, at most the samples.")
  private int clusters;

  @Option(
      names = "--labels",
      paramLabel = "FILE",
      description = "The true group of each sample, one on each line, to score the groups found.")
  private Path labels;

  @Option(
      names = "--rank",
      paramLabel = "R",
      description = "Number of parts (default: K, or as many as INPUT allows).")
  private Integer rank;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Folder for the results; created if need be.")
  private Path out;

  @Mixin private WorkOptions work = new WorkOptions();

  @ArgGroup(validate = false, heading = "%nHow to search:%n")
  private SearchOptions search = new SearchOptions();

  /** What was found. */
  private record Found(
      Factorization fit, DenseMatrix points, Clustering clusters, Optional<ClusterScores> scores) {}

  @Override
  public int execute(Console console) throws IOException {
    Mistakes.ofFlags(() -> KMeans.withClusters(clusters));
    int parts = rank == null ? clusters : rank;
    MahNmf settings = Mistakes.ofFlags(() -> search.settings(parts, work));
    try (ProgressLine progress = new ProgressLine(console, work.quiet());
        OutputFolder folder = OutputFolder.open(out, "--out")) {
      Stopwatch watch = new Stopwatch();
      folder.keeping(input.path(), FitFiles.names()).keeping(input.path(), List.of(CLUSTERS));
      WorkOptions.Input read =
          work.read(input, progress, "a clustering", Memory.ofFit(settings, work.isWeighted()));
      Observations samples = read.observations();
      int most = Math.min(samples.samples(), samples.features());
      if (rank == null && clusters > most) {
        settings = search.settings(most, work);
      }
      if (clusters > samples.samples()) {
        throw new InputException(
            input
                + ": clusters is "
                + clusters
                + " but must be at most the samples, "
                + samples.samples());
      }
      int[] truth = truth(samples.samples());
      MahNmf complete =
          search
              .withGivenStart(settings)
              .withListener(progress)
              .withCancellation(console.interruption()::isRequested);
      watch.lap("read");
      console
          .interruption()
          .finish(
              () -> {
                progress.beginRun(search.timeLeft(), search.restarts());
                Factorization fit = Mistakes.of(input, () -> complete.fit(samples));
                watch.lap("fit");
                progress.phase("grouping");
                Found found = group(fit, truth);
                watch.lap("group");
                progress.phase("writing " + out);
                String json = write(folder, found, read.picture(), watch, console);
                progress.clear();
                print(found, read.picture().isPresent(), json, console);
                return found;
              });
    }
    return console.interruption().isRequested() ? ExitCode.INTERRUPTED : ExitCode.DONE;
  }

  /** Reads the true groups as numbers; null if there are none. */
  private int[] truth(int samples) {
    if (labels == null) {
      return null;
    }
    List<String> names = Labels.read(labels);
    if (names.size() != samples) {
      throw new InputException(
          labels
              + ": has "
              + names.size()
              + " labels but must have one for each of "
              + samples
              + " samples");
    }
    Map<String, Integer> numbers = new LinkedHashMap<>();
    return names.stream()
        .mapToInt(
            name -> {
              numbers.putIfAbsent(name, numbers.size());
              return numbers.get(name);
            })
        .toArray();
  }

  private Found group(Factorization fit, int[] truth) {
    DenseMatrix points = CodeScale.unit(fit.basis(), fit.codes());
    Clustering groups =
        KMeans.withClusters(clusters)
            .withSeed(search.seed())
            .withThreads(work.threads())
            .fit(points)
            .largestFirst();
    return new Found(
        fit,
        points,
        groups,
        Optional.ofNullable(truth).map(known -> ClusterScores.of(known, groups.labels())));
  }

  private String write(
      OutputFolder folder,
      Found found,
      Optional<PictureShape> shape,
      Stopwatch watch,
      Console console)
      throws IOException {
    Observations samples = found.fit.observations();
    Map<String, Object> files = new LinkedHashMap<>();
    GroupReport report =
        new GroupReport("Clusters", input.toString(), lead(found), found.fit.record());
    found.scores.ifPresent(
        scores ->
            report
                .withScore("Accuracy", scores.accuracy())
                .withScore("Mutual information", scores.mutualInformation())
                .withScore("Adjusted Rand index", scores.adjustedRand()));
    AtomicFile.write(
        folder.file(CLUSTERS),
        stream -> ClusterFile.write(stream, samples.sampleNames(), found.clusters.labels()));
    files.put("clusters", CLUSTERS);
    if (shape.isPresent()) {
      byte[] png = new Montage(samples.values(), shape.get(), found.clusters, found.points).png();
      AtomicFile.write(folder.file(MONTAGE), stream -> stream.write(png));
      files.put("montage", MONTAGE);
      report.withPicture(
          "The clusters as pictures",
          "Each row is a cluster: first the mean of its samples, then the samples nearest its"
              + " centre.",
          png);
    } else {
      report.withMeans(Montage.means(samples.values(), found.clusters), samples.featureNames());
    }
    int[] sizes = found.clusters.sizes();
    for (int c = 0; c < sizes.length; c++) {
      report.withGroup("cluster " + (c + 1), sizes[c], -1);
    }
    NpyFile.write(folder.file(FitFiles.BASIS), found.fit.basis());
    files.put("basis", FitFiles.BASIS);
    NpyFile.write(folder.file(FitFiles.CODES), found.fit.codes());
    files.put("codes", FitFiles.CODES);
    AtomicFile.writeText(folder.file(FitFiles.REPORT), report.render());
    files.put("report", FitFiles.REPORT);
    watch.lap("write");
    Map<String, Object> more = new LinkedHashMap<>();
    more.put("clusters", clusters);
    more.put("sizes", Arrays.stream(sizes).boxed().toList());
    found.scores.ifPresent(scores -> more.put("score", scores.toMap()));
    return FitFiles.writeRecord(
        folder, found.fit.record(), more, files, input.toString(), console.commandLine(), watch);
  }

  private String lead(Found found) {
    return found.clusters.labels().length
        + " samples in "
        + clusters
        + (clusters == 1 ? " cluster" : " clusters")
        + found
            .scores
            .map(
                scores ->
                    String.format(Locale.ROOT, ", %.1f %% of them right", 100 * scores.accuracy()))
            .orElse("")
        + ".";
  }

  private void print(Found found, boolean pictures, String json, Console console) {
    if (work.json()) {
      console.out().print(json);
    } else {
      Summary summary =
          new Summary()
              .add("samples", found.clusters.labels().length)
              .add("clusters", clusters + " of " + sizes(found.clusters.sizes()) + " samples")
              .add("rank", found.fit.basis().rows())
              .add("relative error", Summary.number(found.fit.relativeError()));
      found.scores.ifPresent(
          scores ->
              summary
                  .add("accuracy", score(scores.accuracy()))
                  .add("mutual information", score(scores.mutualInformation()))
                  .add("adjusted Rand", score(scores.adjustedRand())));
      summary.add(
          "files",
          CLUSTERS
              + (pictures ? ", " + MONTAGE : "")
              + ", "
              + String.join(", ", FitFiles.names())
              + " in "
              + out);
      summary.print(console.out());
    }
    if (!work.quiet()) {
      found.fit.record().outcome().notes().forEach(console::note);
    }
  }

  private static String score(double value) {
    return String.format(Locale.ROOT, "%.4f", value);
  }

  private static String sizes(int[] sizes) {
    int largest = sizes[0];
    int smallest = sizes[sizes.length - 1];
    return largest == smallest ? Integer.toString(largest) : smallest + " to " + largest;
  }
}
