package org.mahnmf.cli.video;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.mahnmf.picture.MaskScore;

/** How well masks meet the truth, for people and for programs. */
final class ScoreText {

  private ScoreText() {}

  /** Returns the score as an object of run.json. */
  static Map<String, Object> map(MaskScore score) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("precision", score.precision());
    map.put("recall", score.recall());
    map.put("f", score.f());
    map.put("bestF", score.bestF());
    map.put("bestThreshold", score.bestThreshold());
    map.put("judgedPixels", score.judged());
    return map;
  }

  /** Returns the score as a line of a summary. */
  static String line(MaskScore score) {
    return String.format(
        Locale.ROOT,
        "F %.3f (precision %.3f, recall %.3f); best F of one threshold %.3f",
        score.f(),
        score.precision(),
        score.recall(),
        score.bestF());
  }
}
