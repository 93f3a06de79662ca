package org.mahnmf.cli.table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.cli.job.Command;
import org.mahnmf.cli.job.Console;
import org.mahnmf.cli.job.FitFiles;
import org.mahnmf.cli.job.FitJob;
import org.mahnmf.cli.job.InputTable;
import org.mahnmf.cli.job.MemoryPlan;
import org.mahnmf.cli.job.Summary;
import org.mahnmf.cli.option.InputOptions;
import org.mahnmf.cli.option.RunOptions;
import org.mahnmf.cli.option.SearchOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.file.InputException;
import org.mahnmf.data.text.Labels;
import org.mahnmf.lab.cluster.ClusterScores;
import org.mahnmf.lab.cluster.Clustering;
import org.mahnmf.lab.cluster.CodeScale;
import org.mahnmf.lab.cluster.KMeans;
import org.mahnmf.lab.cluster.Montage;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.report.GroupReport;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mahnmf cluster}: groups the samples of a table by the parts they are made of. */
@CommandLine.Command(
    header = "Group the samples of a table, robustly.",
    customSynopsis = "mahnmf cluster INPUT --clusters K --out DIR [OPTION]...",
    description = {
      "Factors INPUT as fit does, then groups the samples by k-means on their codes. Codes are"
          + " multiplied by the length of their part, and each sample's codes brought to unit"
          + " length: samples count as alike if they are made of the same parts in the same"
          + " proportions.",
      "Writes clusters.csv, basis.npy, codes.npy, run.json and report.html to the folder DIR, and"
          + " montage.png if the samples are pictures. Clusters are numbered from 1, the largest"
          + " first."
    },
    footer = {"Example:", "  mahnmf cluster faces --clusters 10 --labels people.txt --out groups"})
public final class ClusterCommand implements Command {

  private static final String CLUSTERS = "clusters.csv";
  private static final String MONTAGE = "montage.png";

