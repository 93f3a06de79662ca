package org.mahnmf.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.mahnmf.RunRecord;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.report.FramePlayer.Channel;

/** A page about a clip that was taken apart into a still background and what moves before it. */
public final class DemoReport {

  private static final int SHOWN_FRAMES = 5;
  private static final int MOST_WIDTH = 240;
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
  public DemoReport(Clip clip, Matrix basis, List<MethodScore> scores, RunRecord record) {
    Picture.requireSize("parts", basis, clip.width(), clip.height());
    this.clip = clip;
    this.basis = basis;
    this.scores = List.copyOf(scores);
    this.record = record;
  }

  /** Returns the page. */
  public String render() {
    return page().render();
  }

  /**
   * Writes the page.
   *
   * @param file where to; its folder is created if it does not exist
   * @throws IOException if it cannot be written
   */
  public void write(Path file) throws IOException {
    page().write(file);
  }

  private HtmlPage page() {
    List<Integer> judged = judged();
    List<Channel> channels = new ArrayList<>(List.of(Channel.values()));
    if (judged.isEmpty()) {
      channels.remove(Channel.TRUTH);
    }
    HtmlPage page = new HtmlPage("Background and movement", clip.name(), summary());
    page.add(cards());
    for (String note : record.outcome().notes()) {
      page.add(Blocks.note(note));
    }
    HtmlElement watch = page.section("Watch it");
    watch.add(FramePlayer.of(clip, channels, PLAYER_BYTES));
    HtmlElement look = page.section("Frame by frame");
    look.add(
        Blocks.paragraph(
            "The residual is the frame less the background: red is brighter than expected, blue"
                + " darker, full colour a difference of 128 of 255."
                + (judged.isEmpty() ? "" : " In the truth, hatched pixels were not judged.")));
    frames(look, channels, judged);
    if (!scores.isEmpty()) {
      scores(page.section("How well it finds what moves"));
    }
    parts(page.section("The parts of the background"));
    Blocks.convergence(page.section("How the fit went"), record);
    Blocks.record(page.section("Run record"), record);
    return page.withScript("player.js")
        .withFooter(
            "Written by MahNMF "
                + record.environment().version()
                + ". This page needs no network.");
  }

  private String summary() {
    String first =
        Numbers.count(basis.rows(), "part", "parts")
            + (basis.rows() == 1 ? " makes" : " make")
            + " the background of "
            + Numbers.count(clip.count(), "frame", "frames")
            + " of "
            + clip.width()
            + " × "
            + clip.height()
            + " pixels";
    if (scores.isEmpty() || !Double.isFinite(scores.get(0).f())) {
      return first + "; what is left over moves.";
    }
    MethodScore own = scores.get(0);
    return first
        + ". Of what moves, "
        + Numbers.percent(own.recall())
        + " is found, and "
        + Numbers.percent(own.precision())
        + " of what is found does move.";
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

  /** Returns the frames whose truth is known at least in part. */
  private List<Integer> judged() {
    List<Integer> frames = new ArrayList<>();
    double[] row = new double[clip.truth().columns()];
    for (int k = 0; k < clip.count(); k++) {
      clip.truth().copyRow(k, row);
      for (double pixel : row) {
        if (!Double.isNaN(pixel)) {
          frames.add(k);
          break;
        }
      }
    }
    return frames;
  }

  private void frames(HtmlElement section, List<Channel> channels, List<Integer> judged) {
    List<String> heads = new ArrayList<>(List.of("No."));
    for (Channel channel : channels) {
      heads.add(channel.title());
    }
    HtmlElement body = Blocks.table(section, "Frames taken apart", heads, "frames");
    int from = judged.isEmpty() ? clip.count() : judged.size();
    int shown = Math.min(SHOWN_FRAMES, from);
    for (int k = 0; k < shown; k++) {
      int place = (int) ((2L * k + 1) * from / (2L * shown));
      int frame = judged.isEmpty() ? place : judged.get(place);
      HtmlElement line = body.child("tr").add(Blocks.rowHead(Numbers.fixed(frame + 1, 0)));
      for (Channel channel : channels) {
        DenseMatrix picture = Picture.reduce(channel.picture(clip, frame), MOST_WIDTH);
        line.child("td")
            .add(
                HtmlElement.of("img")
                    .styled(clip.width() < 64 ? "picture crisp" : "picture")
                    .attribute("width", clip.width())
                    .attribute("height", clip.height())
                    .attribute("alt", channel.title() + " of frame " + (frame + 1))
                    .attribute(
                        "src",
                        Picture.uri(picture, channel.colours(), channel.low(), channel.high())));
      }
    }
  }

  private void scores(HtmlElement section) {
    section.add(
        Blocks.paragraph(
            "Precision is the share of the found pixels that move, recall the share of the moving"
                + " pixels that are found; F is their harmonic mean."));
    double best = 0;
    for (MethodScore score : scores) {
      best = Math.max(best, score.f());
    }
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
    DenseMatrix rows = new DenseMatrix(shown, basis.columns());
    double[] row = new double[basis.columns()];
    List<String> captions = new ArrayList<>();
    for (int l = 0; l < shown; l++) {
      basis.copyRow(l, row);
      System.arraycopy(row, 0, rows.array(), rows.offset(l), row.length);
      captions.add("part " + (l + 1));
    }
    section.add(
        Blocks.paragraph(
            "Each part is shown from its own darkest to its own brightest pixel."
                + (shown < basis.rows()
                    ? " These are the first " + shown + " of " + basis.rows() + "."
                    : "")));
    section.add(ImageStrip.grey(rows, clip.width(), clip.height()).withCaptions(captions).toHtml());
  }
}
