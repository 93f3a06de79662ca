package org.mahnmf.matrix;

import java.util.Arrays;

/**
 * The product of two matrices as a view that is computed on reading, row by row: codes·basis takes
 * no more memory than its factors.
 */
public final class ProductMatrix implements Matrix {

  private final DenseMatrix left;
  private final DenseMatrix right;

  /**
   * Views a product.
   *
   * @param left rows x rank; <em>kept</em>
   * @param right rank x columns; <em>kept</em>
   */
  public ProductMatrix(DenseMatrix left, DenseMatrix right) {
    if (left.columns() != right.rows()) {
      throw new IllegalArgumentException(
          "matrices of "
              + left.rows()
              + "x"
              + left.columns()
              + " and "
              + right.rows()
              + "x"
              + right.columns()
              + " have no product");
    }
    this.left = left;
    this.right = right;
  }

  @Override
  public int rows() {
    return left.rows();
  }

  @Override
  public int columns() {
    return right.columns();
  }

  @Override
  public double get(int row, int column) {
    double sum = 0;
    for (int l = 0; l < right.rows(); l++) {
      sum += left.get(row, l) * right.get(l, column);
    }
    return sum;
  }

  @Override
  public void copyRow(int row, double[] out) {
    copyRange(row, 0, columns(), out);
  }

  @Override
  public void copyRange(int row, int from, int to, double[] out) {
    double[] array = right.array();
    int count = to - from;
    Arrays.fill(out, 0, count, 0);
    for (int l = 0; l < right.rows(); l++) {
      double factor = left.get(row, l);
      if (factor != 0) {
        int offset = right.offset(l) + from;
        for (int j = 0; j < count; j++) {
          out[j] += factor * array[offset + j];
        }
      }
    }
  }
}
