package org.mahnmf.internal.descent;

import java.util.Arrays;
import java.util.function.Predicate;
import org.mahnmf.base.Workers.PerWorker;
import org.mahnmf.internal.descent.Alternating.SideStep;
import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.internal.simplex.LeastAbsoluteSimplex;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.EntryTerm;
import org.mahnmf.problem.Factor;
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
        true);
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

  /**
   * Solves the linear programmes of one factor, column by column, from where the columns are.
   *
   * <p>A penalty μ Σ h_l is the loss of one more entry of each column: its value is 0, its weight
   * μ, and it is 1 in every row of the fixed factor. It stands at the end, so that the walk need
   * not know.
   */
  static final class ExactStep extends SideStep {

    /** Columns per piece of work; does not depend on the number of threads. */
    private static final int CHUNK = 4;

    /** A walk ends here in any case; one that is shorter ends at its optimum. */
    private static final int STEPS = 200;

    private static final int STEPS_PER_COMPONENT = 40;

    private final double penalty;
    private final int length;
    private final PerWorker<Column> columns;

    ExactStep(Problem problem, Store store, Factor which, RunContext run) {
      super(problem, store, which, run);
      this.penalty = side.linear();
      this.length = data.length() + (penalty > 0 ? 1 : 0);
      this.columns = new PerWorker<>(workers, Column::new);
    }

    @Override
    protected void improve(DenseMatrix fixed, DenseMatrix moving, int outerStep, double loss) {
      double[][] rows = new double[fixed.rows()][length];
      double unit = unit(fixed);
      for (int l = 0; l < rows.length; l++) {
        System.arraycopy(fixed.array(), fixed.offset(l), rows[l], 0, data.length());
        if (penalty > 0) {
          rows[l][data.length()] = unit;
        }
      }
      int[] pivots = new int[data.count()];
      workers.run(
          data.count(),
          CHUNK,
          (worker, from, to) -> {
            run.stopIfAsked();
            for (int j = from; j < to; j++) {
              pivots[j] = columns.of(worker).solve(rows, penalty / unit, moving, j);
            }
          });
      double walked = Arrays.stream(pivots).asLongStream().sum();
      // Residual and penalties anew for every column, then the image of an edge for every step; the
      // search along it sorts kinks, which takes about as long as a product at rank 4.
      products += 3 + walked / data.count() * (1 + 4.0 / rows.length);
    }

    /**
     * The power of two next to the largest fixed entry, or 1: the penalty's entry of the rows is of
     * their size, because the walk judges rounding by the largest entry of a row.
     */
    private static double unit(DenseMatrix fixed) {
      double largest = Loops.max(fixed.array());
      return largest > Double.MIN_NORMAL ? Math.scalb(1.0, Math.getExponent(largest)) : 1;
    }

    /** Scratch memory of one thread. */
    private final class Column {

      private final LeastAbsoluteSimplex simplex = new LeastAbsoluteSimplex();
      private final double[] code = new double[problem.rank()];
      private final double[] x = new double[length];
      private final double[] weights =
          problem.extent().sums().isWeighted() || penalty > 0 ? new double[length] : null;

      int solve(double[][] rows, double penaltyWeight, DenseMatrix moving, int j) {
        data.read(j, x);
        if (weights != null) {
          data.readWeights(j, weights);
        }
        if (penalty > 0) {
          weights[data.length()] = penaltyWeight;
        }
        for (int l = 0; l < code.length; l++) {
          code[l] = moving.get(l, j);
        }
        int limit = STEPS + STEPS_PER_COMPONENT * code.length;
        simplex.solve(rows, x, weights, side.set().lower(), side.set().upper(), code, limit);
        double paid = 0;
        for (int l = 0; l < code.length; l++) {
          moving.set(l, j, code[l]);
          paid += penalty * code[l];
        }
        // No quadratic part: the loss has no curvature. Below 0 only by rounding.
        sums.absoluteByColumn()[j] = Math.max(0, simplex.objective() - paid);
        return simplex.pivots();
      }
    }
  }
}
