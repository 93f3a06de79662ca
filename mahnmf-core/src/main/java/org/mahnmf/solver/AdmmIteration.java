package org.mahnmf.solver;

import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.Problem;
import org.mahnmf.start.Balance;
import org.mahnmf.store.Dual;

/** The state of an {@link Admm} run. One advance is five iterations and a look at the objective. */
final class AdmmIteration implements Iteration {

  private static final int CHECK = 5;
  private static final double SHRINK = .7;
  private static final double THETA_END = .02;
  private static final double THETA_GIVE_UP = 1e-6;
  private static final double COLLAPSE = 1.05;
  private static final double SPLIT_FLOOR = 1e-12;

  private final Problem problem;
  private final Factors factors;
  private final Factors best;
  private final RunContext run;
  private final double delta;
  private final Dual dual;
  private final AdmmSide codes;
  private final AdmmSide basis;
  private final double firstSplit;
  private final double meanWeight;
  private Objective objective;
  private Objective bestObjective;
  private double theta;
  private double meanError;
  private double reference;
  private boolean finished;
  private double products;

  AdmmIteration(Problem problem, Factors start, double theta, double delta, RunContext run) {
    this.problem = problem;
    this.factors = start;
    this.run = run;
    this.theta = theta;
    this.delta = delta;
    if (!problem.side(Factor.BASIS).dependsOnScale()
        && !problem.side(Factor.CODES).dependsOnScale()
        && !problem.side(Factor.BASIS).isBounded()
        && !problem.side(Factor.CODES).isBounded()) {
      Balance.apply(factors);
    }
    this.best = start.copy();
    this.dual = problem.store().newDual().orElseThrow();
    this.codes = new AdmmSide(problem, Factor.CODES, factors);
    this.basis = new AdmmSide(problem, Factor.BASIS, factors);
    this.objective = problem.evaluate(factors);
    this.bestObjective = objective;
    this.meanError = objective.loss() / problem.store().kinkWeight();
    this.reference = objective.total();
    this.meanWeight = problem.store().kinkWeight() / problem.store().kinks();
    this.firstSplit = Math.max(codes.split(), basis.split());
    codes.expectProduct();
    products = 1;
  }

  @Override
  public void advance() {
    for (int k = 0; k < CHECK && !finished; k++) {
      run.checkpoint();
      if (!iterate()) {
        takeBack();
      }
    }
    if (!finished) {
      look();
    }
  }

  /** One step per factor; returns false if a factor has vanished. */
  private boolean iterate() {
    double tau = theta * meanError / meanWeight;
    double curvature = problem.loss().curvature();
    if (!(codes.split() > SPLIT_FLOOR * firstSplit)) {
      return false;
    }
    codes.step(tau, 1 + dual.stretch());
    dual.afterCodes(
        tau, curvature, factors.basis(), codes.solved(), factors.codes(), basis.pending());
    if (!(basis.split() > SPLIT_FLOOR * firstSplit)) {
      return false;
    }
    basis.step(tau, 1 + dual.stretch());
    dual.afterBasis(
        tau, curvature, basis.solved(), factors.basis(), factors.codes(), codes.pending());
    products += 4;
    return true;
  }

  private void look() {
    objective = problem.evaluate(factors);
    products += 1;
    double now = objective.total();
    boolean bad = !(now <= COLLAPSE * bestObjective.total());
    boolean slow = !(now < reference * (1 - delta));
    if (now < reference) {
      reference = now;
    }
    if (now < bestObjective.total()) {
      bestObjective = objective;
      best.assign(factors);
    }
    meanError = Math.min(meanError, bestObjective.loss() / problem.store().kinkWeight());
    if (meanError == 0) {
      finished = true;
    } else if (bad) {
      takeBack();
    } else if (slow) {
      tighten();
    }
  }

  /** A smaller penalty, with the true multipliers a/tau kept. */
  private void tighten() {
    if (theta <= THETA_END) {
      finished = true;
      return;
    }
    double factor = Math.max(THETA_END, theta * SHRINK) / theta;
    theta *= factor;
    // T = x − E + a changes by −(1 − factor)·a, and so does the pending product.
    DenseMatrix product = codes.scratch();
    dual.product(factors.basis(), product);
    products += 1;
    double[] pending = codes.pending().array();
    for (int i = 0; i < pending.length; i++) {
      pending[i] -= (1 - factor) * product.array()[i];
    }
    dual.scale(factor);
    codes.scaleMultiplier(factor);
    basis.scaleMultiplier(factor);
  }

  /** Back to the best point with zero duals and half the penalty. */
  private void takeBack() {
    theta *= .5;
    factors.assign(best);
    objective = bestObjective;
    dual.clear();
    codes.scaleMultiplier(0);
    basis.scaleMultiplier(0);
    codes.expectProduct();
    finished |= theta <= THETA_GIVE_UP;
  }

  @Override
  public Factors factors() {
    return factors;
  }

  @Override
  public Objective objective() {
    return objective;
  }

  /** Once finished, an advance changes nothing, which every rule takes for convergence. */
  @Override
  public boolean isSettled() {
    return finished;
  }

  @Override
  public double products() {
    return products;
  }
}
