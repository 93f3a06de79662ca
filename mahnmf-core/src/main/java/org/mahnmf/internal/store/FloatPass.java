package org.mahnmf.internal.store;

import java.util.Arrays;
import org.mahnmf.base.Workers;
import org.mahnmf.internal.kernel.Chunks;
import org.mahnmf.internal.kernel.FloatMaps;
import org.mahnmf.internal.kernel.FloatProducts;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Loss;

/**
 * Passes in floats: products at twice the speed of doubles. Sums over parts and what is handed out
 * are doubles. For ADMM alone; passes with sums over columns widen the floats, see {@link
 * DoublePass}.
 */
final class FloatPass extends TilePass {

  private static final float[] ONES = new float[Chunks.LONGEST];

  static {
    Arrays.fill(ONES, 1);
  }

  /** Below this rank dot products beat loops over so few components. */
  private static final int DOTS_BELOW = 8;

  /** Factors of the first product: line, component; and chunk, component, entry. */
  private final float[][] across;

  private final float[][][] along;

  /** The factor of the second product: line, component; or chunk, entry, component. */
  private float[][] coefficients;

  private float[][][] columns;

  /** The same as chunk, component, entry, for ranks at which dot products are quicker. */
  private float[][][] rows;

  /** Sums over lines: part, chunk, component, entry. */
  private float[][][][] overLines;

  /** Sums over entries: part, line, component. */
  private float[][][] overEntries;

  FloatPass(Tiles x, Tiles weights, Workers workers, int rank) {
    super(x, weights, workers, rank);
    across = new float[x.lines()][rank];
    along = rowsByChunk();
  }

  private float[][][] rowsByChunk() {
    float[][][] out = new float[chunks.count()][rank][];
    for (int c = 0; c < out.length; c++) {
      for (int l = 0; l < rank; l++) {
        out[c][l] = new float[chunks.length(c)];
      }
    }
    return out;
  }

  @Override
  void face(DenseMatrix newAcross, DenseMatrix newAlong) {
    lines(newAcross, across);
    chunks(newAlong, along);
  }

  /** Copies the rows of a factor by chunks. */
  private void chunks(DenseMatrix factor, float[][][] out) {
    workers.run(
        chunks.count(),
        8,
        (worker, from, to) -> {
          for (int c = from; c < to; c++) {
            for (int l = 0; l < rank; l++) {
              int start = factor.offset(l) + chunks.begin(c);
              FloatMaps.round(factor.array(), start, out[c][l]);
            }
          }
        });
  }

  /** Copies the columns of a factor to rows. */
  private void lines(DenseMatrix factor, float[][] out) {
    workers.run(
        out.length,
        2048,
        (worker, from, to) -> {
          float[][] some = Arrays.copyOfRange(out, from, to);
          FloatProducts.columns(factor.array(), rank, out.length, from, to - from, some);
        });
  }

  @Override
  void beginOverLines(DenseMatrix factor) {
    if (overLines == null) {
      coefficients = new float[x.lines()][rank];
      overLines = new float[lineParts][][][];
      for (int part = 0; part < lineParts; part++) {
        overLines[part] = rowsByChunk();
      }
    }
    lines(factor, coefficients);
    for (float[][][] part : overLines) {
      for (float[][] chunk : part) {
        for (float[] row : chunk) {
          Arrays.fill(row, 0);
        }
      }
    }
  }

  @Override
  void beginOverEntries(DenseMatrix factor) {
    if (overEntries == null) {
      overEntries = new float[chunkParts][x.lines()][rank];
      if (rank < DOTS_BELOW) {
        rows = rowsByChunk();
      } else {
        columns = new float[chunks.count()][][];
        for (int c = 0; c < columns.length; c++) {
          columns[c] = new float[chunks.length(c)][rank];
        }
      }
    }
    if (rank < DOTS_BELOW) {
      chunks(factor, rows);
    } else {
      workers.run(
          chunks.count(),
          8,
          (worker, from, to) -> {
            for (int c = from; c < to; c++) {
              int count = chunks.length(c);
              FloatProducts.columns(
                  factor.array(), rank, chunks.along(), chunks.begin(c), count, columns[c]);
            }
          });
    }
    for (float[][] part : overEntries) {
      for (float[] row : part) {
        Arrays.fill(row, 0);
      }
    }
  }

