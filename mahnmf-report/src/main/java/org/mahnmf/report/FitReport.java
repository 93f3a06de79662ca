package org.mahnmf.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.mahnmf.Factorization;
import org.mahnmf.RankCurve;
import org.mahnmf.RunRecord;
import org.mahnmf.WeightCurve;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.picture.PictureShape;

/**
 * A page about a fit: what the parts explain, how sure that is, what the parts are, and where the
 * table departs from them.
 */
public final class FitReport {

  private static final int MOST_OUTLIERS = 25;
  private static final int NUMBERED = 9;
  private static final int MAP_WIDTH = 900;
  private static final int MAP_HEIGHT = 600;
  private static final int PARTS_HEIGHT = 420;

  private static final int SHOWN_PICTURES = 6;
  private static final int MOST_PARTS = 64;
  private static final int PLAYER_BYTES = 1_700_000;

  private final String name;
  private final FitView fit;
  private final Optional<PictureShape> picture;
  private final Optional<RankCurve> ranks;
  private final Map<String, WeightCurve> weights;

  /**
   * Reports a fit.
   *
   * @param name of the input, such as its file name
   * @param fit what to report; <em>kept</em>
   */
  public FitReport(String name, FitView fit) {
    this(name, fit, Optional.empty(), Optional.empty(), Map.of());
  }

