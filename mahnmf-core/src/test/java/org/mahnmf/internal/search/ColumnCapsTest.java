package org.mahnmf.internal.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.mahnmf.TestProblems;
import org.mahnmf.matrix.ByteMatrix;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;

class ColumnCapsTest {

  /** Columns of 1, 10 and 0 with weights, a gap and two wild cells. */
  private static DenseMatrix table() {
    DenseMatrix table = new DenseMatrix(40, 3);
    for (int i = 0; i < 40; i++) {
      table.set(i, 0, 1 + .01 * i);
      table.set(i, 1, 10 + .1 * i);
    }
    table.set(7, 0, 1e6);
    table.set(9, 2, 1e9);
    table.set(11, 1, Double.NaN);
    return table;
  }

  /** (upper) median of the positive entries, by sorting. */
  private static double middle(Matrix table, int column) {
    double[] positive =
        java.util.stream.IntStream.range(0, table.rows())
            .mapToDouble(i -> table.get(i, column))
            .filter(value -> value > 0)
            .sorted()
            .toArray();
    return positive[positive.length / 2];
  }

  @Test
  void capsAreFourMiddlesAndTheExcessIsWhatTheyCutOff() {
    DenseMatrix weights = new DenseMatrix(40, 3);
    Arrays.fill(weights.array(), 2);
    for (Matrix table : new Matrix[] {table(), SparseMatrix.copyOf(table())}) {
      Observations observations = Observations.of(table).withWeights(weights);
      ColumnCaps caps = ColumnCaps.of(observations);
      double first = 4 * middle(table, 0);
      assertEquals(first, caps.cap(0));
      assertEquals(Double.POSITIVE_INFINITY, caps.cap(1), "nothing is above it");
      double usual = middle(table, 1); // of 1, 10 and 1e9, the middles of the columns
      assertEquals(4 * usual, caps.cap(2));
      assertEquals(2 * (1e6 - first) + 2 * (1e9 - 4 * usual), caps.excess(), 1e-3);
      Matrix seen = caps.seen().values();
      assertEquals(table instanceof SparseMatrix, seen instanceof SparseMatrix);
      double[] row = new double[3];
      for (int i = 0; i < 40; i++) {
        seen.copyRow(i, row);
        for (int j = 0; j < 3; j++) {
          assertEquals(Math.min(table.get(i, j), caps.cap(j)), seen.get(i, j));
          assertEquals(seen.get(i, j), row[j]);
        }
      }
      assertSame(weights, caps.seen().weights().orElseThrow());
    }
  }

  /**
   * Above what is fitted the loss is linear: for any factors below the caps it differs by one
   * number.
   */
  @Test
  void belowTheCapsTheLossesDifferByTheExcess() {
    TestProblems.forSeeds(
        1,
        5,
        random -> {
          DenseMatrix table = DenseMatrix.ofRows(random.table(30, 6));
          table.set(3, 2, 1e5);
          table.set(20, 4, 3e4);
          ColumnCaps caps = ColumnCaps.of(Observations.of(table));
          DenseMatrix seen = caps.seen().values().toDense();
          for (int k = 0; k < 20; k++) {
            DenseMatrix codes = DenseMatrix.ofRows(random.table(30, 2));
            DenseMatrix basis = DenseMatrix.ofRows(random.table(2, 6)).times(.5);
            double loss = TestProblems.objective(Observations.of(table), codes, basis);
            assertEquals(
                loss,
                TestProblems.objective(Observations.of(seen), codes, basis) + caps.excess(),
                1e-9 * loss);
            assertFalse(caps.raise(basis, codes.transpose()), "far below half of them");
          }
        });
  }

  @Test
  void aCapIsRaisedFourfoldWhileAFittedValuePassesHalfOfIt() {
    ColumnCaps caps = ColumnCaps.of(Observations.of(table()));
    double before = caps.cap(0);
    DenseMatrix basis = DenseMatrix.ofRows(new double[][] {{1, 1, 0}});
    DenseMatrix codes = new DenseMatrix(1, 40);
    codes.set(0, 7, .51 * before);
    assertFalse(caps.raise(basis, codes), "a part of one row follows a cell");
    codes.set(0, 6, .1 * before);
    codes.set(0, 7, .49 * before);
    assertFalse(caps.raise(basis, codes));
    codes.set(0, 7, .51 * before);
    assertTrue(caps.raise(basis, codes));
    assertEquals(4 * before, caps.cap(0));
    assertEquals(4 * before, caps.seen().values().get(7, 0));
    codes.set(0, 7, 9e5);
    while (caps.raise(basis, codes)) {
      assertTrue(caps.cap(0) > 4 * before);
    }
    assertEquals(Double.POSITIVE_INFINITY, caps.cap(0), "nothing of the column is above");
    assertEquals(1e9 - caps.cap(2), caps.excess(), 1e-3);
    assertFalse(caps.raise(basis, codes));
  }

  @Test
  void ordinaryTablesAreSeenAsTheyAre() {
    DenseMatrix spiky = DenseMatrix.ofRows(TestProblems.uniform(50, 20, 1));
    for (int k = 0; k < spiky.array().length; k += 7) {
      spiky.array()[k] = 3;
    }
    spiky.set(0, 0, 20); // wild, but less than a twentieth of all the rest
    for (Observations table :
        new Observations[] {
          Observations.of(spiky),
          Observations.of(new DenseMatrix(4, 4)),
          Observations.of(new double[][] {{1e300, 1}, {1e308, 2}})
        }) {
      ColumnCaps caps = ColumnCaps.of(table);
      assertSame(table, caps.seen());
      assertEquals(0, caps.excess());
    }
  }

  @Test
  void bytesStayBytesAndNothingOverflows() {
    ByteMatrix bytes = new ByteMatrix(300, 2);
    for (int k = 0; k < bytes.array().length; k++) {
      bytes.array()[k] = (byte) (k % 40 == 0 ? 255 : 1);
    }
    ColumnCaps caps = ColumnCaps.of(Observations.of(bytes));
    assertTrue(caps.seen().values() instanceof ByteMatrix);
    assertEquals(4, caps.seen().values().get(0, 0));
    DenseMatrix huge = table().times(1e299);
    assertEquals(4 * middle(huge, 0), ColumnCaps.of(Observations.of(huge)).cap(0));
  }
}
