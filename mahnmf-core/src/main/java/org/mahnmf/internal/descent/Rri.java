package org.mahnmf.internal.descent;

import org.mahnmf.problem.Factors;
import org.mahnmf.problem.FeasibleSet;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.ProximalTerm;
import org.mahnmf.problem.Store;
import org.mahnmf.problem.Term;
import org.mahnmf.solver.Iteration;
import org.mahnmf.solver.RunContext;
import org.mahnmf.solver.Solver;
import org.mahnmf.solver.Support;

/**
 * Rank-one residual iteration, Algorithm 1 of the paper: every entry of a factor in turn takes the
 * exact minimiser of its own scalar problem, a weighted median for the plain loss (eq2.6).
 *
 * <p>Monotone, needs no parameter, and costs about a hundred products a sweep. It stalls at points
 * that are optimal in each entry but not together, so it is a polish rather than a solver: start it
 * from a good point. Takes every loss and all terms that act on one entry at a time.
 *
 * <p>Reference: Guan, Tao, Luo, Shawe-Taylor, arXiv 1207.3438, Section 2.
 */
public final class Rri implements Solver {

  @Override
  public String name() {
    return "rri";
  }

  @Override
  public String description() {
    return "Rank-one residual iteration (Algorithm 1): exact weighted medians; a polish";
  }

  @Override
  public Support support(Problem problem) {
    return Support.ofTwoFactors(name(), problem, Rri::isOfEntries, WHY);
  }

  private static boolean isOfEntries(Term term) {
    return term instanceof FeasibleSet set ? set.isEntrywise() : !(term instanceof ProximalTerm);
  }

  private static final String WHY =
      "it couples the entries of a factor and this method moves one entry at a time; use"
          + " 'smoothing'";

  @Override
  public Iteration start(Problem problem, Store store, Factors start, RunContext run) {
    return new Alternating(
        problem,
        store,
        start,
        which -> new RriStep(problem, store, which, false, run),
        steps -> true,
        true);
  }
}
