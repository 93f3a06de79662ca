package org.mahnmf.simd;

import jdk.incubator.vector.DoubleVector;

/**
 * A factor as [vector of entries][component][lane], filled up with zeros: entries to a multiple of
 * three vectors, components to one of three. The stride from vector to vector is an odd number of
 * vectors, or else chunks of some ranks would fall on few sets of the cache. Ranks that stream have
 * no room for a third component, since the panel itself takes time to arrive: whoever reads it gets
 * the next vector.
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
    stride = (rank <= Streams.RANK ? Streams.RANK : (3 * triples) | 1) * Tiles.L;
    int vectors = (length + 3 * Tiles.L - 1) / (3 * Tiles.L) * 3;
    panel = new double[Math.addExact(Math.multiplyExact(vectors, stride), Tiles.L)];
    double[] row = new double[length];
    for (int l = 0; l < rank; l++) {
      for (int i = 0; i < length; i++) {
        row[i] = (double) factor[l * length + i];
      }
      int i = 0;
      int to = l * Tiles.L;
      for (; i + Tiles.L <= length; i += Tiles.L, to += stride) {
        DoubleVector.fromArray(Tiles.S, row, i).intoArray(panel, to);
      }
      if (i < length) {
        System.arraycopy(row, i, panel, to, length - i);
      }
    }
  }
}
