package org.mahnmf.store;

import java.util.Arrays;
import org.mahnmf.kernel.KernelLookup;
import org.mahnmf.kernel.Kernels;
import org.mahnmf.matrix.FloatMatrix;

/** Cells of floats. */
record FloatCells(FloatMatrix matrix) implements HeapCells<float[]> {

  @Override
  public int rows() {
    return matrix.rows();
  }

  @Override
  public int columns() {
    return matrix.columns();
  }

  @Override
  public float[] array() {
    return matrix.array();
  }

  @Override
  public void copyRow(int row, double[] out) {
    matrix.copyRow(row, out);
  }

  @Override
  public void setRow(int row, double[] values) {
    float[] array = array();
    int offset = offset(row);
    for (int j = 0; j < columns(); j++) {
      array[offset + j] = (float) values[j];
    }
  }

  @Override
  public FloatCells inHeap(int newRows, int newColumns) {
    return new FloatCells(new FloatMatrix(newRows, newColumns));
  }

  @Override
  public FloatCells transpose() {
    return new FloatCells(matrix.transpose());
  }

  @Override
  public void clear() {
    Arrays.fill(array(), 0);
  }

  @Override
  public void multiply(double factor) {
    float[] array = array();
    for (int i = 0; i < array.length; i++) {
      array[i] = (float) (array[i] * factor);
    }
  }

  @Override
  public void addTo(double[] out) {
    float[] array = array();
    for (int i = 0; i < array.length; i++) {
      out[i] += array[i];
    }
  }

  @Override
  public Kernels.Panel<float[]> pack(double[] forward, double[] backward, int rank) {
    return KernelLookup.kernels().packFloat(forward, backward, rank, columns());
  }
}
