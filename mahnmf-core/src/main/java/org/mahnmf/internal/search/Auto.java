package org.mahnmf.internal.search;

import org.mahnmf.checkpoint.State;
import org.mahnmf.internal.admm.Admm;
import org.mahnmf.internal.descent.Exact;
import org.mahnmf.internal.descent.Rri;
import org.mahnmf.internal.symmetric.SymmetricRri;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Loss;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.Iteration;
import org.mahnmf.solver.RunContext;
import org.mahnmf.solver.Solver;
import org.mahnmf.solver.Support;
import org.mahnmf.solver.Workspace;

/**
 * The default: {@link Admm}, then a monotone polish with the same terms, on the problem with the
 * ridge that hidden entries choose ({@link org.mahnmf.internal.search.RidgePath}). A symmetric
 * problem gets {@link SymmetricRri} and no ridge.
 */
public final class Auto implements Solver {

  /** Entries times rank up to which a polish takes no time that anyone feels. */
  private static final double SMALL = 0x1p20;

  private static final Admm ADMM = new Admm().with(1, 1e-3);

  private final boolean isNear;

  /** Creates the solver for any start. */
  public Auto() {
    this(false);
  }

  private Auto(boolean isNear) {
    this.isNear = isNear;
  }

  /** With a ridge a near point is nearly the end; without one the last digits are worth the way. */
  @Override
  public Solver near() {
    return new Auto(true);
  }

  @Override
  public boolean choosesRidge() {
    return true;
  }

  @Override
  public String name() {
    return "auto";
  }

  @Override
  public String description() {
    return "the default: admm with the ridge that predicts hidden entries best, then a polish";
  }

  /** While entries are hidden, the rest of X and its weights are there as well, with a dual. */
  @Override
  public Workspace workspace(int rank, int samples, int features) {
    return new Workspace(3, 20);
  }

  @Override
  public boolean takes(Loss loss) {
    return true;
  }

  @Override
  public Support support(Problem problem) {
    return (problem.isSymmetric() ? new SymmetricRri() : ADMM).support(problem);
  }

  @Override
  public Iteration start(Problem problem, Store store, Factors start, RunContext run) {
    if (problem.isSymmetric()) {
      return new SymmetricRri().start(problem, store, start, run);
    }
    Admm admm = isNear && hasRidge(problem) ? ADMM.near() : ADMM;
    return new Polished(
        problem, store, admm.start(problem, store, start, run), polish(problem), run);
  }

  private static boolean hasRidge(Problem problem) {
    return problem.side(Factor.CODES).quadratic() > 0;
  }

  /**
   * The monotone method that takes a good point to the end, or null if none takes the problem or it
   * is not worth its time. With a ridge it gains little (faces at rank 80: .01 to .15 % of the
   * objective in as much time as the whole search), since hidden entries, not the last digits of
   * the objective, have said what is right.
   */
  private static Solver polish(Problem problem) {
    boolean isTaken = problem.loss().isKinked();
    if (!isTaken || (hasRidge(problem) && size(problem) > SMALL)) {
      return null;
    }
    Solver exact = new Exact();
    if (problem.rank() <= Exact.SMALL_RANK && exact.support(problem).isFull()) {
      return exact;
    }
    Solver rri = new Rri();
    return rri.support(problem).isFull() ? rri : null;
  }

  /** Entries times rank. */
  private static double size(Problem problem) {
    return (double) problem.rank() * problem.extent().sums().kinks();
  }

  /** A run whose best point, once it has settled, is taken further by a monotone method. */
  private static final class Polished implements Iteration {

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
    Polished(Problem problem, Store store, Iteration first, Solver polish, RunContext run) {
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
    public void exchange(State state) {
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
}
