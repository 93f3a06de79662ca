package org.mahnmf.lab.paper;

import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.Tables;
import org.mahnmf.lab.PictureGrid;
import org.mahnmf.lab.cluster.ClusterScores;
import org.mahnmf.lab.cluster.NormalizedCuts;
import org.mahnmf.lab.segment.ColourPicture;
import org.mahnmf.lab.segment.SegmentPictures;
import org.mahnmf.lab.segment.Segmentation;
import org.mahnmf.lab.segment.Segmenter;
import org.mahnmf.lab.segment.Superpixels;
import org.mahnmf.lab.study.Cost;
import org.mahnmf.lab.study.Study;
import org.mahnmf.matrix.Matrix;

/**
 * Section 5.3.2 of the paper: Berkeley images in 3 and 5 segments by symmetric MahNMF and k-means,
 * and by normalised cuts of the same affinity (eq5.1) of the same superpixels: cut in two along the
 * second eigenvector again and again, as the paper does, and by k-means on the first eigenvectors.
 * Scores are means over the human segmentations; the best covering is the better one of 3 and 5
 * segments. The affinity {@code published} is the paper's, {@code colour} the one that {@link
 * Segmenter} uses. The quick form takes three images and fewer superpixels.
 */
public final class SegmentationStudy extends Study {

  private static final String FOLDER = "bsds500";
  private static final int[] SEGMENTS = {3, 5};
  private static final int QUICK_SUPERPIXELS = 400;
  private static final int QUICK_IMAGES = 3;
  private static final String ALL = "all";
  private static final String PUBLISHED = "published";

  /** The affinities; the pictures show the first. */
  private static final List<String> AFFINITIES = List.of("colour", PUBLISHED);

  /** Images whose affinity is shown, from the first on. */
  private static final int AFFINITIES_SHOWN = 4;

  /** Cuts an image into each of the numbers of segments. */
  private interface Cutter {
    List<int[]> labels(Segmenter settings, ColourPicture picture, long seed);
  }

  /** The ways to do it, by name. */
  private static final Map<String, Cutter> WAYS = new LinkedHashMap<>();

  static {
    WAYS.put(
        "MahNMF-SYM",
        (settings, picture, seed) -> {
          // One factor serves all numbers of segments.
          Segmentation found = settings.segment(picture, UnaryOperator.identity());
          return each(segments -> found.withSegments(segments, seed).labels());
        });
    WAYS.put("Ncuts in two", cutter(NormalizedCuts::inTwo));
    WAYS.put("Ncuts k-way", cutter(NormalizedCuts::together));
  }

  /** Groups the patches of a graph. */
  private interface Grouping {
    int[] of(NormalizedCuts cuts, int segments, long seed);
  }

  private static Cutter cutter(Grouping grouping) {
    return (settings, picture, seed) -> {
      Superpixels patches = Superpixels.of(picture, settings.superpixels());
      NormalizedCuts cuts = new NormalizedCuts(settings.weights(picture, patches));
      return each(segments -> patches.segments(grouping.of(cuts, segments, seed), segments));
    };
  }

  private static List<int[]> each(IntFunction<int[]> labels) {
    return Arrays.stream(SEGMENTS).mapToObj(labels).toList();
  }

  /** Creates the study. */
  public SegmentationStudy() {
    super(
        "segmentation",
        "Berkeley images in segments by symmetric MahNMF and normalised cuts (Section 5.3.2)");
  }

  @Override
  public Plan plan(Setting setting) {
    Plan plan = new Plan(setting, "affinity", "image", "method");
    boolean isThere = Files.isDirectory(setting.data().resolve(FOLDER));
    List<Example> examples =
        (isThere ? setting.list(FOLDER + "/images") : List.<String>of())
            .stream()
                .limit(setting.quick() ? QUICK_IMAGES : Integer.MAX_VALUE)
                .map(file -> new Example(file, setting, new ConcurrentHashMap<>()))
                .toList();
    plan.finds(
        "Berkeley images",
        isThere,
        () -> examples.stream().flatMap(example -> example.files().stream()).toList());
    for (String affinity : AFFINITIES) {
      for (String way : WAYS.keySet()) {
        // The mean over the images, first.
        for (int k = 0; k < examples.size(); k++) {
          plan.trials().add(examples.get(k).trial(affinity, ALL, way, k + 1));
        }
      }
      for (Example example : examples) {
        for (String way : WAYS.keySet()) {
          plan.trials().add(example.trial(affinity, example.name(), way, 1));
        }
      }
    }
    for (Example example : examples) {
      plan.draw(
          "segments-" + example.name() + ".png",
          "Image "
              + example.name()
              + ", in 3 (above) and 5 (below) segments by MahNMF-SYM, Ncuts in two and k-way",
          example::picture);
    }
    for (Example example : examples.subList(0, Math.min(AFFINITIES_SHOWN, examples.size()))) {
      plan.draw(
          "affinity-" + example.name() + ".png",
          "Image "
              + example.name()
              + ": the normalised affinity of its superpixels, in the order of 5 segments,"
              + " and HHᵀ",
          example::affinityPicture);
    }
    return plan;
  }

