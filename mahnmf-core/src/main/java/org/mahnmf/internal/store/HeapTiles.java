package org.mahnmf.internal.store;

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
    this(lines, chunks, new double[chunks.count()][lines][]);
    for (int c = 0; c < rows.length; c++) {
      for (int j = 0; j < lines; j++) {
        rows[c][j] = new double[chunks.length(c)];
      }
    }
  }

  @Override
  public double[] row(int chunk, int line, double[] scratch) {
    return rows[chunk][line];
  }

  @Override
  public float[] row(int chunk, int line, float[] scratch) {
    double[] row = rows[chunk][line];
    for (int i = 0; i < row.length; i++) {
      scratch[i] = (float) row[i];
    }
    return scratch;
  }

  @Override
  public void keep(int chunk, int line, double[] row) {
    double[] mine = rows[chunk][line];
    if (row != mine) {
      System.arraycopy(row, 0, mine, 0, mine.length);
    }
  }

  @Override
  public void keep(int chunk, int line, float[] row) {
    double[] mine = rows[chunk][line];
    for (int i = 0; i < mine.length; i++) {
      mine[i] = row[i];
    }
  }

  @Override
  public void copyEntries(int chunk, int entry, double[] out) {
    for (int j = 0; j < lines; j++) {
      out[j] = rows[chunk][j][entry];
    }
  }
}
