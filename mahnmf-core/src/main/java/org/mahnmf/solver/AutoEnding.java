package org.mahnmf.solver;

import org.mahnmf.checkpoint.SavedState;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.Problem;

/**
 * Shows a trial that has already been run: its start, then its best point, then the polish, if
 * there is one.
 */
final class AutoEnding implements Iteration {

  private final Problem problem;
  private final RunContext run;
  private final Factors end;
  private final Solver polish;
  private final double productsBefore;
  private Factors factors;
  private Objective objective;
  private Iteration last;
  private boolean arrived;

  /**
   * Prepares the show.
   *
   * @param start where the trial began; <em>kept</em>
   * @param end where it ended; <em>kept and modified</em>
   * @param polish or null
   */
  AutoEnding(
      Problem problem,
      Factors start,
      Factors end,
      Solver polish,
      RunContext run,
      double productsBefore) {
    this.problem = problem;
    this.run = run;
    this.end = end;
    this.polish = polish;
    this.productsBefore = productsBefore;
    this.factors = start;
    this.objective = problem.evaluate(start);
  }

  @Override
  public void advance() {
    run.checkpoint();
    if (!arrived) {
      arrived = true;
      factors = end;
      objective = problem.evaluate(end);
      return;
    }
    if (polish == null) {
      return;
    }
    if (last == null) {
      last = polish.start(problem, end, run);
    }
    last.advance();
    factors = last.factors();
    objective = last.objective();
  }

  @Override
  public void exchange(SavedState state) {
    arrived = state.flag(arrived);
    boolean polishing = state.flag(last != null);
    if (arrived) {
      factors = end;
    }
    state.factors(factors);
    objective = state.objective(objective);
    if (polishing) {
      if (last == null) {
        last = polish.start(problem, end, run);
      }
      last.exchange(state);
      factors = last.factors();
    }
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
    return arrived && (polish == null || (last != null && last.isSettled()));
  }

  @Override
  public double products() {
    return productsBefore + (arrived ? 2 : 1) + (last == null ? 0 : last.products());
  }
}
