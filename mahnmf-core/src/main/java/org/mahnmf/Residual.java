package org.mahnmf;

import java.util.Arrays;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;

/** X − codes·basis, computed when it is read; 0 where X is missing. */
final class Residual implements Matrix {

  private final Matrix x;
  private final DenseMatrix basis;
  private final DenseMatrix codes;

  Residual(Matrix x, DenseMatrix basis, DenseMatrix codes) {
    this.x = x;
    this.basis = basis;
    this.codes = codes;
  }

  /** Computes one row of codes·basis. */
  static void fit(DenseMatrix basis, DenseMatrix codes, int sample, double[] out) {
    double[] parts = basis.array();
    Arrays.fill(out, 0);
    for (int l = 0; l < basis.rows(); l++) {
      double code = codes.get(sample, l);
      if (code != 0) {
        int offset = basis.offset(l);
        for (int j = 0; j < out.length; j++) {
          out[j] += code * parts[offset + j];
        }
      }
    }
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
    double rest = x.get(row, column);
    for (int l = 0; l < basis.rows(); l++) {
      rest -= codes.get(row, l) * basis.get(l, column);
    }
    return Double.isNaN(rest) ? 0 : rest;
  }

  @Override
  public void copyRow(int row, double[] out) {
    double[] fit = new double[x.columns()];
    fit(basis, codes, row, fit);
    x.copyRow(row, out);
    for (int j = 0; j < fit.length; j++) {
      out[j] = Double.isNaN(out[j]) ? 0 : out[j] - fit[j];
    }
  }
}
