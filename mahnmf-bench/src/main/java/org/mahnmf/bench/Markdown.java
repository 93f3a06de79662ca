package org.mahnmf.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mahnmf.data.file.AtomicFile;
import org.mahnmf.report.chart.LineChart;
import org.mahnmf.report.chart.SvgFile;

/** A page in Markdown with tables, and with plots in files of their own. */
final class Markdown {

  private static final int WIDTH = 600;
  private static final int HEIGHT = 320;

  private final StringBuilder page = new StringBuilder();
  private final Map<String, String> drawings = new LinkedHashMap<>();

  Markdown heading(int level, String text) {
    page.append(page.isEmpty() ? "" : "\n").append("#".repeat(level)).append(' ');
    page.append(text).append('\n');
    return this;
  }

  /** Adds a paragraph, broken into lines of 120. */
  Markdown text(String paragraph) {
    page.append('\n').append(paragraph.replaceAll("(.{1,120})(?: |$)", "$1\n"));
    return this;
  }

  /** Adds a table; all columns but the first are flush right. */
  Markdown table(List<String> head, List<List<String>> rows) {
    page.append('\n');
    row(head);
    page.append("|---|").append("---:|".repeat(head.size() - 1)).append('\n');
    rows.forEach(this::row);
    return this;
  }

  private void row(List<String> cells) {
    page.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }

  /** Adds a plot, whose title is for people who cannot see it; the chart is <em>modified</em>. */
  Markdown plot(String name, String title, LineChart chart) {
    String file = "images/performance-" + name + ".svg";
    drawings.put(file, SvgFile.of(title, WIDTH, HEIGHT, chart));
    page.append("\n![").append(title).append("](").append(file).append(")\n");
    return this;
  }

  /** Writes performance.md, and the plots to images beside it. */
  void write(Path folder) throws IOException {
    Files.createDirectories(folder.resolve("images"));
    for (Map.Entry<String, String> drawing : drawings.entrySet()) {
      AtomicFile.writeText(folder.resolve(drawing.getKey()), drawing.getValue());
    }
    AtomicFile.writeText(folder.resolve("performance.md"), page.toString());
  }
}
