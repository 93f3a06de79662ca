package org.mahnmf.term;

import org.mahnmf.problem.Loss;

/** The sum of absolute residuals, eq1.1. */
public final class Manhattan implements Loss {

  @Override
  public String name() {
    return "manhattan";
  }

  @Override
  public double curvature() {
    return 0;
  }

  @Override
  public Manhattan rescaled(double scale) {
    return this;
  }
}
