package org.mahnmf.internal.store;

import java.util.Arrays;
import org.mahnmf.internal.kernel.Chunks;
import org.mahnmf.internal.kernel.Maps;
import org.mahnmf.problem.Loss;
import org.mahnmf.problem.PassOperation;
import org.mahnmf.problem.PassSums;
import org.mahnmf.term.ElasticNet;

/**
 * The sums over the columns of a pass, see {@link PassSums}: a column is a line or, if not, an
 * entry of all lines.
 */
final class ColumnSums {

  private static final Loss SQUARES = new ElasticNet(1);

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

  ColumnSums(TilePass<?> pass, PassOperation operation, boolean columnsAreLines) {
    this.columnsAreLines = columnsAreLines;
    smoothing = operation instanceof PassOperation.SmoothedSign sign ? sign : null;
    isEuclidean = operation instanceof PassOperation.Euclidean;
    curvature = smoothing == null ? 0 : smoothing.curvature();
    rest = rest(operation);
    loss = smoothing != null && smoothing.withLoss();
    Chunks chunks = pass.chunks;
    double[] scale = smoothing == null ? new double[0] : inverse(smoothing);
    lineScale = columnsAreLines ? null : scale;
    entryScale = columnsAreLines ? new double[chunks.count()][] : null;
    for (int c = 0; columnsAreLines && scale.length > 0 && c < chunks.count(); c++) {
      entryScale[c] = Arrays.copyOfRange(scale, chunks.begin(c), chunks.begin(c + 1));
    }
    byLine = columnsAreLines ? new double[pass.chunkParts][4][pass.x.lines()] : null;
    byEntry = columnsAreLines ? null : new double[pass.lineParts][4][chunks.count()][];
    for (int part = 0; !columnsAreLines && part < pass.lineParts; part++) {
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

  private static double[] inverse(PassOperation.SmoothedSign smoothing) {
    double[] scale = new double[smoothing.q().length];
    for (int i = 0; i < scale.length; i++) {
      scale[i] = 1 / (smoothing.lambda() * smoothing.q()[i]);
    }
    return scale;
  }

  /** Adds the parts up in order. */
  void finish(Chunks chunks, PassSums sums) {
    double[][] out = {
      sums.absoluteByColumn(), sums.squaredByColumn(), sums.smoothedByColumn(), sums.dualByColumn()
    };
    for (int k = 0; k < 4; k++) {
      Arrays.fill(out[k], 0);
      for (int part = 0; columnsAreLines && part < byLine.length; part++) {
        Maps.add(out[k], 0, byLine[part][k]);
      }
      for (int part = 0; !columnsAreLines && part < byEntry.length; part++) {
        for (int c = 0; c < chunks.count(); c++) {
          Maps.add(out[k], chunks.begin(c), byEntry[part][k][c]);
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
