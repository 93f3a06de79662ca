package org.mahnmf.bench;

import java.util.List;
import java.util.Locale;
import org.mahnmf.report.Blocks;
import org.mahnmf.report.HtmlElement;
import org.mahnmf.report.HtmlPage;
import org.mahnmf.report.LineChart;

/** The page about a benchmark. */
final class BenchPage {

  private final HtmlPage page;

  BenchPage(
      String machine,
      List<Ratios.Line> kernels,
      double speedup,
      double median,
      List<Scaling.Growth> growth,
      List<Race> races) {
    page = new HtmlPage("Benchmark", "How fast it is here", machine);
    kernels(page.section("Kernels"), kernels, speedup, median);
    races(page.section("Solvers"), races);
    growth(page.section("Growth"), growth);
    page.withFooter(
        "All figures are of one run: compare their ratios. This page needs no network.");
  }

  String render() {
    return page.render();
  }

  private static void kernels(
      HtmlElement section, List<Ratios.Line> lines, double speedup, double median) {
    section.add(
        Blocks.paragraph(
            String.format(
                Locale.ROOT,
                "A pass multiplies twice and maps the residuals in between. The peak is a matrix"
                    + " product of OpenBLAS at the same precision; the speed of memory counts every"
                    + " byte that a pass reads and writes. Two threads are %.2f times as fast as"
                    + " one at r = 50. A weighted median of 1000 takes %.1f ns per element.",
                speedup,
                median)));
    HtmlElement body =
        Blocks.table(
            section,
            "Passes of one thread",
            List.of(
                "m x n, r", "Pass", "#GF/s", "#Plain Java", "#Peak", "#% of peak", "#% of memory"),
            "");
    for (Ratios.Line line : lines) {
      body.child("tr")
          .add(
              Blocks.rowHead(line.size()[0] + " x " + line.size()[1] + ", " + line.size()[2]),
              HtmlElement.of("td", line.pass()),
              number("%.1f", line.gigaflops()),
              number("%.1f", line.plain()),
              number("%.1f", line.peak()),
              number("%.0f", 100 * line.gigaflops() / line.peak()),
              number("%.0f", 100 * line.gigabytes() / line.read()));
    }
  }

  private static void races(HtmlElement section, List<Race> races) {
    for (Race race : races) {
      LineChart chart =
          new LineChart("Objective over time, " + race.name(), "seconds", "objective")
              .withSize(900, 380)
              .withLegend();
      HtmlElement table = HtmlElement.of("div");
      HtmlElement body =
          Blocks.table(table, race.name(), List.of("Solver", "#Objective", "#Seconds"), "slim");
      for (Race.Run run : race.runs()) {
        // the start lies far above, and would flatten the rest
        int from = run.history().size() > 2 ? 1 : 0;
        double[] seconds = new double[run.history().size() - from];
        double[] objective = new double[seconds.length];
        for (int k = 0; k < seconds.length; k++) {
          seconds[k] = run.history().get(k + from).seconds();
          objective[k] = run.history().get(k + from).objective();
        }
        chart.line(run.solver(), seconds, objective);
        body.child("tr")
            .add(
                Blocks.rowHead(run.solver()),
                number("%.6g", run.objective()),
                number("%.2f", run.seconds()));
      }
      section.add(HtmlElement.of("h3", race.name()));
      section.add(HtmlElement.of("figure").add(chart.toSvg()));
      section.add(table);
    }
  }

  private static void growth(HtmlElement section, List<Scaling.Growth> lines) {
    HtmlElement body =
        Blocks.table(
            section,
            "An outer step of ADMM",
            List.of("m x n, r", "#Milliseconds", "#Times the first"),
            "slim");
    for (Scaling.Growth line : lines) {
      body.child("tr")
          .add(
              Blocks.rowHead(line.features() + " x " + line.samples() + ", " + line.rank()),
              number("%.2f", 1e3 * line.seconds()),
              number("%.2f", line.ratio()));
    }
  }

  private static HtmlElement number(String format, double value) {
    return Blocks.numberCell(String.format(Locale.ROOT, format, value));
  }
}
