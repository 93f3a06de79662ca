package org.mahnmf.solver;

import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Store;

/**
 * Makes a starting point. One class and one line in {@code
 * META-INF/services/org.mahnmf.solver.Start} make it known by name.
 */
public interface Start {

  /** Returns the name that {@code --start} takes. */
  String name();

  /**
   * Returns the name and whatever tells this start from others of the same name, so that a
   * checkpoint is not resumed by another one.
   */
  default String identity() {
    return name();
  }

  /** Returns one sentence for {@code info}. */
  String description();

  /**
   * Makes new factors in the problem's units. They are finite and non-negative and have no dead
   * component unless X is zero; they need not be feasible, the caller projects them.
   *
   * @param problem <em>not modified</em>
   * @param store X; <em>not modified</em>
   * @param seed the same seed gives the same factors
   */
  Factors create(Problem problem, Store store, long seed);
}
