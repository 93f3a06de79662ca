package org.mahnmf.internal.descent;

import org.mahnmf.checkpoint.SavedState;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Box;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.PassSums;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Term;
import org.mahnmf.solver.Iteration;
import org.mahnmf.solver.RunContext;
import org.mahnmf.solver.Solver;
import org.mahnmf.solver.StoppingRule;
import org.mahnmf.solver.Support;

/**
 * Algorithm 1 exactly as printed: sweeps over one factor until eq2.7 with ε = .1, then the other,
 * until eq2.3 with ξ = .1, both in the units of X; leftmost median on ties. The only guard: an
 * entry without breakpoints keeps its value (errata 17).
 */
final class PublishedRri implements Solver {

  private static final double EPSILON = .1;
  private static final double XI = .1;
  private static final int INNER_LIMIT = 1000;

  @Override
  public String name() {
    return "rri";
  }

  @Override
  public String description() {
    return "Rank-one residual iteration exactly as printed";
  }

  @Override
  public boolean isAsPublished() {
    return true;
  }

  @Override
  public StoppingRule convergence(double tolerance) {
    return StoppingRule.absoluteChange(XI);
  }

  @Override
  public Support support(Problem problem) {
    return plainOnly(name(), problem);
  }

  /** The printed methods are for eq1.1 alone. */
  static Support plainOnly(String solver, Problem problem) {
    if (problem.isSymmetric()) {
      return Support.refuse(solver, "symmetric", "its factors are one matrix; use 'symmetric'");
    }
    for (Factor which : Factor.values()) {
      for (Term term : problem.side(which).terms()) {
        if (!term.equals(Box.NON_NEGATIVE)) {
          return Support.refuse(
              solver, term.name(), "the printed method has no terms; leave out as-published");
        }
      }
    }
    if (problem.loss().curvature() > 0) {
      return Support.refuse(
          solver,
          problem.loss().name(),
          "the printed method has no other loss; leave out as-published");
    }
    return Support.full();
  }

  @Override
  public Iteration start(Problem problem, Factors start, RunContext run) {
    return new Alternating(
        problem,
        start,
        new Repeated(new RriStep(problem, Factor.CODES, true, run)),
        new Repeated(new RriStep(problem, Factor.BASIS, true, run)),
        steps -> true,
        null);
  }

  /** Sweeps until eq2.7. */
  private static final class Repeated implements SideStep {

    private final RriStep sweep;

    Repeated(RriStep sweep) {
      this.sweep = sweep;
    }

    @Override
    public void improve(DenseMatrix fixed, DenseMatrix moving, int outerStep, double loss) {
      double previous = Double.POSITIVE_INFINITY;
      for (int k = 0; k < INNER_LIMIT; k++) {
        sweep.improve(fixed, moving, outerStep, loss);
        double value = sweep.sums().absolute();
        if (Math.abs(previous - value) <= EPSILON) {
          return;
        }
        previous = value;
      }
    }

    @Override
    public PassSums sums() {
      return sweep.sums();
    }

    @Override
    public double products() {
      return sweep.products();
    }

    @Override
    public void exchange(SavedState state) {
      sweep.exchange(state);
    }
  }
}
