package org.mahnmf.internal.encode;

import java.util.Arrays;
import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.internal.kernel.Products;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.SampleRule;

/**
 * Turns samples into small problems in scaled units, one after another, and the codes that were
 * found back into the user's units: min over h of Σ om_i|n_iᵀh − x_i| + ½ quad_i (n_iᵀh − x_i)²
 * under a {@link ScaledRule}, n the unit rows of the basis. Of a dense table these are all features
 * of a sample, and the basis is the same for all. Scratch memory of one thread.
 */
class SampleSource {

  /**
   * What came out for a sample, in the user's units.
   *
   * @param loss Σ weight·|residual|
   * @param quadratic the loss's quadratic part
   * @param linear the rule's penalty of the codes' sum
   * @param ridge the rule's penalty of their squares
   * @param bound no codes have a lower sum of the four
   * @param absoluteSum Σ weight·x
   * @param proven whether the codes are a proven optimum
   */
  record Result(
      double loss,
      double quadratic,
      double linear,
      double ridge,
      double bound,
      double absoluteSum,
      boolean proven) {}

  private final Observations samples;
  final SampleRule userRule;
  final double curvature;

  /** Whether the codes are those of a linear programme. */
  final boolean isLinear;

  private final double[] zero;

  /** The basis as the sample read last sees it. */
  ScaledBasis basis;

  // The problem of the sample read last.
  double[] x;
  double[] om;
  double[] quad;
  ScaledRule rule;

  int number = -1; // which sample is open
  private double scale;
  double unit; // h of the scaled problem = unit · the user's h
  private double[] row = {};

  /**
   * Prepares reading with a basis of all samples, <em>kept</em>, or null if each has its own, and
   * the curvature of the loss in the user's units.
   */
  SampleSource(
      Observations samples, ScaledBasis basis, int rank, SampleRule rule, double curvature) {
    this.samples = samples;
    this.basis = basis;
    this.userRule = rule;
    this.curvature = curvature;
    this.isLinear = ScaledBasis.isLinear(rule, curvature);
    setLength(basis == null ? 0 : basis.length);
    this.zero = new double[rank];
  }

  /** Makes room for a problem of this length, all zero. */
  final void setLength(int length) {
    x = new double[length];
    om = new double[length];
    quad = new double[length];
  }

  boolean hasCommonBasis() {
    return true;
  }

  /**
   * Reads a sample, divided by a power of two near its mean; returns that power, or 0 if zero codes
   * fit the sample and nothing else was read.
   */
  double read(int sample) {
    row = row.length == basis.features ? row : new double[basis.features];
    samples.values().copyRow(sample, row);
    samples.copyWeights(sample, row, om);
    for (int i = 0; i < row.length; i++) {
      x[i] = om[i] > 0 ? row[i] : 0;
    }
    return scale(row.length);
  }

  /**
   * Divides the sample by a power of two near its mean and fills in what follows from the weights.
   *
   * @param entries how many of the first entries are filled; those that follow have x = 0 and no
   *     weight but, at the very end, the one that stands for the penalty, see {@link ScaledBasis}
   * @return the power of two
   */
  final double scale(int entries) {
    double safe = ScaledBasis.powerOfTwoOf(Loops.max(x));
    double sum = 0;
    double weightSum = 0;
    for (int i = 0; i < entries; i++) {
      sum += om[i] * (x[i] / safe);
      weightSum += om[i];
    }
    double power = safe * (sum > 0 ? ScaledBasis.powerOfTwoOf(sum / weightSum) : 1);
    for (int i = 0; i < entries; i++) {
      x[i] /= power;
      quad[i] = curvature * power * om[i];
    }
    if (basis.penaltyFeatureWeight() > 0) {
      om[om.length - 1] = basis.penaltyFeatureWeight();
    }
    return power;
  }

  /**
   * Opens a sample; returns whether there is a problem to solve, if not see {@link #closeUnsolved}.
   */
  boolean open(int sample) {
    number = sample;
    scale = read(sample);
    if (scale == 0) {
      return false;
    }
    unit = basis.scale / scale;
    if (unit == 0 || Double.isInfinite(unit)) {
      return false; // The codes would be beyond the smallest or the largest number.
    }
    rule = ScaledRule.of(userRule, unit, basis);
    return true;
  }

  /** Writes codes without a search: zero if they fit, else the least that are allowed. */
  Result closeUnsolved(double[] out, int offset) {
    if (scale == 0) {
      Arrays.fill(out, offset, offset + zero.length, 0);
      return new Result(0, 0, 0, 0, 0, 0, true);
    }
    Arrays.fill(out, offset, offset + zero.length, userRule.lower());
    return result(zero, 0, false);
  }

  /**
   * Writes the codes that were found.
   *
   * @param h of the scaled problem; <em>not modified</em>
   * @param bound no codes of the scaled problem have a lower objective
   * @param out receives the codes from the offset on; <em>modified</em>
   */
  Result close(double[] h, double bound, boolean proven, double[] out, int offset) {
    for (int l = 0; l < h.length; l++) {
      double code = h[l] / unit;
      out[offset + l] = Math.max(userRule.lower(), Math.min(userRule.upper(), code));
    }
    return result(h, bound, proven);
  }

  private Result result(double[] h, double bound, boolean proven) {
    double loss = 0;
    double quadratic = 0;
    double absoluteSum = 0;
    double codeSum = 0;
    double squares = 0;
    row = row.length == basis.features ? row : new double[basis.features];
    Arrays.fill(row, 0);
    Products.add(row, h, basis.rows, h.length, row.length);
    for (int i = 0; i < row.length; i++) {
      double error = Math.abs(x[i] - row[i]);
      loss += om[i] * error;
      quadratic += .5 * quad[i] * error * error;
      absoluteSum += om[i] * x[i];
    }
    for (int l = 0; l < h.length; l++) {
      codeSum += h[l];
      squares += h[l] * h[l];
    }
    return new Result(
        loss * scale,
        quadratic * scale,
        basis.penaltyWeight * codeSum * scale,
        squares > 0 ? .5 * rule.ridge() * squares * scale : 0,
        bound > 0 ? bound * scale : 0, // no bound if it is not a number
        absoluteSum * scale,
        proven);
  }
}
