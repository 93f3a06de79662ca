package org.mahnmf.solver;

import org.mahnmf.problem.Factors;

/**
 * Where a run stands.
 *
 * @param iteration outer steps taken; 0 is the start
 * @param objectives of these and of earlier factors
 * @param settled see {@link Iteration#isSettled()}
 * @param seconds since the run began
 * @param products work so far in products of 2·m·n·rank flops
 * @param scale what WᵀH in the solver's units is multiplied by to give the user's
 * @param factors the current factors in the solver's units; live, copy them to keep them
 */
public record Progress(
    int iteration,
    Objectives objectives,
    boolean settled,
    double seconds,
    double products,
    double scale,
    Factors factors) {

  /**
   * Totals in the user's units.
   *
   * @param now of the current factors
   * @param best the lowest seen
   * @param previous one step before; infinite at the start
   */
  public record Objectives(double now, double best, double previous) {}

  public double objective() {
    return objectives.now;
  }

  public double best() {
    return objectives.best;
  }

  public double previous() {
    return objectives.previous;
  }

  /** Returns |previous − objective| / previous. */
  public double relativeChange() {
    if (previous() == objective()) {
      return 0;
    }
    return Math.abs(previous() - objective()) / Math.abs(previous());
  }

  /**
   * Returns the same for a run that this is a part of.
   *
   * @param steps that came before
   * @param time likewise, in seconds
   * @param work likewise, in products
   * @param unseen what solvers did not see of the objectives
   */
  public Progress within(int steps, double time, double work, double unseen) {
    Objectives all = new Objectives(objective() + unseen, best() + unseen, previous() + unseen);
    return new Progress(
        steps + iteration, all, settled, time + seconds, work + products, scale, factors);
  }
}
