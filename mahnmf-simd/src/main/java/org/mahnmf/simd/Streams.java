package org.mahnmf.simd;

import static org.mahnmf.simd.Tiles.L;
import static org.mahnmf.simd.Tiles.S;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorOperators;

/**
 * Passes of one or two components in one sweep, without a tile. At such ranks a pass is as fast as
 * entries arrive; two columns at once share the loads of the fixed factor and keep more streams
 * from memory open.
 *
 * <p><b>Implementation notes.</b> A third component, or sums that few passes need, cost registers
 * that are then missing. From three components on tiles are as fast.
 */
final class Streams {

  /** The highest rank. */
  static final int RANK = 2;

  /** The most vectors of a column in a chunk; longer stretches arrive faster. */
  static final int CHUNK = 480;

  private Streams() {}

  /**
   * Two columns of Alg. 2 line 3 between its products; of the sums those that all passes need, Σ
   * w|R| and ⟨x, U⟩.
   *
   * @param panel the fixed factor; <em>not modified</em>
   * @param at where the chunk's first vector begins
   * @param stride from vector to vector
   * @param vectors number of vectors
   * @param codes two of the first column, then two of the second; <em>not modified</em>
   * @param codesAt where the codes begin
   * @param x <em>not modified</em>
   * @param first where the first column's chunk begins in x
   * @param second where the second column's chunk begins in x
   * @param inverse 1/(λq), from i on; <em>not modified</em>
   * @param products 2 x 3 vectors; <em>modified</em>, from productsAt on: added to
   * @param sums 2 x 4 vectors; <em>modified</em>, from sumsAt on: added to
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
      int i,
      double[] products,
      int productsAt,
      double[] sums,
      int sumsAt) {
    DoubleVector aAbsolute = DoubleVector.fromArray(S, sums, sumsAt);
    DoubleVector aInner = DoubleVector.fromArray(S, sums, sumsAt + 3 * L);
    DoubleVector a0 = DoubleVector.fromArray(S, products, productsAt);
    DoubleVector a1 = DoubleVector.fromArray(S, products, productsAt + L);
    DoubleVector aCode0 = DoubleVector.broadcast(S, codes[codesAt]);
    DoubleVector aCode1 = DoubleVector.broadcast(S, codes[codesAt + 1]);
    DoubleVector bAbsolute = DoubleVector.fromArray(S, sums, sumsAt + 4 * L);
    DoubleVector bInner = DoubleVector.fromArray(S, sums, sumsAt + 7 * L);
    DoubleVector b0 = DoubleVector.fromArray(S, products, productsAt + 3 * L);
    DoubleVector b1 = DoubleVector.fromArray(S, products, productsAt + 4 * L);
    DoubleVector bCode0 = DoubleVector.broadcast(S, codes[codesAt + 2]);
    DoubleVector bCode1 = DoubleVector.broadcast(S, codes[codesAt + 3]);
    DoubleVector high = DoubleVector.broadcast(S, 1);
    DoubleVector low = DoubleVector.broadcast(S, -1);
    int end = vectors * L;
    int p = at;
    for (int k = 0; k < end; k += L) {
      DoubleVector w0 = DoubleVector.fromArray(S, panel, p);
      DoubleVector w1 = DoubleVector.fromArray(S, panel, p + L);
      DoubleVector scale = DoubleVector.fromArray(S, inverse, i + k);
      DoubleVector aX = DoubleVector.fromArray(S, x, first + k);
      DoubleVector aR = aCode1.fma(w1, aCode0.mul(w0)).sub(aX);
      aAbsolute = aAbsolute.add(aR.abs());
      DoubleVector aV = aR.mul(scale);
      DoubleVector aU =
          aV.blend(high, aV.compare(VectorOperators.GT, high))
              .blend(low, aV.compare(VectorOperators.LT, low));
      aInner = aU.fma(aX, aInner);
      a0 = aU.fma(w0, a0);
      a1 = aU.fma(w1, a1);
      DoubleVector bX = DoubleVector.fromArray(S, x, second + k);
      DoubleVector bR = bCode1.fma(w1, bCode0.mul(w0)).sub(bX);
      bAbsolute = bAbsolute.add(bR.abs());
      DoubleVector bV = bR.mul(scale);
      DoubleVector bU =
          bV.blend(high, bV.compare(VectorOperators.GT, high))
              .blend(low, bV.compare(VectorOperators.LT, low));
      bInner = bU.fma(bX, bInner);
      b0 = bU.fma(w0, b0);
      b1 = bU.fma(w1, b1);
      p += stride;
    }
    aAbsolute.intoArray(sums, sumsAt);
    aInner.intoArray(sums, sumsAt + 3 * L);
    a0.intoArray(products, productsAt);
    a1.intoArray(products, productsAt + L);
    bAbsolute.intoArray(sums, sumsAt + 4 * L);
    bInner.intoArray(sums, sumsAt + 7 * L);
    b0.intoArray(products, productsAt + 3 * L);
    b1.intoArray(products, productsAt + 4 * L);
  }

  /** The same with weights, which begin where the columns do. */
  static void smoothedSign(
      double[] panel,
      int at,
      int stride,
      int vectors,
      double[] codes,
      int codesAt,
      double[] x,
      double[] weights,
      int first,
      int second,
      double[] inverse,
      int i,
      double[] products,
      int productsAt,
      double[] sums,
      int sumsAt) {
    DoubleVector aAbsolute = DoubleVector.fromArray(S, sums, sumsAt);
    DoubleVector aInner = DoubleVector.fromArray(S, sums, sumsAt + 3 * L);
    DoubleVector a0 = DoubleVector.fromArray(S, products, productsAt);
    DoubleVector a1 = DoubleVector.fromArray(S, products, productsAt + L);
    DoubleVector aCode0 = DoubleVector.broadcast(S, codes[codesAt]);
    DoubleVector aCode1 = DoubleVector.broadcast(S, codes[codesAt + 1]);
    DoubleVector bAbsolute = DoubleVector.fromArray(S, sums, sumsAt + 4 * L);
    DoubleVector bInner = DoubleVector.fromArray(S, sums, sumsAt + 7 * L);
    DoubleVector b0 = DoubleVector.fromArray(S, products, productsAt + 3 * L);
    DoubleVector b1 = DoubleVector.fromArray(S, products, productsAt + 4 * L);
    DoubleVector bCode0 = DoubleVector.broadcast(S, codes[codesAt + 2]);
    DoubleVector bCode1 = DoubleVector.broadcast(S, codes[codesAt + 3]);
    int end = vectors * L;
    int p = at;
    for (int k = 0; k < end; k += L) {
      DoubleVector w0 = DoubleVector.fromArray(S, panel, p);
      DoubleVector w1 = DoubleVector.fromArray(S, panel, p + L);
      DoubleVector scale = DoubleVector.fromArray(S, inverse, i + k);
      DoubleVector aHigh = DoubleVector.fromArray(S, weights, first + k);
      DoubleVector aLow = aHigh.neg();
      DoubleVector aX = DoubleVector.fromArray(S, x, first + k);
      DoubleVector aR = aCode1.fma(w1, aCode0.mul(w0)).sub(aX);
      aAbsolute = aR.abs().fma(aHigh, aAbsolute);
      DoubleVector aV = aR.mul(scale);
      DoubleVector aU =
          aV.blend(aHigh, aV.compare(VectorOperators.GT, aHigh))
              .blend(aLow, aV.compare(VectorOperators.LT, aLow));
      aInner = aU.fma(aX, aInner);
      a0 = aU.fma(w0, a0);
      a1 = aU.fma(w1, a1);
      DoubleVector bHigh = DoubleVector.fromArray(S, weights, second + k);
      DoubleVector bLow = bHigh.neg();
      DoubleVector bX = DoubleVector.fromArray(S, x, second + k);
      DoubleVector bR = bCode1.fma(w1, bCode0.mul(w0)).sub(bX);
      bAbsolute = bR.abs().fma(bHigh, bAbsolute);
      DoubleVector bV = bR.mul(scale);
      DoubleVector bU =
          bV.blend(bHigh, bV.compare(VectorOperators.GT, bHigh))
              .blend(bLow, bV.compare(VectorOperators.LT, bLow));
      bInner = bU.fma(bX, bInner);
      b0 = bU.fma(w0, b0);
      b1 = bU.fma(w1, b1);
      p += stride;
    }
    aAbsolute.intoArray(sums, sumsAt);
    aInner.intoArray(sums, sumsAt + 3 * L);
    a0.intoArray(products, productsAt);
    a1.intoArray(products, productsAt + L);
    bAbsolute.intoArray(sums, sumsAt + 4 * L);
    bInner.intoArray(sums, sumsAt + 7 * L);
    b0.intoArray(products, productsAt + 3 * L);
    b1.intoArray(products, productsAt + 4 * L);
  }

