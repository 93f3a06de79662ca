package org.mahnmf.matrix;

/** A dense matrix in one array, row by row. */
abstract class RowMajor implements Matrix {

  private final int rows;
  private final int columns;

  RowMajor(int rows, int columns) {
    this.rows = rows;
    this.columns = columns;
  }

  @Override
  public final int rows() {
    return rows;
  }

  @Override
  public final int columns() {
    return columns;
  }

  /** Returns where a row starts in the array. */
  final int offset(int row) {
    return row * columns;
  }

  @Override
  public final String toString() {
    return getClass().getSimpleName() + " " + rows + "x" + columns;
  }
}
