package org.mahnmf.store;

import org.mahnmf.kernel.Kernels;
import org.mahnmf.matrix.Segments;
import org.mahnmf.matrix.Space;
import org.mahnmf.matrix.Transposition;

/**
 * Cells outside the heap, for an X that is larger than it. Passes look at them through windows of
 * at most {@link #WINDOW} entries per thread, so a pass reads each entry once, in order, and
 * computes what it would in the heap, to the bit.
 *
 * <p>Cost: a pass reads rows·columns entries from where they are.
 *
 * @param <A> what the kernels work on: an array of doubles or of floats
 */
final class SegmentCells<A> implements Cells<A> {

  /** Entries of a window; 8 MB of doubles. */
  private static final int WINDOW = 1 << 20;

  private final Space space;
  private final int rows;
  private final int columns;
  private Storage<A> storage;
  private Segments segments;

  /**
   * Takes room for zeros.
   *
   * @param storage how entries are written down; a more exact one takes over when it must
   */
  SegmentCells(Space space, Storage<A> storage, int rows, int columns) {
    this.space = space;
    this.storage = storage;
    this.rows = rows;
    this.columns = columns;
    this.segments = space.take(position(rows, 0));
  }

  private long position(int row, int column) {
    return ((long) row * columns + column) * storage.type().width();
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public int columns() {
    return columns;
  }

  @Override
  public void copyRow(int row, double[] out) {
    segments.read(position(row, 0), storage.type(), out, columns);
  }

  @Override
  public void setRow(int row, double[] values) {
    if (!storage.holds(values, columns)) {
      widen(row);
    }
    segments.write(position(row, 0), storage.type(), values, 0, columns);
  }

  /** Goes over to the storage that loses nothing, with the rows written so far. */
  private void widen(int written) {
    SegmentCells<A> wide = new SegmentCells<>(space, storage.lossless(), rows, columns);
    double[] row = new double[columns];
    for (int i = 0; i < written; i++) {
      copyRow(i, row);
      wide.setRow(i, row);
    }
    storage = wide.storage;
    segments = wide.segments;
  }

  @Override
  public Cells<A> zeros() {
    return new SegmentCells<>(space, storage.lossless(), rows, columns);
  }

  @Override
  public Cells<A> blank() {
    return new SegmentCells<>(space, storage, rows, columns);
  }

  @Override
  public HeapCells<A> inHeap(int newRows, int newColumns) {
    return storage.inHeap(newRows, newColumns);
  }

  @Override
  public Cells<A> transpose() {
    SegmentCells<A> out = new SegmentCells<>(space, storage, columns, rows);
    Transposition.run(
        rows,
        columns,
        this::copyRow,
        (column, from, values, at, count) ->
            out.segments.write(out.position(column, from), storage.type(), values, at, count));
    return out;
  }

  @Override
  public void clear() {
    HeapCells<A> zeros = inHeap(1, columns);
    for (int i = 0; i < rows; i++) {
      storage.write(segments, position(i, 0), zeros.array(), columns);
    }
  }

  @Override
  public void multiply(double factor) {
    HeapCells<A> row = inHeap(1, columns);
    for (int i = 0; i < rows; i++) {
      storage.read(segments, position(i, 0), row.array(), columns);
      row.multiply(factor);
      storage.write(segments, position(i, 0), row.array(), columns);
    }
  }

  @Override
  public int mostShown() {
    return Math.max(1, Math.min(Kernels.BLOCK, WINDOW / columns));
  }

  @Override
  public Window<A> window() {
    A array = inHeap(mostShown(), columns).array();
    return new Window<>() {
      private int from;
      private int count;

      @Override
      public void show(int newFrom, int newCount) {
        from = newFrom;
        count = newCount;
        storage.read(segments, position(from, 0), array, count * columns);
      }

      @Override
      public A array() {
        return array;
      }

      @Override
      public int offset() {
        return 0;
      }

      @Override
      public void keep() {
        storage.write(segments, position(from, 0), array, count * columns);
      }
    };
  }

  @Override
  public Kernels.Panel<A> pack(double[] forward, double[] backward, int rank) {
    return storage.inHeap(0, columns).pack(forward, backward, rank);
  }
}
