package org.mahnmf.simd;

import static org.mahnmf.simd.Tiles.L;
import static org.mahnmf.simd.Tiles.S;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorOperators;

/**
 * The smoothing pass of up to three components in one sweep, without a tile. At such ranks a pass
 * is as fast as entries arrive; two columns at once share the loads of the fixed factor and of λq
 * and keep two streams from memory open.
 */
final class Streams {

  /** The highest rank. */
  static final int RANK = 3;

  /** The most vectors of a column in a chunk; longer stretches arrive faster. */
  static final int CHUNK = 480;

  private Streams() {}

  /**
   * Two columns of Alg. 2 line 3 between its products; the sums as in {@link Maps}.
   *
   * @param panel the fixed factor, three components; <em>not modified</em>
   * @param at where the chunk's first vector begins
   * @param stride from vector to vector
   * @param vectors number of vectors
   * @param codes three of the first column, then three of the second; <em>not modified</em>
   * @param codesAt where the codes begin
   * @param x <em>not modified</em>
   * @param first where the first column's chunk begins in x
   * @param second where the second column's chunk begins in x
   * @param inverse 1/(λq), from i on; <em>not modified</em>
   * @param minusHalf −λq/2, from i on; <em>not modified</em>
   * @param products 2 x 3 vectors; <em>modified</em>, from productsAt on: added to
   * @param sums receives 2 x 4 vectors; <em>modified</em>
   */
  static void smoothedSign(
      double[] panel,
      int at,
      int stride,
      int vectors,
      double[] codes,
      int codesAt,
      double[] x,
      int first,
      int second,
      double[] inverse,
      double[] minusHalf,
      int i,
      double[] products,
      int productsAt,
      double[] sums) {
    DoubleVector aAbsolute = DoubleVector.zero(S);
    DoubleVector aSquared = DoubleVector.zero(S);
    DoubleVector aSmoothed = DoubleVector.zero(S);
    DoubleVector aInner = DoubleVector.zero(S);
    DoubleVector a0 = DoubleVector.fromArray(S, products, productsAt);
    DoubleVector a1 = DoubleVector.fromArray(S, products, productsAt + L);
    DoubleVector a2 = DoubleVector.fromArray(S, products, productsAt + 2 * L);
    DoubleVector aCode0 = DoubleVector.broadcast(S, codes[codesAt]);
    DoubleVector aCode1 = DoubleVector.broadcast(S, codes[codesAt + 1]);
    DoubleVector aCode2 = DoubleVector.broadcast(S, codes[codesAt + 2]);
    DoubleVector bAbsolute = DoubleVector.zero(S);
    DoubleVector bSquared = DoubleVector.zero(S);
    DoubleVector bSmoothed = DoubleVector.zero(S);
    DoubleVector bInner = DoubleVector.zero(S);
    DoubleVector b0 = DoubleVector.fromArray(S, products, productsAt + 3 * L);
    DoubleVector b1 = DoubleVector.fromArray(S, products, productsAt + 4 * L);
    DoubleVector b2 = DoubleVector.fromArray(S, products, productsAt + 5 * L);
    DoubleVector bCode0 = DoubleVector.broadcast(S, codes[codesAt + 3]);
    DoubleVector bCode1 = DoubleVector.broadcast(S, codes[codesAt + 4]);
    DoubleVector bCode2 = DoubleVector.broadcast(S, codes[codesAt + 5]);
    DoubleVector high = DoubleVector.broadcast(S, 1);
    DoubleVector low = DoubleVector.broadcast(S, -1);
    int end = vectors * L;
    int p = at;
    for (int k = 0; k < end; k += L) {
      DoubleVector w0 = DoubleVector.fromArray(S, panel, p);
      DoubleVector w1 = DoubleVector.fromArray(S, panel, p + L);
      DoubleVector w2 = DoubleVector.fromArray(S, panel, p + 2 * L);
      DoubleVector scale = DoubleVector.fromArray(S, inverse, i + k);
      DoubleVector half = DoubleVector.fromArray(S, minusHalf, i + k);
      DoubleVector aX = DoubleVector.fromArray(S, x, first + k);
      DoubleVector aR = aCode2.fma(w2, aCode1.fma(w1, aCode0.mul(w0))).sub(aX);
      aAbsolute = aAbsolute.add(aR.abs());
      aSquared = aR.fma(aR, aSquared);
      DoubleVector aV = aR.mul(scale);
      DoubleVector aU =
          aV.blend(high, aV.compare(VectorOperators.GT, high))
              .blend(low, aV.compare(VectorOperators.LT, low));
      aSmoothed = aU.fma(aU.fma(half, aR), aSmoothed);
      aInner = aU.fma(aX, aInner);
      a0 = aU.fma(w0, a0);
      a1 = aU.fma(w1, a1);
      a2 = aU.fma(w2, a2);
      DoubleVector bX = DoubleVector.fromArray(S, x, second + k);
      DoubleVector bR = bCode2.fma(w2, bCode1.fma(w1, bCode0.mul(w0))).sub(bX);
      bAbsolute = bAbsolute.add(bR.abs());
      bSquared = bR.fma(bR, bSquared);
      DoubleVector bV = bR.mul(scale);
      DoubleVector bU =
          bV.blend(high, bV.compare(VectorOperators.GT, high))
              .blend(low, bV.compare(VectorOperators.LT, low));
      bSmoothed = bU.fma(bU.fma(half, bR), bSmoothed);
      bInner = bU.fma(bX, bInner);
      b0 = bU.fma(w0, b0);
      b1 = bU.fma(w1, b1);
      b2 = bU.fma(w2, b2);
      p += stride;
    }
    aAbsolute.intoArray(sums, 0);
    aSquared.intoArray(sums, L);
    aSmoothed.intoArray(sums, 2 * L);
    aInner.intoArray(sums, 3 * L);
    a0.intoArray(products, productsAt);
    a1.intoArray(products, productsAt + L);
    a2.intoArray(products, productsAt + 2 * L);
    bAbsolute.intoArray(sums, 4 * L);
    bSquared.intoArray(sums, 5 * L);
    bSmoothed.intoArray(sums, 6 * L);
    bInner.intoArray(sums, 7 * L);
    b0.intoArray(products, productsAt + 3 * L);
    b1.intoArray(products, productsAt + 4 * L);
    b2.intoArray(products, productsAt + 5 * L);
  }
}
