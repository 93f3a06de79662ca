package org.mahnmf.internal.start;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.base.Workers;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.Factors;
import org.mahnmf.solver.Posed;

class HalsTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 8})
  void squaredErrorNeverRises(int repeats) {
    double[][] x = StartProblems.random(40, 25, 1);
    double[][] ones = StartProblems.times(x, 0);
    for (double[] row : ones) {
      Arrays.fill(row, 1);
    }
    assertDescends(StartProblems.problem(x, 5), x, ones, repeats);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8})
  void weightedSquaredErrorNeverRises(int repeats) {
    double[][] x = StartProblems.random(40, 25, 1);
    double[][] weights = StartProblems.random(40, 25, 2);
    for (int i = 0; i < 40; i++) {
      weights[i][i % 25] = i % 3 == 0 ? 0 : 10;
    }
    Observations observations = Observations.of(x).withWeights(DenseMatrix.ofRows(weights));
    assertDescends(StartProblems.problem(observations, 5, new Workers(1)), x, weights, repeats);
  }

  private static void assertDescends(Posed problem, double[][] x, double[][] weights, int repeats) {
    Factors factors = problem.from(new RandomStart(), 3);
    Hals hals = new Hals(problem.store(), factors);
    double last = squaredError(problem, factors, x, weights);
    double first = last;
    for (int sweep = 0; sweep < 50; sweep++) {
      assertEquals(last, hals.sweep(repeats), 1e-11 * first, "the error before the sweep");
      double error = squaredError(problem, factors, x, weights);
      assertTrue(error <= last * (1 + 1e-12), "sweep " + sweep + ": " + last + " to " + error);
      last = error;
    }
    assertTrue(last < .9 * first);
  }

  private static double squaredError(
      Posed problem, Factors factors, double[][] x, double[][] weights) {
    double[][] p = StartProblems.product(factors);
    double error = 0;
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < x[i].length; j++) {
        double e = p[i][j] - x[i][j] / problem.store().scale();
        error += weights[i][j] * e * e;
      }
    }
    return error;
  }

  @Test
  void reachesPlantedFactorization() {
    double[][] x = StartProblems.planted(60, 40, 3, 4);
    Posed problem = StartProblems.problem(x, 3);
    Factors factors = problem.from(new RandomStart(), 1);
    int sweeps = Hals.run(problem.store(), factors, 5000, 1e-6);
    assertTrue(sweeps < 5000, "used " + sweeps);
    double error = StartProblems.relativeError(problem, factors, x);
    assertTrue(error < 1e-6, "error " + error);
  }

  @Test
  void fillsInMissingEntries() {
    double[][] x = StartProblems.planted(60, 40, 3, 5);
    double[][] holes = StartProblems.times(x, 1);
    double[][] coin = StartProblems.random(60, 40, 6);
    for (int i = 0; i < 60; i++) {
      for (int j = 0; j < 40; j++) {
        holes[i][j] = coin[i][j] < .2 ? Double.NaN : x[i][j];
      }
    }
    Posed problem = StartProblems.problem(holes, 3);
    Factors factors = problem.from(new RandomStart(), 1);
    Hals.run(problem.store(), factors, 20000, 1e-9);
    double error = StartProblems.relativeError(problem, factors, x);
    assertTrue(error < 1e-5, "error " + error);
  }

  @Test
  void agreesWithNaiveImplementation() {
    double[][] x = StartProblems.random(70, 90, 7);
    Posed problem = StartProblems.problem(x, 6);
    Factors factors = problem.from(new RandomStart(), 2);
    double[][] w = StartProblems.rows(factors.basis());
    double[][] h = StartProblems.rows(factors.codes());
    double[][] samples = StartProblems.times(x, 1 / problem.store().scale());
    double[][] features = StartProblems.rows(DenseMatrix.ofRows(samples).transpose());
    Hals hals = new Hals(problem.store(), factors);
    for (int sweep = 0; sweep < 5; sweep++) {
      hals.sweep(1);
      naiveStep(w, h, samples);
      naiveStep(h, w, features);
    }
    for (int l = 0; l < 6; l++) {
      assertArrayEquals(w[l], StartProblems.rows(factors.basis())[l], 1e-10);
      assertArrayEquals(h[l], StartProblems.rows(factors.codes())[l], 1e-10);
    }
  }

  /** Each entry from a residual computed afresh; x[j] is what column j of moving explains. */
  private static void naiveStep(double[][] fixed, double[][] moving, double[][] x) {
    for (int j = 0; j < x.length; j++) {
      for (int l = 0; l < fixed.length; l++) {
        double slope = 0;
        double curvature = 0;
        for (int i = 0; i < x[j].length; i++) {
          double residual = x[j][i];
          for (int k = 0; k < fixed.length; k++) {
            residual -= fixed[k][i] * moving[k][j];
          }
          slope += fixed[l][i] * residual;
          curvature += fixed[l][i] * fixed[l][i];
        }
        moving[l][j] = Math.max(0, moving[l][j] + slope / curvature);
      }
    }
  }

  @Test
  void deadComponentsStayFinite() {
    Posed problem = StartProblems.problem(StartProblems.random(10, 8, 8), 3);
    Factors factors = problem.from(new RandomStart(), 1);
    for (int j = 0; j < 8; j++) {
      factors.basis().set(1, j, 0);
    }
    Hals.run(problem.store(), factors, 100, 1e-8);
    for (double value : factors.codes().array()) {
      assertTrue(value >= 0 && value < Double.POSITIVE_INFINITY);
    }
    assertTrue(factors.basis().norm(1) > 0, "its row in the codes lets it come back");
  }

  @Test
  void runCountsSweeps() {
    Posed problem = StartProblems.problem(StartProblems.random(20, 10, 9), 2);
    Factors factors = problem.from(new RandomStart(), 1);
    Factors before = factors.copy();
    assertEquals(0, Hals.run(problem.store(), factors, 0, 1e-4));
    assertEquals(before, factors);
    assertEquals(3, Hals.run(problem.store(), factors, 3, 0));
  }
}
