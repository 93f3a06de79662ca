package org.mahnmf.simd;

import static org.mahnmf.simd.Tiles.CHUNK;
import static org.mahnmf.simd.Tiles.L;
import static org.mahnmf.simd.Tiles.TILE;

import java.util.Arrays;
import org.mahnmf.kernel.Kernels;
import org.mahnmf.store.PassOperation;

/**
 * The loops of one thread: groups of 8, 4 or 1 columns over chunks of entries. The sums of a chunk
 * are added to those of the column as doubles.
 */
@SuppressWarnings("cast") // the twin for floats needs them
final class VectorLane implements Kernels.Lane<double[]> {

  /** Chunks after which sums are added up as doubles. */
  private static final int FOLD = 4;

  /** The most vectors whose λq is kept: divisions for every block cost more than reading. */
  private static final int SPAN = (1 << 18) / L;

  private final Packed forward;
  private final Packed backward;
  private final int rank;
  private final int length;

  /** Vectors per column, the last perhaps incomplete. */
  private final int vectors;

  private final double[] tile = new double[Kernels.BLOCK * TILE];
  private final double[] codes;
  private final double[] otherCodes;
  private final double[] products;
  private final double[] totals = new double[Kernels.BLOCK * 4 * L]; // exact
  private final double[] sums = new double[Kernels.BLOCK * 4 * L];
  private final double[] ones = new double[TILE];
  private final double[] inverse;
  private final double[] minusHalf;
  private final double[] tailX = new double[2 * L];
  private final double[] tailWeights = new double[2 * L];
  private final double[] tailDual = new double[2 * L];
  private final double[] tailCross = new double[2 * L];

  /** What inverse and minusHalf were made of: an operation, from a vector on. */
  private PassOperation.SmoothedSign prepared;

  private int preparedFrom;

  VectorLane(Packed forward, Packed backward) {
    this.forward = forward;
    this.backward = backward;
    rank = forward.rank;
    length = forward.length;
    vectors = (length + L - 1) / L;
    codes = new double[Kernels.BLOCK * Math.max(rank, Streams.RANK)];
    otherCodes = new double[Kernels.BLOCK * Math.max(rank, Streams.RANK)];
    int productVectors = Kernels.BLOCK * backward.triples * 3;
    products = new double[(productVectors + L - 1) / L * L * L];
    Arrays.fill(ones, 1);
    inverse = new double[Math.min(vectors, SPAN) * L];
    minusHalf = new double[Math.min(vectors, SPAN) * L];
  }

  /** The width of the group that begins at a column. */
  private static int width(int column, int count) {
    int left = count - column;
    if (left == 1) {
      return 1;
    }
    return Tiles.WIDE && left > 4 ? 8 : 4;
  }

  /** Codes of a group lie side by side, component by component. */
  private void packCodes(int count, double[] h // exact
      ) {
    for (int first = 0, width; first < count; first += width) {
      width = width(first, count);
      for (int j = 0; j < width; j++) {
        int to = first * rank + j;
        for (int l = 0; l < rank; l++, to += width) {
          codes[to] = first + j < count ? (double) h[(first + j) * rank + l] : 0;
        }
      }
    }
  }

  /** The tile becomes forwardᵀ·h. */
  private void forward(int from, int width, int first) {
    int end = Math.min(from + CHUNK, vectors);
    for (int v = from; v < end; v += 3) {
      int at = v * forward.stride;
      int to = first * TILE + (v - from) * L;
      if (width == 8) {
        Tiles.forward8(forward.panel, at, forward.stride, rank, codes, first * rank, tile, to);
      } else if (width == 4) {
        Tiles.forward4(forward.panel, at, forward.stride, rank, codes, first * rank, tile, to);
      } else {
        Tiles.forward1(forward.panel, at, forward.stride, rank, codes, first * rank, tile, to);
      }
    }
  }

  /** The tile, multiplied with backward, is added to the products. */
  private void backward(int from, int width, int first) {
    int some = Math.min(CHUNK, vectors - from);
    int stride = backward.stride;
    for (int triple = 0; triple < backward.triples; triple++) {
      int at = from * stride + triple * 3 * L;
      int to = (first * backward.triples + triple * width) * 3 * L;
      if (width == 8) {
        Tiles.backward8(backward.panel, at, stride, some, tile, first * TILE, products, to);
      } else if (width == 4) {
        Tiles.backward4(backward.panel, at, stride, some, tile, first * TILE, products, to);
      } else {
        Tiles.backward1(backward.panel, at, stride, some, tile, first * TILE, products, to);
      }
    }
  }

