package org.mahnmf.simd;

import static org.mahnmf.simd.Tiles.CHUNK;
import static org.mahnmf.simd.Tiles.L;
import static org.mahnmf.simd.Tiles.TILE;

import java.util.Arrays;
import org.mahnmf.kernel.Kernels;
import org.mahnmf.simd.VectorKernels.Packed;
import org.mahnmf.store.PassOperation;

/** The loops of one thread: groups of 8, 4 or 1 columns over chunks of entries. */
final class VectorLane implements Kernels.Lane {

  private final Packed forward;
  private final Packed backward;
  private final int rank;
  private final int length;

  /** Vectors per column, the last perhaps incomplete. */
  private final int vectors;

  private final double[] tile = new double[Kernels.BLOCK * TILE];
  private final double[] codes;
  private final double[] products;
  private final double[] totals = new double[Kernels.BLOCK * 4 * L];
  private final double[] ones = new double[TILE];
  private final double[] inverse;
  private final double[] minusHalf;
  private final double[] tailX = new double[2 * L];
  private final double[] tailWeights = new double[L];
  private final double[] tailDual = new double[L];

  VectorLane(Packed forward, Packed backward) {
    this.forward = forward;
    this.backward = backward;
    rank = forward.rank;
    length = forward.length;
    vectors = (length + L - 1) / L;
    codes = new double[Kernels.BLOCK * Math.max(rank, Streams.RANK)];
    products = new double[Kernels.BLOCK * backward.triples * 3 * L];
    Arrays.fill(ones, 1);
    int chunk = rank <= Streams.RANK ? Math.min(Streams.CHUNK, vectors) : 0;
    inverse = new double[Math.max(CHUNK, chunk) * L];
    minusHalf = new double[Math.max(CHUNK, chunk) * L];
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
  private void packCodes(int count, double[] h) {
    for (int first = 0, width; first < count; first += width) {
      width = width(first, count);
      for (int j = 0; j < width; j++) {
        int to = first * rank + j;
        for (int l = 0; l < rank; l++, to += width) {
          codes[to] = first + j < count ? h[(first + j) * rank + l] : 0;
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

  private void readProducts(int count, double[] out) {
    for (int first = 0, width; first < count; first += width) {
      width = width(first, count);
      for (int j = 0; j < width && first + j < count; j++) {
        for (int l = 0; l < rank; l++) {
          int vector = first * 3 * backward.triples + (l / 3 * width + j) * 3 + l % 3;
          out[(first + j) * rank + l] = Tiles.total(products, vector * L);
        }
      }
    }
  }

  @Override
  public void forward(double[] h, double[] out) {
    for (int from = 0; from < vectors; from += CHUNK) {
      System.arraycopy(h, 0, codes, 0, rank);
      forward(from, 1, 0);
      System.arraycopy(tile, 0, out, from * L, Math.min(TILE, length - from * L));
    }
  }

  @Override
  public void backward(double[] u, double[] out) {
    Arrays.fill(products, 0, 3 * backward.triples * L, 0);
    for (int from = 0; from < vectors; from += CHUNK) {
      int entries = Math.min(TILE, length - from * L);
      System.arraycopy(u, from * L, tile, 0, entries);
      Arrays.fill(tile, entries, Math.min(TILE, entries + L), 0);
      backward(from, 1, 0);
    }
    readProducts(1, out);
  }

  @Override
  public void block(
      PassOperation operation,
      int count,
      double[] h,
      double[] x,
      double[] weights,
      int offset,
      double[] product,
      double[] sums) {
    Arrays.fill(totals, 0);
    Arrays.fill(products, 0);
    if (rank <= Streams.RANK
        && forward == backward
        && weights == null
        && operation instanceof PassOperation.SmoothedSign smoothing
        && smoothing.curvature() == 0) {
      stream(smoothing, count, h, x, offset);
    } else {
      tiles(operation, count, h, x, weights, offset, product != null);
    }
    for (int j = 0; j < count; j++) {
      writeSums(operation, j, sums);
    }
    if (product != null) {
      readProducts(count, product);
    }
  }

  private void tiles(
      PassOperation operation,
      int count,
      double[] h,
      double[] x,
      double[] weights,
      int offset,
      boolean wanted) {
    packCodes(count, h);
    for (int from = 0; from < vectors; from += CHUNK) {
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
    }
  }

  /** Pairs of columns; one that is left over is paired with itself. */
  private void stream(
      PassOperation.SmoothedSign smoothing, int count, double[] h, double[] x, int offset) {
    Arrays.fill(codes, 0);
    for (int j = 0; j < count; j++) {
      System.arraycopy(h, j * rank, codes, j * Streams.RANK, rank);
    }
    if (count % 2 != 0) {
      System.arraycopy(h, (count - 1) * rank, codes, count * Streams.RANK, rank);
    }
    for (int from = 0; from < vectors; from += Streams.CHUNK) {
      prepare(smoothing, from, Streams.CHUNK);
      int whole = Math.min(Streams.CHUNK, length / L - from);
      boolean rest = Math.min(Streams.CHUNK, vectors - from) > whole;
      for (int j = 0; j < count; j += 2) {
        int first = offset + j * length + from * L;
        int second = j + 1 < count ? first + length : first;
        stream(from, whole, j, x, first, second, 0);
        if (rest) {
          int done = whole * L;
          fillTail(x, first + done, tailX, 0);
          fillTail(x, second + done, tailX, L);
          stream(from + whole, 1, j, tailX, 0, L, done);
        }
      }
    }
  }

  private void stream(int from, int some, int column, double[] x, int first, int second, int i) {
    Streams.smoothedSign(
        forward.panel,
        from * forward.stride,
        forward.stride,
        some,
        codes,
        column * Streams.RANK,
        x,
        first,
        second,
        inverse,
        minusHalf,
        i,
        products,
        column * Streams.RANK * L,
        totals,
        column * 4 * L);
  }

  private void prepare(PassOperation.SmoothedSign smoothing, int from, int chunk) {
    double[] q = smoothing.q();
    int entries = Math.min(chunk * L, length - from * L);
    for (int i = 0; i < entries; i++) {
      double scale = smoothing.lambda() * q[from * L + i];
      inverse[i] = Math.min(1 / scale, Double.MAX_VALUE); // 0 times it stays 0
      minusHalf[i] = -.5 * scale;
    }
    int end = (entries + L - 1) / L * L;
    Arrays.fill(inverse, entries, end, 0);
    Arrays.fill(minusHalf, entries, end, 0);
  }

  private void map(
      PassOperation operation, int column, int from, double[] x, double[] weights, int begin) {
    int at = begin + from * L;
    int whole = Math.min(CHUNK, length / L - from);
    int t = column * TILE;
    map(
        operation,
        column,
        t,
        0,
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
          done,
          tailX,
          0,
          weights == null ? ones : tailWeights,
          0,
          weights != null,
          1);
    }
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
      double curvature = smoothing.curvature();
      if (weighted || curvature > 0) {
        Maps.smoothedSign(
            tile, t, x, xAt, w, wAt, inverse, minusHalf, i, curvature, some, totals, s);
      } else {
        Maps.smoothedSign(tile, t, x, xAt, inverse, minusHalf, i, some, totals, s);
      }
    } else {
      Maps.residual(tile, t, x, xAt, w, wAt, some, totals, s);
    }
  }

  private void writeSums(PassOperation operation, int column, double[] sums) {
    int s = column * 4 * L;
    double absolute = Tiles.total(totals, s);
    double squared = Tiles.total(totals, s + L);
    double smoothed = absolute;
    double inner = 0;
    if (operation instanceof PassOperation.SmoothedSign smoothing) {
      smoothed = Tiles.total(totals, s + 2 * L) + .5 * smoothing.curvature() * squared;
      inner = Tiles.total(totals, s + 3 * L);
    }
    sums[4 * column] = absolute;
    sums[4 * column + 1] = squared;
    sums[4 * column + 2] = smoothed;
    sums[4 * column + 3] = inner;
  }

  @Override
  public void dualBlock(
      double tau,
      double curvature,
      int count,
      double[] h,
      double[] x,
      double[] weights,
      double[] dual,
      int offset,
      double[] product,
      double[] crossCodes,
      double[] cross) {
    packCodes(count, h);
    Arrays.fill(products, 0);
    for (int from = 0; from < vectors; from += CHUNK) {
      for (int first = 0, width; first < count; first += width) {
        width = width(first, count);
        forward(from, width, first);
        for (int j = first; j < Math.min(first + width, count); j++) {
          soften(tau, curvature, j, from, x, weights, dual, offset + j * length);
        }
        if (product != null) {
          backward(from, width, first);
        }
      }
      if (cross != null) {
        addCross(from, count, crossCodes, cross);
      }
    }
    if (product != null) {
      readProducts(count, product);
    }
  }

  private void soften(
      double tau,
      double curvature,
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
      double tau,
      double curvature,
      int t,
      double[] x,
      int at,
      double[] weights,
      double[] dual,
      int dualAt,
      int some) {
    if (weights == null) {
      Maps.soften(tile, t, x, at, dual, dualAt, tau, 1 / (1 + curvature * tau), some);
    } else {
      Maps.soften(tile, t, x, at, weights, at, dual, dualAt, tau, curvature, some);
    }
  }

  private void addCross(int from, int count, double[] crossCodes, double[] cross) {
    int entries = Math.min(TILE, length - from * L);
    int whole = entries / (3 * L) * (3 * L);
    int l = 0;
    for (; l + 3 < rank; l += 4) {
      int to = l * length + from * L;
      for (int i = 0; i < whole; i += 3 * L) {
        Tiles.cross4(tile, i, count, crossCodes, l, rank, cross, to + i, length);
      }
      for (int k = l; k < l + 4 && whole < entries; k++) {
        int at = k * length + from * L + whole;
        Tiles.cross1(tile, whole, entries - whole, count, crossCodes, k, rank, cross, at);
      }
    }
    for (; l < rank; l++) {
      Tiles.cross1(tile, 0, entries, count, crossCodes, l, rank, cross, l * length + from * L);
    }
  }
}
