package org.mahnmf.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.Solvers;
import org.mahnmf.cli.job.Summary;
import org.mahnmf.data.synthetic.SyntheticClip;
import org.mahnmf.data.synthetic.SyntheticTable;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.report.chart.LineChart;
import org.mahnmf.solver.HistoryPoint;
import org.mahnmf.solver.Solver;

/** All solvers on one problem: objective over time. */
final class Race {

  private static final int LIMIT = 10;

  private Race() {}

  static void writeTo(Markdown page, boolean quick, Consumer<String> progress) {
    page.heading(2, "Solvers");
    page.text(
        "Second run of each solver in one JVM, all threads, stopped after "
            + LIMIT
            + " seconds. The objective is the sum of absolute errors. A plot leaves out the start,"
            + " which lies far above.");
    int m = quick ? 300 : 1000;
    int n = quick ? 200 : 500;
    DenseMatrix planted = SyntheticTable.planted(n, m, 10, .2, 1).dirty();
    String gross = "Planted, " + m + " × " + n + ", 20 % outliers, r = 10";
    run(page, "planted", gross, MahNmf.ofRank(10), planted, progress);
    DenseMatrix clip = SyntheticClip.create(160, 120, quick ? 40 : 120, 1).pixels();
    String film = "Clip, 19200 × " + clip.rows() + ", r = 2";
    run(page, "clip", film, MahNmf.ofRank(2), clip, progress);
  }

  private static void run(
      Markdown page,
      String file,
      String name,
      MahNmf settings,
      DenseMatrix table,
      Consumer<String> progress) {
    LineChart chart = new LineChart(name, "seconds", "objective").legend();
    List<List<String>> rows = new ArrayList<>();
    for (Solver solver : Solvers.all()) {
      if (solver.name().equals("symmetric")) {
        continue; // another problem
      }
      progress.accept(name + ": " + solver.name());
      MahNmf limited = settings.with(solver).withTimeLimit(Duration.ofSeconds(LIMIT));
      limited.withMaxIterations(3).fit(Observations.of(table));
      Factorization found = limited.fit(Observations.of(table));
      List<HistoryPoint> history = found.record().outcome().history();
      history = history.size() > 2 ? history.subList(1, history.size()) : history;
      chart.line(
          solver.name(),
          history.stream().mapToDouble(HistoryPoint::seconds).toArray(),
          history.stream().mapToDouble(HistoryPoint::objective).toArray());
      rows.add(
          List.of(
              solver.name(),
              Summary.text("%.6g", found.objective()),
              Summary.text("%.2f", found.record().outcome().seconds())));
    }
    page.heading(3, name);
    page.table(List.of("solver", "objective", "seconds"), rows);
    page.plot(file, "Objective over time: " + name, chart);
  }
}
