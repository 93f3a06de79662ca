package org.mahnmf.store;

import java.util.Locale;
import java.util.Optional;
import org.mahnmf.kernel.Chunks;
import org.mahnmf.matrix.NumberType;
import org.mahnmf.matrix.Space;

/** How exactly a dense store keeps X, its weights and an ADMM dual. Factors are always doubles. */
public enum Precision {

  /** 53 bits. */
  DOUBLE(0, Double.POSITIVE_INFINITY, Double.BYTES),

  /** 24 bits: half the memory, and passes that are up to twice as fast. */
  FLOAT(Float.MIN_NORMAL, Float.MAX_VALUE, Float.BYTES);

  private final double least;
  private final double most;
  private final int bytes;

  Precision(double least, double most, int bytes) {
    this.least = least;
    this.most = most;
    this.bytes = bytes;
  }

  /** Returns whether a table of this size is kept outside the heap. */
  boolean isOutside(Optional<Space> space, int lines, Chunks chunks) {
    long size = (long) lines * chunks.along() * bytes;
    return space.isPresent() && space.get().isFor(size);
  }

  /**
   * Returns zeros where there is room for them.
   *
   * @param type as what entries outside the heap are written down at first
   */
  Tiles zeros(Optional<Space> space, NumberType type, int lines, Chunks chunks) {
    if (isOutside(space, lines, chunks)) {
      return new SegmentTiles(space.orElseThrow(), this, type, lines, chunks);
    }
    return this == DOUBLE ? new HeapTiles(lines, chunks) : new FloatTiles(lines, chunks);
  }

  /** Returns zeros that hold any number of this precision, where there is room for them. */
  Tiles zeros(Optional<Space> space, int lines, Chunks chunks) {
    return zeros(space, this == DOUBLE ? NumberType.F8 : NumberType.F4, lines, chunks);
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
