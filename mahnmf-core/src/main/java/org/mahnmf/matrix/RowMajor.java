package org.mahnmf.matrix;

import java.io.Serializable;

/** A dense matrix in one array, row by row. */
abstract class RowMajor implements Matrix, Serializable {
  /** Square blocks keep both sides of a transposition in cache: several times as fast on video. */
  private static final int BLOCK = 32;

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

  /** Returns where a zero-based row starts in the array. */
  public final int offset(int row) {
    return row * columns;
  }

  /** Moves one entry to its place in the transpose. */
  @FunctionalInterface
  interface Turn {
    void move(int from, int to);
  }

  /** Visits all entries, block by block. */
  final void forEachTurned(Turn turn) {
    for (int top = 0; top < rows; top += BLOCK) {
      for (int left = 0; left < columns; left += BLOCK) {
        for (int i = top; i < Math.min(rows, top + BLOCK); i++) {
          for (int j = left; j < Math.min(columns, left + BLOCK); j++) {
            turn.move(i * columns + j, j * rows + i);
          }
        }
      }
    }
  }

  @Override
  public final String toString() {
    return getClass().getSimpleName() + " " + rows + "x" + columns;
  }
}
