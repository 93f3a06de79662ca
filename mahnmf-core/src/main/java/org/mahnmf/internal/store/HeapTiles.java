package org.mahnmf.internal.store;

import java.util.Arrays;
import org.mahnmf.internal.kernel.Chunks;

/**
 * Tiles of doubles in the heap.
 *
 * @param lines how many
 * @param chunks of a line
 * @param rows chunk, line, entry; <em>kept</em>
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record HeapTiles(int lines, Chunks chunks, double[][][] rows) implements Tiles {

  /** Creates zeros. */
  HeapTiles(int lines, Chunks chunks) {
    this(lines, chunks, new double[chunks.count()][][]);
    Arrays.setAll(rows, c -> new double[lines][chunks.length(c)]);
  }

  @Override
  public double[] row(int chunk, int line, double[] scratch) {
    return rows[chunk][line];
  }

  @Override
  public void keep(int chunk, int line, double[] row) {
    double[] mine = rows[chunk][line];
    if (row != mine) {
      System.arraycopy(row, 0, mine, 0, mine.length);
    }
  }

  @Override
  public void copyEntries(int chunk, int entry, double[] out) {
    for (int j = 0; j < lines; j++) {
      out[j] = rows[chunk][j][entry];
    }
  }
}
