package org.mahnmf.internal.store;

import java.util.Arrays;
import org.mahnmf.base.Workers;
import org.mahnmf.internal.kernel.Chunks;
import org.mahnmf.internal.kernel.Maps;
import org.mahnmf.internal.kernel.Products;
import org.mahnmf.internal.kernel.Streams;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Loss;

/** Passes in doubles, over tiles of any kind. */
final class DoublePass extends TilePass {

  /** Below this rank dot products beat loops over so few components. */
  private static final int DOTS_BELOW = 8;

  /** Rows that stand for a factor: some more than the rank where products are streamed. */
  private final int width;

  /** Factors of the first product: line, component; and chunk, component, entry. */
  private final double[][] across;

  private final double[][][] along;

  /** The factor of the second product: line, component; or chunk, entry, component. */
  private double[][] coefficients;

  private double[][][] columns;

  /** The same as chunk, component, entry, for ranks at which dot products are quicker. */
  private double[][][] rows;

  /** Sums over lines: part, chunk, component, entry. */
  private double[][][][] overLines;

  /** Sums over entries: part, line, component. */
  private double[][][] overEntries;

  DoublePass(Tiles x, Tiles weights, Workers workers, int rank) {
    super(x, weights, workers, rank);
    width = rank > Streams.MOST ? rank : Streams.width(rank);
    across = new double[x.lines()][width];
    along = rowsByChunk();
  }

