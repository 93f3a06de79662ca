package org.mahnmf.internal.descent;

import java.util.function.Predicate;
import org.mahnmf.problem.EntryTerm;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.FeasibleSet;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Store;
import org.mahnmf.problem.Term;
import org.mahnmf.solver.Iteration;
import org.mahnmf.solver.RunContext;
import org.mahnmf.solver.Solver;
import org.mahnmf.solver.Support;

/**
 * Each factor in turn to the optimum given the other: eq2.1 and eq2.2 are a small linear programme
 * for every sample and every feature, and a simplex walk from the current point solves it exactly.
 * Not in the paper.
 *
 * <p>Monotone, without parameters. Unlike {@link Rri} it cannot stall at a kink that no single
 * entry can leave, only at a point where no factor alone can improve. A walk costs about 3·rank
 * products of a column, less from a near start, so the method suits small ranks. A linear penalty
 * of the entries ({@link org.mahnmf.term.Sparsity}) keeps the programmes linear and is taken.
 */
public final class Exact implements Solver {

  /** Up to this rank a step costs no more than some sweeps of {@link Rri}. */
  public static final int SMALL_RANK = 12;

  @Override
  public String name() {
    return "exact";
  }

  @Override
  public String description() {
    return "each factor in turn to its proven optimum by a simplex walk; for small ranks";
  }

  @Override
  public Support support(Problem problem) {
    Predicate<Term> quadratic = term -> term instanceof EntryTerm entry && entry.quadratic() > 0;
    Support entries =
        Support.ofTerms(name(), problem, quadratic.negate(), "it is quadratic; use 'admm'");
    return entries.isFull() ? linear(problem, name()) : entries;
  }

  @Override
  public Iteration start(Problem problem, Store store, Factors start, RunContext run) {
    return new Alternating(
        problem,
        store,
        start,
        which -> new ExactStep(problem, store, which, run),
        steps -> true,
        Revival.orNull(problem));
  }

  /** Says which problems fall apart, given one factor, into small linear programmes with bounds. */
  static Support linear(Problem problem, String name) {
    if (problem.loss().curvature() > 0) {
      return Support.refuse(name, problem.loss().name(), "it is not linear; use 'admm'");
    }
    if (problem.extent().isSparse()) {
      return Support.refuse(name, "sparse", "its walks visit all entries; use 'rri'");
    }
    return Support.ofTwoFactors(
        name,
        problem,
        term -> term instanceof FeasibleSet set ? set.isEntrywise() : term instanceof EntryTerm,
        "its samples are no linear programmes then; use 'admm'");
  }
}
