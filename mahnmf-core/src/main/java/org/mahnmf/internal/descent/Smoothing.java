package org.mahnmf.internal.descent;

import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.Iteration;
import org.mahnmf.solver.RunContext;
import org.mahnmf.solver.Solver;
import org.mahnmf.solver.Support;

/**
 * Nesterov's smoothing method, Algorithms 2 and 3 of the paper.
 *
 * <p>Alternates over the factors; each one-sided problem eq2.1 is replaced by a smooth one, f_λ of
 * eq3.6, whose gradient is W·U with U = med{1, −1, (WᵀH − X)/(λQ)}, and improved by a few steps of
 * the optimal gradient method (eq3.9.1, eq3.9.2, eq3.10). Cost: 4·m·n·rank flops per inner step.
 *
 * <p>The default is corrected (docs/errata.md): the prox-centre is the warm start, the step comes
 * from a tight eigenvalue bound, λ follows the size of the residual so that nothing depends on the
 * scale of X, and the best point by the true objective is kept, so that no outer step rises. The
 * printed method with its constants is in the lab.
 *
 * <p>Reference: Guan, Tao, Luo, Shawe-Taylor, <i>MahNMF: Manhattan Non-negative Matrix
 * Factorization</i>, arXiv 1207.3438, Section 3.
 *
 * @param monotone whether with the paper's safeguarded sequence
 */
public record Smoothing(boolean monotone) implements Solver {

  /** Inner steps per one-sided problem of the corrected method. */
  static final int INNER_STEPS = 20;

  private static final double THETA_START = .5;
  private static final double THETA_SHRINK = .9;
  private static final double THETA_END = .02;

  /** Creates the corrected method. */
  public Smoothing() {
    this(false);
  }

  /**
   * Returns the method with the paper's safeguarded sequence Y_k = argmin f_λ over {Y_{k−1}, H_k,
   * Y'_k}; costs one product more per inner step (errata 14).
   */
  public Smoothing withMonotoneSteps() {
    return new Smoothing(true);
  }

  @Override
  public String name() {
    return "smoothing";
  }

  @Override
  public String identity() {
    return monotone ? "smoothing with monotone steps" : "smoothing";
  }

  @Override
  public String description() {
    return "Nesterov's smoothing method (Algorithms 2 and 3), corrected; scales well";
  }

  @Override
  public Support support(Problem problem) {
    return Support.ofTwoFactors(name(), problem, term -> true, "");
  }

  @Override
  public Iteration start(Problem problem, Store store, Factors start, RunContext run) {
    return new Alternating(
        problem,
        store,
        start,
        which -> new SmoothingStep(problem, store, which, monotone, run),
        steps -> theta(steps) <= THETA_END,
        true);
  }

  /** θ_t = max(.02, .5·.9^t): how much of the mean residual is smoothed. */
  static double theta(int outerStep) {
    return Math.max(THETA_END, THETA_START * StrictMath.pow(THETA_SHRINK, outerStep));
  }
}
