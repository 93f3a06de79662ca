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
import org.mahnmf.report.html.HtmlElement;
import org.mahnmf.report.html.Numbers;

/** What the parts of a fit are, and how much of them each sample holds. */
final class PartsSection {

  private static final int MAP_WIDTH = 900;
  private static final int PARTS_HEIGHT = 420;
  private static final int MOST_PARTS = 64;

  private PartsSection() {}

  /**
   * Adds basis and codes. A part can be made larger and its codes smaller without changing the
   * product, so each part is shown with 1 as its largest entry and its codes in the units of X.
   */
  static void addTo(HtmlElement section, FitView fit, Optional<PictureShape> picture) {
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
              + first(shown, rank));
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

  /** Says how many are shown, if that is not all. */
  static String first(int shown, int all) {
    return shown < all ? " These are the first " + shown + " of " + all + "." : "";
  }

  private static void map(
      HtmlElement section,
      String heading,
      String columns,
      Matrix matrix,
      List<String> rowNames,
      List<String> columnNames) {
    Heatmap map =
        Heatmap.sequential(matrix, MAP_WIDTH, Math.max(PARTS_HEIGHT, Math.min(600, matrix.rows())))
            .names(rowNames, columnNames)
            .titles("part", columns);
    section.add(HtmlElement.of("h3", heading));
    map.addTo(section, heading);
    if (map.isReduced()) {
      section.add(HtmlElement.of("p", "Each pixel shows the mean of its block.").styled("small"));
    }
  }
}
