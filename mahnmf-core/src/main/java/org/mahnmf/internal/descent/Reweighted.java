package org.mahnmf.internal.descent;

import org.mahnmf.internal.admm.Admm;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.Iteration;
import org.mahnmf.solver.RunContext;
import org.mahnmf.solver.Solver;
import org.mahnmf.solver.Support;

/**
 * Each factor in turn by reweighted least squares. Not in the paper.
 *
 * <p>A step lowers the loss smoothed by δ ({@link org.mahnmf.internal.encode.Reweighting}); δ falls
 * from step to step, from nearly least squares to nearly the loss itself, so that the factors
 * settle on what most entries say before the others count. Ends close to where {@link Admm} does
 * (planted rank 2 with a tenth of the entries off, random starts: .05 to .2 % above the truth) with
 * little code, which a young JVM soon runs at full speed. A step costs rank² flops per entry, so
 * the method suits small ranks.
 *
 * @param first δ in parts of the mean |e|
 */
public record Reweighted(double first) implements Solver {

  /** The first δ for any start, from which steps are nearly least squares, or a good one. */
  private static final double ANYWHERE = 4;

  private static final double NEAR = .1;
  private static final double LEAST = 0x1p-10;
  private static final double DECLINE = .85;

  /** Creates the solver for any start. */
  public Reweighted() {
    this(ANYWHERE);
  }

  /** Returns the solver for a start whose components shall stay what they are at large. */
  public static Reweighted fromNear() {
    return new Reweighted(NEAR);
  }

  @Override
  public String name() {
    return "reweighted";
  }

  @Override
  public String identity() {
    return "reweighted from " + first;
  }

  @Override
  public String description() {
    return "each factor in turn by reweighted least squares; quick and close, for small ranks";
  }

  @Override
  public Support support(Problem problem) {
    return Exact.linear(problem, name());
  }

  @Override
  public Iteration start(Problem problem, Store store, Factors start, RunContext run) {
    return new Alternating(
        problem,
        store,
        start,
        which -> new ReweightedStep(problem, store, which, this::smoothing, run),
        steps -> smoothing(steps) <= LEAST,
        true);
  }

  private double smoothing(int outerSteps) {
    return Math.max(LEAST, first * StrictMath.pow(DECLINE, outerSteps));
  }
}
