package org.mahnmf.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.mahnmf.report.chart.LineChart;
import org.mahnmf.report.chart.SvgFile;
import org.mahnmf.report.html.Ink;

/**
 * The paper's Figures 1 and 2, drawn from their formulas, and charts as files. The files have a
 * white ground of their own, so that they can be read on dark pages as well.
 */
public final class Figures {

  private static final int STEPS = 240;
  private static final double[] KINKS = {-2, -1, 1, 2};

  private Figures() {}

  /**
   * Returns Figure 1: sums Σ aᵢ|x − pᵢ| with their minimum at −1, at 1, and on all of [−1, 1]; what
   * one entry of a factor looks like to the RRI method (eq2.6).
   */
  public static String piecewise() {
    double[] x = grid(-3, 3);
    double[] left = {0.5, 2, 0.5, 0.5};
    double[] right = {0.5, 0.5, 2, 0.5};
    double[] flat = {0.5, 0.75, 0.75, 0.5};
    LineChart chart =
        new LineChart("Three piecewise linear functions", "x", "f(x)")
            .ink(Ink.PAPER)
            .size(600, 380)
            .line("f₁", x, piecewise(x, left))
            .mark(-1, -1, piecewise(-1, left))
            .line("f₂", x, piecewise(x, right))
            .mark(1, 1, piecewise(1, right))
            .line("f₃", x, piecewise(x, flat))
            .mark(-1, 1, piecewise(-1, flat));
    return SvgFile.of(
        600,
        380,
        "Three piecewise linear functions",
        "f₁ is least at −1, f₂ at 1, and f₃ on the whole range from −1 to 1.",
        chart);
  }

  /**
   * Returns Figure 2: |x| between g(x) = θψ(|x|/θ) and g(x) + λθ/2 (eq3.6, eq3.13) for θ = 10 and
   * (a) λ = 0.1, (b) λ = 0.05.
   */
  public static String smoothed() {
    return SvgFile.of(
        500,
        360,
        "The absolute value and its smooth bounds",
        "The smooth function g lies below |x| and g + λθ/2 above it; half the λ, half the gap.",
        smoothed("(a)  λ = 0.1, θ = 10", 0.1),
        smoothed("(b)  λ = 0.05, θ = 10", 0.05));
  }

  /**
   * Writes figure-1.svg and figure-2.svg.
   *
   * @param folder where to; created if it does not exist
   * @throws IOException if a file cannot be written
   */
  public static void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("figure-1.svg"), piecewise());
    Files.writeString(folder.resolve("figure-2.svg"), smoothed());
  }

  /** Returns θψ(|x|/θ), the smoothed absolute value. */
  public static double smooth(double x, double lambda, double theta) {
    double tau = Math.abs(x) / theta;
    return theta * (tau <= lambda ? tau * tau / (2 * lambda) : tau - lambda / 2);
  }

  /** Returns Σ aᵢ|x − pᵢ| with the kinks at −2, −1, 1 and 2. */
  public static double piecewise(double x, double[] weights) {
    double sum = 0;
    for (int i = 0; i < KINKS.length; i++) {
      sum += weights[i] * Math.abs(x - KINKS[i]);
    }
    return sum;
  }

  private static double[] piecewise(double[] x, double[] weights) {
    double[] y = new double[x.length];
    for (int k = 0; k < x.length; k++) {
      y[k] = piecewise(x[k], weights);
    }
    return y;
  }

  private static LineChart smoothed(String heading, double lambda) {
    double theta = 10;
    double[] x = grid(-1.5, 1.5);
    double[] absolute = new double[x.length];
    double[] lower = new double[x.length];
    double[] upper = new double[x.length];
    for (int k = 0; k < x.length; k++) {
      absolute[k] = Math.abs(x[k]);
      lower[k] = smooth(x[k], lambda, theta);
      upper[k] = lower[k] + lambda * theta / 2;
    }
    return new LineChart(heading, "x", "value")
        .ink(Ink.PAPER)
        .size(500, 360)
        .heading(heading)
        .line("|x|", x, absolute)
        .dashedLine("g", x, lower)
        .dashedLine("g + λθ/2", x, upper);
  }

  private static double[] grid(double from, double to) {
    double[] x = new double[STEPS + 1];
    for (int k = 0; k <= STEPS; k++) {
      x[k] = from + (to - from) * k / STEPS;
    }
    return x;
  }
}
