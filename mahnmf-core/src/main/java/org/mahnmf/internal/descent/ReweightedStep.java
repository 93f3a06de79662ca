package org.mahnmf.internal.descent;

import java.util.function.IntToDoubleFunction;
import org.mahnmf.base.Workers.PerWorker;
import org.mahnmf.internal.descent.Alternating.SideStep;
import org.mahnmf.internal.encode.Reweighting;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.RunContext;

/** Improves one factor by reweighted least squares, a block of columns at a time. */
final class ReweightedStep extends SideStep {

  private final IntToDoubleFunction smoothing;

  /** Takes the smoothing of an outer step, in parts of the mean |e| of a column. */
  ReweightedStep(
      Problem problem, Store store, Factor which, IntToDoubleFunction smoothing, RunContext run) {
    super(problem, store, which, run);
    this.smoothing = smoothing;
  }

  @Override
  protected void improve(DenseMatrix fixed, DenseMatrix moving, int outerStep, double loss) {
    double[][] rows = fixed.toArray();
    double means = smoothing.applyAsDouble(outerStep);
    PerWorker<Block> blocks = new PerWorker<>(workers, () -> new Block(rows));
    workers.run(
        data.count(),
        Reweighting.BLOCK,
        (worker, from, to) -> {
          run.stopIfAsked();
          blocks.of(worker).solve(moving, from, to, means);
        });
    // Residuals three times, and half of rank + 3 products for the normal equations.
    products += 3 + .5 * (rows.length + 3);
  }

  /** Scratch memory of one thread. */
  private final class Block {

    private final Reweighting columns;
    private final double[] x = new double[data.length()];
    private final double[] weights = new double[data.length()];
    private final boolean weighted = problem.extent().sums().isWeighted();

    Block(double[][] fixed) {
      double lo = side.set().lower();
      double hi = side.set().upper();
      columns = new Reweighting(fixed, lo, hi, weighted, side.linear(), side.quadratic());
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
