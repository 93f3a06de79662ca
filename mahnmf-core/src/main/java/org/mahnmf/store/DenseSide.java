package org.mahnmf.store;

import java.util.Arrays;
import org.mahnmf.kernel.Kernels;
import org.mahnmf.matrix.DenseMatrix;

/**
 * One orientation of a dense X: row j of the cells is column j of the problem.
 *
 * @param <A> an array of doubles or of floats
 */
final class DenseSide<A> implements SideData {

  private final Cells<A> x;
  private final Cells<A> weights;
  private final Workers workers;

  /** Columns per piece of work; does not depend on the number of threads, see {@link Workers}. */
  private final int chunk;

  DenseSide(Cells<A> x, Cells<A> weights, Workers workers) {
    this.x = x;
    this.weights = weights;
    this.workers = workers;
    this.chunk = x.mostShown();
  }

  @Override
  public int length() {
    return x.columns();
  }

  @Override
  public int count() {
    return x.rows();
  }

  @Override
  public void pass(
      PassOperation operation,
      DenseMatrix fixed,
      DenseMatrix moving,
      DenseMatrix product,
      PassSums sums) {
    PerWorker<Scratch> scratch = scratch(fixed);
    workers.run(
        count(),
        chunk,
        (worker, from, to) -> scratch.of(worker).pass(operation, moving, product, sums, from, to));
  }

  @Override
  public void product(DenseMatrix fixed, DenseMatrix product) {
    PerWorker<Scratch> scratch = scratch(fixed);
    workers.run(
        count(), chunk, (worker, from, to) -> scratch.of(worker).product(product, from, to));
  }

  private PerWorker<Scratch> scratch(DenseMatrix fixed) {
    Kernels.Panel<A> panel = x.pack(fixed.array(), fixed.array(), fixed.rows());
    return new PerWorker<>(workers, () -> new Scratch(panel, fixed.rows()));
  }

  /** Returns the other orientation. */
  DenseSide<A> transpose() {
    return new DenseSide<>(x.transpose(), weights == null ? null : weights.transpose(), workers);
  }

  /** Returns a new dual in this orientation. */
  Dual newDual() {
    return new DenseDual<>(x, weights, workers);
  }

  @Override
  public void read(int column, double[] values) {
    x.copyRow(column, values);
  }

  @Override
  public void readWeights(int column, double[] out) {
    if (weights == null) {
      Arrays.fill(out, 0, length(), 1);
    } else {
      weights.copyRow(column, out);
    }
  }

  /** What one thread needs for a pass. */
  private final class Scratch {

    private final Kernels.Lane<A> lane;
    private final Cells.Window<A> values = x.window();
    private final Cells.Window<A> valueWeights = weights == null ? null : weights.window();
    private final double[] h;
    private final double[] column = new double[length()];
    private final double[] columnWeights = new double[weights == null ? 0 : length()];
    private final double[] out;
    private final double[] sums = new double[4 * chunk];

    Scratch(Kernels.Panel<A> panel, int rank) {
      lane = panel.newLane();
      h = new double[chunk * rank];
      out = new double[chunk * rank];
    }

    void pass(
        PassOperation operation,
        DenseMatrix moving,
        DenseMatrix product,
        PassSums all,
        int from,
        int to) {
      Blocks.gather(moving, from, to - from, h);
      values.show(from, to - from);
      if (valueWeights != null) {
        valueWeights.show(from, to - from);
      }
      lane.block(
          operation,
          to - from,
          h,
          values.array(),
          valueWeights == null ? null : valueWeights.array(),
          values.offset(),
          product == null ? null : out,
          sums);
      if (product != null) {
        Blocks.scatter(out, to - from, product, from);
      }
      for (int j = from; j < to; j++) {
        all.set(j, sums, 4 * (j - from));
      }
    }

    void product(DenseMatrix product, int from, int to) {
      for (int j = from; j < to; j++) {
        read(j, column);
        if (weights != null) {
          readWeights(j, columnWeights);
          for (int i = 0; i < column.length; i++) {
            column[i] *= columnWeights[i];
          }
        }
        lane.backward(column, out);
        Blocks.scatter(out, 1, product, j);
      }
    }
  }
}
