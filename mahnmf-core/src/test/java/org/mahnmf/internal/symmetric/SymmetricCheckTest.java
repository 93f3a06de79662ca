package org.mahnmf.internal.symmetric;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.InvalidEntryException;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;

class SymmetricCheckTest {

  private static final double[][] GOOD = {
    {1, 2, Double.NaN}, {2 + 1e-10, 0, .5}, {Double.NaN, .5, Double.NaN}
  };

  @Test
  void symmetricTablesPass() {
    Observations dense = Observations.of(GOOD);
    assertDoesNotThrow(() -> SymmetricCheck.require(dense));
    SparseMatrix sparse = SparseMatrix.copyOf(DenseMatrix.ofRows(GOOD));
    assertDoesNotThrow(() -> SymmetricCheck.require(Observations.of(sparse)));
    assertDoesNotThrow(
        () -> SymmetricCheck.require(dense.withWeights(DenseMatrix.ofRows(new double[3][3]))));
  }

  @Test
  void aTableThatIsNotSquare() {
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> SymmetricCheck.require(Observations.of(new double[2][3])))
            .getMessage();
    assertTrue(message.startsWith("the table is 2x3 but "), message);
  }

  @Test
  void namesBothEntriesAndTheRule() {
    double[][] bad = {{1, 2, 3}, {2, 1, 4}, {3, 5, 1}};
    for (Observations observations :
        new Observations[] {
          Observations.of(bad), Observations.of(SparseMatrix.copyOf(DenseMatrix.ofRows(bad)))
        }) {
      String message =
          assertThrows(InvalidEntryException.class, () -> SymmetricCheck.require(observations))
              .getMessage();
      boolean lower = message.startsWith("row 3, column 2: 5.0: the entry at row 2, column 3 is 4");
      boolean upper = message.startsWith("row 2, column 3: 4.0: the entry at row 3, column 2 is 5");
      assertTrue(lower || upper, message);
      assertTrue(message.contains("1e-9"), message);
    }
  }

  @Test
  void missingAndWeightsCountToo() {
    double[][] oneMissing = {{1, Double.NaN}, {2, 1}};
    assertThrows(
        InvalidEntryException.class, () -> SymmetricCheck.require(Observations.of(oneMissing)));
    // A lone entry of a sparse table: its mirror image is an absent zero.
    SparseMatrix lone = new SparseMatrix.Builder(3, 3).add(2, 0, 1).build();
    assertThrows(InvalidEntryException.class, () -> SymmetricCheck.require(Observations.of(lone)));
    Observations weighted =
        Observations.of(new double[][] {{1, 2}, {2, 1}})
            .withWeights(DenseMatrix.ofRows(new double[][] {{1, 1}, {3, 1}}));
    String message =
        assertThrows(InvalidEntryException.class, () -> SymmetricCheck.require(weighted))
            .getMessage();
    assertEquals(0, message.indexOf("row 2, column 1: 3.0: the weight at row 1, column 2 is 1.0"));
  }
}
