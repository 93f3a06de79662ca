package org.mahnmf.internal.descent;

import java.util.Arrays;
import org.mahnmf.internal.descent.Alternating.SideStep;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Box;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.PassOperation;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.Iteration;
import org.mahnmf.solver.RunContext;
import org.mahnmf.solver.Solver;
import org.mahnmf.solver.StoppingRule;
import org.mahnmf.solver.Support;

/**
 * The paper's methods exactly as printed: one factor until eq2.7 with ε = .1, then the other, until
 * eq2.3 with ξ = .1, both in the units of X; last point returned. Kept so that the paper can be
 * repeated and its faults shown.
 */
record Published(String name, String description, Published.Steps steps) implements Solver {
  /** Algorithm 1. The only guard: an entry without breakpoints keeps its value (errata 17). */
  static final Solver RRI =
      new Published("rri", "Rank-one residual iteration exactly as printed", Sweeps::new);

  /** Algorithms 2 and 3. The only guards are the floor on q and a limit of the inner loop. */
  static final Solver SMOOTHING =
      new Published(
          "smoothing", "Nesterov's smoothing method exactly as printed", GradientSteps::new);

  private static final double LAMBDA_0 = .1;
  private static final double EPSILON = .1;
  private static final double XI = .1;
  private static final int INNER_LIMIT = 1000;

  /** Makes the step of a factor. */
  @FunctionalInterface
  interface Steps {
    SideStep of(Problem problem, Store store, Factor which, RunContext run);
  }

  @Override
  public boolean isAsPublished() {
    return true;
  }

  @Override
  public StoppingRule convergence(double tolerance) {
    return StoppingRule.absoluteChange(XI);
  }

  /** The printed methods are for eq1.1 alone. */
  @Override
  public Support support(Problem problem) {
    String without = "the printed method has no %s; leave out as-published";
    return problem.loss().curvature() > 0
        ? Support.refuse(name, problem.loss().name(), without.formatted("other loss"))
        : Support.ofTwoFactors(name, problem, Box.NON_NEGATIVE::equals, without.formatted("terms"));
  }

  @Override
  public Iteration start(Problem problem, Store store, Factors start, RunContext run) {
    return new Alternating(
        problem, store, start, which -> steps.of(problem, store, which, run), done -> true, false);
  }

  /** Sweeps until eq2.7, the leftmost median on ties. */
  private static final class Sweeps extends RriStep {
    Sweeps(Problem problem, Store store, Factor which, RunContext run) {
      super(problem, store, which, true, run);
    }

    @Override
    void improve(DenseMatrix fixed, DenseMatrix moving, int outerStep, double loss) {
      double previous = Double.POSITIVE_INFINITY;
      for (int k = 0; k < INNER_LIMIT; k++) {
        super.improve(fixed, moving, outerStep, loss);
        double value = sums.absolute();
        if (Math.abs(previous - value) <= EPSILON) {
          return;
        }
        previous = value;
      }
    }
  }

  /** Algorithm 2: prox-centre 0, L = D/λ, λ = .1 at first and then .1/t. */
  private static final class GradientSteps extends SideStep {
    private final DenseMatrix gradient;
    private final DenseMatrix gradientSum;

    GradientSteps(Problem problem, Store store, Factor which, RunContext run) {
      super(problem, store, which, run);
      gradient = new DenseMatrix(problem.rank(), data.count());
      gradientSum = new DenseMatrix(problem.rank(), data.count());
    }

    @Override
    void improve(DenseMatrix fixed, DenseMatrix moving, int outerStep, double loss) {
      double lambda = outerStep == 0 ? LAMBDA_0 : LAMBDA_0 / outerStep;
      double[] q = SmoothingBounds.columnNorms(fixed);
      double lipschitz = SmoothingBounds.sum(q) / lambda; // L = D/λ
      PassOperation operation = new PassOperation.SmoothedSign(lambda, q, 0, false);
      double[] h = moving.array();
      double[] g = gradient.array();
      double[] s = gradientSum.array();
      Arrays.fill(s, 0);
      double previous = Double.POSITIVE_INFINITY;
      for (int k = 0; k <= INNER_LIMIT; k++) {
        run.stopIfAsked();
        data.pass(operation, fixed, moving, gradient, sums);
        products += 2;
        double value = sums.absolute();
        if (Math.abs(previous - value) <= EPSILON || k == INNER_LIMIT) {
          return; // eq2.7; moving is H_{k+1}
        }
        previous = value;
        for (int i = 0; i < h.length; i++) {
          s[i] += (k + 1) / 2.0 * g[i]; // errata 5: ∇f(H_i), not ∇f(H_k)
          double y = Math.max(0, h[i] - g[i] / lipschitz);
          double z = Math.max(0, -s[i] / lipschitz);
          h[i] = 2.0 / (k + 3) * z + (k + 1.0) / (k + 3) * y;
        }
      }
    }
  }
}
