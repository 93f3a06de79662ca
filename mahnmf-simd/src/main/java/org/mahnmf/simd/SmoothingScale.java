package org.mahnmf.simd;

import static org.mahnmf.simd.Tiles.L;

import java.util.Arrays;
import org.mahnmf.store.PassOperation;

/** 1/(λq) and −λq/2 of the entries of a column, kept as long as the operation is the same. */
@SuppressWarnings("cast") // the twin for floats needs them
final class SmoothingScale {

  /** The most vectors that are kept: divisions for every block cost more than reading. */
  private static final int SPAN = (1 << 18) / L;

  /** 1/(λq), from {@link #at} on. */
  final double[] inverse;

  /** −λq/2, from {@link #at} on. */
  final double[] minusHalf;

  private final int length;
  private final int vectors;
  private PassOperation.SmoothedSign made;
  private int first;

  SmoothingScale(int length, int vectors) {
    this.length = length;
    this.vectors = vectors;
    inverse = new double[Math.min(vectors, SPAN) * L];
    minusHalf = new double[Math.min(vectors, SPAN) * L];
  }

  /** Returns where a vector of entries stands. */
  int at(int vector) {
    return (vector - first) * L;
  }

  /** Covers a chunk, and as much after it as there is room for. */
  @SuppressWarnings("ReferenceEquality") // a pass has one operation; comparing arrays would cost
  void cover(PassOperation.SmoothedSign smoothing, int from, int chunk) {
    int end = Math.min(from + chunk, vectors);
    if (smoothing == made && from >= first && end * L <= first * L + inverse.length) {
      return;
    }
    made = smoothing;
    first = from;
    double[] q = smoothing.q(); // exact
    int entries = Math.min(inverse.length, length - from * L);
    for (int i = 0; i < entries; i++) {
      double scale = smoothing.lambda() * q[from * L + i]; // exact
      inverse[i] = (double) Math.min(1 / scale, Double.MAX_VALUE); // 0 times it stays 0
      minusHalf[i] = (double) (-.5 * scale);
    }
    Arrays.fill(inverse, entries, inverse.length, 0);
    Arrays.fill(minusHalf, entries, inverse.length, 0);
  }
}