  private void readProducts(int count, double[] out // exact
      ) {
    int padded = (count + 7) / 8 * 8; // columns of the last group included
    for (int vector = 0; vector < padded * 3 * backward.triples; vector += L) {
      Totals.addLanes(products, vector * L);
    }
    for (int first = 0, width; first < count; first += width) {
      width = width(first, count);
      for (int j = 0; j < width && first + j < count; j++) {
        for (int l = 0; l < rank; l++) {
          int vector = first * 3 * backward.triples + (l / 3 * width + j) * 3 + l % 3;
          out[(first + j) * rank + l] = products[vector / L * L * L + vector % L];
        }
      }
    }
  }

  @Override
  public void forward(
      double[] h, // exact
      double[] out // exact
      ) {
    packCodes(1, h);
    for (int from = 0; from < vectors; from += CHUNK) {
      forward(from, 1, 0);
      int entries = Math.min(TILE, length - from * L);
      for (int i = 0; i < entries; i++) {
        out[from * L + i] = tile[i];
      }
    }
  }

  @Override
  public void backward(
      double[] u, // exact
      double[] out // exact
      ) {
    Arrays.fill(products, 0, 3 * backward.triples * L, 0);
    for (int from = 0; from < vectors; from += CHUNK) {
      int entries = Math.min(TILE, length - from * L);
      for (int i = 0; i < entries; i++) {
        tile[i] = (double) u[from * L + i];
      }
      Arrays.fill(tile, entries, Math.min(TILE, entries + L), 0);
      backward(from, 1, 0);
    }
    readProducts(1, out);
  }

  @Override
  public void block(
      PassOperation operation,
      int count,
      double[] h, // exact
      double[] x,
      double[] weights,
      int offset,
      double[] product, // exact
      double[] columnSums // exact
      ) {
    Arrays.fill(totals, 0);
    Arrays.fill(products, 0);
    if (rank <= Streams.RANK
        && forward == backward
        && operation instanceof PassOperation.SmoothedSign smoothing
        && !needsAllSums(smoothing)) {
      stream(smoothing, count, h, x, weights, offset);
    } else {
      tiles(operation, count, h, x, weights, offset, product != null);
    }
    for (int j = 0; j < count; j++) {
      writeSums(operation, j, columnSums);
    }
    if (product != null) {
      readProducts(count, product);
    }
  }

  private void tiles(
      PassOperation operation,
      int count,
      double[] h, // exact
      double[] x,
      double[] weights,
      int offset,
      boolean wanted) {
    packCodes(count, h);
    for (int from = 0, chunk = 1; from < vectors; from += CHUNK, chunk++) {
      if (operation instanceof PassOperation.SmoothedSign smoothing) {
        prepare(smoothing, from, CHUNK);
      }
      for (int first = 0, width; first < count; first += width) {
        width = width(first, count);
        forward(from, width, first);
        for (int j = first; j < Math.min(first + width, count); j++) {
          map(operation, j, from, x, weights, offset + j * length);
        }
        if (wanted) {
          backward(from, width, first);
        }
      }
      if (chunk % FOLD == 0 || from + CHUNK >= vectors) {
        fold();
      }
    }
  }

  /** Pairs of columns; one that is left over is paired with itself. */
  private void stream(
      PassOperation.SmoothedSign smoothing,
      int count,
      double[] h, // exact
      double[] x,
      double[] weights,
      int offset) {
    pairCodes(count, h, codes);
    for (int from = 0; from < vectors; from += Streams.CHUNK) {
      prepare(smoothing, from, Streams.CHUNK);
      int whole = Math.min(Streams.CHUNK, length / L - from);
      for (int j = 0; j < count; j += 2) {
        int first = offset + j * length + from * L;
        int second = j + 1 < count ? first + length : first;
        stream(from, whole, j, x, weights, first, second);
        if (from + whole < Math.min(from + Streams.CHUNK, vectors)) {
          int done = whole * L;
          fillTails(x, first + done, second + done, tailX);
          if (weights != null) {
            fillTails(weights, first + done, second + done, tailWeights);
          }
          stream(from + whole, 1, j, tailX, weights == null ? null : tailWeights, 0, L);
        }
      }
      fold();
    }
  }

