package org.mahnmf.internal.descent;

import org.mahnmf.solver.Solver;
import org.mahnmf.solver.SolverContract;

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
