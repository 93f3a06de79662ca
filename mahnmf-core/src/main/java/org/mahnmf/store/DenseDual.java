package org.mahnmf.store;

import java.util.Arrays;
import org.mahnmf.kernel.KernelLookup;
import org.mahnmf.kernel.Kernels;
import org.mahnmf.matrix.DenseMatrix;

/** The dual of a dense X, in the layout of its samples. */
final class DenseDual implements Dual {

  /** Columns per piece of work, see {@link Workers}. */
  private static final int CHUNK = Kernels.BLOCK;

  /**
   * Partial sums of codes·Tᵀ; their number must not depend on the threads, so that the order of the
   * sum does not either.
   */
  private static final int PARTIALS = 8;

  private final DenseMatrix x;
  private final DenseMatrix weights;
  private final Workers workers;
  private final double[] a;

  /**
   * Creates a zero dual.
   *
   * @param x samples x features; <em>kept</em>
   * @param weights likewise, or null
   */
  DenseDual(DenseMatrix x, DenseMatrix weights, Workers workers) {
    this.x = x;
    this.weights = weights;
    this.workers = workers;
    this.a = new double[x.array().length];
  }

  @Override
  public void clear() {
    Arrays.fill(a, 0);
  }

  @Override
  public void scale(double factor) {
    for (int i = 0; i < a.length; i++) {
      a[i] *= factor;
    }
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
    Kernels.Panel panel = KernelLookup.kernels().pack(basis.array(), rank, x.columns());
    int perPartial = CHUNK * ceilDiv(ceilDiv(x.rows(), CHUNK), PARTIALS);
    int partials = ceilDiv(x.rows(), perPartial);
    double[][] sums = new double[partials][];
    workers.run(
        x.rows(),
        perPartial,
        (worker, from, to) -> {
          Scratch mine = new Scratch(panel, rank);
          double[] sum = new double[rank * x.columns()];
          sums[from / perPartial] = sum;
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
                a,
                x.offset(j),
                null,
                mine.product,
                sum);
          }
        });
    double[] out = product.array();
    Arrays.fill(out, 0);
    for (double[] sum : sums) {
      for (int i = 0; i < out.length; i++) {
        out[i] += sum[i];
      }
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
    Kernels.Panel panel =
        KernelLookup.kernels().pack(solved.array(), basis.array(), rank, x.columns());
    Scratch[] scratch = new Scratch[workers.threads()];
    workers.run(
        x.rows(),
        CHUNK,
        (worker, from, to) -> {
          if (scratch[worker] == null) {
            scratch[worker] = new Scratch(panel, rank);
          }
          Scratch mine = scratch[worker];
          Blocks.gather(codes, from, to - from, mine.h);
          mine.lane.dualBlock(
              tau,
              curvature,
              to - from,
              mine.h,
              x.array(),
              weightArray(),
              a,
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
    Kernels.Panel panel = KernelLookup.kernels().pack(basis.array(), rank, x.columns());
    workers.run(
        x.rows(),
        CHUNK,
        (worker, from, to) -> {
          Kernels.Lane lane = panel.newLane();
          double[] column = new double[x.columns()];
          double[] out = new double[rank];
          for (int j = from; j < to; j++) {
            System.arraycopy(a, x.offset(j), column, 0, column.length);
            lane.backward(column, out);
            Blocks.scatter(out, 1, product, j);
          }
        });
  }

  private static int ceilDiv(int a, int b) {
    return (a + b - 1) / b;
  }

  private double[] weightArray() {
    return weights == null ? null : weights.array();
  }

  /** What one thread needs for a pass. */
  private static final class Scratch {

    final Kernels.Lane lane;
    final double[] h;
    final double[] product;

    Scratch(Kernels.Panel panel, int rank) {
      lane = panel.newLane();
      h = new double[CHUNK * rank];
      product = new double[CHUNK * rank];
    }
  }
}
