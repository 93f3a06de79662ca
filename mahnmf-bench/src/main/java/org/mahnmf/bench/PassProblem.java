package org.mahnmf.bench;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.mahnmf.kernel.Kernels;
import org.mahnmf.store.PassOperation;

/** A smoothing pass of one thread over a random table, packing of the fixed factor included. */
final class PassProblem {

  /** Sizes m, n, r: columns of m entries, n of them. */
  static final int[][] SIZES = {
    {1000, 500, 50}, {1000, 500, 10}, {4096, 4096, 50}, {81920, 200, 2}
  };

  private final int length;
  private final int count;
  private final int rank;
  private final double[] fixed;
  private final double[] codes;
  private final double[] x;
  private final double[] weights;
  private final PassOperation operation;
  private final double[] product;
  private final double[] sums = new double[4 * Kernels.BLOCK];
  private double[] dual;

  PassProblem(int length, int count, int rank, boolean weighted) {
    this.length = length;
    this.count = count;
    this.rank = rank;
    SplittableRandom random = new SplittableRandom(1);
    fixed = random.doubles((long) rank * length).toArray();
    codes = random.doubles((long) rank * count).toArray();
    x = random.doubles((long) length * count).toArray();
    weights = weighted ? random.doubles((long) length * count).toArray() : null;
    double[] q = new double[length];
    Arrays.fill(q, 1);
    operation = new PassOperation.SmoothedSign(.1 * rank, q, 0);
    product = new double[Kernels.BLOCK * rank];
  }

  /** 4mnr: two products. */
  double flops() {
    return 4.0 * length * count * rank;
  }

  double bytes() {
    return 8.0 * length * count * (weights == null ? 1 : 2);
  }

  /** Returns something that depends on all that was computed. */
  double pass(Kernels kernels) {
    Kernels.Lane<double[]> lane = kernels.pack(fixed, rank, length).newLane();
    double[] h = new double[Kernels.BLOCK * rank];
    double check = 0;
    for (int j = 0; j < count; j += Kernels.BLOCK) {
      int some = Math.min(Kernels.BLOCK, count - j);
      System.arraycopy(codes, j * rank, h, 0, some * rank);
      lane.block(operation, some, h, x, weights, j * length, product, sums);
      check += sums[0] + product[0];
    }
    return check;
  }

  /** An ADMM half-step with the product for the other side. */
  double dualPass(Kernels kernels) {
    if (dual == null) {
      dual = new double[x.length];
    }
    Kernels.Lane<double[]> lane = kernels.pack(fixed, rank, length).newLane();
    double[] h = new double[Kernels.BLOCK * rank];
    double[] cross = new double[rank * length];
    for (int j = 0; j < count; j += Kernels.BLOCK) {
      int some = Math.min(Kernels.BLOCK, count - j);
      System.arraycopy(codes, j * rank, h, 0, some * rank);
      lane.dualBlock(.1, 0, some, h, x, weights, dual, j * length, null, h, cross);
    }
    return cross[0];
  }
}
