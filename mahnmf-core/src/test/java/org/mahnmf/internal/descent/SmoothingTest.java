package org.mahnmf.internal.descent;

import org.mahnmf.solver.Solver;
import org.mahnmf.solver.SolverContract;

class SmoothingTest extends SolverContract {

  @Override
  protected Solver solver() {
    return new Smoothing();
  }
}