  @Parameters(
      paramLabel = "INPUT",
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

  @Option(names = "--out", paramLabel = "DIR", required = true, description = RunOptions.OUT)
  private Path out;

  @Mixin private InputOptions inputs = new InputOptions();

  @ArgGroup(validate = false, heading = "%nHow to search:%n")
  private SearchOptions search = new SearchOptions();

  private record Found(
      Factorization fit, DenseMatrix points, Clustering clusters, Optional<ClusterScores> scores) {}

  @Override
  public int execute(Console console) throws IOException {
    FitJob.checkFlags(() -> new KMeans(clusters, 0, 1));
    int parts = rank == null ? clusters : rank;
    MahNmf settings = FitJob.checkFlags(() -> search.settings(parts, inputs));
    try (FitJob job = FitJob.open(console, inputs.run(), input, out)) {
      job.keep(input.path(), FitFiles.names());
      job.keep(input.path(), List.of(CLUSTERS));
      MemoryPlan plan =
          MemoryPlan.of("a clustering", MemoryPlan.tables(settings, inputs.weights().isPresent()))
              .withRank(rank == null ? 1 : rank, "rows, columns");
      InputTable read = job.read(input, inputs, plan);
      Observations samples = read.observations();
      InputException.throwIf(
          clusters > samples.samples(),
          "%s: clusters is %s but must be at most the samples, %s"
              .formatted(input, clusters, samples.samples()));
      int[] truth = truth(samples.samples());
      int most = Math.min(samples.samples(), samples.features());
      MahNmf complete =
          job.watched(parts <= most ? settings : search.settings(most, inputs), search);
      return job.finish(
          () -> {
            Factorization fit = job.fit(complete, samples);
            job.progress().phase("grouping");
            Found found = group(fit, truth);
            job.lap("group");
            String json = job.write(files -> write(files, found, read.picture()));
            Summary summary = summary(found, read.picture().isPresent(), job);
            job.print(json, summary::print, fit.record().outcome().notes());
          });
    }
  }

  /** Reads the true groups as numbers; null if there are none. */
  private int[] truth(int samples) {
    if (labels == null) {
      return null;
    }
    List<String> names = Labels.read(labels);
    InputException.throwIf(
        names.size() != samples,
        "%s: has %s labels but must have one for each of %s samples"
            .formatted(labels, names.size(), samples));
    Map<String, Integer> numbers = new HashMap<>();
    return names.stream()
        .mapToInt(name -> numbers.computeIfAbsent(name, any -> numbers.size()))
        .toArray();
  }

  private Found group(Factorization fit, int[] truth) {
    DenseMatrix points = CodeScale.unit(fit.basis().toDense(), fit.codes().toDense());
    Clustering groups =
        new KMeans(clusters, search.seed(), inputs.threads()).fit(points).largestFirst();
    Optional<ClusterScores> scores =
        Optional.ofNullable(truth).map(known -> ClusterScores.of(known, groups.labels()));
    return new Found(fit, points, groups, scores);
  }

  private String write(FitFiles files, Found found, Optional<PictureShape> shape)
      throws IOException {
    Observations samples = found.fit.observations();
    GroupReport report =
        new GroupReport("Clusters", input.toString(), lead(found), found.fit.record());
    found.scores.ifPresent(
        scores ->
            report
                .addScore("Accuracy", scores.accuracy())
                .addScore("Mutual information", scores.mutualInformation())
                .addScore("Adjusted Rand index", scores.adjustedRand()));
    files.text("clusters", CLUSTERS, lines(samples.sampleNames(), found.clusters.labels()));
    if (shape.isPresent()) {
      byte[] png = new Montage(samples.values(), shape.get(), found.clusters, found.points).png();
      files.bytes("montage", MONTAGE, png);
      report.addPicture(
          "The clusters as pictures",
          "Each row is a cluster: first the mean of its samples, then the samples nearest its"
              + " centre.",
          png);
    } else {
      report.means(Montage.means(samples.values(), found.clusters), samples.featureNames());
    }
    int[] sizes = found.clusters.sizes();
    for (int c = 0; c < sizes.length; c++) {
      report.addGroup("cluster " + (c + 1), sizes[c], -1);
    }
    Map<String, Object> more = new LinkedHashMap<>();
    more.put("clusters", clusters);
    more.put("sizes", Arrays.stream(sizes).boxed().toList());
    found.scores.ifPresent(scores -> more.put("score", scores.toMap()));
    return files.factors(found.fit).report(report.render()).record(found.fit.record(), more);
  }

  /** A line for each sample: its name, or its number from 1 on, and that of its group. */
  private static String lines(List<String> names, int[] labels) {
    StringBuilder text = new StringBuilder("sample,cluster\n");
    for (int i = 0; i < labels.length; i++) {
      String name = names.isEmpty() ? Integer.toString(i + 1) : names.get(i);
      text.append(quoted(name)).append(',').append(labels[i] + 1).append('\n');
    }
    return text.toString();
  }

  private static String quoted(String name) {
    boolean plain = name.chars().noneMatch(c -> ",\"\n\r".indexOf(c) >= 0);
    return plain ? name : '"' + name.replace("\"", "\"\"") + '"';
  }

  private String lead(Found found) {
    Optional<String> right =
        found.scores.map(one -> Summary.text(", %.1f %% of them right", 100 * one.accuracy()));
    String groups = clusters + (clusters == 1 ? " cluster" : " clusters");
    return found.clusters.labels().length + " samples in " + groups + right.orElse("") + ".";
  }

  private Summary summary(Found found, boolean pictures, FitJob job) {
    Summary summary =
        new Summary()
            .add("samples", found.clusters.labels().length)
            .add("clusters", clusters + " of " + sizes(found.clusters.sizes()) + " samples")
            .add("rank", found.fit.basis().rows())
            .add("relative error", Summary.number(found.fit.relativeError()));
    found.scores.ifPresent(
        scores ->
            summary
                .add("accuracy", "%.4f", scores.accuracy())
                .add("mutual information", "%.4f", scores.mutualInformation())
                .add("adjusted Rand", "%.4f", scores.adjustedRand()));
    List<String> names = new ArrayList<>(List.of(CLUSTERS));
    if (pictures) {
      names.add(MONTAGE);
    }
    names.addAll(FitFiles.names());
    return summary.add("files", job.files(names));
  }

  private static String sizes(int[] sizes) {
    int largest = sizes[0];
    int smallest = sizes[sizes.length - 1];
    return largest == smallest ? Integer.toString(largest) : smallest + " to " + largest;
  }
}
