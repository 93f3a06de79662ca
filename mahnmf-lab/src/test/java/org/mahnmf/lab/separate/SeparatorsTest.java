package org.mahnmf.lab.separate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.mahnmf.data.synthetic.Draws;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;

class SeparatorsTest {

  /** A planted table of low rank with gross errors at random places. */
  private record Planted(DenseMatrix low, DenseMatrix table) {

    static Planted of(int rows, int columns, int rank, double share, long seed) {
      Draws draws = new Draws(seed);
      double[][] left = gaussian(rows, rank, draws);
      double[][] right = gaussian(columns, rank, draws);
      DenseMatrix low = new DenseMatrix(rows, columns);
      for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++) {
          double sum = 0;
          for (int l = 0; l < rank; l++) {
            sum += left[i][l] * right[j][l];
          }
          low.set(i, j, sum);
        }
      }
      DenseMatrix table = low.copy();
      int left0 = (int) Math.round(share * rows * columns);
      boolean[] spoilt = new boolean[rows * columns];
      while (left0 > 0) {
        int k = draws.below(spoilt.length);
        if (!spoilt[k]) {
          spoilt[k] = true;
          table.array()[k] += draws.uniform(-50, 50);
          left0--;
        }
      }
      return new Planted(low, table);
    }

    private static double[][] gaussian(int rows, int columns, Draws draws) {
      double[][] out = new double[rows][columns];
      for (double[] row : out) {
        Arrays.setAll(row, j -> draws.gaussian());
      }
      return out;
    }

    double error(Matrix found) {
      double error = 0;
      double size = 0;
      for (int i = 0; i < low.rows(); i++) {
        for (int j = 0; j < low.columns(); j++) {
          double difference = low.get(i, j) - found.get(i, j);
          error += difference * difference;
          size += low.get(i, j) * low.get(i, j);
        }
      }
      return Math.sqrt(error / size);
    }
  }

  @Test
  void rpcaRecoversAPlantedTable() {
    Planted planted = Planted.of(1000, 500, 10, .2, 1);
    Separation found = Rpca.partial().separate(planted.table, 1);
    assertEquals(10, found.rank());
    assertTrue(planted.error(found.low()) < 1e-6, "error " + planted.error(found.low()));
  }

  @Test
  void fullAndPartialRpcaAgreeOnAWideTable() {
    Planted planted = Planted.of(80, 150, 4, .1, 2);
    Separation full = Rpca.full().separate(planted.table, 1);
    Separation partial = Rpca.partial().separate(planted.table, 1);
    assertEquals(4, full.rank());
    assertTrue(planted.error(full.low()) < 1e-6, "error " + planted.error(full.low()));
    assertTrue(planted.error(partial.low()) < 1e-6, "error " + planted.error(partial.low()));
  }

  @Test
  void rpcaDoesNotDependOnTheUnit() {
    Planted planted = Planted.of(40, 60, 3, .1, 3);
    DenseMatrix small = (DenseMatrix) Rpca.partial().separate(planted.table, 1).low();
    DenseMatrix large = (DenseMatrix) Rpca.partial().separate(planted.table.times(1024), 1).low();
    assertArrayEquals(small.times(1024).array(), large.array(), 1e-9);
    assertEquals(0, Rpca.full().separate(new DenseMatrix(4, 3), 1).rank());
  }

  @Test
  void goDecRecoversAPlantedTable() {
    Planted planted = Planted.of(1000, 500, 10, .2, 4);
    Separation found = new GoDec(10, .2).separate(planted.table, 1);
    assertTrue(planted.error(found.low()) < 1e-3, "error " + planted.error(found.low()));
  }

  /** With all entries of S at once some rows end in S, see there. */
  @Test
  void goDecLosesNoRow() {
    for (long seed = 1; seed <= 3; seed++) {
      Planted planted = Planted.of(300, 600, 5, .2, seed);
      Separation found = new GoDec(5, .2).separate(planted.table, seed);
      assertTrue(planted.error(found.low()) < 1e-6, "error " + planted.error(found.low()));
      assertTrue(found.steps() < 60, "steps " + found.steps());
    }
  }

  @Test
  void theLevelOfTheLargest() {
    Draws draws = new Draws(5);
    double[] values = new double[1001];
    Arrays.setAll(values, k -> k % 10 == 0 ? 0.5 : draws.gaussian() * Math.pow(2, draws.below(40)));
    double[] sizes = Arrays.stream(values).map(Math::abs).toArray();
    double[] sorted = Arrays.stream(sizes).sorted().toArray();
    for (int count : new int[] {1, 2, 500, 950, 1000, 1001}) {
      assertEquals(sorted[values.length - count], GoDec.level(count, sizes.clone()));
    }
    assertEquals(Double.POSITIVE_INFINITY, GoDec.level(0, sizes.clone()));
  }
}
