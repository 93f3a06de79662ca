package org.mahnmf.simd;

import static org.mahnmf.simd.Tiles.L;

import org.mahnmf.kernel.Kernels;
import org.mahnmf.store.PassOperation;

/**
 * The loops of one thread: small ranks stream, all else goes over tiles. What comes out for a
 * column depends on the rank and the operation alone, not on its block.
 */
@SuppressWarnings("cast") // the twin for floats needs them
final class VectorLane implements Kernels.Lane<double[]> {

  private final Products products;
  private final ColumnSums sums = new ColumnSums();
  private final TilePass tiles;
  private final StreamPass streams;

  VectorLane(Packed forward, Packed backward) {
    int length = forward.length;
    SmoothingScale scale = new SmoothingScale(length, (length + L - 1) / L);
    Tails tails = new Tails(length);
    products = new Products(backward);
    tiles = new TilePass(forward, backward, products, sums, scale, tails);
    streams = new StreamPass(forward, backward, products, sums, scale, tails);
  }

  @Override
  public void forward(
      double[] h, // exact
      double[] out // exact
      ) {
    tiles.forward(h, out);
  }

  @Override
  public void backward(
      double[] u, // exact
      double[] out // exact
      ) {
    tiles.backward(u, out);
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
    sums.clear();
    products.clear(count);
    if (operation instanceof PassOperation.SmoothedSign smoothing && streams.takes(smoothing)) {
      streams.pass(smoothing, count, h, x, weights, offset);
    } else {
      tiles.pass(operation, count, h, x, weights, offset, product != null);
    }
    for (int j = 0; j < count; j++) {
      sums.write(operation, j, columnSums);
    }
    if (product != null) {
      products.read(count, product);
    }
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
    products.clear(count);
    if (weights == null && curvature == 0 && streams.takesDual(product != null, cross != null)) {
      streams.dualPass((double) tau, count, h, x, dual, offset, crossCodes, cross);
    } else {
      tiles.dualPass(
          tau, curvature, count, h, x, weights, dual, offset, product != null, crossCodes, cross);
    }
    if (product != null) {
      products.read(count, product);
    }
  }
}
