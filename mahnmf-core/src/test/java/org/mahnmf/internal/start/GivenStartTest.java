package org.mahnmf.internal.start;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Units;
import org.mahnmf.solver.Posed;
import org.mahnmf.solver.Start;

class GivenStartTest {

  private final DenseMatrix basis = DenseMatrix.ofRows(StartProblems.random(2, 4, 1));
  private final DenseMatrix codes = DenseMatrix.ofRows(StartProblems.random(5, 2, 2));

  @ParameterizedTest
  @ValueSource(ints = {-301, -20, -1, 0, 1, 7, 20, 900})
  void comesBackInTheUsersUnits(int exponent) {
    double[][] x = StartProblems.times(StartProblems.random(5, 4, 3), Math.scalb(1.0, exponent));
    Posed problem = StartProblems.problem(x, 2);
    Factors factors = problem.from(new GivenStart(basis, codes), 1);
    Units units = Units.of(problem.store().scale());
    assertEquals(basis, factors.basis().times(units.basis()));
    assertEquals(codes, factors.codes().transpose().times(units.codes()));
    assertEquals(problem.store().scale(), units.basis() * units.codes(), 0);
  }

  @Test
  void productIsThatOfTheUser() {
    double[][] x = StartProblems.multiply(StartProblems.rows(codes), StartProblems.rows(basis));
    double[][] large = StartProblems.times(x, 1000);
    Posed problem = StartProblems.problem(large, 2);
    Factors factors = problem.from(new GivenStart(basis.times(1000), codes), 1);
    assertTrue(StartProblems.relativeError(problem, factors, large) < 1e-15);
  }

  @Test
  void keepsNothingOfTheCallers() {
    DenseMatrix mine = basis.copy();
    GivenStart start = new GivenStart(mine, codes);
    mine.set(0, 0, 99);
    Posed problem = StartProblems.problem(StartProblems.random(5, 4, 3), 2);
    Factors first = problem.from(start, 1);
    Factors kept = first.copy();
    first.basis().set(0, 0, 77);
    first.codes().set(0, 0, 77);
    assertEquals(kept, problem.from(start, 2));
    assertEquals(basis, kept.basis().times(Units.of(problem.store().scale()).basis()));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void badEntriesAreRefused(double value) {
    DenseMatrix bad = basis.copy();
    bad.set(1, 2, value);
    assertRefused(() -> new GivenStart(bad, codes), "basis has " + value + " in row 2, column 3");
    DenseMatrix alsoBad = codes.copy();
    alsoBad.set(4, 0, value);
    assertRefused(
        () -> new GivenStart(basis, alsoBad), "codes has " + value + " in row 5, column 1");
  }

  @Test
  void wrongSizesAreRefused() {
    assertRefused(() -> new GivenStart(basis, codes.transpose()), "2 rows", "5 columns");
    GivenStart start = new GivenStart(basis, codes);
    assertRefused(() -> create(start, 5, 4, 3), "rank 2", "is 3");
    assertRefused(() -> create(start, 5, 6, 2), "4 columns", "has 6");
    assertRefused(() -> create(start, 7, 4, 2), "5 rows", "has 7");
  }

  @Test
  void unitsOfSubnormalScale() {
    assertEquals(new Units(0x1p-530, 0x1p-530), Units.of(0x1p-1060));
    assertEquals(new Units(0x1p-537, 0x1p-537), Units.of(Double.MIN_VALUE));
    assertEquals(new Units(0x1p-2, 0x1p-1), Units.of(0x1p-3));
  }

  private static void create(Start start, int samples, int features, int rank) {
    StartProblems.problem(StartProblems.random(samples, features, 1), rank).from(start, 1);
  }

  private static void assertRefused(Runnable action, String... parts) {
    IllegalArgumentException e = assertThrows(IllegalArgumentException.class, action::run);
    for (String part : parts) {
      assertTrue(e.getMessage().contains(part), e.getMessage());
    }
  }
}
