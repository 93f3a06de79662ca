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

  /** Returns the objective of the current factors, in the user's units. */
  public double objective() {
    return objectives.now;
  }

  /** Returns the lowest objective seen, in the user's units. */
  public double best() {
    return objectives.best;
  }

  /** Returns the objective one step before; infinite at the start. */
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

  /** Returns the same with something that solvers did not see added to the objectives. */
  public Progress plus(double unseen) {
    Objectives all = new Objectives(objective() + unseen, best() + unseen, previous() + unseen);
    return new Progress(iteration, all, settled, seconds, products, scale, factors);
  }
}
