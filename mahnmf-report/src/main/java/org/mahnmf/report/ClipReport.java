package org.mahnmf.report;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.mahnmf.RunRecord;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.report.chart.Clip;
import org.mahnmf.report.chart.FramePlayer;
import org.mahnmf.report.chart.PictureView;
import org.mahnmf.report.chart.Pictures;
import org.mahnmf.report.html.Blocks;
import org.mahnmf.report.html.HtmlElement;
import org.mahnmf.report.html.HtmlPage;
import org.mahnmf.report.html.Numbers;

/** A page about a clip that was taken apart into a still background and what moves before it. */
public final class ClipReport {

  private static final int SHOWN_FRAMES = 5;
  private static final int MOST_PARTS = 24;
  private static final int PLAYER_BYTES = 1_900_000;

  private final Clip clip;
  private final Matrix basis;
  private final List<MethodScore> scores;
  private final RunRecord record;

  /**
   * Reports a clip.
   *
   * @param clip with its background and masks; <em>kept</em>
   * @param basis the parts of the background, rank x pixels; <em>kept</em>
   * @param scores of this method first, then of any others; may be empty
   * @param record of the run that found the background
   */
  public ClipReport(Clip clip, Matrix basis, List<MethodScore> scores, RunRecord record) {
    clip.shape().requireFits(basis.columns());
    this.clip = clip;
    this.basis = basis;
    this.scores = List.copyOf(scores);
    this.record = record;
  }

  /** Returns the page. */
  public String render() {
    List<PictureView> views = clip.views();
    HtmlPage page = new HtmlPage("Background and movement", clip.name(), summary());
    page.add(cards());
    RunSection.notes(page, record);
    page.section("Watch it").add(FramePlayer.of("frame", views, PLAYER_BYTES));
    HtmlElement look = page.section("Frame by frame");
    look.add(
        Blocks.paragraph(
            "The residual is the frame less the background: red is brighter than expected, blue"
                + " darker, full colour a difference of half of white."
                + (clip.truth().isEmpty()
                    ? ""
                    : " In the truth, hatched pixels were not judged.")));
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
    HtmlElement run = page.section("How the fit went");
    RunSection.convergence(run, record);
    RunSection.ridge(run, record);
    RunSection.record(page.section("Run record"), record);
    return RunSection.footer(page.script("player.js"), record).render();
  }

  private String summary() {
    String first =
        String.format(
            "%s%s the background of %s of %s × %s pixels",
            Numbers.count(basis.rows(), "part", "parts"),
            basis.rows() == 1 ? " makes" : " make",
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

  private HtmlElement cards() {
    HtmlElement cards = Blocks.cards();
    double seconds = record.outcome().seconds();
    double f = scores.isEmpty() ? Double.NaN : scores.get(0).f();
    if (Double.isFinite(f)) {
      Blocks.card(cards, "F-measure", Numbers.fixed(f, 3), "1 would be perfect", "");
    } else {
      Blocks.card(
          cards, "Frames", Numbers.fixed(clip.count(), 0), "without masks to compare with", "");
    }
    Blocks.card(
        cards,
        "Relative error",
        Numbers.percent(record.outcome().relativeError()),
        "of all light is left over",
        "");
    Blocks.card(
        cards,
        "Time",
        Numbers.seconds(seconds),
        Numbers.count(record.outcome().iterations(), "iteration", "iterations"),
        "");
    Blocks.card(
        cards,
        "Speed",
        seconds > 0 ? Numbers.format(clip.count() / seconds, 3) : Numbers.UNKNOWN,
        "frames a second",
        "");
    return cards;
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
    section.add(
        Blocks.paragraph(
            "Precision is the share of the found pixels that move, recall the share of the moving"
                + " pixels that are found; F is their harmonic mean."));
    double best = scores.stream().mapToDouble(MethodScore::f).reduce(0, Math::max);
    HtmlElement body =
        Blocks.table(
            section,
            "Pixels found, against the true masks",
            List.of("Method", "#F", "#Precision", "#Recall", "#Time"),
            "");
    for (MethodScore score : scores) {
      HtmlElement line = body.child("tr");
      if (score.f() == best && scores.size() > 1) {
        line.styled("best");
      }
      double share = Double.isFinite(score.f()) ? Math.max(0, Math.min(1, score.f())) : 0;
      HtmlElement bar =
          HtmlElement.of("span")
              .styled("bar")
              .attribute("aria-hidden", "true")
              .add(
                  HtmlElement.of("span")
                      .attribute("style", "width:" + Numbers.coordinate(100 * share) + "%"));
      line.add(
          Blocks.rowHead(score.method()),
          HtmlElement.of("td")
              .styled("number")
              .add(bar, HtmlElement.of("span", Numbers.fixed(score.f(), 3)).styled("beside")),
          Blocks.numberCell(Numbers.fixed(score.precision(), 3)),
          Blocks.numberCell(Numbers.fixed(score.recall(), 3)),
          Blocks.numberCell(Numbers.seconds(score.seconds())));
    }
  }

  private void parts(HtmlElement section) {
    int shown = Math.min(MOST_PARTS, basis.rows());
    List<String> captions = IntStream.rangeClosed(1, shown).mapToObj(l -> "part " + l).toList();
    section.add(
        Blocks.paragraph(
            "Each part is shown from its own darkest to its own brightest pixel."
                + (shown < basis.rows()
                    ? " These are the first " + shown + " of " + basis.rows() + "."
                    : "")));
    section.add(Pictures.strip(PictureView.stretched("Part", basis, clip.shape()), captions));
  }
}
