package org.mahnmf.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.mahnmf.Factorization;
import org.mahnmf.HeldOutCurve;
import org.mahnmf.RunRecord;
import org.mahnmf.internal.store.ReadOnlyMatrix;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.report.chart.Heatmap;
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
 * @param fit <em>kept</em>
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
  private static final int MOST_PARTS = 64;
  private static final int SHOWN_PICTURES = 6;
  private static final int PLAYER_BYTES = 1_700_000;

  /** Checks that samples are such pictures. */
  public FitReport {
    picture.ifPresent(shape -> shape.requireFits(fit.basis().columns()));
  }

  /** Reports a fit; <em>kept</em>. */
  public FitReport(String name, FitView fit) {
    this(name, fit, Optional.empty(), Optional.empty(), Map.of());
  }

  /** Reports a result; <em>kept</em>. */
  public static FitReport of(String name, Factorization fit) {
    return new FitReport(
        name, new FitView(fit.observations(), fit.basis(), fit.codes(), fit.record()));
  }

  /** Returns the report with samples and parts shown as pictures, if they are. */
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

  /** Returns how many bytes its look for outliers takes beside a dense table and its fit. */
  public static long bytes(int samples, int features, int rank) {
    return Outliers.bytes(samples, features, rank);
  }

  public String render() {
    RunRecord record = fit.record();
    Matrix differences = fit.differences();
    Outliers outliers = Outliers.of(fit, differences, MOST_OUTLIERS);
    HtmlPage page = new HtmlPage("Fit report", name, summary(outliers));
    cards(page);
    RunSection run = new RunSection(record);
    run.addNotes(page);
    if (fit.isPartial()) {
      page.note(
          "The table is elsewhere. What follows looks at "
              + Numbers.count(fit.samples(), "of its rows", "of its rows")
              + ", spread evenly; the figures above are those of all "
              + Numbers.fixed(record.data().samples(), 0)
              + ".");
    }
    if (picture.isPresent()) {
      pictures(page, picture.get(), differences);
    } else {
      outliers.addTo(page.section("What stands out"), fit, differences);
    }
    parts(page.section("The parts"));
    ranks.ifPresent(curve -> RankReport.addTo(page, curve));
    weights.forEach((option, curve) -> RankReport.addWeightsTo(page, option, curve));
    HtmlElement course = page.section("How the fit went");
    run.addConvergence(course);
    record.outcome().validation().ifPresent(checked -> course.paragraph(checked.sentence()));
    run.addTerms(course);
    run.addRidge(course);
    return run.finish(page);
  }

  private String summary(Outliers outliers) {
    double error = fit.record().outcome().relativeError();
    String parts = Numbers.count(fit.rank(), "part explains ", "parts explain ");
    String size =
        Numbers.fixed(fit.isPartial() ? fit.record().data().samples() : fit.samples(), 0)
            + " × "
            + Numbers.fixed(fit.observations().features(), 0);
    String what =
        picture
            .map(
                shape ->
                    Numbers.count(fit.samples(), "picture of ", "pictures of ")
                        + (shape.width() + " × " + shape.height() + " pixels"))
            .orElse("a " + size + " table");
    String amount = picture.isPresent() ? "the light in " : "the absolute sum of ";
    String first;
    if (!Double.isFinite(error) || isZero(fit.observations().values())) {
      first = "The " + size + " table holds nothing to explain; ";
    } else if (error <= 0) {
      first = parts + "all of " + what + "; ";
    } else {
      first = parts + Numbers.percent(1 - error) + " of " + amount + what + "; ";
    }
    long cells = outliers.standingOut();
    if (picture.isPresent()) {
      double share = (double) cells / Math.max(1, outliers.observed());
      return first + Numbers.percent(share) + " of the numbers stand out.";
    }
    String shown = " in the " + Numbers.count(fit.samples(), "row", "rows") + " shown.";
    return first
        + Numbers.count(cells, "cell stands out", "cells stand out")
        + (fit.isPartial() ? shown : ".");
  }

  private void cards(HtmlPage page) {
    RunRecord.Outcome outcome = fit.record().outcome();
    double objective = outcome.objective().total();
    double bound = outcome.lowerBound();
    boolean exact = objective == 0;
    boolean certified = Double.isFinite(bound) && objective > 0 && bound > 0;
    double gap = certified ? (objective - bound) / objective : exact ? 0 : Double.NaN;
    String sure =
        certified || exact
            ? "no codes for this basis are better by more"
            : "this run has no lower bound";
    String threads = Numbers.count(fit.record().environment().threads(), "thread", "threads");
    page.card("Relative error", Numbers.percent(outcome.relativeError()), "of Σ |X| is left over")
        .card("Objective", Numbers.format(objective), "what was minimised")
        .card("Certified gap", Numbers.percent(gap), sure)
        .card("Time", Numbers.seconds(outcome.seconds()), threads)
        .card("Iterations", Numbers.fixed(outcome.iterations(), 0), "")
        .card("Solver", fit.record().setup().solver(), "", "card word")
        .card("Stopped because", outcome.stopReason(), "", "card word wide");
  }

  /** Shows samples beside what the parts make of them, and the worst ones at a glance. */
  private void pictures(HtmlPage page, PictureShape shape, Matrix differences) {
    List<PictureView> views =
        List.of(
            PictureView.photo("Original", fit.observations().values(), shape),
            PictureView.photo("From the parts", fit.expected(), shape),
            PictureView.signed("Left over", differences, shape));
    page.section("Look through them")
        .paragraph(
            "What is left over is the original less what the parts make of it: red is brighter"
                + " than expected, blue darker, full colour a difference of half of white.")
        .add(Pictures.player("picture", views, PLAYER_BYTES));
    page.script("player.js");
    Pictures.table(
        page.section("What stands out")
            .paragraph("The pictures of which the parts leave the largest share unexplained."),
        "Pictures with the largest relative error",
        "Name",
        views,
        worst(differences),
        row -> Pictures.bare(fit.sampleName(row)));
  }

  /** Returns the samples with the largest relative errors, the largest first. */
  private List<Integer> worst(Matrix differences) {
    double[] errors = new double[differences.rows()];
    double[] seen = new double[differences.columns()];
    double[] left = new double[differences.columns()];
    for (int i = 0; i < errors.length; i++) {
      fit.observations().values().copyRow(i, seen);
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

  /**
   * Adds basis and codes. A part can be made larger and its codes smaller without changing the
   * product, so each part is shown with 1 as its largest entry and its codes in the units of X.
   */
  private void parts(HtmlElement section) {
    int rank = fit.rank();
    double[] amounts = new double[rank];
    DenseMatrix basis = fit.basis().toDense();
    DenseMatrix codes = ReadOnlyMatrix.arrays(fit.codes()).transpose();
    double total = 0;
    for (int l = 0; l < rank; l++) {
      double largest = 0;
      double features = 0;
      for (int j = 0; j < basis.columns(); j++) {
        largest = Math.max(largest, Math.abs(basis.get(l, j)));
        features += Math.abs(basis.get(l, j));
      }
      for (int j = 0; j < basis.columns() && largest > 0; j++) {
        basis.set(l, j, basis.get(l, j) / largest);
      }
      for (int i = 0; i < codes.columns(); i++) {
        amounts[l] += Math.abs(codes.get(l, i));
        codes.set(l, i, codes.get(l, i) * largest);
      }
      amounts[l] *= features;
      total += amounts[l];
    }
    new RunSection(fit.record()).addConfidence(section);
    List<Double> confidence = fit.record().outcome().confidence();
    List<String> labels = new ArrayList<>();
    for (int l = 0; l < rank; l++) {
      String share = amounts[l] == 0 ? "empty" : Numbers.percent(amounts[l] / total);
      // How sure a part is, if there were restarts to compare it with.
      String sure = confidence.isEmpty() ? "" : "  ·  " + Numbers.fixed(confidence.get(l), 2);
      labels.add("part " + (l + 1) + "  ·  " + share + sure);
    }
    if (picture.isPresent()) {
      int shown = Math.min(MOST_PARTS, rank);
      section.paragraph(
          "Each part from its own darkest to its own brightest pixel, with its share of all the"
              + " light that the parts explain."
              + Pictures.first(shown, rank));
      PictureView view = PictureView.stretched("Part", fit.basis(), picture.get());
      section.add(Pictures.strip(view, labels.subList(0, shown)));
    } else {
      section.paragraph(
          "Each row is a part, with its share of the explained sum. Its features are scaled so"
              + " that its largest is 1; the codes below say how much of it each sample holds,"
              + " in the units of the table.");
      List<String> features = fit.observations().featureNames();
      map(section, "What each part looks like", "feature", basis, labels, features);
    }
    List<String> samples = fit.observations().sampleNames();
    map(section, "How much of it each sample holds", "sample", codes, labels, samples);
  }

  private static void map(
      HtmlElement section,
      String heading,
      String columns,
      Matrix matrix,
      List<String> rowNames,
      List<String> columnNames) {
    Heatmap map =
        Heatmap.sequential(matrix, 900, Math.max(420, Math.min(600, matrix.rows())))
            .names(rowNames, columnNames)
            .titles("part", columns);
    section.add(HtmlElement.of("h3", heading));
    map.addTo(section, heading);
    if (map.isReduced()) {
      section.add(HtmlElement.of("p", "Each pixel shows the mean of its block.").styled("small"));
    }
  }
}
