package org.mahnmf.internal.start;

import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.Start;

/**
 * A fit of lower rank on the same data, with small random components in addition: the next step on
 * a path of ranks.
 *
 * @param smaller the fit, of at most the rank of the problem, in the units of its store;
 *     <em>kept</em>
 */
public record GrownStart(Factors smaller) implements Start {

  /** Entries of a new component against those of a random start. */
  private static final double SMALL = .3;

  @Override
  public String name() {
    return "grown";
  }

  @Override
  public String description() {
    return "a fit of lower rank with small random components in addition";
  }

  @Override
  public Factors create(Problem problem, Store store, long seed) {
    Factors start = new RandomStart().create(problem, store, seed);
    grow(smaller.basis(), start.basis());
    grow(smaller.codes(), start.codes());
    return start;
  }

  private static void grow(DenseMatrix from, DenseMatrix into) {
    for (int l = 0; l < into.rows(); l++) {
      for (int j = 0; j < into.columns(); j++) {
        into.set(l, j, l < from.rows() ? from.get(l, j) : SMALL * into.get(l, j));
      }
    }
  }
}