  private FitReport(
      String name,
      FitView fit,
      Optional<PictureShape> picture,
      Optional<RankCurve> ranks,
      Map<String, WeightCurve> weights) {
    picture.ifPresent(shape -> shape.requireFits(fit.basis().columns()));
    this.name = name;
    this.fit = fit;
    this.picture = picture;
    this.ranks = ranks;
    this.weights = weights;
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

  /**
   * Returns the report with the search that found the rank.
   *
   * @param curve what it found
   */
  public FitReport withRankSearch(RankCurve curve) {
    return new FitReport(name, fit, picture, Optional.of(curve), weights);
  }

  /**
   * Returns the report with the searches that found weights.
   *
   * @param curves what they found, by option; <em>kept</em>
   */
  public FitReport withWeightSearch(Map<String, WeightCurve> curves) {
    return new FitReport(name, fit, picture, ranks, curves);
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
    RunRecord record = fit.record();
    Outliers outliers = Outliers.of(fit, MOST_OUTLIERS);
    HtmlPage page = new HtmlPage("Fit report", name, summary(outliers));
    page.add(cards());
    for (String note : record.outcome().notes()) {
      page.add(Blocks.note(note));
    }
    if (fit.isPartial()) {
      page.add(
          Blocks.note(
              "The table is elsewhere. What follows looks at "
                  + Numbers.count(fit.samples(), "of its rows", "of its rows")
                  + ", spread evenly; the figures above are those of all "
                  + Numbers.fixed(record.data().samples(), 0)
                  + "."));
    }

    if (picture.isPresent()) {
      pictures(page, picture.get());
    } else {
      outliers(page.section("What stands out"), outliers);
    }
    parts(page.section("The parts"));
    ranks.ifPresent(
        curve -> {
          HtmlElement search = page.section("How the rank was found");
          search.add(Blocks.paragraph(curve.sentence()));
          RankReport.addTo(search, curve);
        });
    weights.forEach(
        (option, curve) ->
            WeightBlock.addTo(page.section("How " + option + " was found"), option, curve));
    HtmlElement run = page.section("How the fit went");
    Blocks.convergence(run, record);
    Blocks.validation(run, record);
    terms(run);
    Blocks.ridge(run, record);
    Blocks.record(page.section("Run record"), record);
    return page.withFooter(
        "Written by MahNMF " + record.environment().version() + ". This page needs no network.");
  }

  private String summary(Outliers outliers) {
    double error = fit.record().outcome().relativeError();
    String parts =
        Numbers.count(fit.rank(), "part", "parts") + (fit.rank() == 1 ? " explains " : " explain ");
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
    return first
        + "; "
        + Numbers.count(cells, "cell", "cells")
        + (cells == 1 ? " stands out" : " stand out")
        + (fit.isPartial()
            ? " in the " + Numbers.count(fit.samples(), "row", "rows") + " shown."
            : ".");
  }

  private String amount() {
    return picture.isPresent() ? "the light in " : "the absolute sum of ";
  }

  private String what() {
    return picture
        .map(
            shape ->
                Numbers.count(fit.observations().samples(), "picture", "pictures")
                    + " of "
                    + shape.width()
                    + " × "
                    + shape.height()
                    + " pixels")
        .orElse("a " + size() + " table");
  }

  private String size() {
    return Numbers.fixed(fit.isPartial() ? fit.record().data().samples() : fit.samples(), 0)
        + " × "
        + Numbers.fixed(fit.observations().features(), 0);
  }

  private HtmlElement cards() {
    RunRecord.Outcome outcome = fit.record().outcome();
    double objective = outcome.objective().total();
    double bound = outcome.lowerBound();
    boolean certified = Double.isFinite(bound) && objective > 0 && bound > 0;
    HtmlElement cards = Blocks.cards();
    Blocks.card(
        cards,
        "Relative error",
        Numbers.percent(outcome.relativeError()),
        "of Σ |X| is left over",
        "");
    Blocks.card(cards, "Objective", Numbers.format(objective), "what was minimised", "");
    Blocks.card(
        cards,
        "Certified gap",
        certified
            ? Numbers.percent((objective - bound) / objective)
            : objective == 0 ? Numbers.percent(0) : Numbers.UNKNOWN,
        certified || objective == 0
            ? "no codes for this basis are better by more"
            : "this run has no lower bound",
        "");
    Blocks.card(
        cards,
        "Time",
        Numbers.seconds(outcome.seconds()),
        Numbers.count(fit.record().environment().threads(), "thread", "threads"),
        "");
    Blocks.card(cards, "Iterations", Numbers.fixed(outcome.iterations(), 0), "", "");
    Blocks.card(cards, "Solver", fit.record().setup().solver(), "", " word");
    Blocks.card(cards, "Stopped because", outcome.stopReason(), "", " word wide");
    return cards;
  }

  /** Shows samples beside what the parts make of them, and the worst ones at a glance. */
  private void pictures(HtmlPage page, PictureShape shape) {
    List<PictureView> views =
        List.of(
            PictureView.photo("Original", fit.observations().values(), shape),
            PictureView.photo("From the parts", fit.expected(), shape),
            PictureView.signed("Left over", fit.differences(), shape));
    HtmlElement look = page.section("Look through them");
    look.add(
        Blocks.paragraph(
            "What is left over is the original less what the parts make of it: red is brighter"
                + " than expected, blue darker, full colour a difference of half of white."));
    look.add(FramePlayer.of("picture", views, PLAYER_BYTES));
    page.withScript("player.js");
    HtmlElement section = page.section("What stands out");
    section.add(
        Blocks.paragraph("The pictures of which the parts leave the largest share unexplained."));
    Pictures.table(
        section,
        "Pictures with the largest relative error",
        "Name",
        views,
        worst(),
        row -> Pictures.bare(sample(row)));
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

  private void outliers(HtmlElement section, Outliers outliers) {
    Heatmap map =
        Heatmap.signed(fit.differences(), MAP_WIDTH, MAP_HEIGHT)
            .withNames(fit.observations().sampleNames(), fit.observations().featureNames())
            .withTitles("sample", "feature");
    List<Outliers.Cell> cells = outliers.largest();
    // the last first, so that the most important circles lie on top
    for (int k = cells.size() - 1; k >= 0; k--) {
      Outliers.Cell cell = cells.get(k);
      map.mark(
          cell.row(),
          cell.column(),
          k < NUMBERED ? Integer.toString(k + 1) : "",
          k
              + 1
              + ". "
              + sample(cell.row())
              + ", "
              + feature(cell.column())
              + ": "
              + Numbers.format(cell.value())
              + ", expected "
              + Numbers.format(cell.expected()));
    }
    section.add(
        Blocks.paragraph(
            "Red cells hold more than the parts expect, blue cells less."
                + (map.hasMissing() ? " Hatched cells are missing." : "")
                + (cells.isEmpty() ? "" : " Circles mark the rows of the table below.")
                + (map.isReduced()
                    ? " The table is larger than the picture: each pixel shows the largest"
                        + " difference of its block."
                    : "")
                + (fit.isStoredOnly()
                    ? " The table is sparse and large: this section looks at the entries that it"
                        + " stores, not at its zeros."
                    : "")));
    section.add(figure(map.toSvg("Where the table departs from its parts")));
    if (cells.isEmpty()) {
      section.add(Blocks.paragraph("No cell differs from what the parts expect."));
      return;
    }
    String kind = fit.isStoredOnly() ? "stored" : "observed";
    String seen = Numbers.count(outliers.observed(), kind + " cell", kind + " cells");
    section.add(
        Blocks.paragraph(
            outliers.isExact()
                ? "The parts meet at least half of the "
                    + seen
                    + " exactly, so every other difference stands out."
                : "The usual spread of a difference is "
                    + Numbers.format(outliers.spread(), 3)
                    + " (1.4826 × the median of |difference| over "
                    + seen
                    + "). The score counts such spreads; a cell stands out above "
                    + Numbers.fixed(Outliers.STANDS_OUT, 0)
                    + "."));
    outlierTable(section, outliers);
  }

  private void outlierTable(HtmlElement section, Outliers outliers) {
    List<Outliers.Cell> cells = outliers.largest();
    double[] values = new double[3 * cells.size()];
    for (int k = 0; k < cells.size(); k++) {
      values[3 * k] = cells.get(k).value();
      values[3 * k + 1] = cells.get(k).expected();
      values[3 * k + 2] = cells.get(k).difference();
    }
    int decimals = Numbers.decimals(values);
    HtmlElement body =
        Blocks.table(
            section,
            cells.size() == 1
                ? "The largest difference"
                : "The " + cells.size() + " largest differences",
            List.of("#", "Sample", "Feature", "#Value", "#Expected", "#Difference", "#Score"),
            "");
    for (int k = 0; k < cells.size(); k++) {
      Outliers.Cell cell = cells.get(k);
      double score = outliers.score(cell);
      String difference = Numbers.inColumn(cell.difference(), decimals);
      body.child("tr")
          .add(
              Blocks.numberCell(Integer.toString(k + 1)).styled("number faint"),
              Blocks.rowHead(sample(cell.row())),
              HtmlElement.of("td", feature(cell.column())),
              Blocks.numberCell(Numbers.inColumn(cell.value(), decimals)),
              Blocks.numberCell(Numbers.inColumn(cell.expected(), decimals)),
              Blocks.numberCell(cell.difference() > 0 ? "+" + difference : difference)
                  .styled(cell.difference() > 0 ? "number above" : "number below"),
              Blocks.numberCell(score >= 9999.5 ? "> 9999" : Numbers.fixed(score, 1)));
    }
  }

  /**
   * Shows basis and codes. A part can be made larger and its codes smaller without changing the
   * product, so each part is shown with 1 as its largest entry and its codes in the units of X.
   */
  private void parts(HtmlElement section) {
    int rank = fit.rank();
    double[] largest = new double[rank];
    double[] sums = new double[rank];
    double[] amounts = new double[rank];
    DenseMatrix basis = fit.basis().toDense();
    for (int l = 0; l < rank; l++) {
      for (int j = 0; j < basis.columns(); j++) {
        double entry = basis.get(l, j);
        largest[l] = Math.max(largest[l], Math.abs(entry));
        sums[l] += Math.abs(entry);
      }
      for (int j = 0; j < basis.columns() && largest[l] > 0; j++) {
        basis.set(l, j, basis.get(l, j) / largest[l]);
      }
    }
    DenseMatrix codes = new DenseMatrix(rank, fit.codes().rows());
    for (int i = 0; i < fit.codes().rows(); i++) {
      for (int l = 0; l < rank; l++) {
        double code = fit.codes().get(i, l);
        codes.set(l, i, code * largest[l]);
        amounts[l] += Math.abs(code);
      }
    }
    double total = 0;
    for (int l = 0; l < rank; l++) {
      amounts[l] *= sums[l];
      total += amounts[l];
    }
    Blocks.confidence(section, fit.record());
    List<String> labels = new ArrayList<>();
    for (int l = 0; l < rank; l++) {
      String share = amounts[l] == 0 ? "empty" : Numbers.percent(amounts[l] / total);
      labels.add("part " + (l + 1) + "  ·  " + share + confidence(l));
    }
    if (picture.isPresent()) {
      partPictures(section, picture.get(), labels);
    } else {
      section.add(
          Blocks.paragraph(
              "Each row is a part, with its share of the explained sum. Its features are scaled so"
                  + " that its largest is 1; the codes below say how much of it each sample holds,"
                  + " in the units of the table."));
      map(
          section,
          "What each part looks like",
          basis,
          labels,
          fit.observations().featureNames(),
          "feature");
    }
    map(
        section,
        "How much of it each sample holds",
        codes,
        labels,
        fit.observations().sampleNames(),
        "sample");
  }

  /** How sure a part is, if there were restarts to compare it with. */
  private String confidence(int part) {
    List<Double> all = fit.record().outcome().confidence();
    return all.isEmpty() ? "" : "  ·  " + Numbers.fixed(all.get(part), 2);
  }

  private void partPictures(HtmlElement section, PictureShape shape, List<String> labels) {
    int shown = Math.min(MOST_PARTS, labels.size());
    section.add(
        Blocks.paragraph(
            "Each part from its own darkest to its own brightest pixel, with its share of all the"
                + " light that the parts explain."
                + (shown < labels.size()
                    ? " These are the first " + shown + " of " + labels.size() + "."
                    : "")));
    section.add(
        Pictures.strip(
            PictureView.stretched("Part", fit.basis(), shape), labels.subList(0, shown)));
  }

  private static void map(
      HtmlElement section,
      String heading,
      Matrix matrix,
      List<String> rowNames,
      List<String> columnNames,
      String columns) {
    Heatmap map =
        Heatmap.sequential(matrix, MAP_WIDTH, Math.max(PARTS_HEIGHT, Math.min(600, matrix.rows())))
            .withNames(rowNames, columnNames)
            .withTitles("part", columns);
    section.add(HtmlElement.of("h3", heading));
    section.add(figure(map.toSvg(heading)));
    if (map.isReduced()) {
      section.add(Blocks.paragraph("Each pixel shows the mean of its block.").styled("small"));
    }
  }

  /** A map scrolls by itself where the window is narrow, also by keys. */
  private static HtmlElement figure(HtmlElement map) {
    return HtmlElement.of("figure").attribute("tabindex", "0").add(map);
  }

  private void terms(HtmlElement section) {
    Map<String, Double> terms = fit.record().outcome().objective().terms();
    if (terms.size() < 2) {
      return;
    }
    double total = fit.record().outcome().objective().total();
    HtmlElement body =
        Blocks.table(
            section, "What the objective is made of", List.of("Term", "#Value", "#Share"), "slim");
    terms.forEach(
        (term, value) ->
            body.child("tr")
                .add(
                    Blocks.rowHead(term),
                    Blocks.numberCell(Numbers.format(value)),
                    Blocks.numberCell(Numbers.percent(value / total))));
    body.child("tr")
        .styled("total")
        .add(
            Blocks.rowHead("total"),
            Blocks.numberCell(Numbers.format(total)),
            Blocks.numberCell(Numbers.percent(total == 0 ? 0 : 1)));
  }

  private String sample(int row) {
    List<String> names = fit.observations().sampleNames();
    return names.size() <= row ? "row " + (row + 1) : names.get(row);
  }

  private String feature(int column) {
    List<String> names = fit.observations().featureNames();
    return names.size() <= column ? "column " + (column + 1) : names.get(column);
  }

  private static boolean isZero(Matrix matrix) {
    if (matrix instanceof SparseMatrix sparse && sparse.nonZeros() == 0) {
      return true;
    }
    double[] row = new double[matrix.columns()];
    for (int i = 0; i < matrix.rows(); i++) {
      matrix.copyRow(i, row);
      for (double value : row) {
        if (value > 0) {
          return false;
        }
      }
    }
    return true;
  }
}
