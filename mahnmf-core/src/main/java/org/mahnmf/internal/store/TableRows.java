package org.mahnmf.internal.store;

import java.util.Arrays;
import java.util.Optional;
import org.mahnmf.internal.kernel.Chunks;
import org.mahnmf.matrix.ByteMatrix;
import org.mahnmf.matrix.NumberType;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.Precision;
import org.mahnmf.matrix.Space;
import org.mahnmf.problem.Store;

/**
 * A dense table to be read row by row into tiles.
 *
 * @param samples rows
 * @param features columns
 * @param areBytes whether all entries are whole numbers up to 255, divided by the scale
 * @param rows the entries
 */
record TableRows(int samples, int features, boolean areBytes, Reader rows) {

  /** Where rows come from. */
  interface Reader {

    /** Reads a row: its entries, 0 where the weight is, and their weights. */
    void read(int sample, double[] values, double[] weights);
  }

  /** The rows of a table, divided by its scale. */
  static TableRows of(Observations observations, double scale) {
    Reader rows =
        (sample, values, weights) -> {
          observations.values().copyRow(sample, values);
          observations.copyWeights(sample, values, weights);
          for (int j = 0; j < values.length; j++) {
            values[j] = weights[j] > 0 ? values[j] / scale : 0;
          }
        };
    boolean areBytes = observations.values() instanceof ByteMatrix;
    return new TableRows(observations.samples(), observations.features(), areBytes, rows);
  }

  /**
   * Reads all rows into tiles, and their sums, both <em>modified</em>; returns the weights, null if
   * all are 1.
   */
  Tiles readInto(
      Tiles tiles,
      boolean linesAreSamples,
      Precision precision,
      Optional<Space> space,
      Store.Sums sums) {
    Lines x = new Lines(tiles, linesAreSamples);
    Tiles weights = null;
    double[] values = new double[features];
    double[] rowWeights = new double[features];
    Lines weightLines = null;
    for (int i = 0; i < samples; i++) {
      rows.read(i, values, rowWeights);
      boolean plain = true;
      for (int j = 0; j < features; j++) {
        double weight = rowWeights[j];
        if (weight > 0 && !precision.holds(weight)) {
          throw new IllegalArgumentException(
              "a weight is "
                  + weight
                  + " but a float is 0 or from 1.2e-38 to 3.4e38; rescale the weights or use"
                  + " double precision");
        }
        plain &= weight == 1;
        sums.add(values[j], weight);
      }
      x.set(i, values);
      if (!plain && weightLines == null) {
        weights = Tiles.zeros(space, precision, NumberType.F4, tiles.lines(), tiles.chunks());
        weightLines = new Lines(weights, linesAreSamples);
        double[] ones = new double[features];
        Arrays.fill(ones, 1);
        for (int k = 0; k < i; k++) {
          weightLines.set(k, ones);
        }
      }
      if (weightLines != null) {
        weightLines.set(i, rowWeights);
      }
    }
    return weights;
  }

  /**
   * Writes samples in their order, also where they are not lines: a chunk of all lines, by feature
   * and sample of the chunk, is pending while its samples come in.
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Lines(Tiles tiles, boolean linesAreSamples, double[][] pending) {

    Lines(Tiles tiles, boolean linesAreSamples) {
      this(tiles, linesAreSamples, new double[linesAreSamples ? 0 : tiles.lines()][Chunks.LONGEST]);
    }

    void set(int sample, double[] values) {
      if (linesAreSamples) {
        tiles.setLine(sample, values);
        return;
      }
      Chunks chunks = tiles.chunks();
      int chunk = chunks.of(sample);
      int entry = sample - chunks.begin(chunk);
      for (int i = 0; i < pending.length; i++) {
        pending[i][entry] = values[i];
      }
      for (int i = 0; entry == chunks.length(chunk) - 1 && i < pending.length; i++) {
        tiles.keep(chunk, i, pending[i]);
      }
    }
  }
}
