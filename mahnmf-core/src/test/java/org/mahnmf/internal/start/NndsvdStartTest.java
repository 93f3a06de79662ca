package org.mahnmf.internal.start;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mahnmf.base.Workers;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.Factors;
import org.mahnmf.solver.Posed;

class NndsvdStartTest {

  @ParameterizedTest
  @CsvSource({"12, 9, 9", "9, 12, 9", "40, 30, 4", "15, 1, 1", "1, 15, 1"})
  void singularTripletsAgreeWithJacobi(int samples, int features, int rank) {
    // Spread singular values, so that 8 power steps reach them all.
    double[][] x = StartProblems.random(samples, features, 1);
    for (int i = 0; i < samples; i++) {
      for (int j = 0; j < features; j++) {
        x[i][j] *= Math.pow(.7, i + j);
      }
    }
    Posed problem = StartProblems.problem(x, rank);
    double[][] scaled = StartProblems.times(x, 1 / problem.store().scale());
    assertTriplets(problem, scaled, rank);
  }

  @Test
  void missingEntriesCountAsProductOfMeans() {
    double[][] x = StartProblems.planted(30, 20, 3, 2);
    double[][] weights = StartProblems.random(30, 20, 3);
    weights[4][7] = 0;
    weights[2][2] = 0;
    Posed problem =
        StartProblems.problem(
            Observations.of(x).withWeights(DenseMatrix.ofRows(weights)), 2, new Workers(1));
    double[] rowSum = new double[30];
    double[] rowWeight = new double[30];
    double[] columnSum = new double[20];
    double[] columnWeight = new double[20];
    double sum = 0;
    double weight = 0;
    double heaviest = 0;
    for (int i = 0; i < 30; i++) {
      for (int j = 0; j < 20; j++) {
        double value = weights[i][j] * x[i][j] / problem.store().scale();
        rowSum[i] += value;
        columnSum[j] += value;
        sum += value;
        rowWeight[i] += weights[i][j];
        columnWeight[j] += weights[i][j];
        weight += weights[i][j];
        heaviest = Math.max(heaviest, weights[i][j]);
      }
    }
    double[][] filled = new double[30][20];
    for (int i = 0; i < 30; i++) {
      for (int j = 0; j < 20; j++) {
        double model = rowSum[i] / rowWeight[i] * columnSum[j] / columnWeight[j] / (sum / weight);
        double share = weights[i][j] / heaviest;
        filled[i][j] = share * x[i][j] / problem.store().scale() + (1 - share) * model;
      }
    }
    assertTriplets(problem, filled, 2);
  }

  private static void assertTriplets(Posed problem, double[][] x, int rank) {
    NndsvdStart.Triplets triplets =
        NndsvdStart.Triplets.of(problem.store(), rank, new SplittableRandom(1));
    double[][] transposed = StartProblems.rows(DenseMatrix.ofRows(x).transpose());
    double[] expected = eigenvalues(StartProblems.multiply(transposed, x));
    for (int l = 0; l < triplets.values().length; l++) {
      double sigma = triplets.values()[l];
      // The oracle works on XᵀX, which costs it half the digits.
      assertEquals(
          Math.sqrt(Math.max(0, expected[l])), sigma, 1e-7 * triplets.values()[0], "value " + l);
      double[] u = triplets.left()[l];
      double[] v = triplets.right()[l];
      for (int k = 0; k <= l; k++) {
        assertEquals(k == l ? 1 : 0, dot(u, triplets.left()[k]), 1e-10);
        assertEquals(k == l ? 1 : 0, dot(v, triplets.right()[k]), 1e-10);
      }
      for (int i = 0; i < x.length; i++) {
        assertEquals(sigma * v[i], dot(x[i], u), 1e-6 * triplets.values()[0]);
      }
      for (int j = 0; j < u.length; j++) {
        assertEquals(sigma * u[j], dot(transposed[j], v), 1e-6 * triplets.values()[0]);
      }
    }
  }

  @Test
  void rankDeficiencyIsSeen() {
    Posed problem = StartProblems.problem(StartProblems.planted(30, 20, 3, 4), 10);
    NndsvdStart.Triplets triplets =
        NndsvdStart.Triplets.of(problem.store(), 10, new SplittableRandom(1));
    assertEquals(3, triplets.values().length);
  }

  @Test
  void rankOneIsMet() {
    double[][] x = StartProblems.multiply(StartProblems.random(20, 1, 5), ones(15));
    Posed problem = StartProblems.problem(x, 1);
    Factors factors = problem.from(new NndsvdStart(), 1);
    double error = StartProblems.relativeError(problem, factors, x);
    assertTrue(error < 1e-3, "error " + error);
  }

  @Test
  void twoBlocksAreMet() {
    double[][] x = new double[20][15];
    double[][] values = StartProblems.random(35, 1, 6);
    for (int i = 0; i < 20; i++) {
      for (int j = 0; j < 15; j++) {
        boolean first = i < 12 && j < 6;
        boolean second = i >= 12 && j >= 6;
        x[i][j] = first || second ? (.5 + values[i][0]) * (.5 + values[20 + j][0]) : 0;
      }
    }
    Posed problem = StartProblems.problem(x, 2);
    Factors factors = problem.from(new NndsvdStart(), 1);
    double error = StartProblems.relativeError(problem, factors, x);
    assertTrue(error < .02, "only the filling is in the way: " + error);
  }

  @Test
  void isBetterThanRandom() {
    double[][] x = StartProblems.planted(50, 40, 4, 7);
    Posed problem = StartProblems.problem(x, 4);
    double nndsvd = StartProblems.relativeError(problem, problem.from(new NndsvdStart(), 1), x);
    double random = StartProblems.relativeError(problem, problem.from(new RandomStart(), 1), x);
    assertTrue(nndsvd < random, nndsvd + " against " + random);
  }

  private static double[][] ones(int columns) {
    double[][] row = new double[1][columns];
    Arrays.fill(row[0], 1);
    return row;
  }

  private static double dot(double[] x, double[] y) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += x[i] * y[i];
    }
    return sum;
  }

  /** Cyclic Jacobi on a symmetric matrix; the largest eigenvalue comes first. */
  private static double[] eigenvalues(double[][] a) {
    int n = a.length;
    for (int sweep = 0; sweep < 60; sweep++) {
      for (int p = 0; p < n; p++) {
        for (int q = p + 1; q < n; q++) {
          if (Math.abs(a[p][q]) > 1e-300) {
            double angle = .5 * Math.atan2(2 * a[p][q], a[p][p] - a[q][q]);
            double c = Math.cos(angle);
            double s = Math.sin(angle);
            for (int k = 0; k < n; k++) {
              double first = c * a[p][k] + s * a[q][k];
              a[q][k] = c * a[q][k] - s * a[p][k];
              a[p][k] = first;
            }
            for (int k = 0; k < n; k++) {
              double first = c * a[k][p] + s * a[k][q];
              a[k][q] = c * a[k][q] - s * a[k][p];
              a[k][p] = first;
            }
          }
        }
      }
    }
    double[] values = new double[n];
    for (int i = 0; i < n; i++) {
      values[i] = -a[i][i];
    }
    Arrays.sort(values);
    for (int i = 0; i < n; i++) {
      values[i] = -values[i];
    }
    return values;
  }
}
