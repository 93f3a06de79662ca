package org.mahnmf.lab.published;

import java.util.function.Function;
import org.mahnmf.internal.descent.Alternating;
import org.mahnmf.internal.descent.Alternating.SideStep;
import org.mahnmf.problem.Box;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.Iteration;
import org.mahnmf.solver.RunContext;
import org.mahnmf.solver.Solver;
import org.mahnmf.solver.StoppingRule;
import org.mahnmf.solver.Support;

/**
 * A method of the paper as printed: one factor until eq2.7 with ε = .1, then the other, until eq2.3
 * with ξ = .1, both in the units of X; last point returned.
 */
abstract class Published implements Solver {

  static final double EPSILON = .1;
  static final int INNER_LIMIT = 1000;

  private static final double XI = .1;

  /** Returns what improves a factor until eq2.7. */
  abstract SideStep step(Problem problem, Store store, Factor which, RunContext run);

  @Override
  public final boolean isAsPublished() {
    return true;
  }

  @Override
  public final StoppingRule convergence(double tolerance) {
    return StoppingRule.absoluteChange(XI);
  }

  /** The printed methods are for eq1.1 alone. */
  @Override
  public final Support support(Problem problem) {
    String without = "the printed method has no %s; leave out as-published";
    return problem.loss().curvature() > 0
        ? Support.refuse(name(), problem.loss().name(), without.formatted("other loss"))
        : Support.ofTwoFactors(
            name(), problem, Box.NON_NEGATIVE::equals, without.formatted("terms"));
  }

  @Override
  public final Iteration start(Problem problem, Store store, Factors start, RunContext run) {
    Function<Factor, SideStep> steps = which -> step(problem, store, which, run);
    return new Alternating(problem, store, start, steps, done -> true, false);
  }
}
