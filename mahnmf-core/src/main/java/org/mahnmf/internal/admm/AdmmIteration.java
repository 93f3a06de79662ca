package org.mahnmf.internal.admm;

import java.util.Arrays;
import java.util.Map;
import org.mahnmf.checkpoint.State;
import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Side;
import org.mahnmf.solver.Iteration;
import org.mahnmf.solver.RunContext;

/**
 * The course of an {@link Admm} run: penalty, basis, guards. The samples are elsewhere, see {@link
 * AdmmSamples}. One advance is five iterations and a look at the objective.
 */
final class AdmmIteration implements Iteration {

  private static final int CHECK = 5;
  private static final double SHRINK = .7;
  private static final double THETA_END = .02;

  /**
   * How a run comes to rest quickly, once its penalty is below ½ and the parts hardly change any
   * more. Means of three seeds: uniform 1000 x 500 at rank 50 takes 535 products instead of 602 and
   * ends .02 % higher; planted 1000 x 500 at rank 10 with 20 % gross errors takes 353 instead of
   * 441 and ends at 1.0e-6 from the truth instead of 3.7e-6, since there is time for smaller
   * penalties. With penalties on entries the slow way is needed: codes of a fixed basis with a
   * linear one ended .12 % above their optimum.
   */
  private static final double QUICK_SHRINK = .35;

  private static final double QUICK_END = .005;
  private static final double QUICK_BELOW = .5;
  private static final double THETA_GIVE_UP = 1e-6;
  private static final double COLLAPSE = 1.05;
  private static final double SPLIT_FLOOR = 1e-12;

  /** Looks in a row that change little, after which a coarse tolerance ends a run. */
  private static final int MOST_STILL = 2;

  /**
   * The most that penalties on entries may bend a proximal step at first. It divides by 1 + λτ/k,
   * and where that is large takes a run to the zero factors, which are stationary, before the data
   * have their say: measured on planted 60x40 tables with λ up to 5 times its natural size, some
   * runs ended there from 3 on, none below; a smaller θ costs them nothing. A linear penalty is
   * worse: it makes entries 0 at once.
   */
  private static final double MOST_BEND = 2;

  private static final double LINEAR_BEND = 4;

  private final Problem problem;
  private final Factors factors;
  private final DenseMatrix best;
  private final RunContext run;
  private final double delta;
  private final boolean isQuick;
  private final AdmmSamples samples;
  private final AdmmSide basis;
  private double firstSplit;
  private final double meanWeight;
  private Objective objective;
  private Objective bestObjective;
  private double theta;
  private double meanError;
  private double reference;
  private boolean finished;
  private boolean exhausted;
  private int still;
  private double previousPenalty;
  private double products;

  /**
   * Prepares a run, which {@link #begin()} or a checkpoint begins.
   *
   * @param problem what is minimised; <em>kept</em>
   * @param start feasible and balanced factors; the codes may be elsewhere
   * @param samples at the start, with zero duals
   */
  AdmmIteration(Problem problem, Factors start, AdmmSamples samples, Admm method, RunContext run) {
    this.problem = problem;
    this.factors = start;
    this.samples = samples;
    this.run = run;
    this.theta = method.theta();
    this.delta = delta(method.delta(), run);
    this.isQuick = method.settlesQuickly() && !hasPenalties(problem);
    this.best = start.basis().copy();
    this.basis = new AdmmSide(problem.side(Factor.BASIS), start.basis(), samples.workers());
    this.meanWeight = problem.extent().sums().kinkWeight() / problem.extent().sums().kinks();
    this.objective = new Objective(Map.of());
    this.bestObjective = objective;
  }

  /**
   * Prepares to continue a run whose terms or entries change.
   *
   * @param before the run so far; it ends with this
   * @param changed the problem with other terms or more entries; <em>kept</em>
   * @param samples those of the run so far, or what continues them
   */
  AdmmIteration(
      AdmmIteration before, Problem changed, AdmmSamples samples, Admm method, RunContext run) {
    this.problem = changed;
    this.factors = before.factors;
    this.samples = samples;
    this.run = run;
    this.theta = method.theta();
    this.delta = delta(method.delta(), run);
    this.isQuick = method.settlesQuickly() && !hasPenalties(changed);
    this.best = before.best;
    this.basis = before.basis;
    this.meanWeight = changed.extent().sums().kinkWeight() / changed.extent().sums().kinks();
    this.firstSplit = before.firstSplit;
    this.objective = before.objective;
    this.bestObjective = before.bestObjective;
    this.previousPenalty = before.theta * before.meanError;
  }

  private static boolean hasPenalties(Problem problem) {
    return Arrays.stream(Factor.values()).anyMatch(it -> !problem.side(it).entries().isEmpty());
  }

  /** A penalty is kept for as long as it gains more than this; the constant suits the default. */
  private static double delta(double usual, RunContext run) {
    return usual * (run.tolerance() / RunContext.USUAL_TOLERANCE);
  }

  AdmmSamples samples() {
    return samples;
  }

  /** Looks at where a run stands whose terms have changed, and takes the duals along. */
  void retarget() {
    basis.retarget(problem.side(Factor.BASIS));
    objective = samples.evaluate(factors.basis());
    bestObjective = objective;
    best.assign(factors.basis());
    samples.keepBest();
    meanError = objective.loss() / problem.extent().sums().kinkWeight();
    reference = objective.total();
    double factor = theta * meanError / previousPenalty;
    samples.tighten(factor, factors.basis());
    basis.scaleMultiplier(factor);
    products = 2;
  }

