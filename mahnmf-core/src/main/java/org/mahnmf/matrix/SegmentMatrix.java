package org.mahnmf.matrix;

/**
 * A dense matrix outside the heap, such as a mapped file, row by row. Reading a row costs what it
 * costs to fetch its bytes; {@link #transpose} writes a copy into the same space.
 */
public final class SegmentMatrix implements Matrix {

  /** Numbers turned at a time; 32 MB of doubles. */
  private static final int PANEL = 1 << 22;

  private final Segments segments;
  private final NumberType type;
  private final int firstRow;
  private final int rowStep;
  private final int rows;
  private final int columns;
  private final Space space;

  /**
   * Looks at rows·columns numbers, at least one, in segments; copies go to the space. Both are
   * <em>kept</em>.
   */
  public SegmentMatrix(Segments segments, NumberType type, int rows, int columns, Space space) {
    this(segments, type, 0, 1, rows, columns, space);
  }

  private SegmentMatrix(
      Segments segments,
      NumberType type,
      int firstRow,
      int rowStep,
      int rows,
      int columns,
      Space space) {
    this.segments = segments;
    this.type = type;
    this.firstRow = firstRow;
    this.rowStep = rowStep;
    this.rows = rows;
    this.columns = columns;
    this.space = space;
  }

  /**
   * Returns so many rows from a first one on, step rows from one to the next, without copying them.
   */
  public SegmentMatrix rows(int from, int step, int count) {
    return new SegmentMatrix(
        segments, type, firstRow + rowStep * from, rowStep * step, count, columns, space);
  }

  /** Returns where copies of it go. */
  public Space space() {
    return space;
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public int columns() {
    return columns;
  }

  private long position(int row, int column) {
    return ((firstRow + (long) rowStep * row) * columns + column) * type.width();
  }

  @Override
  public double get(int row, int column) {
    return segments.get(position(row, column), type);
  }

  @Override
  public void copyRange(int row, int from, int to, double[] out) {
    segments.read(position(row, from), type, out, to - from);
  }

  /** A panel of rows is read, turned in the heap and written column by column. */
  @Override
  public SegmentMatrix transpose() {
    NumberType exact = type.fitsFloat() ? NumberType.F4 : NumberType.F8;
    Segments taken = space.take((long) rows * columns * exact.width());
    SegmentMatrix out = new SegmentMatrix(taken, exact, columns, rows, space);
    int height = Math.max(1, Math.min(rows, PANEL / columns));
    double[] panel = new double[height * columns];
    double[] row = new double[columns];
    for (int from = 0; from < rows; from += height) {
      int count = Math.min(height, rows - from);
      for (int i = 0; i < count; i++) {
        copyRow(from + i, row);
        for (int j = 0; j < columns; j++) {
          panel[j * count + i] = row[j];
        }
      }
      for (int j = 0; j < columns; j++) {
        taken.write(out.position(j, from), exact, panel, j * count, count);
      }
    }
    return out;
  }

  @Override
  public String toString() {
    return "SegmentMatrix " + rows + "x" + columns + " of " + type;
  }
}
