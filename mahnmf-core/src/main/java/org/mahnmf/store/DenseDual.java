package org.mahnmf.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.mahnmf.kernel.Kernels;
import org.mahnmf.matrix.DenseMatrix;

/**
 * The dual of a dense X, in the layout and the precision of its samples.
 *
 * @param <A> an array of doubles or of floats
 */
final class DenseDual<A> implements Dual {

  /** Columns per piece of work, see {@link Workers}. */
  private static final int CHUNK = Kernels.BLOCK;

  /**
   * Partial sums of codes·Tᵀ; their number must not depend on the threads, so that the order of the
   * sum does not either.
   */
  private static final int PARTIALS = 8;

  private final Cells<A> x;
  private final Cells<A> weights;
  private final Workers workers;
  private final Cells<A> dual;

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
    this.dual = x.zeros(x.rows(), x.columns());
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
    int perPartial = CHUNK * ceilDiv(ceilDiv(x.rows(), CHUNK), PARTIALS);
    int partials = ceilDiv(x.rows(), perPartial);
    List<Cells<A>> sums = new ArrayList<>(Collections.nCopies(partials, null));
    workers.run(
        x.rows(),
        perPartial,
        (worker, from, to) -> {
          Scratch<A> mine = new Scratch<>(panel, rank);
          Cells<A> sum = x.zeros(rank, x.columns());
          sums.set(from / perPartial, sum);
          for (int j = from; j < to; j += CHUNK) {
            int count = Math.min(CHUNK, to - j);
            Blocks.gather(solved, j, count, mine.h);
            Blocks.gather(codes, j, count, mine.product);
            mine.lane.dualBlock(
                tau,
                curvature,
                count,
                mine.h,
                x.array(),
                weightArray(),
                dual.array(),
                x.offset(j),
                null,
                mine.product,
                sum.array());
          }
        });
    double[] out = product.array();
    Arrays.fill(out, 0);
    for (Cells<A> sum : sums) {
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
    PerWorker<Scratch<A>> scratch = new PerWorker<>(workers, () -> new Scratch<>(panel, rank));
    workers.run(
        x.rows(),
        CHUNK,
        (worker, from, to) -> {
          Scratch<A> mine = scratch.of(worker);
          Blocks.gather(codes, from, to - from, mine.h);
          mine.lane.dualBlock(
              tau,
              curvature,
              to - from,
              mine.h,
              x.array(),
              weightArray(),
              dual.array(),
              x.offset(from),
              mine.product,
              null,
              null);
          Blocks.scatter(mine.product, to - from, product, from);
        });
  }

  @Override
  public void product(DenseMatrix basis, DenseMatrix product) {
    int rank = basis.rows();
    Kernels.Panel<A> panel = x.pack(basis.array(), basis.array(), rank);
    workers.run(
        x.rows(),
        CHUNK,
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
  public State state() {
    double[] stored = new double[x.rows() * x.columns()];
    double[] row = new double[x.columns()];
    for (int j = 0; j < x.rows(); j++) {
      dual.copyRow(j, row);
      System.arraycopy(row, 0, stored, j * row.length, row.length);
    }
    return new State(stored, 0, 0);
  }

  @Override
  public void restore(State state) {
    double[] row = new double[x.columns()];
    for (int j = 0; j < x.rows(); j++) {
      System.arraycopy(state.stored(), j * row.length, row, 0, row.length);
      dual.setRow(j, row);
    }
  }

  private static int ceilDiv(int a, int b) {
    return (a + b - 1) / b;
  }

  private A weightArray() {
    return weights == null ? null : weights.array();
  }

  /** What one thread needs for a pass. */
  private static final class Scratch<A> {

    final Kernels.Lane<A> lane;
    final double[] h;
    final double[] product;

    Scratch(Kernels.Panel<A> panel, int rank) {
      lane = panel.newLane();
      h = new double[CHUNK * rank];
      product = new double[CHUNK * rank];
    }
  }
}
