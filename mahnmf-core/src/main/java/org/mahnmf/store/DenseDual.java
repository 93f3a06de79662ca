package org.mahnmf.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.mahnmf.checkpoint.SavedState;
import org.mahnmf.kernel.Kernels;
import org.mahnmf.matrix.DenseMatrix;

/**
 * The dual of a dense X, in the layout and the precision of its samples.
 *
 * @param <A> an array of doubles or of floats
 */
final class DenseDual<A> implements Dual {

  /**
   * Partial sums of codes·Tᵀ; their number must not depend on the threads, so that the order of the
   * sum does not either.
   */
  private static final int PARTIALS = 8;

  /** Numbers that go into a checkpoint at once, if rows are not longer. */
  private static final int PIECE = 1 << 12;

  private final Cells<A> x;
  private final Cells<A> weights;
  private final Workers workers;
  private final Cells<A> dual;

  /** Columns per piece of work, see {@link Workers}. */
  private final int chunk;

  /**
   * Creates a zero dual.
   *
   * @param x samples x features; <em>kept</em>
   * @param weights likewise, or null
   */
  DenseDual(Cells<A> x, Cells<A> weights, Workers workers) {
    this.x = x;
    this.weights = weights;
    this.workers = workers;
    this.dual = x.zeros();
    this.chunk = Math.min(x.mostShown(), dual.mostShown());
  }

  @Override
  public void clear() {
    dual.clear();
  }

  @Override
  public void scale(double factor) {
    dual.multiply(factor);
  }

  @Override
  public void afterCodes(
      double tau,
      double curvature,
      DenseMatrix basis,
      DenseMatrix solved,
      DenseMatrix codes,
      DenseMatrix product) {
    int rank = basis.rows();
    Kernels.Panel<A> panel = x.pack(basis.array(), basis.array(), rank);
    int perPartial = Kernels.BLOCK * ceilDiv(ceilDiv(x.rows(), Kernels.BLOCK), PARTIALS);
    int partials = ceilDiv(x.rows(), perPartial);
    List<HeapCells<A>> sums = new ArrayList<>(Collections.nCopies(partials, null));
    workers.run(
        x.rows(),
        perPartial,
        (worker, from, to) -> {
          Scratch mine = new Scratch(panel, rank);
          HeapCells<A> sum = x.inHeap(rank, x.columns());
          sums.set(from / perPartial, sum);
          for (int j = from; j < to; j += chunk) {
            int count = Math.min(chunk, to - j);
            Blocks.gather(solved, j, count, mine.h);
            Blocks.gather(codes, j, count, mine.product);
            mine.dualBlock(tau, curvature, j, count, null, mine.product, sum.array());
          }
        });
    double[] out = product.array();
    Arrays.fill(out, 0);
    for (HeapCells<A> sum : sums) {
      sum.addTo(out);
    }
  }

  @Override
  public void afterBasis(
      double tau,
      double curvature,
      DenseMatrix solved,
      DenseMatrix basis,
      DenseMatrix codes,
      DenseMatrix product) {
    int rank = basis.rows();
    Kernels.Panel<A> panel = x.pack(solved.array(), basis.array(), rank);
    PerWorker<Scratch> scratch = new PerWorker<>(workers, () -> new Scratch(panel, rank));
    workers.run(
        x.rows(),
        chunk,
        (worker, from, to) -> {
          Scratch mine = scratch.of(worker);
          Blocks.gather(codes, from, to - from, mine.h);
          mine.dualBlock(tau, curvature, from, to - from, mine.product, null, null);
          Blocks.scatter(mine.product, to - from, product, from);
        });
  }

  @Override
  public void product(DenseMatrix basis, DenseMatrix product) {
    int rank = basis.rows();
    Kernels.Panel<A> panel = x.pack(basis.array(), basis.array(), rank);
    workers.run(
        x.rows(),
        chunk,
        (worker, from, to) -> {
          Kernels.Lane<A> lane = panel.newLane();
          double[] column = new double[x.columns()];
          double[] out = new double[rank];
          for (int j = from; j < to; j++) {
            dual.copyRow(j, column);
            lane.backward(column, out);
            Blocks.scatter(out, 1, product, j);
          }
        });
  }

  @Override
  public void exchange(SavedState state) {
    double[] row = new double[x.columns()];
    int most = Math.max(1, PIECE / row.length);
    for (int from = 0; from < x.rows(); from += most) {
      int count = Math.min(most, x.rows() - from);
      double[] piece = new double[count * row.length];
      for (int j = 0; j < count; j++) {
        dual.copyRow(from + j, row);
        System.arraycopy(row, 0, piece, j * row.length, row.length);
      }
      boolean filled = state.numbers(piece);
      for (int j = 0; filled && j < count; j++) {
        System.arraycopy(piece, j * row.length, row, 0, row.length);
        dual.setRow(from + j, row);
      }
    }
  }

  private static int ceilDiv(int a, int b) {
    return (a + b - 1) / b;
  }

  /** What one thread needs for a pass. */
  private final class Scratch {

    private final Kernels.Lane<A> lane;
    private final Cells.Window<A> values = x.window();
    private final Cells.Window<A> valueWeights = weights == null ? null : weights.window();
    private final Cells.Window<A> duals = dual.window();
    final double[] h;
    final double[] product;

    Scratch(Kernels.Panel<A> panel, int rank) {
      lane = panel.newLane();
      h = new double[chunk * rank];
      product = new double[chunk * rank];
    }

    /** See {@link Kernels.Lane#dualBlock}; the codes are in {@link #h}. */
    void dualBlock(
        double tau,
        double curvature,
        int from,
        int count,
        double[] out,
        double[] crossCodes,
        A cross) {
      values.show(from, count);
      duals.show(from, count);
      if (valueWeights != null) {
        valueWeights.show(from, count);
      }
      lane.dualBlock(
          tau,
          curvature,
          count,
          h,
          values.array(),
          valueWeights == null ? null : valueWeights.array(),
          duals.array(),
          values.offset(),
          out,
          crossCodes,
          cross);
      duals.keep();
    }
  }
}
