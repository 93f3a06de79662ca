package org.mahnmf.store;

import org.mahnmf.kernel.Kernels;

/**
 * Cells in one array of the heap.
 *
 * @param <A> the array: of doubles or of floats
 */
interface HeapCells<A> extends Cells<A> {

  /** Returns the array itself. */
  A array();

  /** Returns where a row starts in the array. */
  default int offset(int row) {
    return row * columns();
  }

  /** Adds all entries to an array of as many. */
  void addTo(double[] out);

  @Override
  HeapCells<A> transpose();

  @Override
  default Cells<A> zeros() {
    return inHeap(rows(), columns());
  }

  @Override
  default Cells<A> blank() {
    return zeros();
  }

  @Override
  default int mostShown() {
    return Kernels.BLOCK;
  }

  /** Everything is in the array already. */
  @Override
  default Window<A> window() {
    return new Window<>() {
      private int offset;

      @Override
      public void show(int from, int count) {
        offset = HeapCells.this.offset(from);
      }

      @Override
      public A array() {
        return HeapCells.this.array();
      }

      @Override
      public int offset() {
        return offset;
      }

      @Override
      public void keep() {
        // what was changed is where it belongs
      }
    };
  }
}
