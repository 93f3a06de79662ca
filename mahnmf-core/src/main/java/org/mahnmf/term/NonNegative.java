package org.mahnmf.term;

import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.FeasibleSet;

/** All entries at least 0: the set of the plain problem, eq1.1. */
public final class NonNegative implements FeasibleSet {

  @Override
  public String name() {
    return "nonnegative";
  }

  @Override
  public double lower() {
    return 0;
  }

  @Override
  public double upper() {
    return Double.POSITIVE_INFINITY;
  }

  @Override
  public boolean isEntrywise() {
    return true;
  }

  @Override
  public boolean couplesColumns() {
    return false;
  }

  @Override
  public NonNegative rescaled(double factorScale, double objectiveScale) {
    return this;
  }

  @Override
  public String toString() {
    return name();
  }

  @Override
  public void project(DenseMatrix factor) {
    double[] a = factor.array();
    for (int i = 0; i < a.length; i++) {
      a[i] = Math.max(0, a[i]);
    }
  }
}
