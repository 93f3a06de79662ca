package org.mahnmf.lab.separate;

import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;

/** Stands a table up so that it has at least as many rows as columns. */
final class TallForm {

  private final DenseMatrix tall;
  private final boolean turned;

  TallForm(Matrix table) {
    turned = table.rows() < table.columns();
    tall = turned ? table.toDense().transpose() : DenseMatrix.copyOf(table);
  }

  /** Returns the tall table, which nobody else has. */
  DenseMatrix tall() {
    return tall;
  }

  /** Turns a tall matrix to how the table was. */
  DenseMatrix back(DenseMatrix matrix) {
    return turned ? matrix.transpose() : matrix;
  }
}
