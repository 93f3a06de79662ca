package org.mahnmf.simd;

import static org.mahnmf.simd.Tiles.CHUNK;
import static org.mahnmf.simd.Tiles.L;
import static org.mahnmf.simd.Tiles.TILE;

import java.util.Arrays;
import org.mahnmf.kernel.Kernels;
import org.mahnmf.store.PassOperation;

/**
 * A block for any rank: groups of 8, 4 or 1 columns over chunks of entries, a product into a tile,
 * the operation on it, a product out of it.
 */
@SuppressWarnings("cast") // the twin for floats needs them
final class TilePass {

  /** Chunks after which sums are added up as doubles. */
  private static final int FOLD = 4;

  private final Packed forward;
  private final Packed backward;
  private final int rank;
  private final int length;

  /** Vectors per column, the last perhaps incomplete. */
  private final int vectors;

  /** Vectors per chunk: as equal as can be, since a short last one wastes loads. */
  private final int chunk;

  private final Products products;
  private final ColumnSums sums;
  private final SmoothingScale scale;
  private final Tails tails;
  private final double[] tile = new double[Kernels.BLOCK * TILE];
  private final double[] ones = new double[TILE];
  private final double[] codes;
  private final double[] otherCodes;

  TilePass(
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
    chunk = evenChunk(vectors);
    codes = new double[Kernels.BLOCK * rank];
    otherCodes = new double[Kernels.BLOCK * rank];
    Arrays.fill(ones, 1);
  }

  /** At most {@link Tiles#CHUNK} vectors, a multiple of the three that a product takes at once. */
  private static int evenChunk(int vectors) {
    int chunks = Math.max(1, (vectors + CHUNK - 1) / CHUNK);
    int triples = (vectors + 3 * chunks - 1) / (3 * chunks);
    return 3 * triples;
  }

  /** Codes of a group lie side by side, component by component. */
  private void packCodes(int count, double[] h // exact
      ) {
    for (int first = 0, width; first < count; first += width) {
      width = Products.width(first, count);
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
    int end = Math.min(from + chunk, vectors);
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
    int some = Math.min(chunk, vectors - from);
    int stride = backward.stride;
    for (int triple = 0; triple < backward.triples; triple++) {
      int at = from * stride + triple * 3 * L;
      int to = products.at(first, width, triple);
      if (width == 8) {
        Tiles.backward8(backward.panel, at, stride, some, tile, first * TILE, products.lanes, to);
      } else if (width == 4) {
        Tiles.backward4(backward.panel, at, stride, some, tile, first * TILE, products.lanes, to);
      } else {
        Tiles.backward1(backward.panel, at, stride, some, tile, first * TILE, products.lanes, to);
      }
    }
  }

  /** Computes forwardᵀ·h of one column. */
  void forward(
      double[] h, // exact
      double[] out // exact
      ) {
    packCodes(1, h);
    for (int from = 0; from < vectors; from += chunk) {
      forward(from, 1, 0);
      int entries = Math.min(chunk * L, length - from * L);
      for (int i = 0; i < entries; i++) {
        out[from * L + i] = tile[i];
      }
    }
  }

  /** Computes backward·u of one column. */
  void backward(
      double[] u, // exact
      double[] out // exact
      ) {
    products.clear(1);
    for (int from = 0; from < vectors; from += chunk) {
      int entries = Math.min(chunk * L, length - from * L);
      for (int i = 0; i < entries; i++) {
        tile[i] = (double) u[from * L + i];
      }
      Arrays.fill(tile, entries, Math.min(TILE, entries + L), 0);
      backward(from, 1, 0);
    }
    products.read(1, out);
  }

  /** A pass over a block, see {@link Kernels.Lane#block}, without writing its results. */
  void pass(
      PassOperation operation,
      int count,
      double[] h, // exact
      double[] x,
      double[] weights,
      int offset,
      boolean wanted) {
    packCodes(count, h);
    for (int from = 0, done = 1; from < vectors; from += chunk, done++) {
      if (operation instanceof PassOperation.SmoothedSign smoothing) {
        scale.cover(smoothing, from, chunk);
      }
      for (int first = 0, width; first < count; first += width) {
        width = Products.width(first, count);
        forward(from, width, first);
        for (int j = first; j < Math.min(first + width, count); j++) {
          map(operation, j, from, x, weights, offset + j * length);
        }
        if (wanted) {
          backward(from, width, first);
        }
      }
      if (done % FOLD == 0 || from + chunk >= vectors) {
        sums.fold();
      }
    }
  }

  private void map(
      PassOperation operation, int column, int from, double[] x, double[] weights, int begin) {
    int at = begin + from * L;
    int whole = Math.min(chunk, length / L - from);
    int t = column * TILE;
    int i = scale.at(from);
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
    int rest = Math.min(chunk, vectors - from) - whole;
    if (rest > 0) {
      int done = whole * L;
      tails.fill(x, at + done, tails.x, 0);
      if (weights != null) {
        tails.fill(weights, at + done, tails.weights, 0);
      }
      map(
          operation,
          column,
          t + done,
          i + done,
          tails.x,
          0,
          weights == null ? ones : tails.weights,
          0,
          weights != null,
          1);
    }
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
    int s = ColumnSums.at(column);
    if (operation instanceof PassOperation.SmoothedSign smoothing) {
      if (ColumnSums.needsAll(smoothing)) {
        double curvature = (double) smoothing.curvature();
        Maps.smoothedSign(
            tile,
            t,
            x,
            xAt,
            w,
            wAt,
            scale.inverse,
            scale.minusHalf,
            i,
            curvature,
            some,
            sums.lanes,
            s);
      } else if (weighted) {
        Maps.smoothedSign(tile, t, x, xAt, w, wAt, scale.inverse, i, some, sums.lanes, s);
      } else {
        Maps.smoothedSign(tile, t, x, xAt, scale.inverse, i, some, sums.lanes, s);
      }
    } else {
      Maps.residual(tile, t, x, xAt, w, wAt, some, sums.lanes, s);
    }
  }

  /** The same for an ADMM half-step, see {@link Kernels.Lane#dualBlock}. */
  void dualPass(
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
    for (int from = 0; from < vectors; from += chunk) {
      for (int first = 0, width; first < count; first += width) {
        width = Products.width(first, count);
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
    int whole = Math.min(chunk, length / L - from);
    int t = column * TILE;
    soften(tau, curvature, t, x, at, weights, dual, at, whole);
    if (Math.min(chunk, vectors - from) > whole) {
      int done = whole * L;
      tails.fill(x, at + done, tails.x, 0);
      tails.fill(dual, at + done, tails.dual, 0);
      if (weights != null) {
        tails.fill(weights, at + done, tails.weights, 0);
      }
      soften(
          tau,
          curvature,
          t + done,
          tails.x,
          0,
          weights == null ? null : tails.weights,
          tails.dual,
          0,
          1);
      System.arraycopy(tails.dual, 0, dual, at + done, tails.rest);
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
    int entries = Math.min(chunk * L, length - from * L);
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
