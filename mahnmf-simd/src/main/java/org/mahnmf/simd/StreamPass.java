package org.mahnmf.simd;

import static org.mahnmf.simd.Tiles.L;

import java.util.Arrays;
import org.mahnmf.kernel.Kernels;
import org.mahnmf.store.PassOperation;

/**
 * A block for ranks up to {@link Streams#RANK}: pairs of columns without a tile. A column that is
 * left over is paired with itself, which changes nothing.
 */
@SuppressWarnings("cast") // the twin for floats needs them
final class StreamPass {

  private final Packed forward;
  private final Packed backward;
  private final int rank;
  private final int length;

  /** Vectors per column, the last perhaps incomplete. */
  private final int vectors;

  private final Products products;
  private final ColumnSums sums;
  private final SmoothingScale scale;
  private final Tails tails;
  private final double[] codes = new double[Kernels.BLOCK * Streams.RANK];
  private final double[] otherCodes = new double[Kernels.BLOCK * Streams.RANK];

  StreamPass(
      Packed forward,
      Packed backward,
      Products products,
      ColumnSums sums,
      SmoothingScale scale,
      Tails tails) {
    this.forward = forward;
    this.backward = backward;
    this.products = products;
    this.sums = sums;
    this.scale = scale;
    this.tails = tails;
    rank = forward.rank;
    length = forward.length;
    vectors = (length + L - 1) / L;
  }

  /** Returns whether this does a pass with both products. */
  boolean takes(PassOperation.SmoothedSign smoothing) {
    return rank <= Streams.RANK && forward == backward && !ColumnSums.needsAll(smoothing);
  }

  /**
   * Returns whether this does an ADMM half-step: it makes one of the two products, and the second
   * one needs two components.
   */
  boolean takesDual(boolean product, boolean cross) {
    return product != cross && (product ? rank <= Streams.RANK : rank == Streams.RANK);
  }

  /** A pass over a block, see {@link Kernels.Lane#block}, without writing its results. */
  void pass(
      PassOperation.SmoothedSign smoothing,
      int count,
      double[] h, // exact
      double[] x,
      double[] weights,
      int offset) {
    pairCodes(count, h, codes);
    for (int from = 0; from < vectors; from += Streams.CHUNK) {
      scale.cover(smoothing, from, Streams.CHUNK);
      int whole = Math.min(Streams.CHUNK, length / L - from);
      for (int j = 0; j < count; j += 2) {
        int first = offset + j * length + from * L;
        int second = j + 1 < count ? first + length : first;
        stream(from, whole, j, x, weights, first, second);
        if (from + whole < Math.min(from + Streams.CHUNK, vectors)) {
          int done = whole * L;
          tails.fill(x, first + done, second + done, tails.x);
          if (weights != null) {
            tails.fill(weights, first + done, second + done, tails.weights);
          }
          stream(from + whole, 1, j, tails.x, weights == null ? null : tails.weights, 0, L);
        }
      }
      sums.fold();
    }
  }

  private void stream(
      int from, int some, int column, double[] x, double[] weights, int first, int second) {
    int at = from * forward.stride;
    int i = scale.at(from);
    int codesAt = column * Streams.RANK;
    int productsAt = products.at(column, 1, 0);
    int sumsAt = ColumnSums.at(column);
    if (weights == null) {
      Streams.smoothedSign(
          forward.panel,
          at,
          forward.stride,
          some,
          codes,
          codesAt,
          x,
          first,
          second,
          scale.inverse,
          i,
          products.lanes,
          productsAt,
          sums.lanes,
          sumsAt);
    } else {
      Streams.smoothedSign(
          forward.panel,
          at,
          forward.stride,
          some,
          codes,
          codesAt,
          x,
          weights,
          first,
          second,
          scale.inverse,
          i,
          products.lanes,
          productsAt,
          sums.lanes,
          sumsAt);
    }
  }

  /** The same for an ADMM half-step, see {@link Kernels.Lane#dualBlock}. */
  void dualPass(
      double tau,
      int count,
      double[] h, // exact
      double[] x,
      double[] dual,
      int offset,
      double[] crossCodes, // exact
      double[] cross) {
    pairCodes(count, h, codes);
    if (cross != null) {
      pairCodes(count, crossCodes, otherCodes);
      if (count % 2 != 0) {
        Arrays.fill(otherCodes, count * rank, (count + 1) * rank, 0);
      }
    }
    for (int from = 0; from < vectors; from += Streams.CHUNK) {
      int whole = Math.min(Streams.CHUNK, length / L - from);
      for (int j = 0; j < count; j += 2) {
        int first = offset + j * length + from * L;
        int second = j + 1 < count ? first + length : first;
        streamDual(tau, from, whole, j, x, dual, first, second, cross, from * L, length);
        if (from + whole < Math.min(from + Streams.CHUNK, vectors)) {
          int done = whole * L;
          tails.fill(x, first + done, second + done, tails.x);
          tails.fill(dual, first + done, second + done, tails.dual);
          int rest = tails.rest;
          int at = (from + whole) * L;
          for (int l = 0; cross != null && l < rank; l++) {
            System.arraycopy(cross, l * length + at, tails.cross, l * L, rest);
          }
          double[] tail = cross == null ? null : tails.cross;
          streamDual(tau, from + whole, 1, j, tails.x, tails.dual, 0, L, tail, 0, L);
          for (int l = 0; cross != null && l < rank; l++) {
            System.arraycopy(tails.cross, l * L, cross, l * length + at, rest);
          }
          System.arraycopy(tails.dual, L, dual, second + done, rest);
          System.arraycopy(tails.dual, 0, dual, first + done, rest);
        }
      }
    }
  }

  private void streamDual(
      double tau,
      int from,
      int some,
      int column,
      double[] x,
      double[] dual,
      int first,
      int second,
      double[] cross,
      int crossAt,
      int crossLength) {
    int at = from * forward.stride;
    int stride = forward.stride;
    int codesAt = column * Streams.RANK;
    if (cross == null) {
      Streams.soften(
          forward.panel,
          backward.panel,
          at,
          stride,
          some,
          codes,
          codesAt,
          x,
          dual,
          first,
          second,
          tau,
          products.lanes,
          products.at(column, 1, 0));
    } else {
      Streams.softenCross(
          forward.panel,
          at,
          stride,
          some,
          codes,
          codesAt,
          x,
          dual,
          first,
          second,
          tau,
          otherCodes,
          codesAt,
          cross,
          crossAt,
          crossLength);
    }
  }

  /** Codes of pairs, two to a column; a column that is left over is followed by itself. */
  private void pairCodes(
      int count,
      double[] h, // exact
      double[] out) {
    for (int j = 0; j < count + count % 2; j++) {
      for (int l = 0; l < Streams.RANK; l++) {
        out[j * Streams.RANK + l] = l < rank ? (double) h[Math.min(j, count - 1) * rank + l] : 0;
      }
    }
  }
}
