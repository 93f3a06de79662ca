package org.mahnmf.matrix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SparseMatrixTest {

  @Test
  void tripletsInAnyOrder() {
    SparseMatrix matrix =
        SparseMatrix.ofTriplets(
            3, 4, new int[] {2, 0, 2, 0}, new int[] {3, 1, 0, 0}, new double[] {5, 2, 3, 1});
    assertEquals(
        DenseMatrix.ofRows(new double[][] {{1, 2, 0, 0}, {0, 0, 0, 0}, {3, 0, 0, 5}}),
        matrix.toDense());
    assertEquals(4, matrix.nonZeros());
    assertEquals(0, matrix.nonZeros(1));
    assertEquals(5, matrix.get(2, 3));
    assertEquals(0, matrix.get(2, 2));
  }

  @Test
  void duplicatesAreAddedAndZerosKeptOut() {
    SparseMatrix matrix =
        SparseMatrix.ofTriplets(
            2,
            2,
            new int[] {0, 1, 0, 1, 1, 0},
            new int[] {0, 1, 0, 1, 0, 1},
            new double[] {1, 2, 3, -2, 0, -0.0});
    assertEquals(1, matrix.nonZeros());
    assertEquals(4, matrix.get(0, 0));
  }

  @Test
  void missingIsNotAbsent() {
    SparseMatrix matrix = new SparseMatrix.Builder(1, 3).add(0, 1, Double.NaN).build();
    assertEquals(1, matrix.nonZeros());
    assertTrue(Double.isNaN(matrix.get(0, 1)));
    assertEquals(0, matrix.get(0, 0));
    double[] row = {9, 9, 9};
    matrix.copyRow(0, row);
    assertArrayEquals(new double[] {0, Double.NaN, 0}, row);
  }

  @Test
  void agreesWithDense() {
    SplittableRandom random = new SplittableRandom(5);
    for (int trial = 0; trial < 50; trial++) {
      DenseMatrix dense = new DenseMatrix(random.nextInt(8), random.nextInt(8));
      for (int i = 0; i < dense.array().length; i++) {
        dense.array()[i] = random.nextInt(3) == 0 ? random.nextDouble() : 0;
      }
      SparseMatrix sparse = SparseMatrix.copyOf(dense);
      assertEquals(dense, sparse.toDense());
      assertEquals(dense.transpose(), sparse.transpose().toDense());
      assertEquals(sparse, sparse.transpose().transpose());
      assertEquals(sparse.hashCode(), SparseMatrix.copyOf(dense).hashCode());
      for (int i = 0; i < dense.rows(); i++) {
        for (int j = 0; j < dense.columns(); j++) {
          assertEquals(dense.get(i, j), sparse.get(i, j));
        }
      }
      assertSame(sparse, SparseMatrix.copyOf(sparse));
    }
  }

  @Test
  void storedEntriesOfARow() {
    SparseMatrix matrix =
        new SparseMatrix.Builder(2, 5).add(1, 4, 2).add(1, 1, 3).add(0, 0, 1).build();
    int[] indices = new int[5];
    double[] values = new double[5];
    assertEquals(2, matrix.copyStored(1, indices, values));
    assertArrayEquals(new int[] {1, 4, 0, 0, 0}, indices);
    assertArrayEquals(new double[] {3, 2, 0, 0, 0}, values);
    assertEquals("SparseMatrix 2x5 with 3 entries", matrix.toString());
    assertNotEquals(matrix, matrix.transpose());
  }

  @Test
  void refusals() {
    int[] one = {1};
    double[] value = {1};
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> SparseMatrix.ofTriplets(1, 5, one, one, value))
            .getMessage();
    assertEquals("triplet 1 is at row 2, column 2 but the matrix is 1x5", message);
    assertThrows(
        IllegalArgumentException.class,
        () -> SparseMatrix.ofTriplets(2, 2, one, new int[2], value));
    assertThrows(
        IllegalArgumentException.class,
        () -> SparseMatrix.ofTriplets(-1, 2, new int[0], new int[0], new double[0]));
    SparseMatrix small = SparseMatrix.ofTriplets(2, 2, one, one, value);
    assertThrows(IndexOutOfBoundsException.class, () -> small.get(0, 2));
    assertThrows(IndexOutOfBoundsException.class, () -> small.get(2, 0));
  }
}