  /**
   * Two columns of an ADMM half-step, see {@link Maps#soften}, without curvature: the new dual is v
   * clipped at the limit, so that T = x − (v − dual) + dual = fit − (old dual) + 2 dual.
   *
   * @param dual a; <em>modified</em>
   * @param backward what T is multiplied with, laid out as the panel; <em>not modified</em>
   * @param products 2 x 3 vectors; <em>modified</em>, from productsAt on: added to
   */
  static void soften(
      double[] panel,
      double[] backward,
      int at,
      int stride,
      int vectors,
      double[] codes,
      int codesAt,
      double[] x,
      double[] dual,
      int first,
      int second,
      double limit,
      double[] products,
      int productsAt) {
    DoubleVector aCode0 = DoubleVector.broadcast(S, codes[codesAt]);
    DoubleVector a0 = DoubleVector.fromArray(S, products, productsAt);
    DoubleVector aCode1 = DoubleVector.broadcast(S, codes[codesAt + 1]);
    DoubleVector a1 = DoubleVector.fromArray(S, products, productsAt + L);
    DoubleVector bCode0 = DoubleVector.broadcast(S, codes[codesAt + 2]);
    DoubleVector b0 = DoubleVector.fromArray(S, products, productsAt + 3 * L);
    DoubleVector bCode1 = DoubleVector.broadcast(S, codes[codesAt + 3]);
    DoubleVector b1 = DoubleVector.fromArray(S, products, productsAt + 4 * L);
    DoubleVector high = DoubleVector.broadcast(S, limit);
    DoubleVector low = DoubleVector.broadcast(S, -limit);
    int end = vectors * L;
    int p = at;
    for (int k = 0; k < end; k += L) {
      DoubleVector w0 = DoubleVector.fromArray(S, panel, p);
      DoubleVector w1 = DoubleVector.fromArray(S, panel, p + L);
      DoubleVector aFit = aCode1.fma(w1, aCode0.mul(w0));
      DoubleVector aDual = DoubleVector.fromArray(S, dual, first + k);
      DoubleVector aV = aDual.add(DoubleVector.fromArray(S, x, first + k).sub(aFit));
      DoubleVector aClipped =
          aV.blend(high, aV.compare(VectorOperators.GT, high))
              .blend(low, aV.compare(VectorOperators.LT, low));
      DoubleVector aT = aClipped.add(aClipped).add(aFit.sub(aDual));
      DoubleVector bFit = bCode1.fma(w1, bCode0.mul(w0));
      DoubleVector bDual = DoubleVector.fromArray(S, dual, second + k);
      DoubleVector bV = bDual.add(DoubleVector.fromArray(S, x, second + k).sub(bFit));
      DoubleVector bClipped =
          bV.blend(high, bV.compare(VectorOperators.GT, high))
              .blend(low, bV.compare(VectorOperators.LT, low));
      DoubleVector bT = bClipped.add(bClipped).add(bFit.sub(bDual));
      aClipped.intoArray(dual, first + k);
      bClipped.intoArray(dual, second + k);
      DoubleVector z0 = DoubleVector.fromArray(S, backward, p);
      DoubleVector z1 = DoubleVector.fromArray(S, backward, p + L);
      a0 = aT.fma(z0, a0);
      a1 = aT.fma(z1, a1);
      b0 = bT.fma(z0, b0);
      b1 = bT.fma(z1, b1);
      p += stride;
    }
    a0.intoArray(products, productsAt);
    a1.intoArray(products, productsAt + L);
    b0.intoArray(products, productsAt + 3 * L);
    b1.intoArray(products, productsAt + 4 * L);
  }

