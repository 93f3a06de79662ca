package org.mahnmf.store;

import java.util.Arrays;
import org.mahnmf.kernel.KernelLookup;
import org.mahnmf.kernel.Kernels;
import org.mahnmf.matrix.DenseMatrix;

/** Cells of doubles. */
record DoubleCells(DenseMatrix matrix) implements HeapCells<double[]> {

  @Override
  public int rows() {
    return matrix.rows();
  }

  @Override
  public int columns() {
    return matrix.columns();
  }

  @Override
  public double[] array() {
    return matrix.array();
  }

  @Override
  public void copyRow(int row, double[] out) {
    matrix.copyRow(row, out);
  }

  @Override
  public void setRow(int row, double[] values) {
    System.arraycopy(values, 0, array(), offset(row), columns());
  }

  @Override
  public DoubleCells inHeap(int newRows, int newColumns) {
    return new DoubleCells(new DenseMatrix(newRows, newColumns));
  }

  @Override
  public DoubleCells transpose() {
    return new DoubleCells(matrix.transpose());
  }

  @Override
  public void clear() {
    Arrays.fill(array(), 0);
  }

  @Override
  public void multiply(double factor) {
    double[] array = array();
    for (int i = 0; i < array.length; i++) {
      array[i] *= factor;
    }
  }

  @Override
  public void addTo(double[] out) {
    double[] array = array();
    for (int i = 0; i < array.length; i++) {
      out[i] += array[i];
    }
  }

  @Override
  public Kernels.Panel<double[]> pack(double[] forward, double[] backward, int rank) {
    return KernelLookup.kernels().pack(forward, backward, rank, columns());
  }
}
