package org.mahnmf.internal.descent;

import java.util.Arrays;
import org.mahnmf.checkpoint.SavedState;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.PassOperation;
import org.mahnmf.problem.PassSums;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.SideData;
import org.mahnmf.solver.Iteration;
import org.mahnmf.solver.RunContext;
import org.mahnmf.solver.Solver;
import org.mahnmf.solver.StoppingRule;
import org.mahnmf.solver.Support;

/**
 * Algorithms 2 and 3 exactly as printed: prox-centre 0, L = D/λ, λ = .1 at first and then .1/t, ε =
 * ξ = .1 in the units of X, last point returned. Kept so that the paper can be repeated and its
 * faults shown. The only guards are the floor on q and a limit of the inner loop.
 */
final class PublishedSmoothing implements Solver {

  private static final double LAMBDA_0 = .1;
  private static final double EPSILON = .1;
  private static final double XI = .1;
  private static final int INNER_LIMIT = 1000;

  @Override
  public String name() {
    return "smoothing";
  }

  @Override
  public String description() {
    return "Nesterov's smoothing method exactly as printed";
  }

  @Override
  public boolean isAsPublished() {
    return true;
  }

  @Override
  public StoppingRule convergence(double tolerance) {
    return StoppingRule.absoluteChange(XI);
  }

  @Override
  public Support support(Problem problem) {
    return PublishedRri.plainOnly(name(), problem);
  }

  @Override
  public Iteration start(Problem problem, Factors start, RunContext run) {
    return new Alternating(
        problem,
        start,
        new Step(problem, Factor.CODES, run),
        new Step(problem, Factor.BASIS, run),
        steps -> true,
        null);
  }

  /** Algorithm 2. */
  private static final class Step implements SideStep {

    private final SideData data;
    private final RunContext run;
    private final PassSums sums;
    private final DenseMatrix gradient;
    private final DenseMatrix gradientSum;
    private double products;

    Step(Problem problem, Factor which, RunContext run) {
      this.data = problem.store().side(which);
      this.run = run;
      sums = new PassSums(data.count());
      gradient = new DenseMatrix(problem.rank(), data.count());
      gradientSum = new DenseMatrix(problem.rank(), data.count());
    }

    @Override
    public void improve(DenseMatrix fixed, DenseMatrix moving, int outerStep, double loss) {
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
        run.checkpoint();
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

    @Override
    public PassSums sums() {
      return sums;
    }

    @Override
    public double products() {
      return products;
    }

    @Override
    public void exchange(SavedState state) {
      products = state.number(products);
    }
  }
}
