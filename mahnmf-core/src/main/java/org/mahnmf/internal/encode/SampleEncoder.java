package org.mahnmf.internal.encode;

import java.util.Arrays;
import org.mahnmf.internal.simplex.LeastAbsoluteSimplex;

/**
 * Solves samples without a ridge one after another: a first-order method, then an exact finish from
 * the nearest vertex where its cost allows or where the first-order method fell short. Scratch
 * memory of one thread.
 */
final class SampleEncoder {

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

  static final double EXACT_GAP = 1e-9;

  /**
   * First-order steps before an exact finish. Twice as many took 1.04 to 1.8 times as long on
   * uniform and planted data of lengths 200 to 20000; none took .74 to 1.7 times as long, least on
   * uniform and most on planted data.
   */
  private static final int WARM_STEPS = 20;

  private static final int STEPS = 400;
  private static final int EXACT_STEPS = 20_000;

  private final OpenSample sample;
  private final boolean linear;
  private final boolean exact;
  private final LeastAbsoluteSimplex simplex = new LeastAbsoluteSimplex();
  private final double[] h;
  private LeastAbsoluteAdmm firstOrder;
  private ScaledBasis basis;
  private SampleProblem problem;

  SampleEncoder(SampleSource samples, CodeProblem model, boolean exact) {
    this.linear = model.loss().curvature() == 0 && model.rule().ball() == Double.POSITIVE_INFINITY;
    this.exact = exact;
    this.h = new double[model.basis().rows()];
    this.sample = new OpenSample(samples, model.rule(), h.length);
  }

  /**
   * Solves a sample.
   *
   * @param out receives the codes from the offset on; where {@code warm}, they are read first, as
   *     codes near the best; <em>modified</em>
   */
  OpenSample.Result solve(int which, boolean warm, double[] out, int offset) {
    if (!sample.open(which)) {
      return sample.closeUnsolved(out, offset);
    }
    bind();
    ScaledRule rule = problem.rule;
    boolean finish = linear && (exact || finishIsCheap());
    boolean proven = false;
    double bound = 0;
    if (finish && warm) {
      for (int l = 0; l < h.length; l++) {
        h[l] = Math.max(rule.lo(), Math.min(rule.hi(), sample.unit() * out[offset + l]));
      }
    } else if (finish && basis.rank() <= SMALL_RANK) {
      Arrays.fill(h, rule.lo());
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
          basis.rows(), problem.x, problem.om, rule.lo(), rule.hi(), h, 200 + 40 * basis.rank());
      bound = Math.max(bound, simplex.lowerBound());
      proven = simplex.optimal();
    }
    return sample.close(h, bound, proven, out, offset);
  }

  /** Takes the basis and the problem of the sample that was read last. */
  private void bind() {
    problem = sample.problem();
    if (basis != sample.basis()) {
      basis = sample.basis();
      firstOrder = new LeastAbsoluteAdmm(basis);
    }
  }

  /** An exact finish takes about 3·rank pivots of 2·length·rank flops. */
  private boolean finishIsCheap() {
    return 6.0 * basis.rank() * basis.rank() * basis.length() <= EXACT_FLOPS;
  }
}
