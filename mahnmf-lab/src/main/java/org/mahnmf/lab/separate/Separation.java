package org.mahnmf.lab.separate;

import org.mahnmf.lab.linear.Rows;
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

  private static boolean isWide(Matrix table) {
    return table.rows() < table.columns();
  }

  /** Returns a copy of a table, turned if it has fewer rows than columns. */
  static double[][] upright(Matrix table) {
    return isWide(table) ? Rows.transposed(Rows.of(table)) : Rows.of(table);
  }

  /** Turns the low part of an upright table to how the table is. */
  static Separation of(Matrix table, double[][] low, int rank, int steps) {
    double[][] back = isWide(table) ? Rows.transposed(low) : low;
    return new Separation(DenseMatrix.ofRows(back), rank, steps);
  }
}