  private void stream(
      int from, int some, int column, double[] x, double[] weights, int first, int second) {
    int at = from * forward.stride;
    int i = (from - preparedFrom) * L;
    int codesAt = column * Streams.RANK;
    int productsAt = column * 3 * L;
    int sumsAt = column * 4 * L;
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
          inverse,
          i,
          products,
          productsAt,
          sums,
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
          inverse,
          i,
          products,
          productsAt,
          sums,
          sumsAt);
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

  /** Makes inverse and minusHalf cover a chunk, and as much after it as they can hold. */
  private void prepare(PassOperation.SmoothedSign smoothing, int from, int chunk) {
    int end = Math.min(from + chunk, vectors);
    if (smoothing == prepared
        && from >= preparedFrom
        && end * L <= preparedFrom * L + inverse.length) {
      return;
    }
    prepared = smoothing;
    preparedFrom = from;
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

  private void map(
      PassOperation operation, int column, int from, double[] x, double[] weights, int begin) {
    int at = begin + from * L;
    int whole = Math.min(CHUNK, length / L - from);
    int t = column * TILE;
    int i = (from - preparedFrom) * L;
    map(
        operation,
        column,
        t,
        i,
        x,
        at,
        weights == null ? ones : weights,
        weights == null ? 0 : at,
        weights != null,
        whole);
    int rest = Math.min(CHUNK, vectors - from) - whole;
    if (rest > 0) {
      int done = whole * L;
      fillTail(x, at + done, tailX, 0);
      if (weights != null) {
        fillTail(weights, at + done, tailWeights, 0);
      }
      map(
          operation,
          column,
          t + done,
          i + done,
          tailX,
          0,
          weights == null ? ones : tailWeights,
          0,
          weights != null,
          1);
    }
  }

  private void fillTails(double[] values, int first, int second, double[] tails) {
    fillTail(values, first, tails, 0);
    fillTail(values, second, tails, L);
  }

  private void fillTail(double[] values, int at, double[] tail, int to) {
    int rest = length % L;
    System.arraycopy(values, at, tail, to, rest);
    Arrays.fill(tail, to + rest, to + L, 0);
  }

  private void map(
      PassOperation operation,
      int column,
      int t,
      int i,
      double[] x,
      int xAt,
      double[] w,
      int wAt,
      boolean weighted,
      int some) {
    int s = column * 4 * L;
    if (operation instanceof PassOperation.SmoothedSign smoothing) {
      if (needsAllSums(smoothing)) {
        double curvature = (double) smoothing.curvature();
        Maps.smoothedSign(tile, t, x, xAt, w, wAt, inverse, minusHalf, i, curvature, some, sums, s);
      } else if (weighted) {
        Maps.smoothedSign(tile, t, x, xAt, w, wAt, inverse, i, some, sums, s);
      } else {
        Maps.smoothedSign(tile, t, x, xAt, inverse, i, some, sums, s);
      }
    } else {
      Maps.residual(tile, t, x, xAt, w, wAt, some, sums, s);
    }
  }

  private static boolean needsAllSums(PassOperation.SmoothedSign smoothing) {
    return smoothing.withLoss() || smoothing.curvature() > 0;
  }

  /** Adds the sums so far to the totals and begins anew. */
  private void fold() {
    for (int k = 0; k < totals.length; k++) {
      totals[k] += sums[k];
      sums[k] = 0;
    }
  }

  /** Adds the lanes of a sum, in their order. */
  private double total( // exact
      int at) {
    double total = totals[at]; // exact
    for (int k = 1; k < L; k++) {
      total += totals[at + k];
    }
    return total;
  }

  private void writeSums(PassOperation operation, int column, double[] out // exact
      ) {
    int s = column * 4 * L;
    double absolute = total(s); // exact
    double squared = total(s + L); // exact
    double smoothed = absolute; // exact
    double inner = 0; // exact
    if (operation instanceof PassOperation.SmoothedSign smoothing) {
      smoothed = smoothing.withLoss() ? total(s + 2 * L) + .5 * smoothing.curvature() * squared : 0;
      squared = smoothing.curvature() > 0 ? squared : 0;
      inner = total(s + 3 * L);
    }
    out[4 * column] = absolute;
    out[4 * column + 1] = squared;
    out[4 * column + 2] = smoothed;
    out[4 * column + 3] = inner;
  }

  @Override
  public void dualBlock(
      double tau, // exact
      double curvature, // exact
      int count,
      double[] h, // exact
      double[] x,
      double[] weights,
      double[] dual,
      int offset,
      double[] product, // exact
      double[] crossCodes, // exact
      double[] cross) {
    Arrays.fill(products, 0);
    if (weights == null && curvature == 0 && canStream(product != null, cross != null)) {
      streamDual((double) tau, count, h, x, dual, offset, crossCodes, cross);
    } else {
      tileDual(
          tau, curvature, count, h, x, weights, dual, offset, product != null, crossCodes, cross);
    }
    if (product != null) {
      readProducts(count, product);
    }
  }

  /** A stream makes one of the two products, and the second one needs two components. */
  private boolean canStream(boolean product, boolean cross) {
    return product != cross && (product ? rank <= Streams.RANK : rank == Streams.RANK);
  }

  /** Pairs of columns; one that is left over is paired with itself, which changes nothing. */
  private void streamDual(
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
          fillTails(x, first + done, second + done, tailX);
          fillTails(dual, first + done, second + done, tailDual);
          int rest = length % L;
          int at = (from + whole) * L;
          for (int l = 0; cross != null && l < rank; l++) {
            System.arraycopy(cross, l * length + at, tailCross, l * L, rest);
          }
          double[] tail = cross == null ? null : tailCross;
          streamDual(tau, from + whole, 1, j, tailX, tailDual, 0, L, tail, 0, L);
          for (int l = 0; cross != null && l < rank; l++) {
            System.arraycopy(tailCross, l * L, cross, l * length + at, rest);
          }
          System.arraycopy(tailDual, L, dual, second + done, rest);
          System.arraycopy(tailDual, 0, dual, first + done, rest);
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
          products,
          column * 3 * L);
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

  private void tileDual(
      double tau, // exact
      double curvature, // exact
      int count,
      double[] h, // exact
      double[] x,
      double[] weights,
      double[] dual,
      int offset,
      boolean wanted,
      double[] crossCodes, // exact
      double[] cross) {
    packCodes(count, h);
    for (int k = 0; cross != null && k < count * rank; k++) {
      otherCodes[k] = (double) crossCodes[k];
    }
    for (int from = 0; from < vectors; from += CHUNK) {
      for (int first = 0, width; first < count; first += width) {
        width = width(first, count);
        forward(from, width, first);
        for (int j = first; j < Math.min(first + width, count); j++) {
          soften(tau, curvature, j, from, x, weights, dual, offset + j * length);
        }
        if (wanted) {
          backward(from, width, first);
        }
      }
      if (cross != null) {
        addCross(from, count, cross);
      }
    }
  }

  private void soften(
      double tau, // exact
      double curvature, // exact
      int column,
      int from,
      double[] x,
      double[] weights,
      double[] dual,
      int begin) {
    int at = begin + from * L;
    int whole = Math.min(CHUNK, length / L - from);
    int t = column * TILE;
    soften(tau, curvature, t, x, at, weights, dual, at, whole);
    if (Math.min(CHUNK, vectors - from) > whole) {
      int done = whole * L;
      fillTail(x, at + done, tailX, 0);
      fillTail(dual, at + done, tailDual, 0);
      if (weights != null) {
        fillTail(weights, at + done, tailWeights, 0);
      }
      soften(
          tau, curvature, t + done, tailX, 0, weights == null ? null : tailWeights, tailDual, 0, 1);
      System.arraycopy(tailDual, 0, dual, at + done, length % L);
    }
  }

  private void soften(
      double tau, // exact
      double curvature, // exact
      int t,
      double[] x,
      int at,
      double[] weights,
      double[] dual,
      int dualAt,
      int some) {
    if (weights == null) {
      double shrink = (double) (1 / (1 + curvature * tau));
      Maps.soften(tile, t, x, at, dual, dualAt, (double) tau, shrink, some);
    } else {
      Maps.soften(
          tile, t, x, at, weights, at, dual, dualAt, (double) tau, (double) curvature, some);
    }
  }

  private void addCross(int from, int count, double[] cross) {
    int entries = Math.min(TILE, length - from * L);
    int whole = entries / (3 * L) * (3 * L);
    int l = 0;
    for (; l + 3 < rank; l += 4) {
      int to = l * length + from * L;
      for (int i = 0; i < whole; i += 3 * L) {
        Tiles.cross4(tile, i, count, otherCodes, l, rank, cross, to + i, length);
      }
      for (int k = l; k < l + 4 && whole < entries; k++) {
        int at = k * length + from * L + whole;
        Tiles.cross1(tile, whole, entries - whole, count, otherCodes, k, rank, cross, at);
      }
    }
    for (; l < rank; l++) {
      Tiles.cross1(tile, 0, entries, count, otherCodes, l, rank, cross, l * length + from * L);
    }
  }
}