  /** Looks at the start. */
  void begin() {
    objective = samples.evaluate(factors.basis());
    bestObjective = objective;
    meanError = objective.loss() / problem.extent().sums().kinkWeight();
    reference = objective.total();
    samples.gram(basis.gram());
    firstSplit = Math.max(codesSplit(), basis.split());
    double tau = meanError / meanWeight;
    double bend =
        Math.max(
            bend(Factor.CODES, codesSplit(), basis.split(), problem.extent().samples()),
            bend(Factor.BASIS, basis.split(), codesSplit(), problem.extent().features()));
    if (bend * tau > 0) {
      theta = Math.min(theta, Math.max(THETA_END, MOST_BEND / (bend * tau)));
    }
    products = 1;
  }

  /**
   * What penalties on entries take off a factor in a proximal step, in parts of it and per τ: λ/k,
   * and μ/k of a typical entry, whose square is to the other factor's split as 1 to its length.
   */
  private double bend(Factor which, double split, double otherSplit, int length) {
    Side side = problem.side(which);
    double typical = Math.sqrt(otherSplit / AdmmSide.split(length, 1));
    double linear = side.linear() > 0 ? LINEAR_BEND * side.linear() / typical : 0;
    double penalty = side.quadratic() + linear;
    return penalty > 0 ? penalty / split : 0;
  }

  /** The weight of the codes' proximal step, which depends on the basis alone. */
  private double codesSplit() {
    DenseMatrix w = factors.basis();
    double trace = Loops.dot(w.array(), w.array(), w.array().length);
    return AdmmSide.split(trace, w.rows());
  }

  @Override
  public void advance() {
    exhausted = finished;
    for (int k = 0; k < CHECK && !finished; k++) {
      run.stopIfAsked();
      double tau = theta * meanError / meanWeight;
      if (hasVanished(codesSplit())) {
        takeBack();
        continue;
      }
      double stretch = samples.stepCodes(tau, factors.basis(), basis.pending(), basis.gram());
      if (hasVanished(basis.split())) {
        takeBack();
        continue;
      }
      basis.step(tau, 1 + stretch);
      samples.stepBasis(tau, basis.solved(), factors.basis());
      products += 4;
    }
    if (!finished) {
      look();
    }
  }

  /** Whether a factor, whose split this is, has vanished. */
  private boolean hasVanished(double split) {
    return !(split > SPLIT_FLOOR * firstSplit);
  }

  private void look() {
    double before = objective.total();
    objective = samples.evaluate(factors.basis());
    products += 1;
    double now = objective.total();
    still = Math.abs(now - before) <= run.tolerance() * before ? still + 1 : 0;
    boolean bad = !(now <= COLLAPSE * bestObjective.total());
    boolean slow = !(now < reference * (1 - delta));
    if (now < reference) {
      reference = now;
    }
    if (now < bestObjective.total()) {
      bestObjective = objective;
      best.assign(factors.basis());
      samples.keepBest();
    }
    meanError = Math.min(meanError, bestObjective.loss() / problem.extent().sums().kinkWeight());
    if (meanError == 0) {
      finished = true;
    } else if (bad) {
      takeBack();
    } else if (still >= MOST_STILL && run.tolerance() > RunContext.USUAL_TOLERANCE) {
      finish();
    } else if (slow) {
      tighten();
    }
  }

  /** A smaller penalty, with the true multipliers a/tau kept. */
  private void tighten() {
    double end = isQuick ? QUICK_END : THETA_END;
    if (theta <= end) {
      finish();
      return;
    }
    double shrink = isQuick && theta < QUICK_BELOW ? QUICK_SHRINK : SHRINK;
    double factor = Math.max(end, theta * shrink) / theta;
    theta *= factor;
    samples.tighten(factor, factors.basis());
    products += 1;
    basis.scaleMultiplier(factor);
  }

  /** Back to the best point with zero duals and half the penalty. */
  private void takeBack() {
    theta *= .5;
    factors.basis().assign(best);
    objective = bestObjective;
    samples.takeBack(factors.basis());
    basis.scaleMultiplier(0);
    if (theta <= THETA_GIVE_UP) {
      finish();
    }
  }

  /** Ends the run; at the zero factors if penalties on entries make those the best. */
  private void finish() {
    finished = true;
    if (problem.extent().sums().absoluteSum() < bestObjective.total() && mayVanish()) {
      Arrays.fill(factors.basis().array(), 0);
      samples.vanish();
      objective = samples.evaluate(factors.basis());
      products += 1;
    }
  }

  private boolean mayVanish() {
    boolean may = true;
    for (Factor which : Factor.values()) {
      Side side = problem.side(which);
      may &= !side.entries().isEmpty() && side.set().lower() == 0;
    }
    return may;
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
  public boolean isExhausted() {
    return exhausted;
  }

  @Override
  public double products() {
    return products;
  }

  @Override
  public void exchange(State state) {
    Factors.exchange(state, factors);
    state.matrix(best);
    samples.exchange(state);
    basis.exchange(state);
    objective = Objective.exchange(state, objective);
    bestObjective = Objective.exchange(state, bestObjective);
    firstSplit = state.number(firstSplit);
    theta = state.number(theta);
    meanError = state.number(meanError);
    reference = state.number(reference);
    finished = state.flag(finished);
    still = state.count(still);
    products = state.number(products);
  }
}
