package org.mahnmf.internal.fit;

import org.mahnmf.checkpoint.Checkpoint;
import org.mahnmf.internal.start.FeasibleStart;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.Start;

/** A starting point that is made when it is first asked for, and once. */
public final class LazyStart {

  private final Problem problem;
  private final Store store;
  private final Start start;
  private final long seed;
  private final Checkpoint checkpoint;
  private Factors made;

  /**
   * Knows how to make it.
   *
   * @param problem whose terms may still lack what they take from the start
   * @param checkpoint keeps it
   */
  public LazyStart(Problem problem, Store store, Start start, long seed, Checkpoint checkpoint) {
    this.problem = problem;
    this.store = store;
    this.start = start;
    this.seed = seed;
    this.checkpoint = checkpoint;
  }

  long seed() {
    return seed;
  }

  /** Returns the point before it is made feasible. */
  public Factors unprojected() {
    if (made == null) {
      made = checkpoint.made("start", this::create, Factors::exchange);
    }
    return made;
  }

  private Factors create() {
    Factors factors = start.create(problem, store, seed);
    FeasibleStart.scaleIntoBounds(problem, factors);
    return factors;
  }

  /**
   * Returns the point, feasible.
   *
   * @param complete the problem with complete terms
   */
  public Factors projected(Problem complete) {
    FeasibleStart.project(complete, unprojected());
    return made;
  }
}
