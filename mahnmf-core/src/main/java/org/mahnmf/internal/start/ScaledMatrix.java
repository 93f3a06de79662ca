package org.mahnmf.internal.start;

import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.SparseMatrix;

/** A matrix whose rows and columns are divided by units of their own; nothing is copied. */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ScaledMatrix(Matrix matrix, double[] rowUnits, double[] columnUnits)
    implements Matrix {

  /**
   * Divides a matrix by positive units, <em>kept</em>. A sparse one is copied, since it must stay
   * sparse; any other is <em>kept</em>.
   */
  public static Matrix of(Matrix matrix, double[] rowUnits, double[] columnUnits) {
    ScaledMatrix scaled = new ScaledMatrix(matrix, rowUnits, columnUnits);
    return matrix instanceof SparseMatrix sparse ? scaled.copy(sparse) : scaled;
  }

  private SparseMatrix copy(SparseMatrix sparse) {
    SparseMatrix.Builder copy = new SparseMatrix.Builder(rows(), columns());
    int[] indices = new int[sparse.longestRow()];
    double[] values = new double[indices.length];
    for (int i = 0; i < rows(); i++) {
      int count = sparse.copyStored(i, indices, values);
      for (int k = 0; k < count; k++) {
        copy.add(i, indices[k], divided(values[k], i, indices[k]));
      }
    }
    return copy.build();
  }

  private double divided(double value, int row, int column) {
    // A wild cell in a tiny unit is no number any more: the largest one is as wild.
    return Math.min(Double.MAX_VALUE, value / columnUnits[column] / rowUnits[row]);
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
    return divided(matrix.get(row, column), row, column);
  }

  @Override
  public void copyRange(int row, int from, int to, double[] out) {
    matrix.copyRange(row, from, to, out);
    for (int j = from; j < to; j++) {
      out[j - from] = divided(out[j - from], row, j);
    }
  }
}
