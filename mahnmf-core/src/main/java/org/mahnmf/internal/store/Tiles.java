package org.mahnmf.internal.store;

import java.util.Optional;
import org.mahnmf.internal.kernel.Chunks;
import org.mahnmf.matrix.NumberType;
import org.mahnmf.matrix.Precision;
import org.mahnmf.matrix.Space;

/**
 * A dense table as lines that are cut into chunks, each an array of its own while a pass looks at
 * it: the layout that {@link org.mahnmf.internal.kernel.Products} wants. The implementations know
 * where entries are and as what they are written down.
 */
public interface Tiles {

  int lines();

  Chunks chunks();

  /**
   * Returns a chunk of a line: the array that holds it, or a copy in the scratch array of {@link
   * Chunks#LONGEST} entries.
   */
  double[] row(int chunk, int line, double[] scratch);

  /** The same, rounded to floats. */
  default float[] row(int chunk, int line, float[] scratch) {
    throw new UnsupportedOperationException("a table of doubles has no passes in floats");
  }

  /** Takes a chunk of a line over that {@link #row(int, int, double[])} returned, or any other. */
  void keep(int chunk, int line, double[] row);

  /** Takes a chunk of a line over that {@link #row(int, int, float[])} returned. */
  default void keep(int chunk, int line, float[] row) {
    throw new UnsupportedOperationException("neither bytes nor doubles are made of floats");
  }

  /** Copies one entry, counted within its chunk, of every line into doubles. */
  void copyEntries(int chunk, int entry, double[] out);

  /** Copies a line into doubles. */
  default void copyLine(int line, double[] out) {
    double[] scratch = new double[Chunks.LONGEST];
    for (int c = 0; c < chunks().count(); c++) {
      System.arraycopy(row(c, line, scratch), 0, out, chunks().begin(c), chunks().length(c));
    }
  }

  /** Overwrites a line. Not for several threads at once. */
  default void setLine(int line, double[] values) {
    double[] scratch = new double[Chunks.LONGEST];
    for (int c = 0; c < chunks().count(); c++) {
      System.arraycopy(values, chunks().begin(c), scratch, 0, chunks().length(c));
      keep(c, line, scratch);
    }
  }

  /** Returns whether a table of this size is kept outside the heap. */
  static boolean areOutside(Optional<Space> space, Precision precision, int lines, Chunks chunks) {
    long size = (long) lines * chunks.along() * precision.bytes();
    return space.isPresent() && space.get().isFor(size);
  }

  /**
   * Returns zeros where there is room for them, at first written down as a type outside the heap.
   */
  static Tiles zeros(
      Optional<Space> space, Precision precision, NumberType type, int lines, Chunks chunks) {
    if (areOutside(space, precision, lines, chunks)) {
      return new SegmentTiles(space.orElseThrow(), precision, type, lines, chunks);
    }
    return precision == Precision.DOUBLE
        ? new HeapTiles(lines, chunks)
        : new FloatTiles(lines, chunks);
  }

  /** Returns zeros that hold any number of this precision, where there is room for them. */
  static Tiles zeros(Optional<Space> space, Precision precision, int lines, Chunks chunks) {
    NumberType type = precision == Precision.DOUBLE ? NumberType.F8 : NumberType.F4;
    return zeros(space, precision, type, lines, chunks);
  }
}
