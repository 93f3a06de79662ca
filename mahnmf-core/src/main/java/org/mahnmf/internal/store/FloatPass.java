package org.mahnmf.internal.store;

import java.util.Arrays;
import org.mahnmf.base.Workers;
import org.mahnmf.internal.kernel.Chunks;
import org.mahnmf.internal.kernel.FloatLoops;
import org.mahnmf.internal.kernel.FloatProducts;
import org.mahnmf.problem.Loss;

/**
 * Passes in floats: products at twice the speed of doubles. Sums over parts and what is handed out
 * are doubles. For ADMM alone; passes with sums over columns widen the floats, see {@link
 * DoublePass}.
 */
final class FloatPass extends TilePass<float[]> {

  private static final float[] ONES = new float[Chunks.LONGEST];

  static {
    Arrays.fill(ONES, 1);
  }

  FloatPass(Tiles x, Tiles weights, Workers workers, int rank) {
    super(x, weights, workers, rank, rank, ONES);
  }

  @Override
  Step<float[]> dualStep(Tiles dual, double tau, Loss loss, boolean isAcross) {
    return (tile, part, chunk, line, count) -> {
      multiply(tile, chunk, line, count);
      for (int q = 0; q < count; q++) {
        split(tile, tile.rows[q], dual, tau, loss, chunk, line + q);
      }
      add(tile, isAcross, part, chunk, line, count);
    };
  }

  private void split(
      Tile<float[]> tile, float[] t, Tiles dual, double tau, Loss loss, int chunk, int line) {
    int n = chunks.length(chunk);
    float[] row = x.row(chunk, line, tile.entries);
    float[] a = dual.row(chunk, line, tile.duals);
    float[] w = weights(weights, tile, chunk, line);
    if (!loss.isKinked()) {
      splitWidened(loss, tau, t, row, w, a);
    } else if (loss.curvature() > 0) {
      FloatLoops.elasticDual(t, row, w, a, (float) tau, (float) loss.curvature(), n);
    } else if (weights != null) {
      FloatLoops.weightedDual(t, row, w, a, (float) tau, n);
    } else {
      FloatLoops.dual(t, row, a, (float) tau, n);
    }
    dual.keep(chunk, line, a);
  }

  /** Any other loss knows doubles alone. */
  private void splitWidened(Loss loss, double tau, float[] t, float[] row, float[] w, float[] a) {
    double[][] wide = {widened(t), widened(row), widened(w), widened(a)};
    int n = Math.min(row.length, a.length);
    loss.split(wide[0], wide[1], wide[2], wide[3], tau, n);
    for (int i = 0; i < n; i++) {
      t[i] = (float) wide[0][i];
      a[i] = (float) wide[3][i];
    }
  }

  private static double[] widened(float[] values) {
    double[] wide = new double[values.length];
    Arrays.setAll(wide, i -> values[i]);
    return wide;
  }

  @Override
  float[][] newRows(int count, int length) {
    return new float[count][length];
  }

  @Override
  void clear(float[][] some, int count, int n) {
    for (int q = 0; q < count; q++) {
      Arrays.fill(some[q], 0, n, 0);
    }
  }

  @Override
  float[] row(Tiles from, int chunk, int line, float[] scratch) {
    return from.row(chunk, line, scratch);
  }

  @Override
  void copy(double[] from, int at, float[] out) {
    FloatLoops.round(from, at, out);
  }

  @Override
  void columns(double[] factor, int length, int from, float[][] out) {
    FloatProducts.columns(factor, rank, length, from, out.length, out);
  }

  @Override
  void addTo(double[] sum, int at, float[] row) {
    FloatLoops.add(sum, at, row);
  }

  @Override
  void addSum(float[] row, int n, float[] to, int at) {
    to[at] += (float) FloatProducts.sum(row, n);
  }

  @Override
  void multiply(float[] row, float[] w, float[] out, int n) {
    FloatLoops.multiply(row, w, out, n);
  }

  @Override
  void add(
      float[][] out, int outAt, int outputs, float[][] c, int at, float[][] in, int inputs, int n) {
    FloatProducts.add(out, outAt, outputs, c, at, in, inputs, n);
  }

  @Override
  void addTransposed(
      float[][] out, int outputs, float[][] c, int at, float[][] in, int inputs, int n) {
    FloatProducts.addTransposed(out, outputs, c, at, in, inputs, n);
  }
}
