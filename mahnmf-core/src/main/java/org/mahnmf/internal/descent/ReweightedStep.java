package org.mahnmf.internal.descent;

import java.util.function.IntToDoubleFunction;
import org.mahnmf.checkpoint.SavedState;
import org.mahnmf.internal.encode.Reweighting;
import org.mahnmf.internal.kernel.PerWorker;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.PassSums;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.SideData;
import org.mahnmf.solver.RunContext;

/** Improves one factor by reweighted least squares, a block of columns at a time. */
final class ReweightedStep implements SideStep {

  private final Problem problem;
  private final SideData data;
  private final Side side;
  private final RunContext run;
  private final IntToDoubleFunction smoothing;
  private final PassSums sums;
  private double products;

  /**
   * Begins.
   *
   * @param smoothing of an outer step, in parts of the mean |e| of a column
   */
  ReweightedStep(Problem problem, Factor which, IntToDoubleFunction smoothing, RunContext run) {
    this.problem = problem;
    this.data = problem.store().side(which);
    this.side = problem.side(which);
    this.smoothing = smoothing;
    this.run = run;
    this.sums = new PassSums(data.count());
  }

  @Override
  public void improve(DenseMatrix fixed, DenseMatrix moving, int outerStep, double loss) {
    double[][] rows = new double[fixed.rows()][data.length()];
    for (int l = 0; l < rows.length; l++) {
      System.arraycopy(fixed.array(), fixed.offset(l), rows[l], 0, data.length());
    }
    double means = smoothing.applyAsDouble(outerStep);
    PerWorker<Block> blocks = new PerWorker<>(problem.store().workers(), () -> new Block(rows));
    problem
        .store()
        .workers()
        .run(
            data.count(),
            Reweighting.BLOCK,
            (worker, from, to) -> {
              run.checkpoint();
              blocks.of(worker).solve(moving, from, to, means);
            });
    // Residuals three times, and half of rank + 3 products for the normal equations.
    products += 3 + .5 * (rows.length + 3);
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
  private final class Block {

    private final Reweighting columns;
    private final double[] x = new double[data.length()];
    private final double[] weights = new double[data.length()];
    private final boolean weighted = problem.store().isWeighted();

    Block(double[][] fixed) {
      columns =
          new Reweighting(
              fixed,
              side.set().lower(),
              side.set().upper(),
              weighted,
              side.linear(),
              side.quadratic());
    }

    void solve(DenseMatrix moving, int from, int to, double means) {
      for (int j = from; j < to; j++) {
        read(j, j - from);
        for (int l = 0; l < moving.rows(); l++) {
          columns.setStart(l, j - from, moving.get(l, j));
        }
      }
      columns.step(means);
      for (int j = from; j < to; j++) {
        for (int l = 0; l < moving.rows(); l++) {
          moving.set(l, j, columns.result(l, j - from));
        }
        // No quadratic part: the loss has no curvature.
        sums.absoluteByColumn()[j] = columns.loss(j - from);
      }
    }

    private void read(int j, int column) {
      data.read(j, x);
      for (int i = 0; i < x.length; i++) {
        columns.entries(i)[column] = x[i];
      }
      if (weighted) {
        data.readWeights(j, weights);
        for (int i = 0; i < x.length; i++) {
          columns.weights(i)[column] = weights[i];
        }
      }
    }
  }
}
