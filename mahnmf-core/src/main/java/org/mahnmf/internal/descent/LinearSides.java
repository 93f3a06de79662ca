package org.mahnmf.internal.descent;

import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Side;
import org.mahnmf.solver.Support;

/**
 * Says which problems fall apart, given one factor, into small linear programmes with bounds.
 * Prices of single entries are for the solver to judge: a linear one keeps the programme linear.
 */
final class LinearSides {

  private static final String WHY = "its samples are no linear programmes then; use 'admm'";

  private LinearSides() {}

  static Support support(Problem problem, String name) {
    if (problem.isSymmetric()) {
      return Support.refuse(name, "symmetric", "its factors are one matrix; use 'symmetric'");
    }
    if (problem.loss().curvature() > 0) {
      return Support.refuse(name, problem.loss().name(), "it is not linear; use 'admm'");
    }
    if (problem.store().isSparse()) {
      return Support.refuse(name, "sparse", "its walks visit all entries; use 'rri'");
    }
    for (Factor which : Factor.values()) {
      Side side = problem.side(which);
      if (!side.set().isEntrywise()) {
        return Support.refuse(name, side.set().name(), WHY);
      }
      if (side.proximal().isPresent()) {
        return Support.refuse(name, side.proximal().get().name(), WHY);
      }
      if (!side.smooth().isEmpty()) {
        return Support.refuse(name, side.smooth().get(0).name(), WHY);
      }
    }
    return Support.full();
  }
}
