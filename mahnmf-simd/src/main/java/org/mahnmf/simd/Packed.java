package org.mahnmf.simd;

/**
 * A factor as [vector of entries][component][lane], filled up with zeros: entries to a multiple of
 * three vectors, components to one of three. The stride from vector to vector is an odd number of
 * vectors, or else chunks of some ranks would fall on few sets of the cache.
 */
@SuppressWarnings("cast") // the twin for floats needs them
final class Packed {

  final double[] panel;
  final int rank;
  final int length;
  final int stride;

  /** The components in threes. */
  final int triples;

  Packed(
      double[] factor, // exact
      int rank,
      int length) {
    this.rank = rank;
    this.length = length;
    triples = (rank + 2) / 3;
    stride = ((3 * triples) | 1) * Tiles.L;
    int vectors = (length + 3 * Tiles.L - 1) / (3 * Tiles.L) * 3;
    panel = new double[Math.multiplyExact(vectors, stride)];
    for (int i = 0, to = 0; i < length; i += Tiles.L, to += stride) {
      int width = Math.min(Tiles.L, length - i);
      for (int l = 0; l < rank; l++) {
        for (int k = 0; k < width; k++) {
          panel[to + l * Tiles.L + k] = (double) factor[l * length + i + k];
        }
      }
    }
  }
}
