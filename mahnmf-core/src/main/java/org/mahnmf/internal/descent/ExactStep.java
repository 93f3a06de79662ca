package org.mahnmf.internal.descent;

import java.util.Arrays;
import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.internal.kernel.PerWorker;
import org.mahnmf.internal.simplex.LeastAbsoluteSimplex;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.RunContext;

/**
 * Solves the linear programmes of one factor, column by column, from where the columns are.
 *
 * <p>A penalty μ Σ h_l is the loss of one more entry of each column: its value is 0, its weight μ,
 * and it is 1 in every row of the fixed factor. It stands at the end, so that the walk need not
 * know.
 */
final class ExactStep extends SideStep {

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
  void improve(DenseMatrix fixed, DenseMatrix moving, int outerStep, double loss) {
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
