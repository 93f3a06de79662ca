package org.mahnmf.internal.store;

import java.util.Arrays;
import org.mahnmf.internal.kernel.Chunks;

/**
 * Tiles of floats in the heap.
 *
 * @param lines how many
 * @param chunks of a line
 * @param rows chunk, line, entry; <em>kept</em>
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record FloatTiles(int lines, Chunks chunks, float[][][] rows) implements Tiles {

  /** Creates zeros. */
  FloatTiles(int lines, Chunks chunks) {
    this(lines, chunks, new float[chunks.count()][][]);
    Arrays.setAll(rows, c -> new float[lines][chunks.length(c)]);
  }

  @Override
  public double[] row(int chunk, int line, double[] scratch) {
    float[] row = rows[chunk][line];
    for (int i = 0; i < row.length; i++) {
      scratch[i] = row[i];
    }
    return scratch;
  }

  @Override
  public float[] row(int chunk, int line, float[] scratch) {
    return rows[chunk][line];
  }

  @Override
  public void keep(int chunk, int line, double[] row) {
    float[] mine = rows[chunk][line];
    for (int i = 0; i < mine.length; i++) {
      mine[i] = (float) row[i];
    }
  }

  @Override
  public void keep(int chunk, int line, float[] row) {
    float[] mine = rows[chunk][line];
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
