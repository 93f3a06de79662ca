package org.mahnmf.store;

import org.mahnmf.kernel.Kernels;

/**
 * A matrix of a dense store, row by row. The only seam that knows whether entries are doubles or
 * floats, and whether they are in the heap or elsewhere.
 *
 * @param <A> what the kernels work on: an array of doubles or of floats
 */
interface Cells<A> {

  int rows();

  int columns();

  /** Copies a row into doubles. */
  void copyRow(int row, double[] out);

  /** Overwrites a row, rounding to the precision of the cells. Not for several threads at once. */
  void setRow(int row, double[] values);

  /** Returns new zeros of the same precision and size in the same place, to be changed at will. */
  Cells<A> zeros();

  /** The same, to be filled row by row with numbers that perhaps take less room. */
  Cells<A> blank();

  /** Returns new zeros of the same precision in the heap. */
  HeapCells<A> inHeap(int newRows, int newColumns);

  Cells<A> transpose();

  /** Makes all entries zero. */
  void clear();

  /** Multiplies all entries. */
  void multiply(double factor);

  /** Returns the most rows that a window shows, at least 1; does not depend on the threads. */
  int mostShown();

  /** Returns a new view of a few rows, for one thread. */
  Window<A> window();

  /** Prepares factors for passes over cells of this precision, see {@link Kernels#pack}. */
  Kernels.Panel<A> pack(double[] forward, double[] backward, int rank);

  /**
   * A few rows of the cells in an array, one after the other.
   *
   * @param <A> the array
   */
  interface Window<A> {

    /**
     * Moves the window.
     *
     * @param from first row
     * @param count how many, at most {@link Cells#mostShown()}
     */
    void show(int from, int count);

    /** Returns the array that holds the rows. */
    A array();

    /** Returns where the first row begins in the array. */
    int offset();

    /** Writes back what was changed in the rows shown. */
    void keep();
  }
}
