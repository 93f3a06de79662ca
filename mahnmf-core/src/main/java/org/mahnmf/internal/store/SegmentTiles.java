package org.mahnmf.internal.store;

import org.mahnmf.internal.kernel.Chunks;
import org.mahnmf.matrix.NumberType;
import org.mahnmf.matrix.Precision;
import org.mahnmf.matrix.Segments;
import org.mahnmf.matrix.Space;

/**
 * Tiles outside the heap, for an X that is larger than it; a pass copies them row by row, and
 * computes what it would in the heap, to the bit. Chunk after chunk lies in the space, each with
 * all its lines, which is the order of a pass.
 */
public final class SegmentTiles implements Tiles {

  private final Space space;
  private final int lines;
  private final Chunks chunks;
  private final Precision precision;
  private NumberType type;
  private Segments segments;

  /**
   * Takes room for zeros, written down as a type: floats become doubles when a number asks for it.
   */
  SegmentTiles(Space space, Precision precision, NumberType type, int lines, Chunks chunks) {
    this.space = space;
    this.precision = precision;
    this.type = type;
    this.lines = lines;
    this.chunks = chunks;
    this.segments = space.take((long) lines * chunks.along() * type.width());
  }

  @Override
  public int lines() {
    return lines;
  }

  @Override
  public Chunks chunks() {
    return chunks;
  }

  private long position(int chunk, int line) {
    long before = (long) chunks.begin(chunk) * lines;
    return (before + (long) line * chunks.length(chunk)) * type.width();
  }

  @Override
  public double[] row(int chunk, int line, double[] scratch) {
    segments.read(position(chunk, line), type, scratch, chunks.length(chunk));
    return scratch;
  }

  @Override
  public float[] row(int chunk, int line, float[] scratch) {
    segments.read(position(chunk, line), scratch, chunks.length(chunk));
    return scratch;
  }

  @Override
  public void keep(int chunk, int line, double[] row) {
    boolean exact = precision == Precision.DOUBLE;
    if (exact && type == NumberType.F4 && !areFloats(row, chunks.length(chunk))) {
      widen();
    }
    segments.write(position(chunk, line), type, row, 0, chunks.length(chunk));
  }

  private static boolean areFloats(double[] row, int count) {
    for (int i = 0; i < count; i++) {
      if ((float) row[i] != row[i]) {
        return false;
      }
    }
    return true;
  }

  /** Goes over to doubles, with what has been written so far. */
  private void widen() {
    SegmentTiles wide = new SegmentTiles(space, precision, NumberType.F8, lines, chunks);
    double[] row = new double[Chunks.LONGEST];
    for (int c = 0; c < chunks.count(); c++) {
      for (int j = 0; j < lines; j++) {
        wide.keep(c, j, row(c, j, row));
      }
    }
    type = wide.type;
    segments = wide.segments;
  }

  @Override
  public void keep(int chunk, int line, float[] row) {
    segments.write(position(chunk, line), row, chunks.length(chunk));
  }

  @Override
  public void copyEntries(int chunk, int entry, double[] out) {
    for (int j = 0; j < lines; j++) {
      out[j] = segments.get(position(chunk, j) + (long) entry * type.width(), type);
    }
  }
}