  /**
   * The same with others·Tᵀ added to cross.
   *
   * @param others two of the first column, then two of the second; <em>not modified</em>
   * @param cross <em>modified</em>, from crossAt on: added to
   * @param length from component to component
   */
  static void softenCross(
      double[] panel,
      int at,
      int stride,
      int vectors,
      double[] codes,
      int codesAt,
      double[] x,
      double[] dual,
      int first,
      int second,
      double limit,
      double[] others,
      int othersAt,
      double[] cross,
      int crossAt,
      int length) {
    DoubleVector aCode0 = DoubleVector.broadcast(S, codes[codesAt]);
    DoubleVector aOther0 = DoubleVector.broadcast(S, others[othersAt]);
    DoubleVector aCode1 = DoubleVector.broadcast(S, codes[codesAt + 1]);
    DoubleVector aOther1 = DoubleVector.broadcast(S, others[othersAt + 1]);
    DoubleVector bCode0 = DoubleVector.broadcast(S, codes[codesAt + 2]);
    DoubleVector bOther0 = DoubleVector.broadcast(S, others[othersAt + 2]);
    DoubleVector bCode1 = DoubleVector.broadcast(S, codes[codesAt + 3]);
    DoubleVector bOther1 = DoubleVector.broadcast(S, others[othersAt + 3]);
    DoubleVector high = DoubleVector.broadcast(S, limit);
    DoubleVector low = DoubleVector.broadcast(S, -limit);
    int end = vectors * L;
    int p = at;
    for (int k = 0; k < end; k += L) {
      DoubleVector w0 = DoubleVector.fromArray(S, panel, p);
      DoubleVector w1 = DoubleVector.fromArray(S, panel, p + L);
      DoubleVector aFit = aCode1.fma(w1, aCode0.mul(w0));
      DoubleVector aDual = DoubleVector.fromArray(S, dual, first + k);
      DoubleVector aV = aDual.add(DoubleVector.fromArray(S, x, first + k).sub(aFit));
      DoubleVector aClipped =
          aV.blend(high, aV.compare(VectorOperators.GT, high))
              .blend(low, aV.compare(VectorOperators.LT, low));
      DoubleVector aT = aClipped.add(aClipped).add(aFit.sub(aDual));
      DoubleVector bFit = bCode1.fma(w1, bCode0.mul(w0));
      DoubleVector bDual = DoubleVector.fromArray(S, dual, second + k);
      DoubleVector bV = bDual.add(DoubleVector.fromArray(S, x, second + k).sub(bFit));
      DoubleVector bClipped =
          bV.blend(high, bV.compare(VectorOperators.GT, high))
              .blend(low, bV.compare(VectorOperators.LT, low));
      DoubleVector bT = bClipped.add(bClipped).add(bFit.sub(bDual));
      aClipped.intoArray(dual, first + k);
      bClipped.intoArray(dual, second + k);
      bOther0
          .fma(bT, aOther0.fma(aT, DoubleVector.fromArray(S, cross, crossAt + k)))
          .intoArray(cross, crossAt + k);
      bOther1
          .fma(bT, aOther1.fma(aT, DoubleVector.fromArray(S, cross, crossAt + length + k)))
          .intoArray(cross, crossAt + length + k);
      p += stride;
    }
  }
}
