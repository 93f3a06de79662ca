package org.mahnmf.store;

import org.mahnmf.kernel.Kernels;

/**
 * A matrix of a dense store, row by row in one array. The only seam that knows whether entries are
 * doubles or floats.
 *
 * @param <A> the array: of doubles or of floats
 */
interface Cells<A> {

  int rows();

  int columns();

  /** Returns the array itself. */
  A array();

  /** Returns where a row starts in the array. */
  default int offset(int row) {
    return row * columns();
  }

  double get(int row, int column);

  /** Copies a row into doubles. */
  void copyRow(int row, double[] out);

  /** Overwrites a row, rounding to the precision of the cells. */
  void setRow(int row, double[] values);

  /** Returns new zeros of the same precision. */
  Cells<A> zeros(int newRows, int newColumns);

  Cells<A> transpose();

  /** Makes all entries zero. */
  void clear();

  /** Multiplies all entries. */
  void multiply(double factor);

  /** Adds all entries to an array of as many. */
  void addTo(double[] out);

  /** Prepares factors for passes over cells of this precision, see {@link Kernels#pack}. */
  Kernels.Panel<A> pack(double[] forward, double[] backward, int rank);
}
