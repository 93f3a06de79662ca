package org.mahnmf.internal.descent;

import java.util.function.Function;
import java.util.function.IntPredicate;
import org.mahnmf.checkpoint.SavedState;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.Iteration;

/** One outer step = a step on H with W fixed, then on W with H fixed (eq2.1, eq2.2). */
public final class Alternating implements Iteration {

  private final Problem problem;
  private final Store store;
  private final Factors factors;
  private final SideStep codesStep;
  private final SideStep basisStep;
  private final IntPredicate settled;
  private final Revival revival;
  private int outerSteps;
  private Objective objective;

  /**
   * Begins at a point.
   *
   * @param settled whether the schedules are at their end after a number of outer steps
   * @param revival brings dead components back, or null to leave them
   */
  Alternating(
      Problem problem,
      Store store,
      Factors factors,
      Function<Factor, SideStep> steps,
      IntPredicate settled,
      Revival revival) {
    this.problem = problem;
    this.store = store;
    this.factors = factors;
    this.codesStep = steps.apply(Factor.CODES);
    this.basisStep = steps.apply(Factor.BASIS);
    this.settled = settled;
    this.revival = revival;
    this.objective = problem.evaluate(store, factors);
  }

  @Override
  public void advance() {
    if (revival != null && revival.reviveDead(codesStep.data, factors)) {
      objective = problem.evaluate(store, factors);
    }
    codesStep.improve(factors.basis(), factors.codes(), outerSteps, objective.loss());
    double between = codesStep.sums.absolute();
    basisStep.improve(factors.codes(), factors.basis(), outerSteps, between);
    objective = problem.objective(factors, basisStep.sums);
    outerSteps++;
  }

  @Override
  public Factors factors() {
    return factors;
  }

  @Override
  public Objective objective() {
    return objective;
  }

  @Override
  public boolean isSettled() {
    return settled.test(outerSteps);
  }

  @Override
  public double products() {
    return 1 + codesStep.products + basisStep.products;
  }

  @Override
  public void exchange(SavedState state) {
    Factors.exchange(state, factors);
    objective = Objective.exchange(state, objective);
    outerSteps = state.count(outerSteps);
    codesStep.exchange(state);
    basisStep.exchange(state);
    if (revival != null) {
      revival.exchange(state);
    }
  }
}
