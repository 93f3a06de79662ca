package org.mahnmf.lab.separate;

import org.mahnmf.matrix.Matrix;

/**
 * A way to find the part of low rank of a table. What it leaves, table − low, holds what is sparse.
 * Works on one thread.
 */
public interface Separator {

  /** Returns the name that tables show. */
  String name();

  /**
   * Takes a table apart.
   *
   * @param table one sample in each row, finite; <em>not modified</em>
   * @param seed of every random choice
   */
  Separation separate(Matrix table, long seed);
}