  private double[][][] rowsByChunk() {
    double[][][] out = new double[chunks.count()][width][];
    for (int c = 0; c < out.length; c++) {
      for (int l = 0; l < width; l++) {
        out[c][l] = new double[chunks.length(c)];
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
  private void chunks(DenseMatrix factor, double[][][] out) {
    workers.run(
        chunks.count(),
        8,
        (worker, from, to) -> {
          for (int c = from; c < to; c++) {
            for (int l = 0; l < rank; l++) {
              int start = factor.offset(l) + chunks.begin(c);
              System.arraycopy(factor.array(), start, out[c][l], 0, chunks.length(c));
            }
          }
        });
  }

  /** Copies the columns of a factor to rows. */
  private void lines(DenseMatrix factor, double[][] out) {
    workers.run(
        out.length,
        2048,
        (worker, from, to) -> {
          double[][] some = Arrays.copyOfRange(out, from, to);
          Products.columns(factor.array(), rank, out.length, from, to - from, some);
        });
  }

  @Override
  void beginOverLines(DenseMatrix factor) {
    if (overLines == null) {
      coefficients = new double[x.lines()][width];
      overLines = new double[lineParts][][][];
      for (int part = 0; part < lineParts; part++) {
        overLines[part] = rowsByChunk();
      }
    }
    lines(factor, coefficients);
    for (double[][][] part : overLines) {
      for (double[][] chunk : part) {
        for (double[] row : chunk) {
          Arrays.fill(row, 0);
        }
      }
    }
  }

  @Override
  void beginOverEntries(DenseMatrix factor) {
    if (overEntries == null) {
      overEntries = new double[chunkParts][x.lines()][rank];
      if (rank < DOTS_BELOW) {
        rows = rowsByChunk();
      } else {
        columns = new double[chunks.count()][][];
        for (int c = 0; c < columns.length; c++) {
          columns[c] = new double[chunks.length(c)][rank];
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
              Products.columns(
                  factor.array(), rank, chunks.along(), chunks.begin(c), count, columns[c]);
            }
          });
    }
    for (double[][] part : overEntries) {
      for (double[] row : part) {
        Arrays.fill(row, 0);
      }
    }
  }

  @Override
  void finishOverLines(DenseMatrix product) {
    for (int c = 0; c < chunks.count(); c++) {
      for (int l = 0; l < rank; l++) {
        double[] sum = overLines[0][c][l];
        for (int part = 1; part < lineParts; part++) {
          Maps.add(sum, overLines[part][c][l], sum.length);
        }
        int start = product.offset(l) + chunks.begin(c);
        System.arraycopy(sum, 0, product.array(), start, sum.length);
      }
    }
  }

  @Override
  void finishOverEntries(DenseMatrix product) {
    workers.run(
        x.lines(),
        512,
        (worker, from, to) -> {
          for (int j = from; j < to; j++) {
            double[] sum = overEntries[0][j];
            for (int part = 1; part < chunkParts; part++) {
              Maps.add(sum, overEntries[part][j], rank);
            }
          }
          for (int l = 0; l < rank; l++) {
            int row = product.offset(l);
            for (int j = from; j < to; j++) {
              product.array()[row + j] = overEntries[0][j][l];
            }
          }
        });
  }

  /** Whether the loss is |e|, which has loops of its own. */
  private static boolean isManhattan(Loss loss) {
    return loss.isKinked() && loss.restWeight() == 0;
  }

  /** Small ranks go in one loop, which is quicker than tiles. */
  @Override
  boolean streams(Loss loss) {
    return rank <= Streams.MOST && isManhattan(loss) && weights == null;
  }

  @Override
  Step dualStep(Tiles dual, double tau, Loss loss, boolean isAcross) {
    if (streams(loss) && isAcross) {
      return (tile, part, chunk, line, count) ->
          ((DoubleTile) tile).streamOverLines(dual, tau, part, chunk, line, count);
    }
    if (streams(loss)) {
      return (tile, part, chunk, line, count) -> {
        int end = Math.min(firstChunk(part + 1, chunkParts), chunk + CHUNKS_PER_STREAM);
        for (int j = line; j < line + count; j++) {
          ((DoubleTile) tile).streamOverEntries(dual, tau, part, chunk, end, j);
        }
      };
    }
    return (any, part, chunk, line, count) -> {
      DoubleTile tile = (DoubleTile) any;
      tile.multiply(chunk, line, count);
      for (int q = 0; q < count; q++) {
        double[] row = x.row(chunk, line + q, tile.entries);
        double[] a = dual.row(chunk, line + q, tile.duals);
        double[] w = weights == null ? null : weights.row(chunk, line + q, tile.entryWeights);
        loss.split(tile.tile[q], row, w, a, tau, chunks.length(chunk));
        dual.keep(chunk, line + q, a);
      }
      tile.add(isAcross, part, chunk, line, count);
    };
  }

  /**
   * Makes U of every residual, adds up the sums of the columns, and multiplies U by a factor.
   *
   * @param fixed with a column for each entry if columns are lines, else for each line; <em>not
   *     modified</em>
   * @param product receives the product; <em>modified</em>; null if not wanted
   */
  void columns(ColumnSums sums, DenseMatrix fixed, DenseMatrix product) {
    Step step =
        (tile, part, chunk, line, count) -> {
          tile.multiply(chunk, line, count);
          ((DoubleTile) tile).map(sums, part, chunk, line, count);
        };
    if (product != null) {
      multiply(!sums.columnsAreLines, fixed, step, product);
    } else {
      each(!sums.columnsAreLines, 1, step);
    }
  }

  @Override
  Tile newTile() {
    return new DoubleTile();
  }

  private final class DoubleTile implements Tile {

    private final double[][] tile = new double[BLOCK][Chunks.LONGEST];
    private final double[] entries = new double[Chunks.LONGEST];
    private final double[] entryWeights = new double[Chunks.LONGEST];
    private final double[] duals = new double[Chunks.LONGEST];
    private final double[] scratch = new double[Chunks.LONGEST];
    private final double[] scale = new double[Chunks.LONGEST];

    @Override
    public void multiply(int chunk, int line, int count) {
      int n = chunks.length(chunk);
      for (int q = 0; q < count; q++) {
        Arrays.fill(tile[q], 0, n, 0);
      }
      Products.add(tile, 0, count, across, line, along[chunk], rank, n);
    }

    @Override
    public void load(Tiles from, Tiles fromWeights, int chunk, int line, int count) {
      int n = chunks.length(chunk);
      for (int q = 0; q < count; q++) {
        double[] row = from.row(chunk, line + q, entries);
        double[] w = weights(fromWeights, chunk, line + q);
        Maps.multiply(row, w, tile[q], n);
      }
    }

    private double[] weights(Tiles from, int chunk, int line) {
      return from == null ? Maps.ONES : from.row(chunk, line, entryWeights);
    }

    void streamOverLines(Tiles dual, double tau, int part, int chunk, int line, int count) {
      for (int j = line; j < line + count; j++) {
        double[] a = dual.row(chunk, j, duals);
        Streams.overLines(
            across[j],
            along[chunk],
            x.row(chunk, j, entries),
            a,
            tau,
            coefficients[j],
            overLines[part][chunk],
            chunks.length(chunk));
        dual.keep(chunk, j, a);
      }
    }

    void streamOverEntries(Tiles dual, double tau, int part, int chunk, int end, int line) {
      for (int l = 0; l < width; l++) {
        Arrays.fill(tile[l], 0);
      }
      for (int c = chunk; c < end; c++) {
        double[] a = dual.row(c, line, duals);
        Streams.overEntries(
            across[line],
            along[c],
            x.row(c, line, entries),
            a,
            tau,
            rows[c],
            tile,
            chunks.length(c));
        dual.keep(c, line, a);
      }
      for (int l = 0; l < rank; l++) {
        overEntries[part][line][l] += Products.sum(tile[l], Chunks.LONGEST);
      }
    }

    void map(ColumnSums sums, int part, int chunk, int line, int count) {
      int n = chunks.length(chunk);
      for (int q = 0; q < count; q++) {
        double[] row = x.row(chunk, line + q, entries);
        double[] w = weights(weights, chunk, line + q);
        double[] r = tile[q];
        Maps.subtract(r, row, n);
        Maps.absolute(r, w, scratch, n);
        add(sums, 0, part, chunk, line + q, n);
        if (sums.rest != null) {
          sums.rest.rest(r, w, scratch, n);
          add(sums, 1, part, chunk, line + q, n);
        }
        if (sums.isEuclidean) {
          Maps.multiply(r, w, r, n);
        } else if (sums.smoothing != null) {
          smooth(sums, part, chunk, line + q, q, row, w);
        }
      }
    }

    private void smooth(
        ColumnSums sums, int part, int chunk, int line, int q, double[] row, double[] w) {
      int n = chunks.length(chunk);
      double[] r = tile[q];
      double[] u = duals;
      double[] inverse = scale;
      if (sums.columnsAreLines) {
        inverse = sums.entryScale[chunk];
      } else {
        Arrays.fill(scale, 0, n, sums.lineScale[line]);
      }
      Maps.smoothedSign(r, inverse, w, u, n);
      if (sums.loss) {
        Maps.smoothedLoss(r, inverse, u, scratch, n);
        add(sums, 2, part, chunk, line, n);
        Maps.multiply(row, u, scratch, n);
        add(sums, 3, part, chunk, line, n);
      }
      Maps.multiply(r, w, r, n);
      for (int i = 0; i < n; i++) {
        r[i] = u[i] + sums.curvature * r[i];
      }
    }

    /** Adds what is in the scratch row to the sums of its columns. */
    private void add(ColumnSums sums, int kind, int part, int chunk, int line, int n) {
      if (sums.columnsAreLines) {
        sums.ofLines(part, kind)[line] += Products.sum(scratch, n);
      } else {
        Maps.add(sums.ofEntries(part, kind, chunk), scratch, n);
      }
    }

    @Override
    public void add(boolean isOverLines, int part, int chunk, int line, int count) {
      int n = chunks.length(chunk);
      if (isOverLines) {
        Products.addTransposed(overLines[part][chunk], rank, coefficients, line, tile, count, n);
        return;
      }
      if (rank >= DOTS_BELOW) {
        Products.add(overEntries[part], line, count, tile, 0, columns[chunk], n, rank);
        return;
      }
      for (int q = 0; q < count; q++) {
        for (int l = 0; l < rank; l++) {
          Maps.multiply(tile[q], rows[chunk][l], scratch, n);
          overEntries[part][line + q][l] += Products.sum(scratch, n);
        }
      }
    }
  }
}
