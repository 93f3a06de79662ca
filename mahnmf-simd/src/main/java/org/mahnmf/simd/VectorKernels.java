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
  public Panel pack(double[] forward, double[] backward, int rank, int length) {
    Packed forwardPanel = new Packed(forward, rank, length);
    Packed backwardPanel = forward == backward ? forwardPanel : new Packed(backward, rank, length);
    return () -> new VectorLane(forwardPanel, backwardPanel);
  }

  /**
   * A factor as [vector of entries][component][lane], filled up with zeros: entries to a multiple
   * of three vectors, components to one of three. The stride from vector to vector is an odd number
   * of vectors, or else chunks of some ranks would fall on few sets of the cache.
   */
  static final class Packed {

    final double[] panel;
    final int rank;
    final int length;
    final int stride;

    /** The components in threes. */
    final int triples;

    Packed(double[] factor, int rank, int length) {
      this.rank = rank;
      this.length = length;
      triples = (rank + 2) / 3;
      stride = ((3 * triples) | 1) * Tiles.L;
      int vectors = (length + 3 * Tiles.L - 1) / (3 * Tiles.L) * 3;
      panel = new double[Math.multiplyExact(vectors, stride)];
      for (int i = 0, to = 0; i < length; i += Tiles.L, to += stride) {
        int width = Math.min(Tiles.L, length - i);
        for (int l = 0; l < rank; l++) {
          System.arraycopy(factor, l * length + i, panel, to + l * Tiles.L, width);
        }
      }
    }
  }
}
