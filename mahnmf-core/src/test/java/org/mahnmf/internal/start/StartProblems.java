package org.mahnmf.internal.start;

import java.util.SplittableRandom;
import org.mahnmf.base.Workers;
import org.mahnmf.internal.store.DenseStore;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Side;
import org.mahnmf.solver.Posed;
import org.mahnmf.term.Manhattan;

/** Small problems and naive sums for the tests of the starts; rows are samples. */
public final class StartProblems {

  private StartProblems() {}

  public static Posed problem(double[][] rows, int rank) {
    return problem(Observations.of(rows), rank, new Workers(1));
  }

  public static Posed problem(Observations observations, int rank, Workers workers) {
    return Posed.of(
        DenseStore.scaled(observations, workers),
        rank,
        new Manhattan(),
        Side.nonNegative(),
        Side.nonNegative());
  }

  public static double[][] random(int rows, int columns, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] out = new double[rows][columns];
    for (double[] row : out) {
      for (int j = 0; j < columns; j++) {
        row[j] = random.nextDouble();
      }
    }
    return out;
  }

  /** A product of sparse random factors, exactly of the given rank. */
  public static double[][] planted(int rows, int columns, int rank, long seed) {
    double[][] left = random(rows, rank, seed);
    double[][] right = random(rank, columns, seed + 1);
    for (double[][] factor : new double[][][] {left, right}) {
      for (double[] row : factor) {
        for (int j = 0; j < row.length; j++) {
          row[j] = Math.max(0, row[j] - .4);
        }
      }
    }
    return multiply(left, right);
  }

  public static double[][] multiply(double[][] a, double[][] b) {
    double[][] out = new double[a.length][b[0].length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < b[0].length; j++) {
        for (int l = 0; l < b.length; l++) {
          out[i][j] += a[i][l] * b[l][j];
        }
      }
    }
    return out;
  }

  public static double[][] times(double[][] a, double factor) {
    double[][] out = new double[a.length][];
    for (int i = 0; i < a.length; i++) {
      out[i] = a[i].clone();
      for (int j = 0; j < out[i].length; j++) {
        out[i][j] *= factor;
      }
    }
    return out;
  }

  public static double[][] rows(DenseMatrix matrix) {
    double[][] out = new double[matrix.rows()][matrix.columns()];
    for (int i = 0; i < out.length; i++) {
      matrix.copyRow(i, out[i]);
    }
    return out;
  }

  /** Returns HᵀW: samples x features. */
  public static double[][] product(Factors factors) {
    return multiply(rows(factors.codes().transpose()), rows(factors.basis()));
  }

  /** Returns the relative Euclidean distance of HᵀW, in the user's units, from a table. */
  public static double relativeError(Posed problem, Factors factors, double[][] table) {
    double[][] p = times(product(factors), problem.store().scale());
    double error = 0;
    double norm = 0;
    for (int i = 0; i < table.length; i++) {
      for (int j = 0; j < table[i].length; j++) {
        error += (p[i][j] - table[i][j]) * (p[i][j] - table[i][j]);
        norm += table[i][j] * table[i][j];
      }
    }
    return Math.sqrt(error / norm);
  }
}
