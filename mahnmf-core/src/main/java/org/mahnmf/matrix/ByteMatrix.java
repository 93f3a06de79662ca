package org.mahnmf.matrix;

/**
 * A dense matrix of numbers from 0 to 255 in one row-major array, as pictures come: an eighth of
 * the memory of a {@link DenseMatrix}.
 */
public final class ByteMatrix extends RowMajor {

  private final byte[] array;

  /** Creates a matrix of zeros; neither size is negative. */
  public ByteMatrix(int rows, int columns) {
    super(rows, columns);
    this.array = new byte[DenseMatrix.length(rows, columns)];
  }

  @Override
  public double get(int row, int column) {
    return array[offset(row) + column] & 0xff;
  }

  @Override
  public void copyRange(int row, int from, int to, double[] out) {
    int offset = offset(row) + from;
    int count = to - from;
    for (int j = 0; j < count; j++) {
      out[j] = array[offset + j] & 0xff;
    }
  }

  /** Returns the row-major array itself, not a copy. */
  public byte[] array() {
    return array;
  }

  @Override
  public ByteMatrix transpose() {
    ByteMatrix out = new ByteMatrix(columns(), rows());
    forEachTurned((from, to) -> out.array[to] = array[from]);
    return out;
  }
}
