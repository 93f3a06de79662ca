package org.mahnmf.store;

import java.util.Locale;
import java.util.Optional;
import org.mahnmf.matrix.Space;

/** How exactly a dense store keeps X, its weights and an ADMM dual. Factors are always doubles. */
public enum Precision {

  /** 53 bits. */
  DOUBLE(0, Double.POSITIVE_INFINITY, Double.BYTES) {
    @Override
    Cells<?> inHeap(int rows, int columns) {
      return Storage.DOUBLES.inHeap(rows, columns);
    }

    @Override
    Cells<?> inSpace(Space space, int rows, int columns) {
      return new SegmentCells<>(space, Storage.DOUBLES_AS_FLOATS, rows, columns);
    }
  },

  /** 24 bits: half the memory, and passes that are up to twice as fast. */
  FLOAT(Float.MIN_NORMAL, Float.MAX_VALUE, Float.BYTES) {
    @Override
    Cells<?> inHeap(int rows, int columns) {
      return Storage.FLOATS.inHeap(rows, columns);
    }

    @Override
    Cells<?> inSpace(Space space, int rows, int columns) {
      return new SegmentCells<>(space, Storage.FLOATS, rows, columns);
    }
  };

  private final double least;
  private final double most;
  private final int bytes;

  Precision(double least, double most, int bytes) {
    this.least = least;
    this.most = most;
    this.bytes = bytes;
  }

  /** Returns zeros in the heap. */
  abstract Cells<?> inHeap(int rows, int columns);

  /** Returns zeros outside the heap. */
  abstract Cells<?> inSpace(Space space, int rows, int columns);

  /** Returns zeros where there is room for them. */
  Cells<?> cells(Optional<Space> space, int rows, int columns) {
    long size = (long) rows * columns * bytes;
    return space
        .filter(some -> some.isFor(size))
        .<Cells<?>>map(some -> inSpace(some, rows, columns))
        .orElseGet(() -> inHeap(rows, columns));
  }

  /** Returns the bytes of a number in the heap. */
  public int bytes() {
    return bytes;
  }

  /** Returns whether a positive number neither vanishes nor becomes infinite. */
  boolean holds(double positive) {
    return positive >= least && positive <= most;
  }

  /** Returns the name that options and run records use. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
