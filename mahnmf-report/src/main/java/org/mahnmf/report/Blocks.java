package org.mahnmf.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mahnmf.HistoryPoint;
import org.mahnmf.RunRecord;
import org.mahnmf.search.RidgeChoice;

/** Pieces that all reports share: cards, tables, the charts of a run and its record. */
public final class Blocks {

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

  private Blocks() {}

  /** Starts a list of cards. */
  static HtmlElement cards() {
    return HtmlElement.of("dl").styled("cards");
  }

  /** Adds a card: a name, a number or word, and a remark, which may be empty. */
  static void card(HtmlElement cards, String name, String value, String remark, String style) {
    HtmlElement card = cards.child("div").styled("card" + style);
    card.add(HtmlElement.of("dt", name), HtmlElement.of("dd", value));
    if (!remark.isEmpty()) {
      card.add(HtmlElement.of("dd", remark).styled("remark"));
    }
  }

  /**
   * Adds a table that scrolls by itself where the window is narrow.
   *
   * @param parent gets the table
   * @param caption of the table
   * @param heads of the columns; one that begins with # is over numbers
   * @param style names of styles, or nothing
   * @return the table's body, for rows
   */
  public static HtmlElement table(
      HtmlElement parent, String caption, List<String> heads, String style) {
    HtmlElement table =
        parent
            .child("div")
            .styled("scroll")
            .attribute("tabindex", "0")
            .attribute("role", "region")
            .attribute("aria-label", caption)
            .child("table");
    if (!style.isEmpty()) {
      table.styled(style);
    }
    table.add(HtmlElement.of("caption", caption));
    HtmlElement line = table.child("thead").child("tr");
    for (String head : heads) {
      boolean number = head.startsWith("#");
      HtmlElement cell = line.child("th").attribute("scope", "col");
      cell.text(number ? head.substring(1) : head);
      if (number) {
        cell.styled("number");
      }
    }
    return table.child("tbody");
  }

  /**
   * Returns a cell with a number in a table.
   *
   * @param text the number
   */
  public static HtmlElement numberCell(String text) {
    return HtmlElement.of("td", text).styled("number");
  }

  /**
   * Returns the first cell of a row.
   *
   * @param text the name of the row
   */
  public static HtmlElement rowHead(String text) {
    return HtmlElement.of("th", text).attribute("scope", "row");
  }

  /**
   * Returns a paragraph.
   *
   * @param text of it
   */
  public static HtmlElement paragraph(String text) {
    return HtmlElement.of("p", text);
  }

  static HtmlElement note(String text) {
    return HtmlElement.of("p", text).styled("note");
  }

  /** Adds how the ridge was chosen, if hidden entries chose it: their error over its weight. */
  static void ridge(HtmlElement section, RunRecord record) {
    RidgeChoice choice = record.outcome().choice().orElse(null);
    if (choice == null || choice.points().size() < 2) {
      return;
    }
    double[] shares = choice.points().stream().mapToDouble(RidgeChoice.Point::share).toArray();
    double[] errors =
        choice.points().stream().mapToDouble(RidgeChoice.Point::heldOutError).toArray();
    section.add(
        paragraph(
            choice.sentence()
                + " The ridge adds half its weight times the squares of all entries of both factors to"
                + " the objective, so parts that only fit noise cost more than they gain. The dot marks"
                + " the weight that was taken."));
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

  /** Adds how the hidden entries fared, if any were hidden. */
  static void validation(HtmlElement section, RunRecord record) {
    record
        .outcome()
        .validation()
        .ifPresent(validation -> section.add(paragraph(validation.sentence())));
  }

  /** Says what the last numbers beside the parts are, if there were restarts to compare. */
  static void confidence(HtmlElement section, RunRecord record) {
    List<Double> confidence = record.outcome().confidence();
    if (confidence.isEmpty()) {
      return;
    }
    int restarts = record.setup().restarts();
    HtmlElement body =
        table(
            section,
            "How sure each part is: its mean correlation with its partners in the other "
                + (restarts == 2 ? "start" : restarts - 1 + " starts"),
            List.of("Part", "#Confidence"),
            "slim");
    for (int l = 0; l < confidence.size(); l++) {
      body.child("tr")
          .add(rowHead("part " + (l + 1)), numberCell(Numbers.fixed(confidence.get(l), 3)));
    }
  }

  /** Adds the objective over time and over iterations, side by side. */
  static void convergence(HtmlElement section, RunRecord record) {
    List<HistoryPoint> history = record.outcome().history();
    if (history.isEmpty()) {
      section.add(paragraph("The run kept no history."));
      return;
    }
    double[] seconds = new double[history.size()];
    double[] steps = new double[history.size()];
    double[] objective = new double[history.size()];
    for (int k = 0; k < seconds.length; k++) {
      seconds[k] = history.get(k).seconds();
      steps[k] = history.get(k).iteration();
      objective[k] = history.get(k).objective();
    }
    double lowest = Double.POSITIVE_INFINITY;
    double highest = 0;
    for (double value : objective) {
      lowest = Math.min(lowest, value);
      highest = Math.max(highest, value);
    }
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
              .withLogarithmic(false, log)
              .withLastValues();
      if (near) {
        chart.level("lower bound for this basis", bound);
      }
      pair.add(chart.toSvg());
    }
  }

  /** Adds the run record as a table and as JSON. */
  static void record(HtmlElement section, RunRecord record) {
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
    HtmlElement body =
        table(section, "Everything needed to repeat the run", List.of("Name", "Value"), "record");
    lines.forEach(
        (name, value) -> body.child("tr").add(rowHead(name), HtmlElement.of("td", value)));
    HtmlElement details = section.child("details");
    details.add(
        HtmlElement.of("summary", "The same as JSON, with the history"),
        HtmlElement.of("pre").add(HtmlElement.of("code", Json.write(map))));
  }

  private static String plain(String key, Object value) {
    if (value instanceof Boolean flag) {
      return flag ? "yes" : "no";
    }
    if (value instanceof List<?> list) {
      List<String> items = new ArrayList<>();
      list.forEach(item -> items.add(String.valueOf(item)));
      return items.isEmpty() ? "none" : String.join(", ", items);
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
