package org.mahnmf.lab.published;

import java.util.Arrays;
import org.mahnmf.internal.descent.Alternating.SideStep;
import org.mahnmf.internal.descent.SmoothingBounds;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.PassOperation;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.RunContext;

/**
 * Algorithms 2 and 3: prox-centre 0, L = D/λ, λ = .1 at first and then .1/t. The only guards are
 * the floor on q and a limit of the inner loop.
 */
public final class PublishedSmoothing extends Published {

  private static final double LAMBDA_0 = .1;

  @Override
  public String name() {
    return "smoothing";
  }

  @Override
  public String description() {
    return "Nesterov's smoothing method exactly as printed";
  }

  @Override
  SideStep step(Problem problem, Store store, Factor which, RunContext run) {
    return new GradientSteps(problem, store, which, run);
  }

  /** Algorithm 2. */
  private static final class GradientSteps extends SideStep {

    private final DenseMatrix gradient;
    private final DenseMatrix gradientSum;

    GradientSteps(Problem problem, Store store, Factor which, RunContext run) {
      super(problem, store, which, run);
      gradient = new DenseMatrix(problem.rank(), data.count());
      gradientSum = new DenseMatrix(problem.rank(), data.count());
    }

    @Override
    protected void improve(DenseMatrix fixed, DenseMatrix moving, int outerStep, double loss) {
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
