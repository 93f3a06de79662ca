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
  private final double[] chunkSums = new double[8 * L];
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
    otherCodes = new double[Kernels.BLOCK * rank];
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
      double[] sums // exact
      ) {
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
      double[] h, // exact
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
      PassOperation.SmoothedSign smoothing,
      int count,
      double[] h, // exact
      double[] x,
      int offset) {
    Arrays.fill(codes, 0);
    int even = count + count % 2;
    for (int j = 0; j < even; j++) {
      for (int l = 0; l < rank; l++) {
        codes[j * Streams.RANK + l] = (double) h[Math.min(j, count - 1) * rank + l];
      }
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
          stream(from + whole, 1, j, tailX, 0, second == first ? 0 : L, done);
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
        chunkSums);
    // A column that is left over was computed twice.
    addChunk(column, second == first ? 1 : 2);
  }

  private void prepare(PassOperation.SmoothedSign smoothing, int from, int chunk) {
    double[] q = smoothing.q(); // exact
    int entries = Math.min(chunk * L, length - from * L);
    for (int i = 0; i < entries; i++) {
      double scale = smoothing.lambda() * q[from * L + i]; // exact
      inverse[i] = (double) Math.min(1 / scale, Double.MAX_VALUE); // 0 times it stays 0
      minusHalf[i] = (double) (-.5 * scale);
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
    if (operation instanceof PassOperation.SmoothedSign smoothing) {
      double curvature = (double) smoothing.curvature();
      if (weighted || curvature > 0) {
        Maps.smoothedSign(
            tile, t, x, xAt, w, wAt, inverse, minusHalf, i, curvature, some, chunkSums);
      } else {
        Maps.smoothedSign(tile, t, x, xAt, inverse, minusHalf, i, some, chunkSums);
      }
    } else {
      Maps.residual(tile, t, x, xAt, w, wAt, some, chunkSums);
    }
    addChunk(column, 1);
  }

  /** Adds the sums of a chunk of one or two columns. */
  private void addChunk(int column, int columns) {
    int to = column * 4 * L;
    int end = columns * 4 * L;
    for (int k = 0; k < end; k++) {
      totals[to + k] += chunkSums[k];
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

  private void writeSums(PassOperation operation, int column, double[] sums // exact
      ) {
    int s = column * 4 * L;
    double absolute = total(s); // exact
    double squared = total(s + L); // exact
    double smoothed = absolute; // exact
    double inner = 0; // exact
    if (operation instanceof PassOperation.SmoothedSign smoothing) {
      smoothed = total(s + 2 * L) + .5 * smoothing.curvature() * squared;
      inner = total(s + 3 * L);
    }
    sums[4 * column] = absolute;
    sums[4 * column + 1] = squared;
    sums[4 * column + 2] = smoothed;
    sums[4 * column + 3] = inner;
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
    packCodes(count, h);
    Arrays.fill(products, 0);
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
        if (product != null) {
          backward(from, width, first);
        }
      }
      if (cross != null) {
        addCross(from, count, cross);
      }
    }
    if (product != null) {
      readProducts(count, product);
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
