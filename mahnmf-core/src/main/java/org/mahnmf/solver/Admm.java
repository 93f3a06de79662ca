package org.mahnmf.solver;

import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Problem;
import org.mahnmf.start.Balance;

/**
 * Alternating direction method of multipliers with one dual shared by both half-steps: the lowest
 * objective of all solvers here. Not in the paper.
 *
 * <p>The splitting is E = X − WᵀH, H = prox(H), W = prox(W); each outer iteration does one step per
 * factor: an r x r solve, the proximal step of the side, and one fused pass over the data
 * (4·m·n·rank flops) that updates the dual and gathers the other side's right-hand side. The
 * penalty follows the size of the residual and is tightened when progress stalls. Not monotone
 * inside, so the best point is kept; a collapse is caught and taken back.
 *
 * <p>Takes every loss and every term; needs a store with a {@link org.mahnmf.store.Dual}.
 */
public final class Admm implements Solver {

  private final double theta;
  private final double delta;

  /** Creates the method with constants for a start that is near already, such as HALS. */
  public Admm() {
    this(2, 1e-3);
  }

  private Admm(double theta, double delta) {
    this.theta = theta;
    this.delta = delta;
  }

  /**
   * Returns the method with other constants.
   *
   * @param newTheta first penalty relative to the mean residual; 2 suits good starts and noise, 1
   *     or less random starts of planted data
   * @param newDelta relative decrease per five iterations below which the penalty is tightened
   */
  public Admm with(double newTheta, double newDelta) {
    return new Admm(newTheta, newDelta);
  }

  @Override
  public String name() {
    return "admm";
  }

  @Override
  public String identity() {
    return "admm with " + theta + " and " + delta;
  }

  @Override
  public String description() {
    return "shared-dual alternating ADMM: the lowest objective";
  }

  @Override
  public Workspace workspace(int rank, int samples, int features) {
    return new Workspace(1, 16);
  }

  @Override
  public Support support(Problem problem) {
    if (problem.isSymmetric()) {
      return Support.refuse(name(), "symmetric", "its factors are one matrix; use 'symmetric'");
    }
    return Support.full();
  }

  @Override
  public Iteration start(Problem problem, Factors start, RunContext run) {
    if (isScaleFree(problem)) {
      Balance.apply(start);
    }
    return start(problem, start, new AdmmBlock(problem, start), run);
  }

  /**
   * Begins a run whose samples are kept elsewhere.
   *
   * @param problem what is minimised; its store need not have passes; <em>kept</em>
   * @param start feasible factors, balanced if {@link #isScaleFree}; the basis is <em>kept and
   *     modified</em>, and the codes are only handed on to who watches
   * @param samples at the start, with zero duals; <em>kept</em>
   * @param run tolerance and the request to stop
   */
  public Iteration start(Problem problem, Factors start, AdmmSamples samples, RunContext run) {
    AdmmIteration iteration = new AdmmIteration(problem, start, samples, theta, delta, run);
    iteration.begin();
    return iteration;
  }

  /**
   * Makes a run that gets its state from a checkpoint before its first step; until then the samples
   * are not asked for anything.
   *
   * @param problem what is minimised; its store need not have passes; <em>kept</em>
   * @param factors of the right sizes; <em>kept and modified</em>
   * @param samples restored with the run; <em>kept</em>
   * @param run tolerance and the request to stop
   */
  public Iteration toRestore(
      Problem problem, Factors factors, AdmmSamples samples, RunContext run) {
    return new AdmmIteration(problem, factors, samples, theta, delta, run);
  }

  /**
   * Returns whether scale may move from one factor to the other, so that a run begins with balanced
   * ones.
   *
   * @param problem <em>not modified</em>
   */
  public static boolean isScaleFree(Problem problem) {
    return !problem.side(Factor.BASIS).dependsOnScale()
        && !problem.side(Factor.CODES).dependsOnScale()
        && !problem.side(Factor.BASIS).isBounded()
        && !problem.side(Factor.CODES).isBounded();
  }
}
