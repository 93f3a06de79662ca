package org.mahnmf.lab.published;

import org.mahnmf.internal.descent.Alternating.SideStep;
import org.mahnmf.internal.descent.RriStep;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.RunContext;

/** Algorithm 1. The only guard: an entry without breakpoints keeps its value (errata 17). */
public final class PublishedRri extends Published {

  @Override
  public String name() {
    return "rri";
  }

  @Override
  public String description() {
    return "Rank-one residual iteration exactly as printed";
  }

  @Override
  SideStep step(Problem problem, Store store, Factor which, RunContext run) {
    return new Sweeps(problem, store, which, run);
  }

  /** Sweeps until eq2.7, the leftmost median on ties. */
  private static final class Sweeps extends RriStep {

    Sweeps(Problem problem, Store store, Factor which, RunContext run) {
      super(problem, store, which, true, run);
    }

    @Override
    protected void improve(DenseMatrix fixed, DenseMatrix moving, int outerStep, double loss) {
      double previous = Double.POSITIVE_INFINITY;
      for (int k = 0; k < INNER_LIMIT; k++) {
        super.improve(fixed, moving, outerStep, loss);
        double value = sums.absolute();
        if (Math.abs(previous - value) <= EPSILON) {
          return;
        }
        previous = value;
      }
    }
  }
}
