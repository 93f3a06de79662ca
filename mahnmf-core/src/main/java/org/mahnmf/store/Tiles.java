package org.mahnmf.store;

import org.mahnmf.kernel.Chunks;

/**
 * A dense table as lines that are cut into chunks, each an array of its own while a pass looks at
 * it: the layout that {@link org.mahnmf.kernel.Products} wants. The implementations know where
 * entries are and as what they are written down.
 */
interface Tiles {

  /** Returns the number of lines. */
  int lines();

  /** Returns how a line is cut. */
  Chunks chunks();

  /**
   * Returns a chunk of a line: the array that holds it, or a copy.
   *
   * @param scratch {@link Chunks#LONGEST} entries that a copy may take; <em>modified</em>
   */
  double[] row(int chunk, int line, double[] scratch);

  /**
   * Returns a chunk of a line, rounded to floats: the array that holds it, or a copy.
   *
   * @param scratch {@link Chunks#LONGEST} entries that a copy may take; <em>modified</em>
   */
  float[] row(int chunk, int line, float[] scratch);

  /**
   * Takes a chunk of a line over that {@link #row(int, int, double[])} returned, or any other.
   *
   * @param row <em>not modified</em>
   */
  void keep(int chunk, int line, double[] row);

  /**
   * Takes a chunk of a line over that {@link #row(int, int, float[])} returned.
   *
   * @param row <em>not modified</em>
   */
  void keep(int chunk, int line, float[] row);

  /**
   * Copies one entry of every line into doubles.
   *
   * @param entry of the chunk
   */
  void copyEntries(int chunk, int entry, double[] out);

  /** Copies a line into doubles. */
  default void copyLine(int line, double[] out) {
    double[] scratch = new double[Chunks.LONGEST];
    for (int c = 0; c < chunks().count(); c++) {
      System.arraycopy(row(c, line, scratch), 0, out, chunks().begin(c), chunks().length(c));
    }
  }

  /**
   * Overwrites a line. Not for several threads at once.
   *
   * @param values <em>not modified</em>
   */
  default void setLine(int line, double[] values) {
    double[] scratch = new double[Chunks.LONGEST];
    for (int c = 0; c < chunks().count(); c++) {
      System.arraycopy(values, chunks().begin(c), scratch, 0, chunks().length(c));
      keep(c, line, scratch);
    }
  }
}
