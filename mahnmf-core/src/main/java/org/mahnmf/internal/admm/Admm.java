package org.mahnmf.internal.admm;

import java.util.List;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Loss;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.Iteration;
import org.mahnmf.solver.RunContext;
import org.mahnmf.solver.Solver;
import org.mahnmf.solver.Support;
import org.mahnmf.solver.Workspace;

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
 * <p>Takes every loss and every term; needs a store with a {@link org.mahnmf.problem.Dual}.
 *
 * @param theta first penalty relative to the mean residual; 2 suits good starts and noise, 1 or
 *     less random starts of planted data
 * @param delta relative decrease per five iterations below which the penalty is tightened
 * @param settlesQuickly whether it comes to rest in few steps where nothing but bounds restrains
 *     the entries of the factors; not for runs that end early, where every penalty has its share
 */
public record Admm(double theta, double delta, boolean settlesQuickly) implements Solver {

  /** First penalty where a run has nearly ended already. */
  private static final double NEAR = .05;

  /** Creates the method with constants for a start that is near already, such as HALS. */
  public Admm() {
    this(2, 1e-3, true);
  }

  /** Returns the method with other constants, which settles slowly. */
  public Admm with(double newTheta, double newDelta) {
    return new Admm(newTheta, newDelta, false);
  }

  @Override
  public Admm near() {
    return new Admm(NEAR, delta, settlesQuickly);
  }

  @Override
  public String name() {
    return "admm";
  }

  @Override
  public String identity() {
    return "admm with " + theta + ", " + delta + (settlesQuickly ? ", quick" : "");
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
  public boolean takes(Loss loss) {
    return true;
  }

  @Override
  public Support support(Problem problem) {
    if (problem.isSymmetric()) {
      return Support.refuse(name(), "symmetric", "its factors are one matrix; use 'symmetric'");
    }
    if (problem.extent().isSparse() && !problem.loss().isKinked()) {
      return Support.refuse(name(), problem.loss().name(), "zeros of a sparse table ask for |e|");
    }
    return Support.full();
  }

  @Override
  public Iteration start(Problem problem, Store store, Factors start, RunContext run) {
    balance(problem, start);
    return start(problem, start, new AdmmBlock(problem, store, start), run);
  }

  /**
   * Begins a run whose samples are kept elsewhere.
   *
   * @param problem what is minimised; <em>kept</em>
   * @param start feasible factors, balanced by {@link #balance}; the basis is <em>kept and
   *     modified</em>, and the codes are only handed on to who watches
   * @param samples at the start, with zero duals; <em>kept</em>
   * @param run tolerance and the request to stop
   */
  public Iteration start(Problem problem, Factors start, AdmmSamples samples, RunContext run) {
    AdmmIteration iteration = new AdmmIteration(problem, start, samples, this, run);
    iteration.begin();
    return iteration;
  }

  /**
   * Continues a run whose terms change, or from which entries were hidden, with the factors and the
   * true multipliers where they stand and the penalty of this method's constants.
   *
   * @param before a run of this method on this machine; <em>not to be used any more</em>
   * @param changed the problem with other terms or more entries; <em>kept</em>
   * @param store that of the run so far, or the one that it is part of; <em>kept</em>
   * @param run tolerance and the request to stop
   */
  public Iteration retarget(Iteration before, Problem changed, Store store, RunContext run) {
    AdmmIteration from = (AdmmIteration) before;
    AdmmBlock samples = new AdmmBlock((AdmmBlock) from.samples(), changed, store);
    AdmmIteration iteration = new AdmmIteration(from, changed, samples, this, run);
    iteration.retarget();
    return iteration;
  }

  /**
   * Makes a run that gets its state from a checkpoint before its first step.
   *
   * @param problem what is minimised; <em>kept</em>
   * @param store X; <em>kept</em>
   * @param factors of the right sizes; <em>kept and modified</em>
   * @param run tolerance and the request to stop
   */
  public Iteration toRestore(Problem problem, Store store, Factors factors, RunContext run) {
    return toRestore(problem, factors, new AdmmBlock(problem, store, factors), run);
  }

  /**
   * Makes a run that gets its state from a checkpoint before its first step; until then the samples
   * are not asked for anything.
   *
   * @param problem what is minimised; <em>kept</em>
   * @param factors of the right sizes; <em>kept and modified</em>
   * @param samples restored with the run; <em>kept</em>
   * @param run tolerance and the request to stop
   */
  public Iteration toRestore(
      Problem problem, Factors factors, AdmmSamples samples, RunContext run) {
    return new AdmmIteration(problem, factors, samples, this, run);
  }

  /**
   * Balances a start where scale may move from one factor to the other: equal norms, or, with a
   * ridge on both, equal shares of it, which is the least that the product can cost.
   *
   * @param problem <em>not modified</em>
   * @param start <em>modified</em>
   * @return false, with nothing done, where scale may not move
   */
  public static boolean balance(Problem problem, Factors start) {
    Side basis = problem.side(Factor.BASIS);
    Side codes = problem.side(Factor.CODES);
    boolean isPlain = basis.isEntrywise() && codes.isEntrywise();
    boolean hasRidges = basis.quadratic() > 0 && codes.quadratic() > 0;
    if (!isFree(basis) || !isFree(codes) || !(isPlain || hasRidges)) {
      return false;
    }
    double ratio = isPlain ? 1 : codes.quadratic() / basis.quadratic();
    start.balance(Math.sqrt(Math.sqrt(ratio)));
    return true;
  }

  /** Whether nothing but penalties on entries cares for the scale of a factor. */
  private static boolean isFree(Side side) {
    return !side.isBounded()
        && side.set().lower() == 0
        && side.withEntries(List.of()).isEntrywise();
  }
}
