package org.mahnmf.encode;

import java.util.Arrays;
import org.mahnmf.Model;
import org.mahnmf.problem.SampleRule;

/** Solves samples one after another; scratch memory of one thread. */
final class SampleEncoder {

  /**
   * What came out for a sample, in the user's units.
   *
   * @param loss Σ weight·|residual|
   * @param quadratic the loss's quadratic part
   * @param price the rule's price of the codes
   * @param bound no codes have a lower sum of the three
   * @param absoluteSum Σ weight·x
   * @param proven whether the codes are a proven optimum
   */
  record Result(
      double loss,
      double quadratic,
      double price,
      double bound,
      double absoluteSum,
      boolean proven) {}

  /** Up to this rank the simplex alone is cheapest; its cost grows with the square of the rank. */
  private static final int SMALL_RANK = 12;

  /**
   * Largest expected cost of an exact finish in flops per sample; some ten milliseconds.
   *
   * <p>Up to here an exact finish is cheaper than the first-order method to its certified gap.
   * Milliseconds of CPU per sample of the one and of the other, each in a JVM of its own, OpenJDK
   * 25, vector kernels, a busy AMD EPYC, uniform data: length 200, rank 50: .34 and 2.5; 1000, 20:
   * .43 and 2.7; 1000, 50: 1.0 and 5.3; 5000, 20: 2.5 and 7.4; 20000, 20: 13 and 24.
   */
  private static final double EXACT_FLOPS = 5e7;

  /** Gap that the first-order method must reach, half of the 0.1 % promised. */
  private static final double GAP = 5e-4;

  private static final double EXACT_GAP = 1e-9;

  /**
   * First-order steps before an exact finish. Twice as many took 1.04 to 1.8 times as long on
   * uniform and planted data of lengths 200 to 20000; none took .74 to 1.7 times as long, least on
   * uniform and most on planted data.
   */
  private static final int WARM_STEPS = 20;

  private static final int STEPS = 400;
  private static final int EXACT_STEPS = 20_000;

  private final SampleSource samples;
  private final SampleRule rule;
  private final boolean linear;
  private final boolean exact;
  private final LeastAbsoluteSimplex simplex = new LeastAbsoluteSimplex();
  private final double[] h;
  private LeastAbsoluteAdmm firstOrder;
  private ScaledBasis basis;
  private SampleProblem problem;
  private double[] row = {};

  SampleEncoder(SampleSource samples, Model model, boolean exact) {
    this.samples = samples;
    this.rule = model.rule();
    this.linear = model.loss().curvature() == 0 && rule.ball() == Double.POSITIVE_INFINITY;
    this.exact = exact;
    this.h = new double[model.basis().rows()];
  }

  /**
   * Solves a sample.
   *
   * @param out receives the codes from the offset on; where {@code warm}, they are read first, as
   *     codes near the best; <em>modified</em>
   */
  Result solve(int sample, boolean warm, double[] out, int offset) {
    double scale = samples.read(sample);
    if (scale == 0) {
      Arrays.fill(out, offset, offset + h.length, 0);
      return new Result(0, 0, 0, 0, 0, true);
    }
    bind();
    double unit = basis.scale() / scale; // h of the scaled problem = unit · the user's h
    if (unit == 0 || Double.isInfinite(unit)) {
      // The codes would be beyond the smallest or the largest number.
      Arrays.fill(h, 0);
      Arrays.fill(out, offset, offset + h.length, rule.lower());
      return result(scale, 0, false);
    }
    problem.lo = rule.lower() * unit;
    problem.hi = rule.upper() * unit;
    problem.ball = rule.ball() * unit;
    boolean finish = linear && (exact || finishIsCheap());
    boolean proven = false;
    double bound = 0;
    if (finish && warm) {
      for (int l = 0; l < h.length; l++) {
        h[l] = Math.max(problem.lo, Math.min(problem.hi, unit * out[offset + l]));
      }
    } else if (finish && basis.rank() <= SMALL_RANK) {
      Arrays.fill(h, problem.lo);
    } else {
      int steps = finish ? WARM_STEPS : exact ? EXACT_STEPS : STEPS;
      firstOrder.solve(problem, exact ? EXACT_GAP : GAP, steps, h);
      double objective = firstOrder.objective();
      bound = firstOrder.bound();
      proven = objective - bound <= EXACT_GAP * objective;
      finish |= linear && objective - bound > GAP * objective;
    }
    if (finish) {
      simplex.solve(
          basis.rows(), problem.x, problem.om, problem.lo, problem.hi, h, 200 + 40 * basis.rank());
      bound = Math.max(bound, simplex.lowerBound());
      proven = simplex.optimal();
    }
    for (int l = 0; l < h.length; l++) {
      double code = h[l] / unit;
      out[offset + l] = Math.max(rule.lower(), Math.min(rule.upper(), code));
    }
    return result(scale, bound, proven);
  }

  /** Takes the basis and the problem of the sample that was read last. */
  private void bind() {
    problem = samples.problem();
    if (basis != samples.basis()) {
      basis = samples.basis();
      firstOrder = new LeastAbsoluteAdmm(basis);
      row = new double[basis.features()];
    }
  }

  /** An exact finish takes about 3·rank pivots of 2·length·rank flops. */
  private boolean finishIsCheap() {
    return 6.0 * basis.rank() * basis.rank() * basis.length() <= EXACT_FLOPS;
  }

  private Result result(double scale, double bound, boolean proven) {
    double loss = 0;
    double quadratic = 0;
    double absoluteSum = 0;
    double codeSum = 0;
    Arrays.fill(row, 0);
    for (int l = 0; l < h.length; l++) {
      double[] part = basis.rows()[l];
      for (int i = 0; i < row.length; i++) {
        row[i] += h[l] * part[i];
      }
    }
    for (int i = 0; i < row.length; i++) {
      double error = Math.abs(problem.x[i] - row[i]);
      loss += problem.om[i] * error;
      quadratic += .5 * problem.quad[i] * error * error;
      absoluteSum += problem.om[i] * problem.x[i];
    }
    for (int l = 0; l < h.length; l++) {
      codeSum += h[l];
    }
    return new Result(
        loss * scale,
        quadratic * scale,
        basis.priceWeight() * codeSum * scale,
        bound > 0 ? bound * scale : 0, // no bound if it is not a number
        absoluteSum * scale,
        proven);
  }
}
