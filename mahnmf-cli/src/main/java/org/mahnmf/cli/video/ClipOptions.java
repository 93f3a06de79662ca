package org.mahnmf.cli.video;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.mahnmf.cli.job.Summary;
import org.mahnmf.picture.MaskScore;
import picocli.CommandLine.Option;

/** What a background is and what its masks are compared with, and how well they meet the truth. */
final class ClipOptions {

  @Option(
      names = "--rank",
      paramLabel = "R",
      defaultValue = "2",
      description =
          "Number of parts of the background, such as kinds of light (default:"
              + " ${DEFAULT-VALUE}).")
  private int rank;

  @Option(
      names = "--mask-truth",
      paramLabel = "DIR",
      description =
          "Folder of true masks to compare with, coded as in CDnet 2014: 0 still, 50 shadow (still),"
              + " 255 moving, all else ignored.")
  private Path maskTruth;

  int rank() {
    return rank;
  }

  Optional<Path> maskTruth() {
    return Optional.ofNullable(maskTruth);
  }

  static void put(MaskScore score, Map<String, Object> record) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("precision", score.precision());
    map.put("recall", score.recall());
    map.put("f", score.f());
    map.put("bestF", score.bestF());
    map.put("bestThreshold", score.bestThreshold());
    map.put("judgedPixels", score.judged());
    record.put("score", map);
  }

  static void add(MaskScore score, Summary summary) {
    String form = "F %.3f (precision %.3f, recall %.3f); best F of one threshold %.3f";
    summary.add("score", form, score.f(), score.precision(), score.recall(), score.bestF());
  }
}
