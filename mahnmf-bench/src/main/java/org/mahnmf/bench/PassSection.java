package org.mahnmf.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.mahnmf.matrix.Precision;
import org.mahnmf.report.chart.LineChart;

/** What the page says about passes. */
final class PassSection {

  private final List<Passes.Line> lines;

  /**
   * Takes what was measured.
   *
   * @param lines at least one
   */
  PassSection(List<Passes.Line> lines) {
    this.lines = lines;
  }

  void writeTo(Markdown page) {
    page.heading(2, "Passes over a table");
    page.text(
        "One thread, its CPU time, the best of several turns. A pass multiplies twice, 4mnr"
            + " operations, and maps the residuals in between. Each cell: GFlop/s (% of a matrix"
            + " product of OpenBLAS at the same precision, % of the memory's speed). The speed of"
            + " memory counts every byte of table, weights and dual once each way: for smoothing"
            + " it is that of reading an array larger than the caches, for ADMM that of reading"
            + " two and writing one. A table of 1000 × 500 fits into a cache, so it can pass"
            + " 100 %.");
    List<String> head = new ArrayList<>(List.of("m × n", "r", "entries"));
    for (Passes.Pass pass : Passes.Pass.values()) {
      head.add(pass.text);
    }
    page.table(head, rows());
    page.text(
        String.format(
            Locale.ROOT,
            "Medians of the run: dgemm %.1f GFlop/s, sgemm %.1f GFlop/s, reading %.1f GB/s, reading"
                + " and writing %.1f GB/s.",
            median(line -> line.which().precision() == Precision.DOUBLE, Passes.Line::peak),
            median(line -> line.which().precision() == Precision.FLOAT, Passes.Line::peak),
            median(line -> !line.which().pass().dual, Passes.Line::memory),
            median(line -> line.which().pass().dual, Passes.Line::memory)));
    Passes.Case middle = lines.get(lines.size() / 2).which();
    plot(page, middle.features(), middle.samples());
  }

  private List<List<String>> rows() {
    Map<List<String>, List<String>> rows = new LinkedHashMap<>();
    for (Passes.Line line : lines) {
      Passes.Case which = line.which();
      String shape = which.features() + " × " + which.samples();
      List<String> key = List.of(shape, String.valueOf(which.rank()), which.table());
      rows.computeIfAbsent(key, some -> new ArrayList<>(some))
          .add(
              String.format(
                  Locale.ROOT,
                  "%.1f (%.0f, %.0f)",
                  line.gigaflops(),
                  line.ofPeak(),
                  line.ofMemory()));
    }
    return List.copyOf(rows.values());
  }

  private double median(Predicate<Passes.Line> which, ToDoubleFunction<Passes.Line> what) {
    return Contest.median(lines.stream().filter(which).mapToDouble(what).toArray());
  }

  private void plot(Markdown page, int features, int samples) {
    LineChart chart = new LineChart("", "r", "% of dgemm").logarithmic(true, false);
    for (Passes.Pass pass : Passes.Pass.values()) {
      List<Passes.Line> some =
          lines.stream()
              .filter(line -> line.which().pass() == pass && line.which().table().equals("double"))
              .filter(line -> line.which().features() == features)
              .toList();
      chart.line(
          pass.text,
          some.stream().mapToDouble(line -> line.which().rank()).toArray(),
          some.stream().mapToDouble(Passes.Line::ofPeak).toArray());
    }
    String title = "Passes over " + features + " × " + samples + " doubles, % of dgemm against r";
    page.plot("passes", title, chart.legend());
  }
}
