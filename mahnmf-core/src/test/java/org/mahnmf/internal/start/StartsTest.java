package org.mahnmf.internal.start;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mahnmf.Starts;
import org.mahnmf.base.Workers;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.solver.Posed;
import org.mahnmf.solver.Start;

/** What holds for every start. */
class StartsTest {

  static Stream<Start> starts() {
    return Stream.of(new RandomStart(), new HalsStart(), new NndsvdStart(), new StillStart());
  }

  @Test
  void registryKnowsThem() {
    assertEquals(
        List.of("random", "hals", "nndsvd", "still"),
        Starts.all().stream().map(Start::name).toList());
  }

  @ParameterizedTest
  @MethodSource("starts")
  void sameSeedSameFactors(Start start) {
    double[][] x = StartProblems.random(30, 20, 1);
    Posed problem = StartProblems.problem(x, 4);
    Factors first = problem.from(start, 7);
    assertEquals(first, problem.from(start, 7));
    assertNotEquals(first, problem.from(start, 8));
    assertArrayEquals(StartProblems.random(30, 20, 1), x);
  }

  @ParameterizedTest
  @MethodSource("starts")
  void threadsDoNotMatter(Start start) {
    Observations plain = Observations.of(StartProblems.random(300, 170, 2));
    Observations weighted =
        plain.withWeights(DenseMatrix.ofRows(StartProblems.random(300, 170, 3)));
    for (Observations observations : List.of(plain, weighted)) {
      try (Workers one = new Workers(1);
          Workers two = new Workers(2);
          Workers five = new Workers(5)) {
        Factors alone = StartProblems.problem(observations, 9, one).from(start, 3);
        assertEquals(alone, StartProblems.problem(observations, 9, two).from(start, 3));
        assertEquals(alone, StartProblems.problem(observations, 9, five).from(start, 3));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("starts")
  void scaleOfDataDoesNotMatter(Start start) {
    double[][] x = StartProblems.random(30, 20, 4);
    Factors plain = StartProblems.problem(x, 4).from(start, 1);
    for (double power : new double[] {0x1p20, 0x1p-301, 0x1p900}) {
      double[][] scaled = StartProblems.times(x, power);
      assertEquals(plain, StartProblems.problem(scaled, 4).from(start, 1));
    }
  }

  @ParameterizedTest
  @MethodSource("starts")
  void hiddenValuesDoNotMatter(Start start) {
    double[][] x = StartProblems.random(30, 20, 5);
    double[][] other = StartProblems.times(x, 1);
    double[][] missing = StartProblems.times(x, 1);
    double[][] weights = StartProblems.times(x, 0);
    for (int i = 0; i < 30; i++) {
      for (int j = 0; j < 20; j++) {
        boolean hidden = (7 * i + 3 * j) % 5 == 0;
        weights[i][j] = hidden ? 0 : 1;
        if (hidden) {
          other[i][j] = 1e6;
          missing[i][j] = Double.NaN;
        }
      }
    }
    DenseMatrix mask = DenseMatrix.ofRows(weights);
    Workers workers = new Workers(1);
    Factors plain =
        StartProblems.problem(Observations.of(x).withWeights(mask), 4, workers).from(start, 1);
    assertEquals(
        plain,
        StartProblems.problem(Observations.of(other).withWeights(mask), 4, workers).from(start, 1));
    assertEquals(plain, StartProblems.problem(missing, 4).from(start, 1));
  }

  @ParameterizedTest
  @MethodSource("starts")
  void weightsOfOneAreNoWeights(Start start) {
    Observations plain = Observations.of(StartProblems.random(30, 20, 6));
    double[][] ones = new double[30][20];
    for (double[] row : ones) {
      Arrays.fill(row, 4);
    }
    Workers workers = new Workers(1);
    Factors left = StartProblems.problem(plain, 4, workers).from(start, 1);
    Factors right =
        StartProblems.problem(plain.withWeights(DenseMatrix.ofRows(ones)), 4, workers)
            .from(start, 1);
    assertArrayEquals(left.basis().array(), right.basis().array(), 1e-7);
    assertArrayEquals(left.codes().array(), right.codes().array(), 1e-7);
  }

  @ParameterizedTest
  @MethodSource("starts")
  void oddTablesGiveLiveFactors(Start start) {
    double[][] constant = new double[7][5];
    for (double[] row : constant) {
      Arrays.fill(row, 3);
    }
    double[][] zeroLines = StartProblems.random(8, 6, 7);
    zeroLines[2] = new double[6];
    zeroLines[5] = new double[6];
    for (double[] row : zeroLines) {
      row[1] = 0;
    }
    double[][] spike = new double[9][7];
    spike[4][2] = 1e6;
    double[][] identity = new double[6][6];
    for (int i = 0; i < 6; i++) {
      identity[i][i] = 1;
    }
    double[][] holes = StartProblems.random(8, 6, 9);
    holes[0][0] = Double.NaN;
    holes[7][5] = Double.NaN;
    assertAlive(start, constant, 1);
    assertAlive(start, constant, 5);
    assertAlive(start, zeroLines, 3);
    assertAlive(start, zeroLines, 6);
    assertAlive(start, spike, 1);
    assertAlive(start, spike, 7);
    assertAlive(start, identity, 6);
    assertAlive(start, holes, 6);
    assertAlive(start, StartProblems.random(5, 40, 8), 5);
    assertAlive(start, StartProblems.random(40, 5, 8), 5);
    assertAlive(start, StartProblems.planted(20, 15, 2, 9), 12);
    assertAlive(start, new double[][] {{3}}, 1);
    assertAlive(start, new double[][] {{Double.MIN_VALUE}}, 1);
    assertAlive(start, new double[][] {{Double.MAX_VALUE, 0, 1}}, 1);
  }

  private static void assertAlive(Start start, double[][] x, int rank) {
    Posed problem = StartProblems.problem(x, rank);
    Factors factors = problem.from(start, 11);
    assertEquals(rank, factors.rank());
    assertEquals(x[0].length, factors.basis().columns());
    assertEquals(x.length, factors.codes().columns());
    for (Factor which : Factor.values()) {
      DenseMatrix factor = factors.get(which);
      for (double value : factor.array()) {
        assertTrue(value >= 0 && value < Double.POSITIVE_INFINITY, () -> which + " has " + value);
      }
      for (int l = 0; l < rank; l++) {
        assertTrue(factor.norm(l) > 0, which + " has a dead component");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("starts")
  void zeroTableGivesFiniteFactors(Start start) {
    Factors factors = StartProblems.problem(new double[4][3], 2).from(start, 1);
    for (Factor which : Factor.values()) {
      for (double value : factors.get(which).array()) {
        assertTrue(value >= 0 && value < Double.POSITIVE_INFINITY);
      }
    }
  }

  @Test
  void randomStartHasTheBestScale() {
    double[][] x = StartProblems.random(12, 9, 12);
    double[][] weights = StartProblems.random(12, 9, 13);
    weights[3][4] = 0;
    Posed problem =
        StartProblems.problem(
            Observations.of(x).withWeights(DenseMatrix.ofRows(weights)), 3, new Workers(1));
    double[][] p = StartProblems.product(problem.from(new RandomStart(), 5));
    double withData = 0;
    double withItself = 0;
    for (int i = 0; i < 12; i++) {
      for (int j = 0; j < 9; j++) {
        withData += weights[i][j] * p[i][j] * x[i][j] / problem.store().scale();
        withItself += weights[i][j] * p[i][j] * p[i][j];
      }
    }
    assertEquals(withItself, withData, 1e-12 * withItself);
  }

  @Test
  void balanceKeepsTheProduct() {
    DenseMatrix basis =
        DenseMatrix.ofRows(new double[][] {{1e-200, 2e-200}, {0, 0}, {3, 4}, {1, 0}});
    DenseMatrix codes = DenseMatrix.ofRows(new double[][] {{1e200}, {5}, {20}, {0}});
    Factors factors = new Factors(basis, codes);
    double[][] before = StartProblems.product(factors);
    factors.balance(1);
    double[][] after = StartProblems.product(factors);
    assertArrayEquals(before[0], after[0], 1e-14 * before[0][1]);
    assertEquals(basis.norm(0), codes.norm(0), 1e-14);
    assertEquals(10, basis.norm(2), 1e-13);
    assertEquals(10, codes.norm(2), 1e-13);
    assertEquals(5, codes.get(1, 0), 0);
    assertEquals(1, basis.get(3, 0), 0);
  }
}
