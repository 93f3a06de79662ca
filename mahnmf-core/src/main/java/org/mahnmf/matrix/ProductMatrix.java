package org.mahnmf.matrix;

import java.util.Arrays;
import org.mahnmf.base.Check;

/**
 * The product of two matrices as a view that is computed on reading, row by row: codes·basis takes
 * no more memory than its factors.
 *
 * @param left rows x rank; <em>kept</em>
 * @param right rank x columns; <em>kept</em>
 */
public record ProductMatrix(DenseMatrix left, DenseMatrix right) implements Matrix {
  /** Checks the sizes. */
  public ProductMatrix {
    Check.that(
        "matrices of %sx%s and %sx%s have no product",
        left.columns() == right.rows(), left.rows(), left.columns(), right.rows(), right.columns());
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
