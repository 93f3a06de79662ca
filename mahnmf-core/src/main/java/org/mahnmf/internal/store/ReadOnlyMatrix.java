package org.mahnmf.internal.store;

import java.io.Serializable;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;

/**
 * A matrix of a result: who gets it reads it and cannot write to it.
 *
 * @param matrix not for users, who do not see this package; <em>kept</em>
 */
public record ReadOnlyMatrix(DenseMatrix matrix) implements Matrix, Serializable {

  /** Returns a matrix as one that cannot be written to; <em>kept</em>, not copied. */
  public static Matrix of(Matrix matrix) {
    return matrix instanceof DenseMatrix dense ? new ReadOnlyMatrix(dense) : matrix;
  }

  /** Returns the arrays of a matrix, of a result as well, <em>not to be modified</em>. */
  public static DenseMatrix arrays(Matrix matrix) {
    if (matrix instanceof DenseMatrix dense) {
      return dense;
    }
    return matrix instanceof ReadOnlyMatrix result ? result.matrix : matrix.toDense();
  }

  @Override
  public int rows() {
    return matrix.rows();
  }

  @Override
  public int columns() {
    return matrix.columns();
  }

  @Override
  public double get(int row, int column) {
    return matrix.get(row, column);
  }

  @Override
  public void copyRange(int row, int from, int to, double[] out) {
    matrix.copyRange(row, from, to, out);
  }

  @Override
  public DenseMatrix toDense() {
    return matrix.copy();
  }

  @Override
  public DenseMatrix transpose() {
    return matrix.transpose();
  }

  @Override
  public String toString() {
    return matrix.toString();
  }
}
