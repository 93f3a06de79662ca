package org.mahnmf.internal.descent;

import org.mahnmf.checkpoint.SavedState;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.Iteration;
import org.mahnmf.solver.RunContext;
import org.mahnmf.solver.Solver;

/** A run whose best point, once it has settled, is taken further by a monotone method. */
public final class Polished implements Iteration {

  private final Problem problem;
  private final Store store;
  private final Solver polish;
  private final RunContext run;
  private final Factors best;
  private Iteration current;
  private Objective bestObjective;
  private boolean polishing;
  private double productsBefore;

  /** Begins with the first run, <em>kept and modified</em>; the polish may be null. */
  public Polished(Problem problem, Store store, Iteration first, Solver polish, RunContext run) {
    this.problem = problem;
    this.store = store;
    this.polish = polish;
    this.run = run;
    this.current = first;
    this.best = first.factors().copy();
    this.bestObjective = first.objective();
  }

  @Override
  public void advance() {
    if (!polishing && polish != null && current.isSettled()) {
      productsBefore = current.products();
      begin();
    }
    current.advance();
    if (!polishing && current.objective().total() < bestObjective.total()) {
      best.assign(current.factors());
      bestObjective = current.objective();
    }
  }

  private void begin() {
    polishing = true;
    current = polish.start(problem, store, best, run);
  }

  @Override
  public void exchange(SavedState state) {
    boolean saved = state.flag(polishing);
    productsBefore = state.number(productsBefore);
    if (!saved) {
      Factors.exchange(state, best);
      bestObjective = Objective.exchange(state, bestObjective);
    } else if (!polishing) {
      begin();
    }
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
    return (polishing || polish == null) && current.isSettled();
  }

  @Override
  public boolean isExhausted() {
    return polish == null && current.isExhausted();
  }

  @Override
  public double products() {
    return productsBefore + current.products();
  }
}
