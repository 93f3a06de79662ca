package org.mahnmf.internal.descent;

import org.mahnmf.checkpoint.SavedState;
import org.mahnmf.internal.simplex.LeastAbsoluteSimplex;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.FeasibleSet;
import org.mahnmf.problem.PassSums;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.SideData;
import org.mahnmf.solver.RunContext;

/**
 * Solves the linear programmes of one factor, column by column, from where the columns are.
 *
 * <p>A price μ Σ h_l is the loss of one more entry of each column: its value is 0, its weight μ,
 * and it is 1 in every row of the fixed factor. It stands at the end, so that the walk need not
 * know.
 */
final class ExactStep implements SideStep {

  /** Columns per piece of work; does not depend on the number of threads. */
  private static final int CHUNK = 4;

  /** A walk ends here in any case; one that is shorter ends at its optimum. */
  private static final int STEPS = 200;

  private static final int STEPS_PER_COMPONENT = 40;

  private final Problem problem;
  private final SideData data;
  private final FeasibleSet set;
  private final double price;
  private final int length;
  private final RunContext run;
  private final PassSums sums;
  private final Column[] columns;
  private double products;

  ExactStep(Problem problem, Factor which, RunContext run) {
    this.problem = problem;
    this.data = problem.store().side(which);
    this.set = problem.side(which).set();
    this.price = problem.side(which).linear();
    this.length = data.length() + (price > 0 ? 1 : 0);
    this.run = run;
    this.sums = new PassSums(data.count());
    this.columns = new Column[problem.store().workers().threads()];
  }

  @Override
  public void improve(DenseMatrix fixed, DenseMatrix moving, int outerStep, double loss) {
    double[][] rows = new double[fixed.rows()][length];
    double unit = unit(fixed);
    for (int l = 0; l < rows.length; l++) {
      System.arraycopy(fixed.array(), fixed.offset(l), rows[l], 0, data.length());
      if (price > 0) {
        rows[l][data.length()] = unit;
      }
    }
    int[] pivots = new int[data.count()];
    problem
        .store()
        .workers()
        .run(
            data.count(),
            CHUNK,
            (worker, from, to) -> {
              if (columns[worker] == null) {
                columns[worker] = new Column();
              }
              run.checkpoint();
              for (int j = from; j < to; j++) {
                pivots[j] = columns[worker].solve(rows, price / unit, moving, j);
              }
            });
    double walked = 0;
    for (int steps : pivots) {
      walked += steps;
    }
    // Residual and prices anew for every column, then the image of an edge for every step; the
    // search along it sorts kinks, which takes about as long as a product at rank 4.
    products += 3 + walked / data.count() * (1 + 4.0 / rows.length);
  }

  /**
   * The power of two next to the largest fixed entry, or 1: the price's entry of the rows is of
   * their size, because the walk judges rounding by the largest entry of a row.
   */
  private static double unit(DenseMatrix fixed) {
    double largest = 0;
    for (double value : fixed.array()) {
      largest = Math.max(largest, value);
    }
    return largest > Double.MIN_NORMAL ? Math.scalb(1.0, Math.getExponent(largest)) : 1;
  }

  @Override
  public PassSums sums() {
    return sums;
  }

  @Override
  public double products() {
    return products;
  }

  @Override
  public void exchange(SavedState state) {
    products = state.number(products);
  }

  /** Scratch memory of one thread. */
  private final class Column {

    private final LeastAbsoluteSimplex simplex = new LeastAbsoluteSimplex();
    private final double[] code = new double[problem.rank()];
    private final double[] x = new double[length];
    private final double[] weights =
        problem.store().isWeighted() || price > 0 ? new double[length] : null;

    int solve(double[][] rows, double priceWeight, DenseMatrix moving, int j) {
      data.read(j, x);
      if (weights != null) {
        data.readWeights(j, weights);
      }
      if (price > 0) {
        weights[data.length()] = priceWeight;
      }
      for (int l = 0; l < code.length; l++) {
        code[l] = moving.get(l, j);
      }
      int limit = STEPS + STEPS_PER_COMPONENT * code.length;
      simplex.solve(rows, x, weights, set.lower(), set.upper(), code, limit);
      double paid = 0;
      for (int l = 0; l < code.length; l++) {
        moving.set(l, j, code[l]);
        paid += price * code[l];
      }
      // No quadratic part: the loss has no curvature. Below 0 only by rounding.
      sums.absoluteByColumn()[j] = Math.max(0, simplex.objective() - paid);
      return simplex.pivots();
    }
  }
}
