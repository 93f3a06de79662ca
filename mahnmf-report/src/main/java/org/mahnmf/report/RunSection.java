package org.mahnmf.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.mahnmf.RunRecord;
import org.mahnmf.data.file.JsonWriter;
import org.mahnmf.report.chart.LineChart;
import org.mahnmf.report.html.HtmlElement;
import org.mahnmf.report.html.HtmlPage;
import org.mahnmf.report.html.HtmlTable;
import org.mahnmf.report.html.Numbers;
import org.mahnmf.solver.HistoryPoint;
import org.mahnmf.solver.RidgeChoice;

/** What pages tell of a run: its charts and its record. */
record RunSection(RunRecord record) {

  /** What the table of a run calls the entries of its record; others are left to the JSON. */
  private static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry("objective", "Objective"),
          Map.entry("relativeError", "Relative error"),
          Map.entry("lowerBound", "Lower bound"),
          Map.entry("iterations", "Iterations"),
          Map.entry("products", "Matrix products"),
          Map.entry("seconds", "Seconds"),
          Map.entry("solver", "Solver"),
          Map.entry("stopReason", "Stopped because"),
          Map.entry("interrupted", "Interrupted"),
          Map.entry("rank", "Rank"),
          Map.entry("samples", "Samples (rows)"),
          Map.entry("features", "Features (columns)"),
          Map.entry("observed", "Observed entries"),
          Map.entry("dataHash", "Hash of the data"),
          Map.entry("start", "Start"),
          Map.entry("restarts", "Restarts"),
          Map.entry("seed", "Seed"),
          Map.entry("threads", "Threads"),
          Map.entry("precision", "Precision"),
          Map.entry("kernel", "Kernels"),
          Map.entry("java", "Java"),
          Map.entry("version", "MahNMF"),
          Map.entry("deadComponents", "Empty parts"));

  void addNotes(HtmlPage page) {
    record.outcome().notes().forEach(page::note);
  }

  /** Adds how the ridge was chosen, if hidden entries chose it: their error over its weight. */
  void addRidge(HtmlElement section) {
    RidgeChoice choice = record.outcome().choice().orElse(null);
    if (choice == null || choice.points().size() < 2) {
      return;
    }
    double[] shares = choice.points().stream().mapToDouble(RidgeChoice.Point::share).toArray();
    double[] errors =
        choice.points().stream().mapToDouble(RidgeChoice.Point::heldOutError).toArray();
    section.paragraph(
        choice.sentence()
            + " The ridge adds half its weight times the squares of all entries of both factors to"
            + " the objective, so parts that only fit noise cost more than they gain. The dot marks"
            + " the weight that was taken.");
    LineChart chart =
        new LineChart(
                "Error of the hidden entries over the weight of the ridge",
                "weight of the ridge, as a share of its natural weight",
                "mean error of the hidden entries")
            .line("", shares, errors);
    for (int k = 0; k < shares.length; k++) {
      if (shares[k] == choice.share()) {
        chart.mark(shares[k], shares[k], errors[k]);
      }
    }
    section.child("div").styled("pair").add(chart.toSvg());
  }

  /** Adds what the objective is made of, if it has several terms. */
  void addTerms(HtmlElement section) {
    Map<String, Double> terms = record.outcome().objective().terms();
    if (terms.size() < 2) {
      return;
    }
    double total = record.outcome().objective().total();
    HtmlTable table =
        new HtmlTable(section, "What the objective is made of", "slim", "Term", "#Value", "#Share");
    terms.forEach(
        (term, value) -> table.row(term, Numbers.format(value), Numbers.percent(value / total)));
    table.row("total", Numbers.format(total), Numbers.percent(total == 0 ? 0 : 1)).styled("total");
  }

  /** Says what the last numbers beside the parts are, if there were restarts to compare. */
  void addConfidence(HtmlElement section) {
    List<Double> confidence = record.outcome().confidence();
    if (confidence.isEmpty()) {
      return;
    }
    int restarts = record.setup().restarts();
    String caption =
        "How sure each part is: its mean correlation with its partners in the other "
            + (restarts == 2 ? "start" : restarts - 1 + " starts");
    HtmlTable table = new HtmlTable(section, caption, "slim", "Part", "#Confidence");
    for (int l = 0; l < confidence.size(); l++) {
      table.row("part " + (l + 1), Numbers.fixed(confidence.get(l), 3));
    }
  }

  /** Adds the objective over time and over iterations, side by side. */
  void addConvergence(HtmlElement section) {
    List<HistoryPoint> history = record.outcome().history();
    if (history.isEmpty()) {
      section.paragraph("The run kept no history.");
      return;
    }
    double[] seconds = history.stream().mapToDouble(HistoryPoint::seconds).toArray();
    double[] steps = history.stream().mapToDouble(HistoryPoint::iteration).toArray();
    double[] objective = history.stream().mapToDouble(HistoryPoint::objective).toArray();
    double lowest = DoubleStream.of(objective).min().orElseThrow();
    double highest = Math.max(0, DoubleStream.of(objective).max().orElseThrow());
    boolean log = lowest > 0 && highest > 5 * lowest;
    double bound = record.outcome().lowerBound();
    boolean near = Double.isFinite(bound) && bound > 0 && lowest - bound < 0.5 * (highest - bound);
    HtmlElement pair = section.child("div").styled("pair");
    String axis = log ? "objective (logarithmic)" : "objective";
    for (boolean time : new boolean[] {true, false}) {
      String what = time ? "seconds" : "iterations";
      LineChart chart =
          new LineChart("Objective over " + what, what, axis)
              .line("", time ? seconds : steps, objective)
              .logarithmic(false, log)
              .lastValues();
      if (near) {
        chart.level("lower bound for this basis", bound);
      }
      pair.add(chart.toSvg());
    }
  }

  /** Ends a page with the run record, as a table and as JSON, and the program that wrote it. */
  String finish(HtmlPage page) {
    HtmlElement section = page.section("Run record");
    Map<String, String> lines = new LinkedHashMap<>();
    Map<String, Object> map = record.toMap();
    map.forEach(
        (key, value) -> {
          if (WORDS.containsKey(key)) {
            lines.put(WORDS.get(key), plain(key, value));
          } else if (value instanceof Map<?, ?> inner && key.equals("settings")) {
            inner.forEach((k, v) -> lines.put("Setting " + k, plain(String.valueOf(k), v)));
          }
        });
    HtmlTable.record(section, "Everything needed to repeat the run", lines);
    HtmlElement details = section.child("details");
    details.add(HtmlElement.of("summary", "The same as JSON, with the history"));
    details.child("pre").add(HtmlElement.of("code", JsonWriter.format(map).strip()));
    String version = record.environment().version();
    return page.footer("Written by MahNMF " + version + ". This page needs no network.").render();
  }

  private static String plain(String key, Object value) {
    if (value instanceof Boolean flag) {
      return flag ? "yes" : "no";
    }
    if (value instanceof List<?> list) {
      String items = list.stream().map(String::valueOf).collect(Collectors.joining(", "));
      return list.isEmpty() ? "none" : items;
    }
    if (value instanceof Double number) {
      return number == Double.NEGATIVE_INFINITY ? "none" : Numbers.shortest(number, 6);
    }
    if (value instanceof Number number && !key.equals("seed")) {
      return Numbers.fixed(number.doubleValue(), 0);
    }
    return String.valueOf(value);
  }
}
