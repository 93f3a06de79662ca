package org.mahnmf.solver;

import java.util.List;
import org.mahnmf.checkpoint.SavedState;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.Problem;

/** Runs one solver after another, each from where the one before ended. */
final class AutoPhases implements Iteration {

  /** No limit on the steps of the first phase but its own end. */
  static final int TO_THE_END = Integer.MAX_VALUE;

  private final Problem problem;
  private final RunContext run;
  private final List<Solver> solvers;
  private final int firstSteps;
  private int phase;
  private int steps;
  private Iteration current;
  private double previous = Double.POSITIVE_INFINITY;
  private double productsBefore;

  /**
   * Begins the first phase.
   *
   * @param start <em>kept and modified</em>
   * @param solvers at least one
   * @param firstSteps outer steps of the first phase, or {@link #TO_THE_END}
   * @param productsBefore work done before
   */
  AutoPhases(
      Problem problem,
      Factors start,
      RunContext run,
      List<Solver> solvers,
      int firstSteps,
      double productsBefore) {
    this.problem = problem;
    this.run = run;
    this.solvers = solvers;
    this.firstSteps = firstSteps;
    this.productsBefore = productsBefore;
    this.current = solvers.get(0).start(problem, start, run);
  }

  @Override
  public void advance() {
    double now = current.objective().total();
    boolean converged =
        current.isSettled() && Math.abs(previous - now) <= run.tolerance() * Math.abs(now);
    boolean over = phase == 0 && steps >= firstSteps;
    if (converged || over) {
      if (phase + 1 < solvers.size()) {
        productsBefore += current.products();
        beginPhase(phase + 1);
      } else if (over) {
        return;
      }
    }
    previous = now;
    current.advance();
    steps++;
  }

  private void beginPhase(int next) {
    phase = next;
    current = solvers.get(phase).start(problem, current.factors(), run);
  }

  @Override
  public void exchange(SavedState state) {
    int saved = state.count(phase);
    if (saved != phase) {
      beginPhase(saved);
    }
    steps = state.count(steps);
    previous = state.number(previous);
    productsBefore = state.number(productsBefore);
    current.exchange(state);
  }

  @Override
  public Factors factors() {
    return current.factors();
  }

  @Override
  public Objective objective() {
    return current.objective();
  }

  @Override
  public boolean isSettled() {
    boolean over = phase == 0 && steps >= firstSteps;
    return phase + 1 == solvers.size() && (over || current.isSettled());
  }

  @Override
  public double products() {
    return productsBefore + current.products();
  }
}
