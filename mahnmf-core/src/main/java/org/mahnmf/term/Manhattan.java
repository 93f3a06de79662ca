package org.mahnmf.term;

import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.problem.Loss;

/** The sum of absolute residuals, eq1.1. */
public record Manhattan() implements Loss {

  @Override
  public String name() {
    return "manhattan";
  }

  @Override
  public double curvature() {
    return 0;
  }

  @Override
  public void split(double[] t, double[] x, double[] w, double[] a, double tau, int n) {
    if (w == null) {
      Loops.dual(t, x, a, tau, n);
    } else {
      Loops.weightedDual(t, x, w, a, tau, n);
    }
  }

  @Override
  public double restWeight() {
    return 0;
  }

  @Override
  public void rest(double[] r, double[] w, double[] out, int n) {
    throw new UnsupportedOperationException("there is no rest");
  }

  @Override
  public Manhattan rescaled(double scale) {
    return this;
  }
}