  @Override
  void finishOverLines(DenseMatrix product) {
    for (int c = 0; c < chunks.count(); c++) {
      for (int l = 0; l < rank; l++) {
        int start = product.offset(l) + chunks.begin(c);
        Arrays.fill(product.array(), start, start + chunks.length(c), 0);
        for (int part = 0; part < lineParts; part++) {
          FloatMaps.add(product.array(), start, overLines[part][c][l]);
        }
      }
    }
  }

  @Override
  void finishOverEntries(DenseMatrix product) {
    workers.run(
        x.lines(),
        512,
        (worker, from, to) -> {
          for (int l = 0; l < rank; l++) {
            int row = product.offset(l);
            for (int j = from; j < to; j++) {
              double sum = 0;
              for (int part = 0; part < chunkParts; part++) {
                sum += overEntries[part][j][l];
              }
              product.array()[row + j] = sum;
            }
          }
        });
  }

  @Override
  Step dualStep(Tiles dual, double tau, Loss loss, boolean isAcross) {
    return (any, part, chunk, line, count) -> {
      FloatTile tile = (FloatTile) any;
      tile.multiply(chunk, line, count);
      for (int q = 0; q < count; q++) {
        tile.split(dual, tau, loss, chunk, line + q, tile.tile[q]);
      }
      tile.add(isAcross, part, chunk, line, count);
    };
  }

  @Override
  Tile newTile() {
    return new FloatTile();
  }

  private final class FloatTile implements Tile {

    private final float[][] tile = new float[BLOCK][Chunks.LONGEST];
    private final float[] entries = new float[Chunks.LONGEST];
    private final float[] entryWeights = new float[Chunks.LONGEST];
    private final float[] duals = new float[Chunks.LONGEST];
    private final float[] scratch = new float[Chunks.LONGEST];

    @Override
    public void multiply(int chunk, int line, int count) {
      int n = chunks.length(chunk);
      for (int q = 0; q < count; q++) {
        Arrays.fill(tile[q], 0, n, 0);
      }
      FloatProducts.add(tile, 0, count, across, line, along[chunk], rank, n);
    }

    @Override
    public void load(Tiles from, Tiles fromWeights, int chunk, int line, int count) {
      int n = chunks.length(chunk);
      for (int q = 0; q < count; q++) {
        float[] row = from.row(chunk, line + q, entries);
        float[] w = weights(fromWeights, chunk, line + q);
        FloatMaps.multiply(row, w, tile[q], n);
      }
    }

    private float[] weights(Tiles from, int chunk, int line) {
      return from == null ? ONES : from.row(chunk, line, entryWeights);
    }

    private void split(Tiles dual, double tau, Loss loss, int chunk, int line, float[] t) {
      int n = chunks.length(chunk);
      float[] row = x.row(chunk, line, entries);
      float[] a = dual.row(chunk, line, duals);
      float[] w = weights(weights, chunk, line);
      if (!loss.isKinked()) {
        splitWidened(loss, tau, t, row, w, a);
      } else if (loss.curvature() > 0) {
        FloatMaps.elasticDual(t, row, w, a, (float) tau, (float) loss.curvature(), n);
      } else if (weights != null) {
        FloatMaps.weightedDual(t, row, w, a, (float) tau, n);
      } else {
        FloatMaps.dual(t, row, a, (float) tau, n);
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
    public void add(boolean isOverLines, int part, int chunk, int line, int count) {
      int n = chunks.length(chunk);
      if (isOverLines) {
        FloatProducts.addTransposed(
            overLines[part][chunk], rank, coefficients, line, tile, count, n);
        return;
      }
      if (rank >= DOTS_BELOW) {
        FloatProducts.add(overEntries[part], line, count, tile, 0, columns[chunk], n, rank);
        return;
      }
      for (int q = 0; q < count; q++) {
        for (int l = 0; l < rank; l++) {
          FloatMaps.multiply(tile[q], rows[chunk][l], scratch, n);
          overEntries[part][line + q][l] += (float) FloatProducts.sum(scratch, n);
        }
      }
    }
  }
}
