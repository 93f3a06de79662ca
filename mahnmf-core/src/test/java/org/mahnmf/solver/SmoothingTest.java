package org.mahnmf.solver;

class SmoothingTest extends SolverContract {

  @Override
  protected Solver solver() {
    return new Smoothing();
  }
}
