package org.mahnmf.simd;

import static org.mahnmf.simd.Tiles.L;
import static org.mahnmf.simd.Tiles.S;

import java.util.ArrayList;
import java.util.List;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;

/**
 * Adds up the lanes of as many vectors as a vector has lanes.
 *
 * <p><b>Implementation notes.</b> Lane by lane the sums of a block cost a tenth of a pass of floats
 * at rank 50 and length 1000. Here two vectors become one in each step, which holds the sums of
 * opposite lanes of both. Every vector's lanes are added in the same tree, wherever it stands.
 */
final class Totals {

  /** For each step the lanes that come from the second vector, and the way to the opposite lane. */
  private static final List<VectorMask<Double>> SECOND = new ArrayList<>();

  private static final List<VectorShuffle<Double>> OPPOSITE = new ArrayList<>();

  static {
    for (int half = L / 2; half >= 1; half /= 2) {
      long mask = 0;
      int[] opposite = new int[L];
      for (int k = 0; k < L; k++) {
        mask |= (k & half) != 0 ? 1L << k : 0;
        opposite[k] = k ^ half;
      }
      SECOND.add(VectorMask.fromLong(S, mask));
      OPPOSITE.add(VectorShuffle.fromArray(S, opposite, 0));
    }
  }

  private Totals() {}

  /**
   * Replaces the first of some vectors by the totals of all of them, in order.
   *
   * @param values as many vectors as a vector has lanes; <em>modified</em>, from at on
   * @param at where the first vector begins
   */
  static void addLanes(double[] values, int at) {
    int half = L / 2;
    for (int step = 0; half >= 1; step++, half /= 2) {
      VectorMask<Double> second = SECOND.get(step);
      VectorShuffle<Double> opposite = OPPOSITE.get(step);
      for (int v = 0; v < half; v++) {
        DoubleVector a = DoubleVector.fromArray(S, values, at + v * L);
        DoubleVector b = DoubleVector.fromArray(S, values, at + (v + half) * L);
        a.blend(b, second)
            .add(b.blend(a, second).rearrange(opposite))
            .intoArray(values, at + v * L);
      }
    }
  }
}
