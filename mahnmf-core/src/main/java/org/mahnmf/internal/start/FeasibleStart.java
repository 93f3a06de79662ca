package org.mahnmf.internal.start;

import org.mahnmf.checkpoint.Checkpoint;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.FeasibleSet;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.Start;

/**
 * A starting point in the feasible sets of a problem, with as little harm from getting there as
 * possible. It is made when it is first asked for, and once.
 */
public final class FeasibleStart {

  private final Problem problem;
  private final Store store;
  private final Start start;
  private final long seed;
  private Factors made;

  /** Knows how to make it for a problem whose terms may still lack what they take from it. */
  public FeasibleStart(Problem problem, Store store, Start start, long seed) {
    this.problem = problem;
    this.store = store;
    this.start = start;
    this.seed = seed;
  }

  public long seed() {
    return seed;
  }

  /** Returns the point before it is made feasible, which a checkpoint keeps. */
  public Factors unprojected(Checkpoint checkpoint) {
    if (made == null) {
      made = checkpoint.made("start", this::create, Factors::exchange);
    }
    return made;
  }

  private Factors create() {
    Factors factors = start.create(problem, store, seed);
    scaleIntoBounds(problem, factors);
    return factors;
  }

  /** Returns the point, feasible in the problem with complete terms. */
  public Factors projected(Problem complete, Checkpoint checkpoint) {
    project(complete, unprojected(checkpoint));
    return made;
  }

  /** Makes a feasible point at once. */
  public static Factors of(Problem problem, Store store, Start start, long seed) {
    return new FeasibleStart(problem, store, start, seed).projected(problem, Checkpoint.none());
  }

  /**
   * Moves scale between the two rows of each component so that upper bounds cut off little. The
   * factors are <em>modified</em>, their product stays the same.
   */
  public static void scaleIntoBounds(Problem problem, Factors factors) {
    double basisBound = entryBound(problem, Factor.BASIS);
    double codesBound = entryBound(problem, Factor.CODES);
    boolean basisBounded = basisBound < Double.POSITIVE_INFINITY;
    boolean codesBounded = codesBound < Double.POSITIVE_INFINITY;
    if (!(basisBounded || codesBounded) || basisBound == 0 || codesBound == 0) {
      return; // nothing to fit into, or nothing but zero to fit
    }
    for (int l = 0; l < factors.rank(); l++) {
      double basisLargest = largest(factors.basis(), l);
      double codesLargest = largest(factors.codes(), l);
      if (basisLargest == 0 || codesLargest == 0) {
        continue;
      }
      double toBasis;
      if (!basisBounded) {
        toBasis = codesLargest / codesBound;
      } else if (!codesBounded) {
        toBasis = basisBound / basisLargest;
      } else {
        toBasis = Math.sqrt((codesLargest / codesBound) / (basisLargest / basisBound));
      }
      factors.basis().multiplyRow(l, toBasis);
      factors.codes().multiplyRow(l, 1 / toBasis);
    }
  }

  /** A ball bounds entries too, but the projection, not scaling, takes care of it. */
  private static double entryBound(Problem problem, Factor which) {
    FeasibleSet set = problem.side(which).set();
    return set.isEntrywise() ? set.upper() : Double.POSITIVE_INFINITY;
  }

  /** Returns the largest entry of a row, at least 0. */
  public static double largest(DenseMatrix factor, int row) {
    double largest = 0;
    for (int j = 0; j < factor.columns(); j++) {
      largest = Math.max(largest, factor.get(row, j));
    }
    return largest;
  }

  /** Projects both factors, <em>modified</em>, onto their sets. */
  public static void project(Problem problem, Factors factors) {
    for (Factor which : Factor.values()) {
      problem.side(which).set().project(factors.get(which));
    }
  }
}
