package org.mahnmf.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.report.chart.Heatmap;
import org.mahnmf.report.chart.PictureView;
import org.mahnmf.report.chart.Pictures;
import org.mahnmf.report.html.Blocks;
import org.mahnmf.report.html.HtmlElement;
import org.mahnmf.report.html.Numbers;

/** What the parts of a fit are, and how much of them each sample holds. */
final class PartsSection {

  private static final int MAP_WIDTH = 900;
  private static final int PARTS_HEIGHT = 420;
  private static final int MOST_PARTS = 64;

  private final FitView fit;
  private final Optional<PictureShape> picture;

  PartsSection(FitView fit, Optional<PictureShape> picture) {
    this.fit = fit;
    this.picture = picture;
  }

  /**
   * Adds basis and codes. A part can be made larger and its codes smaller without changing the
   * product, so each part is shown with 1 as its largest entry and its codes in the units of X.
   */
  void addTo(HtmlElement section) {
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
    RunSection.confidence(section, fit.record());
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
            .names(rowNames, columnNames)
            .titles("part", columns);
    section.add(HtmlElement.of("h3", heading));
    section.add(Blocks.figure(map.toSvg(heading)));
    if (map.isReduced()) {
      section.add(Blocks.paragraph("Each pixel shows the mean of its block.").styled("small"));
    }
  }
}
