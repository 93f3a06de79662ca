package org.mahnmf.cli.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.data.synthetic.SyntheticFaces;
import org.mahnmf.lab.noise.Noise;
import org.mahnmf.lab.noise.Noises;
import org.mahnmf.lab.study.Errors;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.HoldoutPlan;
import org.mahnmf.problem.HoldoutPlan.Pattern;
import org.mahnmf.report.chart.LineChart;
import org.mahnmf.report.chart.SvgFile;
import org.mahnmf.report.html.Ink;
import org.mahnmf.solver.Validation;

/**
 * What hidden entries say of ridges, beside the truth, for generated faces under five noises:
 * docs/images/ridge.svg. Every line goes from its least error, 0, to its largest, 1.
 */
final class RidgePicture {

  private static final double[] SHARES = {0, .125, .25, .375, .5, .75, 1, 1.5};
  private static final int RANK = 20;

  /** Share of a picture under a square of 10 x 10 pixels. */
  private static final double SQUARE = 100. / 1024;

  private RidgePicture() {}

  /** Writes the picture. */
  public static void main(String[] folder) throws IOException {
    Path target = Path.of(folder.length == 0 ? "docs/images" : folder[0]);
    Files.createDirectories(target);
    Files.writeString(target.resolve("ridge.svg"), picture(16, SHARES));
  }

  /**
   * Returns the picture.
   *
   * @param people of whom there are ten pictures each
   * @param shares of the natural ridge; <em>not modified</em>
   */
  static String picture(int people, double[] shares) {
    DenseMatrix clean = SyntheticFaces.create(people, 10, 1).pictures();
    List<LineChart> charts = new ArrayList<>();
    for (Noise noise : Noises.all()) {
      boolean isSquare = noise.name().equals("Occlusion");
      Noise strong = isSquare ? noise.withLevel(SQUARE) : noise;
      DenseMatrix seen = Noises.apply(strong, clean, SyntheticFaces.shape(), 1);
      charts.add(chart(isSquare ? "10x10 covered" : noise.name(), clean, seen, shares));
    }
    return SvgFile.of(
        250,
        280,
        "Errors over the weight of the ridge",
        "Error to the clean faces, of hidden entries and of hidden regions, each from"
            + " its least to its largest, over the weight of the ridge, for five noises",
        charts.toArray(LineChart[]::new));
  }

  private static LineChart chart(
      String name, DenseMatrix clean, DenseMatrix seen, double[] shares) {
    double[] truth = new double[shares.length];
    double[] entries = new double[shares.length];
    double[] regions = new double[shares.length];
    for (int k = 0; k < shares.length; k++) {
      Factorization fit = fit(seen, shares[k], Pattern.ENTRIES);
      truth[k] = Errors.relative(clean, DenseMatrix.copyOf(fit.lowRank()));
      entries[k] = heldOut(fit);
      regions[k] = heldOut(fit(seen, shares[k], Pattern.REGIONS));
    }
    return new LineChart(name, "ridge / natural weight", "error, least 0, largest 1")
        .line("truth", shares, fromLeast(truth))
        .line("hidden entries", shares, fromLeast(entries))
        .dashedLine("hidden regions", shares, fromLeast(regions))
        .heading(name)
        .ink(Ink.PAPER)
        .legend()
        .size(250, 280);
  }

  private static Factorization fit(DenseMatrix seen, double share, Pattern pattern) {
    return MahNmf.ofRank(RANK)
        .withSeed(1)
        .withRidge(share)
        .withLastStep(false)
        .withValidation(HoldoutPlan.of(pattern))
        .fit(Observations.of(seen).withPicture(SyntheticFaces.shape()));
  }

  private static double heldOut(Factorization fit) {
    return fit.record().outcome().validation().map(Validation::error).orElseThrow();
  }

  private static double[] fromLeast(double[] errors) {
    double least = Arrays.stream(errors).min().orElseThrow();
    double range = Arrays.stream(errors).max().orElseThrow() - least;
    return Arrays.stream(errors).map(error -> (error - least) / range).toArray();
  }
}
