package org.mahnmf.internal.store;

import java.util.Arrays;
import org.mahnmf.internal.kernel.Chunks;

/**
 * Tiles of bytes in the heap, as pictures come; a pass widens them row by row. Nothing is lost: an
 * entry is a byte times a power of two.
 *
 * @param lines how many
 * @param chunks of a line
 * @param unit what a byte of 1 stands for, a power of two
 * @param rows chunk, line, entry; <em>kept</em>
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ByteTiles(int lines, Chunks chunks, double unit, byte[][][] rows) implements Tiles {

  /** Creates zeros. */
  ByteTiles(int lines, Chunks chunks, double unit) {
    this(lines, chunks, unit, new byte[chunks.count()][][]);
    Arrays.setAll(rows, c -> new byte[lines][chunks.length(c)]);
  }

  @Override
  public double[] row(int chunk, int line, double[] scratch) {
    byte[] row = rows[chunk][line];
    for (int i = 0; i < row.length; i++) {
      scratch[i] = (row[i] & 0xff) * unit;
    }
    return scratch;
  }

  @Override
  public float[] row(int chunk, int line, float[] scratch) {
    byte[] row = rows[chunk][line];
    float one = (float) unit;
    for (int i = 0; i < row.length; i++) {
      scratch[i] = (row[i] & 0xff) * one;
    }
    return scratch;
  }

  @Override
  public void keep(int chunk, int line, double[] row) {
    byte[] mine = rows[chunk][line];
    for (int i = 0; i < mine.length; i++) {
      mine[i] = (byte) (int) (row[i] / unit);
    }
  }

  @Override
  public void copyEntries(int chunk, int entry, double[] out) {
    for (int j = 0; j < lines; j++) {
      out[j] = (rows[chunk][j][entry] & 0xff) * unit;
    }
  }
}
