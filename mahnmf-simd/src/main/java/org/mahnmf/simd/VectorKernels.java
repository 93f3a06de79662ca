package org.mahnmf.simd;

import org.mahnmf.kernel.Kernels;

/**
 * Kernels in the Vector API, for the widest vectors of the machine.
 *
 * <p><b>Implementation notes.</b> A pass costs 4·rank·length flops per column. A block of columns
 * runs over chunks of entries: a product into a tile ({@link Tiles}), the operation on the tile
 * ({@link Maps}), a product out of it. Both products share one layout of the fixed factor, see
 * {@link Packed}, because the second adds up entries lane by lane and the lanes only at the end:
 * components then need no padding to whole vectors, which costs 12 % at rank 50 and 60 % at rank
 * 10.
 *
 * <p>The classes for floats are made from those for doubles when the module is built, by replacing
 * words, see the module's pom: {@code double} becomes {@code float} except on lines that say {@code
 * exact}.
 *
 * <p>Sums run in one fixed order, entry by entry, whatever the size of the block: a column gives
 * the same bits alone and in any position, and with any number of threads.
 */
public final class VectorKernels implements Kernels {

  /** Made by the service loader. */
  public VectorKernels() {}

  @Override
  public String name() {
    return "vector " + 64 * Tiles.L;
  }

  @Override
  public Panel<double[]> pack(double[] forward, double[] backward, int rank, int length) {
    Packed forwardPanel = new Packed(forward, rank, length);
    Packed backwardPanel = forward == backward ? forwardPanel : new Packed(backward, rank, length);
    return () -> new VectorLane(forwardPanel, backwardPanel);
  }

  @Override
  public Panel<float[]> packFloat(double[] forward, double[] backward, int rank, int length) {
    FloatPacked forwardPanel = new FloatPacked(forward, rank, length);
    FloatPacked backwardPanel =
        forward == backward ? forwardPanel : new FloatPacked(backward, rank, length);
    return () -> new FloatVectorLane(forwardPanel, backwardPanel);
  }

  @Override
  public Sieve sieve() {
    return new VectorSieve();
  }
}
