package org.mahnmf.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.mahnmf.TestProblems;

class ObservationsTest {

  private static final double NAN = Double.NaN;

  @Test
  void badEntryIsNamedByPositionAndRule() {
    for (double bad : new double[] {-1, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
      double[][] table = TestProblems.uniform(4, 3, 1);
      table[2][1] = bad;
      InvalidEntryException error =
          assertThrows(InvalidEntryException.class, () -> Observations.of(table));
      assertEquals(2, error.row());
      assertEquals(1, error.column());
      String message = error.getMessage();
      assertTrue(message.startsWith("row 3, column 2: " + bad), message);
      assertTrue(message.contains("finite and at least 0"), message);
    }
  }

  @Test
  void badWeightIsNamedByPositionAndRule() {
    Observations table = Observations.of(TestProblems.uniform(4, 3, 1));
    for (double bad : new double[] {-.5, NAN, Double.POSITIVE_INFINITY}) {
      DenseMatrix weights = DenseMatrix.ofRows(TestProblems.constant(4, 3, 1));
      weights.set(3, 0, bad);
      InvalidEntryException error =
          assertThrows(InvalidEntryException.class, () -> table.withWeights(weights));
      assertTrue(error.getMessage().startsWith("row 4, column 1: " + bad), error.getMessage());
    }
    IllegalArgumentException error =
        assertThrows(
            IllegalArgumentException.class, () -> table.withWeights(new DenseMatrix(3, 4)));
    assertEquals("the weights are 3x4 but the table is 4x3", error.getMessage());
  }

  @Test
  void emptyTableIsRefused() {
    for (DenseMatrix empty : List.of(new DenseMatrix(0, 3), new DenseMatrix(3, 0))) {
      IllegalArgumentException error =
          assertThrows(IllegalArgumentException.class, () -> Observations.of(empty));
      assertTrue(error.getMessage().contains("empty"), error.getMessage());
    }
    assertThrows(IllegalArgumentException.class, () -> Observations.of(new double[0][]));
  }

  @Test
  void lineWithoutObservedEntriesIsNamed() {
    Observations row = Observations.of(new double[][] {{1, 2}, {NAN, NAN}});
    IllegalArgumentException error =
        assertThrows(IllegalArgumentException.class, row::requireNoEmptyLines);
    assertTrue(error.getMessage().startsWith("row 2 "), error.getMessage());
    Observations column = Observations.of(new double[][] {{1, NAN}, {2, NAN}});
    error = assertThrows(IllegalArgumentException.class, column::requireNoEmptyLines);
    assertTrue(error.getMessage().startsWith("column 2 "), error.getMessage());
    Observations weighted =
        Observations.of(new double[][] {{1, 2}, {3, NAN}})
            .withWeights(DenseMatrix.ofRows(new double[][] {{1, 1}, {0, 1}}));
    error = assertThrows(IllegalArgumentException.class, weighted::requireNoEmptyLines);
    assertTrue(error.getMessage().startsWith("row 2 "), error.getMessage());
    Observations.of(new double[][] {{0, NAN}, {NAN, 0}}).requireNoEmptyLines();
  }

  @Test
  void weightIsZeroWhereMissingAndOneUnlessGiven() {
    double[][] table = {{1, NAN}, {3, 4}};
    Observations plain = Observations.of(table);
    assertEquals(1, plain.weight(0, 0));
    assertEquals(0, plain.weight(0, 1));
    assertTrue(plain.weights().isEmpty());
    Observations weighted = plain.withWeights(DenseMatrix.ofRows(new double[][] {{2, 9}, {0, .5}}));
    assertEquals(2, weighted.weight(0, 0));
    assertEquals(0, weighted.weight(0, 1));
    assertEquals(0, weighted.weight(1, 0));
    assertEquals(.5, weighted.weight(1, 1));
    assertTrue(plain.weights().isEmpty(), "the first one is as it was");
  }

  @Test
  void matrixIsKeptAndArrayOfRowsIsCopied() {
    DenseMatrix matrix = DenseMatrix.ofRows(new double[][] {{1, 2}});
    assertSame(matrix, Observations.of(matrix).values());
    double[][] rows = {{1, 2}};
    Observations copied = Observations.of(rows);
    rows[0][0] = 9;
    assertEquals(1, copied.values().get(0, 0));
  }

  @Test
  void namesAndSizesAreKept() {
    Observations named =
        Observations.of(new double[][] {{1, 2}}).withNames(List.of("a", "b"), List.of("s"));
    assertEquals(List.of("a", "b"), named.featureNames());
    assertEquals(List.of("s"), named.sampleNames());
    assertEquals("Observations of 1 samples x 2 features", named.toString());
    Observations weighted = named.withWeights(DenseMatrix.ofRows(new double[][] {{1, 2}}));
    assertEquals(List.of("a", "b"), weighted.featureNames());
  }

  @Test
  void smallSparseTablesWithFewZerosBecomeDense() {
    DenseMatrix table = DenseMatrix.ofRows(new double[][] {{1, 0, 2}, {0, 0, 3}});
    Observations dense = Observations.of(SparseMatrix.copyOf(table)).suited();
    assertTrue(dense.values() instanceof DenseMatrix);
    assertEquals(table, dense.values());
    Observations weighted = Observations.of(SparseMatrix.copyOf(table)).withZeroWeight(.5);
    assertTrue(weighted.suited().values() instanceof SparseMatrix, "zeros weigh less");
    DenseMatrix empty = new DenseMatrix(10, 10);
    empty.set(3, 4, 1);
    assertTrue(
        Observations.of(SparseMatrix.copyOf(empty)).suited().values() instanceof SparseMatrix);
    assertTrue(Observations.of(empty).suited().values() instanceof DenseMatrix);
  }
}
