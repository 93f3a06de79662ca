package org.mahnmf.matrix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.mahnmf.TestProblems;

class DenseMatrixTest {

  @Test
  void wrapSharesTheArrayAndCopyOfDoesNot() {
    double[] array = {1, 2, 3, 4, 5, 6};
    DenseMatrix shared = DenseMatrix.wrap(2, 3, array);
    DenseMatrix copied = DenseMatrix.copyOf(shared);
    array[4] = 50;
    assertEquals(50, shared.get(1, 1));
    assertEquals(5, copied.get(1, 1));
    assertSame(array, shared.array());
    assertEquals(3, shared.offset(1));
  }

  @Test
  void ofRowsCopiesAndRefusesRaggedRows() {
    double[][] rows = {{1, 2}, {3, 4}};
    DenseMatrix matrix = DenseMatrix.ofRows(rows);
    rows[1][0] = 30;
    assertEquals(3, matrix.get(1, 0));
    IllegalArgumentException error =
        assertThrows(
            IllegalArgumentException.class,
            () -> DenseMatrix.ofRows(new double[][] {{1, 2}, {3, 4}, {5}}));
    assertEquals("row 3 has 1 entries but row 1 has 2", error.getMessage());
    assertEquals(0, DenseMatrix.ofRows(new double[0][]).rows());
  }

  @Test
  void transposeSwapsRowsAndColumnsAtAwkwardSizes() {
    TestProblems.forSeeds(
        1,
        20,
        random -> {
          DenseMatrix a =
              DenseMatrix.ofRows(random.table(random.integer(1, 70), random.integer(1, 70)));
          DenseMatrix t = a.transpose();
          assertEquals(a.columns(), t.rows());
          assertEquals(a.rows(), t.columns());
          for (int i = 0; i < a.rows(); i++) {
            for (int j = 0; j < a.columns(); j++) {
              assertEquals(a.get(i, j), t.get(j, i));
            }
          }
          assertEquals(a, t.transpose());
        });
  }

  @Test
  void assignOverwritesAndRefusesAnotherSize() {
    DenseMatrix target = new DenseMatrix(2, 2);
    DenseMatrix source = DenseMatrix.ofRows(new double[][] {{1, 2}, {3, 4}});
    target.assign(source);
    assertEquals(source, target);
    assertNotSame(source.array(), target.array());
    IllegalArgumentException error =
        assertThrows(IllegalArgumentException.class, () -> target.assign(new DenseMatrix(2, 3)));
    assertEquals("cannot assign 2x3 to 2x2", error.getMessage());
  }

  @Test
  void timesLeavesTheMatrixAsItIs() {
    DenseMatrix a = DenseMatrix.ofRows(new double[][] {{1, 2}});
    assertArrayEquals(new double[] {3, 6}, a.times(3).array());
    assertArrayEquals(new double[] {1, 2}, a.array());
  }

  @Test
  void equalityIsOfSizeAndEntries() {
    DenseMatrix a = DenseMatrix.ofRows(new double[][] {{1, 2}});
    assertEquals(a, a.copy());
    assertEquals(a.hashCode(), a.copy().hashCode());
    assertNotEquals(a, a.transpose());
    assertNotEquals(a, a.times(2));
    assertTrue(a.toString().contains("1x2"));
  }

  @Test
  void badSizesAreRefusedWithTheSize() {
    IllegalArgumentException length =
        assertThrows(IllegalArgumentException.class, () -> DenseMatrix.wrap(2, 3, new double[5]));
    assertEquals("the array has 5 entries but 2x3 needs 6", length.getMessage());
    IllegalArgumentException negative =
        assertThrows(IllegalArgumentException.class, () -> new DenseMatrix(-1, 3));
    assertTrue(negative.getMessage().contains("-1x3"), negative.getMessage());
    IllegalArgumentException large =
        assertThrows(IllegalArgumentException.class, () -> new DenseMatrix(1 << 20, 1 << 20));
    assertTrue(large.getMessage().contains("1048576x1048576"), large.getMessage());
    assertEquals(0, new DenseMatrix(0, 7).array().length);
  }

  @Test
  void otherMatricesBecomeDenseRowByRow() {
    Matrix table =
        new Matrix() {
          @Override
          public int rows() {
            return 3;
          }

          @Override
          public int columns() {
            return 2;
          }

          @Override
          public double get(int row, int column) {
            return 10 * row + column;
          }
        };
    DenseMatrix dense = DenseMatrix.copyOf(table);
    assertArrayEquals(new double[] {0, 1, 10, 11, 20, 21}, dense.array());
    double[] row = new double[5];
    dense.copyRow(2, row);
    assertArrayEquals(new double[] {20, 21, 0, 0, 0}, row);
  }
}
