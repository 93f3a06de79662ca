package org.mahnmf.report;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.mahnmf.RunRecord;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.report.chart.Clip;
import org.mahnmf.report.chart.PictureView;
import org.mahnmf.report.chart.Pictures;
import org.mahnmf.report.html.HtmlElement;
import org.mahnmf.report.html.HtmlPage;
import org.mahnmf.report.html.HtmlTable;
import org.mahnmf.report.html.Numbers;

/**
 * A page about a clip that was taken apart into a still background and what moves in front of it.
 *
 * @param clip with its background and masks; <em>kept</em>
 * @param basis the parts of the background, rank x pixels; <em>kept</em>
 * @param scores of this method first, then of any others; may be empty
 */
public record ClipReport(Clip clip, Matrix basis, List<MethodScore> scores, RunRecord record) {

  private static final int SHOWN_FRAMES = 5;
  private static final int MOST_PARTS = 24;
  private static final int PLAYER_BYTES = 1_900_000;

  public ClipReport {
    clip.shape().requireFits(basis.columns());
    scores = List.copyOf(scores);
  }

  public String render() {
    List<PictureView> views = clip.views();
    HtmlPage page = new HtmlPage("Background and movement", clip.name(), summary());
    cards(page);
    RunSection run = new RunSection(record);
    run.addNotes(page);
    page.section("Watch it").add(Pictures.player("frame", views, PLAYER_BYTES));
    HtmlElement look = page.section("Frame by frame");
    look.paragraph(
        "The residual is the frame less the background: red is brighter than expected, blue"
            + " darker, full colour a difference of half of white."
            + (clip.truth().isEmpty() ? "" : " In the truth, hatched pixels were not judged."));
    Pictures.table(
        look,
        "Frames taken apart",
        clip.names().isEmpty() ? "No." : "Name",
        views,
        shown(),
        clip::frameName);
    if (!scores.isEmpty()) {
      scores(page.section("How well it finds what moves"));
    }
    parts(page.section("The parts of the background"));
    HtmlElement course = page.section("How the fit went");
    run.addConvergence(course);
    run.addRidge(course);
    return run.finish(page.script("player.js"));
  }

  private String summary() {
    String first =
        String.format(
            "%s the background of %s of %s × %s pixels",
            Numbers.count(basis.rows(), "part makes", "parts make"),
            Numbers.count(clip.count(), "frame", "frames"),
            clip.shape().width(),
            clip.shape().height());
    if (scores.isEmpty() || !Double.isFinite(scores.get(0).f())) {
      return first + "; what is left over moves.";
    }
    MethodScore own = scores.get(0);
    return String.format(
        "%s. Of what moves, %s is found, and %s of what is found does move.",
        first, Numbers.percent(own.recall()), Numbers.percent(own.precision()));
  }

  private void cards(HtmlPage page) {
    RunRecord.Outcome outcome = record.outcome();
    double seconds = outcome.seconds();
    double f = scores.isEmpty() ? Double.NaN : scores.get(0).f();
    if (Double.isFinite(f)) {
      page.card("F-measure", Numbers.fixed(f, 3), "1 would be perfect");
    } else {
      page.card("Frames", Numbers.fixed(clip.count(), 0), "without masks to compare with");
    }
    String error = Numbers.percent(outcome.relativeError());
    String speed = seconds > 0 ? Numbers.format(clip.count() / seconds, 3) : Numbers.UNKNOWN;
    String steps = Numbers.count(outcome.iterations(), "iteration", "iterations");
    page.card("Relative error", error, "of all light is left over")
        .card("Time", Numbers.seconds(seconds), steps)
        .card("Speed", speed, "frames a second");
  }

  /** Returns a few frames from all over the clip, of those whose truth is known if any is. */
  private List<Integer> shown() {
    List<Integer> all =
        IntStream.range(0, clip.count())
            .filter(k -> clip.truth().map(truth -> isKnown(truth, k)).orElse(true))
            .boxed()
            .toList();
    int count = Math.min(SHOWN_FRAMES, all.size());
    return IntStream.range(0, count)
        .mapToObj(k -> all.get((int) ((2L * k + 1) * all.size() / (2L * count))))
        .toList();
  }

  private static boolean isKnown(Matrix truth, int frame) {
    double[] row = new double[truth.columns()];
    truth.copyRow(frame, row);
    return !DoubleStream.of(row).allMatch(Double::isNaN);
  }

  private void scores(HtmlElement section) {
    section.paragraph(
        "Precision is the share of the found pixels that move, recall the share of the moving"
            + " pixels that are found; F is their harmonic mean.");
    double best = scores.stream().mapToDouble(MethodScore::f).reduce(0, Math::max);
    HtmlTable table =
        new HtmlTable(
            section,
            "Pixels found, against the true masks",
            "",
            "Method, #F, #Precision, #Recall, #Time".split(", "));
    for (MethodScore score : scores) {
      double share = Double.isFinite(score.f()) ? Math.max(0, Math.min(1, score.f())) : 0;
      HtmlElement f = HtmlElement.of("td").styled("number");
      f.child("span")
          .styled("bar")
          .attributes("aria-hidden", "true")
          .child("span")
          .attributes("style", "width:" + Numbers.coordinate(100 * share) + "%");
      f.add(HtmlElement.of("span", Numbers.fixed(score.f(), 3)).styled("beside"));
      HtmlElement line =
          table.row(
              score.method(),
              f,
              Numbers.fixed(score.precision(), 3),
              Numbers.fixed(score.recall(), 3),
              Numbers.seconds(score.seconds()));
      if (score.f() == best && scores.size() > 1) {
        line.styled("best");
      }
    }
  }

  private void parts(HtmlElement section) {
    int shown = Math.min(MOST_PARTS, basis.rows());
    List<String> captions = IntStream.rangeClosed(1, shown).mapToObj(l -> "part " + l).toList();
    section.paragraph(
        "Each part is shown from its own darkest to its own brightest pixel."
            + Pictures.first(shown, basis.rows()));
    section.add(Pictures.strip(PictureView.stretched("Part", basis, clip.shape()), captions));
  }
}
