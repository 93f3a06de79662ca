package org.mahnmf.internal.start;

import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.FeasibleSet;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.Start;

/** Brings a starting point into the feasible sets with as little harm as possible. */
public final class FeasibleStart {

  private FeasibleStart() {}

  /** Makes a feasible point. */
  public static Factors of(Problem problem, Store store, Start start, long seed) {
    Factors factors = start.create(problem, store, seed);
    scaleIntoBounds(problem, factors);
    project(problem, factors);
    return factors;
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
      Balance.multiply(factors.basis(), l, toBasis);
      Balance.multiply(factors.codes(), l, 1 / toBasis);
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
