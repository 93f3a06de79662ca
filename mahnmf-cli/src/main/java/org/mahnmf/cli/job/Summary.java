package org.mahnmf.cli.job;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.mahnmf.Model;
import org.mahnmf.RunRecord;
import org.mahnmf.problem.Objective;

/** A few aligned lines for people. */
public final class Summary {

  private final Map<String, String> lines = new LinkedHashMap<>();

  public Summary add(String name, Object value) {
    lines.put(name, value.toString());
    return this;
  }

  /** Adds a line with numbers in it, in the format of {@link String#format}. */
  public Summary add(String name, String format, Object... values) {
    return add(name, text(format, values));
  }

  /** Writes a text with numbers in it, the same in every country. */
  public static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /**
   * Adds what is known of any fit, from its data to its time.
   *
   * @param chosen words about who chose the rank, or none
   * @param how words about the solver, or none
   */
  public Summary addFit(RunRecord record, Model model, boolean missing, String chosen, String how) {
    RunRecord.Data data = record.data();
    RunRecord.Outcome outcome = record.outcome();
    long hidden = (long) data.samples() * data.features() - data.observed();
    String gaps = missing && hidden > 0 ? ", " + hidden + " missing" : "";
    return add("data", "%d samples x %d features%s", data.samples(), data.features(), gaps)
        .add("rank", record.setup().rank() + chosen)
        .add("solver", record.setup().solver() + how)
        .addRidge(model, outcome)
        .addObjective(outcome.objective())
        .add("relative error", number(outcome.relativeError()))
        .addGap(outcome.objective().total(), outcome.lowerBound())
        .add("iterations", outcome.iterations() + " (" + outcome.stopReason() + ")")
        .add("time", seconds(outcome.seconds()));
  }

  /** Adds which ridge the fit has and who chose it, unless it has none and nothing chose. */
  private Summary addRidge(Model model, RunRecord.Outcome outcome) {
    double weight = model.rule().ridge();
    String size = weight > 0 ? number(weight) + " on both factors" : "none";
    String hidden = ", chosen by hidden entries";
    String small = ", since the table is too small to choose it";
    String chosen = outcome.choice().map(one -> one.hidden() > 0 ? hidden : small).orElse("");
    return weight > 0 || !chosen.isEmpty() ? add("ridge", size + chosen) : this;
  }

  /** Adds the objective with its terms, if it has several. */
  private Summary addObjective(Objective objective) {
    List<String> parts = new ArrayList<>();
    objective.terms().forEach((name, value) -> parts.add(name + " " + number(value)));
    String terms = parts.size() == 1 ? "" : " = " + String.join(" + ", parts);
    return add("objective", number(objective.total()) + terms);
  }

  /** Adds how good the objective is proven to be; a bound is not positive if it is unknown. */
  public Summary addGap(double objective, double lowerBound) {
    double gap = objective > 0 ? Math.max(0, objective - lowerBound) / objective : 0;
    String words = text("%.3g %% (no codes for this basis give less than ", 100 * gap);
    return add(
        "certified gap", gap < 1 ? words + number(Math.max(0, lowerBound)) + ")" : "not known");
  }

  public void print(PrintStream out) {
    int width = lines.keySet().stream().mapToInt(String::length).max().orElse(0) + 2;
    lines.forEach((name, value) -> out.println(name + " ".repeat(width - name.length()) + value));
  }

  public static String number(double value) {
    return text("%.6g", value);
  }

  public static String seconds(double value) {
    return text("%.2f s", value);
  }
}
