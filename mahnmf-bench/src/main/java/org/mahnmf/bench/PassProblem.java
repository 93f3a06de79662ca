package org.mahnmf.bench;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.mahnmf.kernel.Kernels;
import org.mahnmf.store.PassOperation;

/**
 * Passes of one thread over a random table, packing of the fixed factor included.
 *
 * @param <A> how the table is kept
 */
final class PassProblem<A> {

  /** Sizes m, n, r: columns of m entries, n of them. */
  static final int[][] SIZES = {
    {1000, 500, 50}, {1000, 500, 10}, {4096, 4096, 50}, {81920, 200, 2}
  };

  /** Prepares the fixed factor. */
  private interface Packer<A> {
    Kernels.Panel<A> pack(Kernels kernels, double[] fixed, int rank, int length);
  }

  private final int length;
  private final int count;
  private final int rank;
  private final int entryBytes;
  private final Packer<A> packer;
  private final double[] fixed;
  private final double[] codes;
  private final A x;
  private final A weights;
  private final A dual;
  private final A cross;
  private final PassOperation operation;
  private final double[] h;
  private final double[] product;
  private final double[] sums = new double[4 * Kernels.BLOCK];

  private PassProblem(
      int[] size,
      boolean weighted,
      int entryBytes,
      Packer<A> packer,
      IntFunction<A> random,
      IntFunction<A> zeros) {
    length = size[0];
    count = size[1];
    rank = size[2];
    this.entryBytes = entryBytes;
    this.packer = packer;
    SplittableRandom numbers = new SplittableRandom(1);
    fixed = numbers.doubles((long) rank * length).toArray();
    codes = numbers.doubles((long) rank * count).toArray();
    x = random.apply(length * count);
    weights = weighted ? random.apply(length * count) : null;
    dual = zeros.apply(length * count);
    cross = zeros.apply(rank * length);
    double[] q = new double[length];
    Arrays.fill(q, 1);
    operation = new PassOperation.SmoothedSign(.1 * rank, q, 0, false);
    h = new double[Kernels.BLOCK * rank];
    product = new double[Kernels.BLOCK * rank];
  }

  static PassProblem<double[]> ofDoubles(int[] size, boolean weighted) {
    return new PassProblem<>(
        size,
        weighted,
        Double.BYTES,
        (kernels, fixed, rank, length) -> kernels.pack(fixed, rank, length),
        entries -> new SplittableRandom(2).doubles(entries).toArray(),
        double[]::new);
  }

  static PassProblem<float[]> ofFloats(int[] size, boolean weighted) {
    return new PassProblem<>(
        size,
        weighted,
        Float.BYTES,
        (kernels, fixed, rank, length) -> kernels.packFloat(fixed, fixed, rank, length),
        PassProblem::randomFloats,
        float[]::new);
  }

  private static float[] randomFloats(int entries) {
    SplittableRandom random = new SplittableRandom(2);
    float[] floats = new float[entries];
    for (int i = 0; i < entries; i++) {
      floats[i] = (float) random.nextDouble();
    }
    return floats;
  }

  /** 4mnr: two products. */
  double flops() {
    return 4.0 * length * count * rank;
  }

  /** What a smoothing pass reads. */
  double bytes() {
    return (double) entryBytes * length * count * (weights == null ? 1 : 2);
  }

  /** What an ADMM pass reads and writes: it reads the dual, too, and writes it. */
  double dualBytes() {
    return bytes() + 2.0 * entryBytes * length * count;
  }

  /** Returns something that depends on all that was computed. */
  double pass(Kernels kernels) {
    Kernels.Lane<A> lane = packer.pack(kernels, fixed, rank, length).newLane();
    double check = 0;
    for (int j = 0; j < count; j += Kernels.BLOCK) {
      int some = Math.min(Kernels.BLOCK, count - j);
      System.arraycopy(codes, j * rank, h, 0, some * rank);
      lane.block(operation, some, h, x, weights, j * length, product, sums);
      check += sums[0] + product[0];
    }
    return check;
  }

  /** An ADMM half-step with the product for its own side. */
  double dualPass(Kernels kernels) {
    Kernels.Lane<A> lane = packer.pack(kernels, fixed, rank, length).newLane();
    double check = 0;
    for (int j = 0; j < count; j += Kernels.BLOCK) {
      int some = Math.min(Kernels.BLOCK, count - j);
      System.arraycopy(codes, j * rank, h, 0, some * rank);
      lane.dualBlock(.1, 0, some, h, x, weights, dual, j * length, product, null, null);
      check += product[0];
    }
    return check;
  }

  /** An ADMM half-step with the product for the other side. */
  double crossPass(Kernels kernels) {
    Kernels.Lane<A> lane = packer.pack(kernels, fixed, rank, length).newLane();
    for (int j = 0; j < count; j += Kernels.BLOCK) {
      int some = Math.min(Kernels.BLOCK, count - j);
      System.arraycopy(codes, j * rank, h, 0, some * rank);
      lane.dualBlock(.1, 0, some, h, x, weights, dual, j * length, null, h, cross);
    }
    return h[0];
  }
}
