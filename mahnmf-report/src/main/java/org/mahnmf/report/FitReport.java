package org.mahnmf.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.mahnmf.Factorization;
import org.mahnmf.HeldOutCurve;
import org.mahnmf.RunRecord;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.report.chart.FramePlayer;
import org.mahnmf.report.chart.PictureView;
import org.mahnmf.report.chart.Pictures;
import org.mahnmf.report.html.HtmlElement;
import org.mahnmf.report.html.HtmlPage;
import org.mahnmf.report.html.Numbers;

/**
 * A page about a fit: what the parts explain, how sure that is, what the parts are, and where the
 * table departs from them.
 *
 * @param name of the input, such as its file name
 * @param fit what to report; <em>kept</em>
 * @param picture shape of each sample, if samples are pictures
 * @param ranks the search that found the rank, if one did
 * @param weights the searches that found weights, by option; <em>kept</em>
 */
public record FitReport(
    String name,
    FitView fit,
    Optional<PictureShape> picture,
    Optional<HeldOutCurve> ranks,
    Map<String, HeldOutCurve> weights) {

  private static final int MOST_OUTLIERS = 25;

  private static final int SHOWN_PICTURES = 6;
  private static final int PLAYER_BYTES = 1_700_000;

  /** Checks that samples are such pictures. */
  public FitReport {
    picture.ifPresent(shape -> shape.requireFits(fit.basis().columns()));
  }

  /**
   * Reports a fit.
   *
   * @param name of the input, such as its file name
   * @param fit what to report; <em>kept</em>
   */
  public FitReport(String name, FitView fit) {
    this(name, fit, Optional.empty(), Optional.empty(), Map.of());
  }

  /**
   * Reports a result.
   *
   * @param name of the input, such as its file name
   * @param fit what to report; <em>kept</em>
   */
  public static FitReport of(String name, Factorization fit) {
    return new FitReport(name, FitView.of(fit));
  }

  /**
   * Returns the report with samples and parts shown as pictures.
   *
   * @param shape of each sample; empty if samples are no pictures
   */
  public FitReport withPictures(Optional<PictureShape> shape) {
    return new FitReport(name, fit, shape, ranks, weights);
  }

  /** Returns the report with the search that found the rank. */
  public FitReport withRankSearch(HeldOutCurve curve) {
    return new FitReport(name, fit, picture, Optional.of(curve), weights);
  }

  /** Returns the report with the searches that found weights, by option; <em>kept</em>. */
  public FitReport withWeightSearch(Map<String, HeldOutCurve> curves) {
    return new FitReport(name, fit, picture, ranks, curves);
  }

  /**
   * Writes the page.
   *
   * @param file where to; its folder is created if it does not exist
   * @throws IOException if it cannot be written
   */
  public void write(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Files.writeString(file, render());
  }

  /** Returns the page. */
  public String render() {
    RunRecord record = fit.record();
    Outliers outliers = Outliers.of(fit, MOST_OUTLIERS);
    HtmlPage page = new HtmlPage("Fit report", name, summary(outliers));
    cards(page);
    RunSection.notes(page, record);
    if (fit.isPartial()) {
      page.note(
          String.format(
              "The table is elsewhere. What follows looks at %s, spread evenly; the figures"
                  + " above are those of all %s.",
              Numbers.count(fit.samples(), "of its rows", "of its rows"),
              Numbers.fixed(record.data().samples(), 0)));
    }

    if (picture.isPresent()) {
      pictures(page, picture.get());
    } else {
      OutlierSection.addTo(page.section("What stands out"), fit, outliers);
    }
    PartsSection.addTo(page.section("The parts"), fit, picture);
    ranks.ifPresent(curve -> RankReport.addTo(page, curve));
    weights.forEach(
        (option, curve) ->
            WeightBlock.addTo(page.section("How " + option + " was found"), option, curve));
    HtmlElement run = page.section("How the fit went");
    RunSection.convergence(run, record);
    record.outcome().validation().ifPresent(checked -> run.paragraph(checked.sentence()));
    RunSection.terms(run, record);
    RunSection.ridge(run, record);
    return RunSection.finish(page, record);
  }

  private String summary(Outliers outliers) {
    double error = fit.record().outcome().relativeError();
    String parts = Numbers.count(fit.rank(), "part explains ", "parts explain ");
    String first;
    if (!Double.isFinite(error) || isZero(fit.observations().values())) {
      first = "The " + size() + " table holds nothing to explain";
    } else if (error <= 0) {
      first = parts + "all of " + what();
    } else {
      first = parts + Numbers.percent(1 - error) + " of " + amount() + what();
    }
    long cells = outliers.standingOut();
    if (picture.isPresent()) {
      double share = (double) cells / Math.max(1, outliers.observed());
      return first + "; " + Numbers.percent(share) + " of the numbers stand out.";
    }
    String shown = " in the " + Numbers.count(fit.samples(), "row", "rows") + " shown.";
    return first
        + "; "
        + Numbers.count(cells, "cell stands out", "cells stand out")
        + (fit.isPartial() ? shown : ".");
  }

  private String amount() {
    return picture.isPresent() ? "the light in " : "the absolute sum of ";
  }

  private String what() {
    return picture
        .map(
            shape ->
                String.format(
                    "%s of %s × %s pixels",
                    Numbers.count(fit.observations().samples(), "picture", "pictures"),
                    shape.width(),
                    shape.height()))
        .orElse("a " + size() + " table");
  }

  private String size() {
    return Numbers.fixed(fit.isPartial() ? fit.record().data().samples() : fit.samples(), 0)
        + " × "
        + Numbers.fixed(fit.observations().features(), 0);
  }

  private void cards(HtmlPage page) {
    RunRecord.Outcome outcome = fit.record().outcome();
    double objective = outcome.objective().total();
    double bound = outcome.lowerBound();
    boolean exact = objective == 0;
    boolean certified = Double.isFinite(bound) && objective > 0 && bound > 0;
    double gap = certified ? (objective - bound) / objective : exact ? 0 : Double.NaN;
    String threads = Numbers.count(fit.record().environment().threads(), "thread", "threads");
    page.card("Relative error", Numbers.percent(outcome.relativeError()), "of Σ |X| is left over")
        .card("Objective", Numbers.format(objective), "what was minimised")
        .card(
            "Certified gap",
            Numbers.percent(gap),
            certified || exact
                ? "no codes for this basis are better by more"
                : "this run has no lower bound")
        .card("Time", Numbers.seconds(outcome.seconds()), threads)
        .card("Iterations", Numbers.fixed(outcome.iterations(), 0), "")
        .card("Solver", fit.record().setup().solver(), "", "card word")
        .card("Stopped because", outcome.stopReason(), "", "card word wide");
  }

  /** Shows samples beside what the parts make of them, and the worst ones at a glance. */
  private void pictures(HtmlPage page, PictureShape shape) {
    List<PictureView> views =
        List.of(
            PictureView.photo("Original", fit.observations().values(), shape),
            PictureView.photo("From the parts", fit.expected(), shape),
            PictureView.signed("Left over", fit.differences(), shape));
    page.section("Look through them")
        .paragraph(
            "What is left over is the original less what the parts make of it: red is brighter"
                + " than expected, blue darker, full colour a difference of half of white.")
        .add(FramePlayer.of("picture", views, PLAYER_BYTES));
    page.script("player.js");
    Pictures.table(
        page.section("What stands out")
            .paragraph("The pictures of which the parts leave the largest share unexplained."),
        "Pictures with the largest relative error",
        "Name",
        views,
        worst(),
        row -> Pictures.bare(fit.sampleName(row)));
  }

  /** Returns the samples with the largest relative errors, the largest first. */
  private List<Integer> worst() {
    Matrix values = fit.observations().values();
    Matrix differences = fit.differences();
    double[] errors = new double[values.rows()];
    double[] seen = new double[values.columns()];
    double[] left = new double[values.columns()];
    for (int i = 0; i < errors.length; i++) {
      values.copyRow(i, seen);
      differences.copyRow(i, left);
      double sum = 0;
      double light = 0;
      for (int j = 0; j < seen.length; j++) {
        sum += Double.isNaN(left[j]) ? 0 : Math.abs(left[j]);
        light += Double.isNaN(left[j]) ? 0 : seen[j];
      }
      errors[i] = sum == 0 ? 0 : sum / light;
    }
    return IntStream.range(0, errors.length)
        .boxed()
        .sorted(Comparator.comparingDouble((Integer i) -> -errors[i]))
        .limit(SHOWN_PICTURES)
        .toList();
  }

  private static boolean isZero(Matrix matrix) {
    if (matrix instanceof SparseMatrix sparse && sparse.nonZeros() == 0) {
      return true;
    }
    double[] row = new double[matrix.columns()];
    for (int i = 0; i < matrix.rows(); i++) {
      matrix.copyRow(i, row);
      if (DoubleStream.of(row).anyMatch(value -> value > 0)) {
        return false;
      }
    }
    return true;
  }
}
