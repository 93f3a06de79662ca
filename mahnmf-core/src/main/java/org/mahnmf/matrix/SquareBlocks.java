package org.mahnmf.matrix;

/**
 * Walks over a matrix in square blocks, which keep both sides of a transposition in cache; a plain
 * double loop is several times slower on video.
 */
final class SquareBlocks {

  private static final int SIZE = 32;

  private SquareBlocks() {}

  /** Works on one block. */
  @FunctionalInterface
  interface Body {
    void accept(int fromRow, int toRow, int fromColumn, int toColumn);
  }

  /** Calls a body for blocks that cover the matrix. */
  static void forEach(int rows, int columns, Body body) {
    for (int i = 0; i < rows; i += SIZE) {
      for (int j = 0; j < columns; j += SIZE) {
        body.accept(i, Math.min(rows, i + SIZE), j, Math.min(columns, j + SIZE));
      }
    }
  }
}
