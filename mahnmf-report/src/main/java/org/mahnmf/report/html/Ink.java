package org.mahnmf.report.html;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The colours of a drawing: names of the page's style sheet, which follow light and dark mode, or
 * fixed ones for a file of its own.
 *
 * @param series of lines; there are six, then they repeat
 */
public record Ink(String text, String muted, String line, String surface, List<String> series) {

  /** Variables of page.css. */
  public static final Ink PAGE =
      new Ink(
          "var(--text)",
          "var(--muted)",
          "var(--line)",
          "var(--surface)",
          IntStream.rangeClosed(1, 6).mapToObj(k -> "var(--series-" + k + ")").toList());

  /** Dark on white; the series are the same as in page.css, light. */
  public static final Ink PAPER =
      new Ink(
          "#1c2128",
          "#59636e",
          "#e2e5e9",
          "#ffffff",
          List.of("#1d5fbf", "#c8500a", "#0a7d6c", "#8a3ffc", "#a56100", "#b8206c"));

  /** The fonts of page.css. */
  public static final String FONTS =
      "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', Arial,"
          + " sans-serif";

  public String series(int index) {
    return series.get(index % series.size());
  }
}
