package org.mahnmf.internal.store;

import java.util.Arrays;
import org.mahnmf.base.Workers;
import org.mahnmf.internal.kernel.Chunks;
import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.internal.kernel.Products;
import org.mahnmf.internal.kernel.Streams;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Loss;
import org.mahnmf.problem.PassOperation;
import org.mahnmf.problem.PassSums;
import org.mahnmf.term.ElasticNet;

/** Passes in doubles, over tiles of any kind. */
final class DoublePass extends TilePass<double[]> {

  private static final Loss SQUARES = new ElasticNet(1);

  DoublePass(Tiles x, Tiles weights, Workers workers, int rank) {
    super(x, weights, workers, rank, rank > Streams.MOST ? rank : Streams.width(rank), Loops.ONES);
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
  Step<double[]> dualStep(Tiles dual, double tau, Loss loss, boolean isAcross) {
    if (streams(loss) && isAcross) {
      return (tile, part, chunk, line, count) ->
          streamOverLines(tile, dual, tau, part, chunk, line, count);
    }
    if (streams(loss)) {
      return (tile, part, chunk, line, count) -> {
        int end = Math.min(firstChunk(part + 1, chunkParts), chunk + CHUNKS_PER_STREAM);
        for (int j = line; j < line + count; j++) {
          streamOverEntries(tile, dual, tau, part, chunk, end, j);
        }
      };
    }
    return (tile, part, chunk, line, count) -> {
      multiply(tile, chunk, line, count);
      for (int q = 0; q < count; q++) {
        double[] row = x.row(chunk, line + q, tile.entries);
        double[] a = dual.row(chunk, line + q, tile.duals);
        double[] w = weights == null ? null : weights.row(chunk, line + q, tile.entryWeights);
        loss.split(tile.rows[q], row, w, a, tau, chunks.length(chunk));
        dual.keep(chunk, line + q, a);
      }
      add(tile, isAcross, part, chunk, line, count);
    };
  }

  /**
   * Makes U of every residual, adds up the sums of the columns, and multiplies U by a factor, which
   * has a column for each entry if columns are lines, else for each line; the product, null if not
   * wanted, and the sums are <em>modified</em>.
   */
  void columns(
      PassOperation operation,
      boolean columnsAreLines,
      DenseMatrix fixed,
      DenseMatrix product,
      PassSums sums) {
    ColumnSums found = new ColumnSums(operation, columnsAreLines);
    Step<double[]> step =
        (tile, part, chunk, line, count) -> {
          multiply(tile, chunk, line, count);
          map(tile, found, part, chunk, line, count);
        };
    if (product != null) {
      multiply(!columnsAreLines, fixed, step, product);
    } else {
      each(!columnsAreLines, 1, step);
    }
    found.finish(sums);
  }

  private void streamOverLines(
      Tile<double[]> tile, Tiles dual, double tau, int part, int chunk, int line, int count) {
    for (int j = line; j < line + count; j++) {
      double[] a = dual.row(chunk, j, tile.duals);
      Streams.overLines(
          across[j],
          along.get(chunk),
          x.row(chunk, j, tile.entries),
          a,
          tau,
          coefficients[j],
          overLines.get(part).get(chunk),
          chunks.length(chunk));
      dual.keep(chunk, j, a);
    }
  }

  private void streamOverEntries(
      Tile<double[]> tile, Tiles dual, double tau, int part, int chunk, int end, int line) {
    for (int l = 0; l < width; l++) {
      Arrays.fill(tile.rows[l], 0);
    }
    for (int c = chunk; c < end; c++) {
      double[] a = dual.row(c, line, tile.duals);
      Streams.overEntries(
          across[line],
          along.get(c),
          x.row(c, line, tile.entries),
          a,
          tau,
          rows.get(c),
          tile.rows,
          chunks.length(c));
      dual.keep(c, line, a);
    }
    for (int l = 0; l < rank; l++) {
      overEntries.get(part)[line][l] += Products.sum(tile.rows[l], Chunks.LONGEST);
    }
  }

  private void map(Tile<double[]> tile, ColumnSums sums, int part, int chunk, int line, int count) {
    int n = chunks.length(chunk);
    for (int q = 0; q < count; q++) {
      double[] row = x.row(chunk, line + q, tile.entries);
      double[] w = weights(weights, tile, chunk, line + q);
      double[] r = tile.rows[q];
      Loops.subtract(r, row, n);
      Loops.absolute(r, w, tile.scratch, n);
      add(tile, sums, 0, part, chunk, line + q, n);
      if (sums.rest != null) {
        sums.rest.rest(r, w, tile.scratch, n);
        add(tile, sums, 1, part, chunk, line + q, n);
      }
      if (sums.isEuclidean) {
        Loops.multiply(r, w, r, n);
      } else if (sums.smoothing != null) {
        smooth(tile, sums, part, chunk, line + q, tile.rows[q], row, w);
      }
    }
  }

  private void smooth(
      Tile<double[]> tile,
      ColumnSums sums,
      int part,
      int chunk,
      int line,
      double[] r,
      double[] row,
      double[] w) {
    int n = chunks.length(chunk);
    double[] u = tile.duals;
    double[] inverse = tile.scale;
    if (sums.columnsAreLines) {
      inverse = sums.entryScale[chunk];
    } else {
      Arrays.fill(tile.scale, 0, n, sums.lineScale[line]);
    }
    Loops.smoothedSign(r, inverse, w, u, n);
    if (sums.loss) {
      Loops.smoothedLoss(r, inverse, u, tile.scratch, n);
      add(tile, sums, 2, part, chunk, line, n);
      Loops.multiply(row, u, tile.scratch, n);
      add(tile, sums, 3, part, chunk, line, n);
    }
    Loops.multiply(r, w, r, n);
    for (int i = 0; i < n; i++) {
      r[i] = u[i] + sums.curvature * r[i];
    }
  }

  /** Adds what is in the scratch row to the sums of its columns. */
  private void add(
      Tile<double[]> tile, ColumnSums sums, int kind, int part, int chunk, int line, int n) {
    if (sums.columnsAreLines) {
      sums.byLine[part][kind][line] += Products.sum(tile.scratch, n);
    } else {
      Loops.add(sums.byEntry[part][kind][chunk], tile.scratch, n);
    }
  }

  @Override
  double[][] newRows(int count, int length) {
    return new double[count][length];
  }

  @Override
  void clear(double[][] some, int count, int n) {
    for (int q = 0; q < count; q++) {
      Arrays.fill(some[q], 0, n, 0);
    }
  }

  @Override
  double[] row(Tiles from, int chunk, int line, double[] scratch) {
    return from.row(chunk, line, scratch);
  }

  @Override
  void copy(double[] from, int at, double[] out) {
    System.arraycopy(from, at, out, 0, out.length);
  }

  @Override
  void columns(double[] factor, int length, int from, double[][] out) {
    Products.columns(factor, rank, length, from, out.length, out);
  }

  @Override
  void addTo(double[] sum, int at, double[] row) {
    Loops.add(sum, at, row);
  }

  @Override
  void addSum(double[] row, int n, double[] to, int at) {
    to[at] += Products.sum(row, n);
  }

  @Override
  void multiply(double[] row, double[] w, double[] out, int n) {
    Loops.multiply(row, w, out, n);
  }

  @Override
  void add(
      double[][] out,
      int outAt,
      int outputs,
      double[][] c,
      int at,
      double[][] in,
      int inputs,
      int n) {
    Products.add(out, outAt, outputs, c, at, in, inputs, n);
  }

  @Override
  void addTransposed(
      double[][] out, int outputs, double[][] c, int at, double[][] in, int inputs, int n) {
    Products.addTransposed(out, outputs, c, at, in, inputs, n);
  }

  /**
   * The sums over the columns of a pass, see {@link PassSums}: a column is a line or, if not, an
   * entry of all lines.
   */
  private final class ColumnSums {

    final PassOperation.SmoothedSign smoothing;
    final boolean isEuclidean;
    final double curvature;

    /** Whose rest is summed up, such as Σ weight·R²; null if there is none. */
    final Loss rest;

    /** Whether the smoothed loss and ⟨X, U⟩ are wanted. */
    final boolean loss;

    final boolean columnsAreLines;

    /** 1/(λq) for each line if columns are entries. */
    final double[] lineScale;

    /** 1/(λq) for each entry if columns are lines, by chunk. */
    final double[][] entryScale;

    /** Part, kind, line. */
    final double[][][] byLine;

    /** Part, kind, chunk, entry. */
    final double[][][][] byEntry;

    ColumnSums(PassOperation operation, boolean columnsAreLines) {
      this.columnsAreLines = columnsAreLines;
      smoothing = operation instanceof PassOperation.SmoothedSign sign ? sign : null;
      isEuclidean = operation instanceof PassOperation.Euclidean;
      curvature = smoothing == null ? 0 : smoothing.curvature();
      rest = rest(operation);
      loss = smoothing != null && smoothing.withLoss();
      double[] scale = smoothing == null ? new double[0] : inverse(smoothing);
      lineScale = columnsAreLines ? null : scale;
      entryScale = columnsAreLines ? new double[chunks.count()][] : null;
      for (int c = 0; columnsAreLines && scale.length > 0 && c < chunks.count(); c++) {
        entryScale[c] = Arrays.copyOfRange(scale, chunks.begin(c), chunks.begin(c + 1));
      }
      byLine = columnsAreLines ? new double[chunkParts][4][x.lines()] : null;
      byEntry = columnsAreLines ? null : new double[lineParts][4][chunks.count()][];
      for (int part = 0; !columnsAreLines && part < lineParts; part++) {
        for (int k = 0; k < 4; k++) {
          Arrays.setAll(byEntry[part][k], c -> new double[chunks.length(c)]);
        }
      }
    }

    private Loss rest(PassOperation operation) {
      if (operation instanceof PassOperation.Residual residual) {
        return residual.loss().restWeight() == 0 ? null : residual.loss();
      }
      return isEuclidean || curvature > 0 ? SQUARES : null;
    }

    private double[] inverse(PassOperation.SmoothedSign smoothing) {
      double[] scale = new double[smoothing.q().length];
      for (int i = 0; i < scale.length; i++) {
        scale[i] = 1 / (smoothing.lambda() * smoothing.q()[i]);
      }
      return scale;
    }

    /** Adds the parts up in order. */
    void finish(PassSums sums) {
      double[][] out = {
        sums.absoluteByColumn(),
        sums.squaredByColumn(),
        sums.smoothedByColumn(),
        sums.dualByColumn()
      };
      for (int k = 0; k < 4; k++) {
        Arrays.fill(out[k], 0);
        for (int part = 0; columnsAreLines && part < byLine.length; part++) {
          Loops.add(out[k], 0, byLine[part][k]);
        }
        for (int part = 0; !columnsAreLines && part < byEntry.length; part++) {
          for (int c = 0; c < chunks.count(); c++) {
            Loops.add(out[k], chunks.begin(c), byEntry[part][k][c]);
          }
        }
      }
      for (int j = 0; loss && curvature > 0 && j < out[2].length; j++) {
        out[2][j] += .5 * curvature * out[1][j];
      }
      if (smoothing == null) {
        System.arraycopy(out[0], 0, out[2], 0, out[0].length);
      }
    }
  }
}
