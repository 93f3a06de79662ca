package org.mahnmf.term;

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
    if (!(alpha > 0 && alpha < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "elastic net weight is " + alpha + " but must be positive and finite");
    }
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
  public ElasticNet rescaled(double scale) {
    return new ElasticNet(alpha * scale);
  }
}
