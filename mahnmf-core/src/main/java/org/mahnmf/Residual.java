package org.mahnmf;

import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.ProductMatrix;

/** X − codes·basis, computed when it is read; 0 where X is missing. */
final class Residual implements Matrix {

  private final Matrix x;
  private final Matrix fit;

  Residual(Matrix x, DenseMatrix basis, DenseMatrix codes) {
    this.x = x;
    this.fit = new ProductMatrix(codes, basis);
  }

  @Override
  public int rows() {
    return x.rows();
  }

  @Override
  public int columns() {
    return x.columns();
  }

  @Override
  public double get(int row, int column) {
    double rest = x.get(row, column) - fit.get(row, column);
    return Double.isNaN(rest) ? 0 : rest;
  }

  @Override
  public void copyRow(int row, double[] out) {
    double[] fitted = new double[x.columns()];
    fit.copyRow(row, fitted);
    x.copyRow(row, out);
    for (int j = 0; j < fitted.length; j++) {
      out[j] = Double.isNaN(out[j]) ? 0 : out[j] - fitted[j];
    }
  }
}
