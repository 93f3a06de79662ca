package org.mahnmf.lab.separate;

import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;

/**
 * A table taken apart: table ≈ low + sparse.
 *
 * @param low the part of low rank, of the table's size
 * @param rank of the low part
 * @param steps that were made
 */
public record Separation(Matrix low, int rank, int steps) {

  private static boolean isTall(Matrix table) {
    return table.rows() > table.columns();
  }

  /** Returns a copy of a table, turned if it has more rows than columns. */
  static DenseMatrix wide(Matrix table) {
    return isTall(table) ? table.toDense().transpose() : DenseMatrix.copyOf(table);
  }

  /** Turns the low part of a wide table to how the table is. */
  static Separation of(Matrix table, DenseMatrix low, int rank, int steps) {
    return new Separation(isTall(table) ? low.transpose() : low, rank, steps);
  }
}
