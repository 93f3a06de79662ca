package org.mahnmf.internal.store;

import java.util.concurrent.atomic.AtomicReference;
import org.mahnmf.base.Workers;
import org.mahnmf.internal.kernel.Chunks;
import org.mahnmf.matrix.Precision;
import org.mahnmf.problem.Factor;

/**
 * A dense table in tiles, with its weights, and the scratch memory of its passes.
 *
 * <p>Lines are samples, unless samples are too short for long loops: a table of few features is
 * held by features, so that 2,000,000 rows of 8 columns are 8 lines, not millions of small arrays.
 */
final class DenseTable {

  /** Samples of fewer features are not held as lines if there are more of them than features. */
  private static final int FEW_FEATURES = 64;

  final Tiles x;

  /** Null if all are 1. */
  final Tiles weights;

  final Precision precision;
  final Workers workers;
  final boolean linesAreSamples;
  private final AtomicReference<DoublePass> doubles = new AtomicReference<>();
  private final AtomicReference<FloatPass> floats = new AtomicReference<>();

  /** Wraps tiles as {@link #linesAreSamples} says, the weights null if all are 1; <em>kept</em>. */
  DenseTable(
      Tiles x, Tiles weights, Precision precision, Workers workers, boolean linesAreSamples) {
    this.x = x;
    this.weights = weights;
    this.precision = precision;
    this.workers = workers;
    this.linesAreSamples = linesAreSamples;
  }

  static boolean linesAreSamples(int samples, int features) {
    return features >= FEW_FEATURES || features >= samples;
  }

  /** Returns whether a factor has a column for each line. */
  boolean isAcross(Factor which) {
    return (which == Factor.CODES) == linesAreSamples;
  }

  /** Hands out a pass in the precision of the table, to be given back. */
  TilePass<?> take(int rank) {
    if (precision == Precision.DOUBLE) {
      return takeDoubles(rank);
    }
    FloatPass pass = floats.getAndSet(null);
    return pass != null && pass.rank == rank ? pass : new FloatPass(x, weights, workers, rank);
  }

  /** Hands out a pass in doubles, to be given back. */
  DoublePass takeDoubles(int rank) {
    DoublePass pass = doubles.getAndSet(null);
    return pass != null && pass.rank == rank ? pass : new DoublePass(x, weights, workers, rank);
  }

  /** Takes a pass back, so that the next one of the same rank uses its memory. */
  void give(TilePass<?> pass) {
    if (pass instanceof DoublePass inDoubles) {
      doubles.set(inDoubles);
    } else {
      floats.set((FloatPass) pass);
    }
  }

  /** Copies a line, or one entry of every line. */
  static void read(Tiles tiles, boolean line, int which, double[] out) {
    if (line) {
      tiles.copyLine(which, out);
      return;
    }
    Chunks chunks = tiles.chunks();
    int chunk = chunks.of(which);
    tiles.copyEntries(chunk, which - chunks.begin(chunk), out);
  }
}