  /**
   * An image with the segments that people drew.
   *
   * @param image its file
   * @param known the scores found so far
   */
  private record Example(String image, Setting setting, Map<String, Map<String, Double>> known) {

    String name() {
      return image.replaceAll(".*/|\\..*", "");
    }

    private long seed() {
      return setting.seed() + 1;
    }

    private ColourPicture read() {
      return ColourPicture.read(setting.data().resolve(image));
    }

    /** Returns the image and the segments. */
    List<String> files() {
      String prefix = FOLDER + "/segments_png/" + name() + "_";
      Stream<String> drawn =
          setting.list(FOLDER + "/segments_png").stream().filter(file -> file.startsWith(prefix));
      return Stream.concat(Stream.of(image), drawn).toList();
    }

    private static int[] labels(Path file) {
      Matrix lines = Tables.read(Source.of(file), ReadOptions.DEFAULT).values();
      int[] labels = new int[lines.rows() * lines.columns()];
      for (int k = 0; k < labels.length; k++) {
        labels[k] = (int) Math.round(lines.get(k / lines.columns(), k % lines.columns()));
      }
      return labels;
    }

    private Segmenter settings(boolean isPublished) {
      int patches = setting.quick() ? QUICK_SUPERPIXELS : Segmenter.DEFAULT_SUPERPIXELS;
      return new Segmenter(SEGMENTS[0], Segmenter.DEFAULT_RANK, patches, seed(), 1, isPublished);
    }

    Trial trial(String affinity, String image, String way, int repeat) {
      return new Trial(
          List.of(affinity, image, way),
          repeat,
          () -> known.computeIfAbsent(affinity + way, key -> measure(affinity, way)));
    }

    private Map<String, Double> measure(String affinity, String way) {
      ColourPicture picture = read();
      List<int[]> truths =
          files().stream().skip(1).map(file -> labels(setting.data().resolve(file))).toList();
      Map<String, Double> values = new LinkedHashMap<>();
      Map<String, Double> cost = new LinkedHashMap<>();
      List<int[]> found =
          Cost.of(
              () -> WAYS.get(way).labels(settings(affinity.equals(PUBLISHED)), picture, seed()),
              cost);
      double best = 0;
      for (int k = 0; k < SEGMENTS.length; k++) {
        ClusterScores scores = ClusterScores.mean(truths, found.get(k));
        values.put("covering " + SEGMENTS[k], scores.covering());
        values.put("Rand " + SEGMENTS[k], scores.rand());
        values.put("adjusted Rand " + SEGMENTS[k], scores.adjustedRand());
        best = Math.max(best, scores.covering());
      }
      values.put("best covering", best);
      values.put("seconds", cost.get("seconds"));
      return values;
    }

    byte[] picture() {
      ColourPicture picture = read();
      List<List<int[]>> found = new ArrayList<>();
      for (Cutter way : WAYS.values()) {
        found.add(way.labels(settings(false), picture, seed()));
      }
      PictureGrid grid = new PictureGrid();
      for (int k = 0; k < SEGMENTS.length; k++) {
        List<BufferedImage> row = new ArrayList<>();
        for (List<int[]> labels : found) {
          SegmentPictures drawing = new SegmentPictures(picture, labels.get(k), SEGMENTS[k]);
          if (row.isEmpty()) {
            row.add(drawing.originalImage());
          }
          row.add(drawing.overlayImage());
        }
        grid.addRow(row);
      }
      return grid.png();
    }

    byte[] affinityPicture() {
      Segmentation found = settings(false).segment(read(), UnaryOperator.identity());
      int most = SEGMENTS[SEGMENTS.length - 1];
      return new AffinityPicture(found.withSegments(most, seed())).png();
    }
  }
}
