package org.mahnmf.term;

import org.mahnmf.base.Check;
import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.problem.Loss;

/**
 * The elastic net loss |e| + ½ α e² (eq4.22.1): correlated residuals are shared out instead of
 * falling on one entry.
 *
 * @param alpha weight of half the squared residual, positive, in the units of X
 */
public record ElasticNet(double alpha) implements Loss {

  /** Checks the weight. */
  public ElasticNet {
    Check.that(
        "elastic net weight is %s but must be positive and finite",
        alpha > 0 && alpha < Double.POSITIVE_INFINITY, alpha);
  }

  @Override
  public String name() {
    return "elastic";
  }

  @Override
  public double curvature() {
    return alpha;
  }

  @Override
  public void split(double[] t, double[] x, double[] w, double[] a, double tau, int n) {
    Loops.elasticDual(t, x, w == null ? Loops.ONES : w, a, tau, alpha, n);
  }

  @Override
  public double restWeight() {
    return .5 * alpha;
  }

  @Override
  public void rest(double[] r, double[] w, double[] out, int n) {
    Loops.squared(r, w, out, n);
  }

  @Override
  public ElasticNet rescaled(double scale) {
    return new ElasticNet(alpha * scale);
  }
}
