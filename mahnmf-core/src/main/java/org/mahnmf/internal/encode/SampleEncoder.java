package org.mahnmf.internal.encode;

import java.util.Arrays;
import org.mahnmf.internal.simplex.LeastAbsoluteSimplex;

/**
 * Solves samples without a ridge one after another: a linear programme by walking over vertices
 * from the nearest one, to the optimum; where a loss or a ball is not linear by a first-order
 * method. Scratch memory of one thread.
 *
 * <p><b>Implementation notes.</b> A walk takes about 3·rank pivots of 2·length·rank flops, a
 * first-order method some hundred steps of twice that to a gap of 5e-4: at no size seen was it the
 * quicker. Seconds of a fit's last step by walks and by the first-order method, OpenJDK 25, two
 * threads: uniform 1000 x 500, rank 100: .6 and 3.6, rank 200: 1.5 and 9.4; planted 4096 x 4096,
 * rank 50: 4.9 and about 60; 76800 x 200, rank 20: 8.6 and 45.
 */
final class SampleEncoder {

  /** Up to this rank a walk from zero codes is cheapest; its cost grows with the rank's square. */
  private static final int SMALL_RANK = 12;

  /** Gap that the first-order method must reach, half of the 0.1 % promised. */
  private static final double GAP = 5e-4;

  static final double EXACT_GAP = 1e-9;

  /**
   * First-order steps before a walk. Twice as many took 1.04 to 1.8 times as long on uniform and
   * planted data of lengths 200 to 20000; none took .74 to 1.7 times as long, least on uniform and
   * most on planted data.
   */
  private static final int WARM_STEPS = 20;

  private static final int STEPS = 400;
  private static final int EXACT_STEPS = 20_000;

  private final SampleSource sample;
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
    this.sample = samples;
  }

  /**
   * Solves a sample.
   *
   * @param out receives the codes from the offset on; where {@code warm}, they are read first, as
   *     codes near the best; <em>modified</em>
   */
  SampleSource.Result solve(int which, boolean warm, double[] out, int offset) {
    if (!sample.open(which)) {
      return sample.closeUnsolved(out, offset);
    }
    bind();
    ScaledRule rule = problem.rule;
    boolean proven = false;
    double bound = 0;
    if (linear && warm) {
      for (int l = 0; l < h.length; l++) {
        h[l] = Math.max(rule.lo(), Math.min(rule.hi(), sample.unit() * out[offset + l]));
      }
    } else if (linear && basis.rank <= SMALL_RANK) {
      Arrays.fill(h, rule.lo());
    } else {
      int steps = linear ? WARM_STEPS : exact ? EXACT_STEPS : STEPS;
      firstOrder.solve(problem, exact ? EXACT_GAP : GAP, steps, h);
      double objective = firstOrder.objective();
      bound = firstOrder.bound();
      proven = objective - bound <= EXACT_GAP * objective;
    }
    if (linear) {
      simplex.solve(
          basis.rows, problem.x, problem.om, rule.lo(), rule.hi(), h, 200 + 40 * basis.rank);
      bound = Math.max(bound, simplex.lowerBound());
      proven = simplex.optimal();
    }
    return sample.close(h, bound, proven, out, offset);
  }

  /** Takes the basis and the problem of the sample that was read last. */
  private void bind() {
    problem = sample.problem;
    if (basis != sample.basis) {
      basis = sample.basis;
      firstOrder = new LeastAbsoluteAdmm(basis);
    }
  }
}
