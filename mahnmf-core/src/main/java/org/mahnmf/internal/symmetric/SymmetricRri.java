package org.mahnmf.internal.symmetric;

import java.util.function.Predicate;
import org.mahnmf.problem.Box;
import org.mahnmf.problem.EntryTerm;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.Store;
import org.mahnmf.problem.Term;
import org.mahnmf.solver.Iteration;
import org.mahnmf.solver.RunContext;
import org.mahnmf.solver.Solver;
import org.mahnmf.solver.Support;

/**
 * Symmetric MahNMF, min over H ≥ 0 of Σ om|X − HHᵀ| for a symmetric X (Section 4.5, eq4.23), by
 * rank-one residual iteration with the exact scalar step of errata 3. Rows of H with one large
 * entry name clusters: X is an affinity, for spectral clustering the normalised one and not the
 * Laplacian, which has negative entries (errata 13).
 *
 * <p>Monotone, needs no parameter. It begins with Euclidean steps unless the start is symmetric
 * already (errata 19). A sweep costs O(n²·r) scalar work, O(nnz·r + n·r) if X is sparse. Both
 * factors of the {@link Factors} hold the same values after every step. Penalties of single entries
 * are taken, the same on both factors: a ridge λ/2 Σ x² on each is λ‖H‖², λ times the nuclear norm
 * of HHᵀ.
 *
 * <p>Reference: Guan, Tao, Luo, Shawe-Taylor, arXiv 1207.3438, Section 4.5.
 */
public final class SymmetricRri implements Solver {

  @Override
  public String name() {
    return "symmetric";
  }

  @Override
  public String description() {
    return "Rank-one residual iteration for a symmetric X as HHᵀ (eq4.23), as in clustering";
  }

  @Override
  public Support support(Problem problem) {
    if (!problem.isSymmetric()) {
      return Support.refuse(
          name(),
          "two factors",
          "it finds one matrix for both; use 'auto', or a symmetric problem");
    }
    Predicate<Term> plain = term -> term instanceof EntryTerm || term.equals(Box.NON_NEGATIVE);
    Support terms = Support.ofTerms(name(), problem, plain, PLAIN);
    if (!terms.isFull()) {
      return terms;
    }
    Side basis = problem.side(Factor.BASIS);
    Side codes = problem.side(Factor.CODES);
    if (basis.linear() != codes.linear() || basis.quadratic() != codes.quadratic()) {
      return Support.refuse(name(), "different penalties of its two factors", ONE_FACTOR);
    }
    return problem.loss().curvature() > 0
        ? Support.refuse(name(), problem.loss().name(), PLAIN)
        : Support.full();
  }

  private static final String PLAIN =
      "the symmetric problem has the Manhattan loss and non-negative entries only; leave it out, or"
          + " use 'auto' with two factors";

  private static final String ONE_FACTOR =
      "they are one matrix; put the same 'ridge' and 'sparsity' on both";

  @Override
  public Iteration start(Problem problem, Store store, Factors start, RunContext run) {
    double products = SymmetricStart.apply(store, start, run);
    return new SymmetricSweep(problem, store, start, run, products);
  }
}
