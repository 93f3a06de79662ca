package org.mahnmf.solver;

class RriTest extends SolverContract {

  @Override
  protected Solver solver() {
    return new Rri();
  }

  @Override
  protected double roundingTolerance() {
    return 1e-4;
  }
}
