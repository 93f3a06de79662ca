package org.mahnmf.cli;

import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.mahnmf.matrix.DenseMatrix;

/** Tables for tests. */
public final class TestTables {

  private TestTables() {}

  /** A product of random factors with outliers in one entry of ten. */
  public static DenseMatrix spiked(int rows, int columns, int rank, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    DenseMatrix codes = random(rows, rank, random);
    DenseMatrix basis = random(rank, columns, random);
    DenseMatrix table = new DenseMatrix(rows, columns);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        double sum = random.nextDouble() < .1 ? 10 * random.nextDouble() : 0;
        for (int l = 0; l < rank; l++) {
          sum += codes.get(i, l) * basis.get(l, j);
        }
        table.set(i, j, sum);
      }
    }
    return table;
  }

  /** Uniform entries. */
  public static DenseMatrix random(int rows, int columns, SplittableRandom random) {
    DenseMatrix matrix = new DenseMatrix(rows, columns);
    for (int k = 0; k < matrix.array().length; k++) {
      matrix.array()[k] = random.nextDouble();
    }
    return matrix;
  }

  /** Σ |X − codes·basis| over observed entries. */
  public static double loss(DenseMatrix table, DenseMatrix codes, DenseMatrix basis) {
    return sum(table, codes, basis, Math::abs);
  }

  /** Σ (X − codes·basis)² over observed entries. */
  public static double squares(DenseMatrix table, DenseMatrix codes, DenseMatrix basis) {
    return sum(table, codes, basis, error -> error * error);
  }

  private static double sum(
      DenseMatrix table, DenseMatrix codes, DenseMatrix basis, DoubleUnaryOperator loss) {
    double sum = 0;
    for (int i = 0; i < table.rows(); i++) {
      for (int j = 0; j < table.columns(); j++) {
        double error = table.get(i, j);
        for (int l = 0; l < basis.rows(); l++) {
          error -= codes.get(i, l) * basis.get(l, j);
        }
        sum += Double.isNaN(error) ? 0 : loss.applyAsDouble(error);
      }
    }
    return sum;
  }
}
