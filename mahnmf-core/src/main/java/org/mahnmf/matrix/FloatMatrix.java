package org.mahnmf.matrix;

/** A dense matrix of floats in one row-major array, half the memory of a {@link DenseMatrix}. */
public final class FloatMatrix extends RowMajor {

  private final float[] array;

  /** Creates a matrix of zeros; neither size is negative. */
  public FloatMatrix(int rows, int columns) {
    super(rows, columns);
    this.array = new float[DenseMatrix.length(rows, columns)];
  }

  @Override
  public double get(int row, int column) {
    return array[offset(row) + column];
  }

  @Override
  public void copyRange(int row, int from, int to, double[] out) {
    int offset = offset(row) + from;
    int count = to - from;
    for (int j = 0; j < count; j++) {
      out[j] = array[offset + j];
    }
  }

  /** Returns the row-major array itself, not a copy. */
  public float[] array() {
    return array;
  }

  @Override
  public FloatMatrix transpose() {
    FloatMatrix out = new FloatMatrix(columns(), rows());
    forEachTurned((from, to) -> out.array[to] = array[from]);
    return out;
  }
}
