package org.mahnmf.internal.store;

import org.mahnmf.internal.kernel.Chunks;
import org.mahnmf.matrix.DenseMatrix;

/**
 * Tiles of a matrix in one array, whose rows are the lines; a pass copies them row by row.
 *
 * @param matrix <em>kept</em>
 * @param chunks of a line
 */
record FlatTiles(DenseMatrix matrix, Chunks chunks) implements Tiles {

  @Override
  public int lines() {
    return matrix.rows();
  }

  @Override
  public double[] row(int chunk, int line, double[] scratch) {
    int from = matrix.offset(line) + chunks.begin(chunk);
    System.arraycopy(matrix.array(), from, scratch, 0, chunks.length(chunk));
    return scratch;
  }

  @Override
  public void keep(int chunk, int line, double[] row) {
    int from = matrix.offset(line) + chunks.begin(chunk);
    System.arraycopy(row, 0, matrix.array(), from, chunks.length(chunk));
  }

  @Override
  public void copyEntries(int chunk, int entry, double[] out) {
    for (int j = 0; j < lines(); j++) {
      out[j] = matrix.get(j, chunks.begin(chunk) + entry);
    }
  }
}
