package org.mahnmf.matrix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** Matrices of floats and of bytes. */
class CompactMatrixTest {

  @Test
  void floatsAreReadAsTheyAre() {
    FloatMatrix matrix = new FloatMatrix(2, 3);
    float[] entries = {.1f, Float.NaN, 3, 4, 5, Float.MIN_VALUE};
    System.arraycopy(entries, 0, matrix.array(), 0, 6);
    assertEquals((double) .1f, matrix.get(0, 0));
    double[] row = new double[4];
    matrix.copyRow(1, row);
    assertArrayEquals(new double[] {4, 5, Float.MIN_VALUE, 0}, row);
    assertEquals("FloatMatrix 2x3", matrix.toString());
  }

  @Test
  void bytesHaveNoSign() {
    ByteMatrix matrix = new ByteMatrix(1, 3);
    System.arraycopy(new byte[] {0, 127, -1}, 0, matrix.array(), 0, 3);
    assertEquals(DenseMatrix.wrap(1, 3, new double[] {0, 127, 255}), matrix.toDense());
    assertEquals(255, matrix.get(0, 2));
  }

  @Test
  void transposesOfEachKindAreOfThatKind() {
    FloatMatrix floats = new FloatMatrix(70, 33);
    ByteMatrix bytes = new ByteMatrix(70, 33);
    for (int i = 0; i < floats.array().length; i++) {
      floats.array()[i] = i;
      bytes.array()[i] = (byte) i;
    }
    for (Matrix matrix : new Matrix[] {floats, bytes}) {
      Matrix transposed = matrix.transpose();
      assertInstanceOf(matrix.getClass(), transposed);
      assertEquals(matrix.toDense().transpose(), transposed.toDense());
    }
  }

  @Test
  void sizesAreChecked() {
    assertThrows(IllegalArgumentException.class, () -> new FloatMatrix(1 << 20, 1 << 20));
    assertThrows(IllegalArgumentException.class, () -> new ByteMatrix(-1, 3));
  }
}
