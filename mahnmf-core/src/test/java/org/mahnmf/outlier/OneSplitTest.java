package org.mahnmf.outlier;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.TestProblems;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;

class OneSplitTest {

  /** Column j has units of 10^j and noise of 5 % of them. */
  private static DenseMatrix table() {
    Random random = new Random(1);
    DenseMatrix table =
        DenseMatrix.ofRows(
            TestProblems.multiply(TestProblems.uniform(600, 3, 1), TestProblems.uniform(3, 12, 2)));
    for (int k = 0; k < table.array().length; k++) {
      double value = .2 + table.array()[k] + .05 * random.nextGaussian();
      table.array()[k] = Math.max(.01, value) * Math.pow(10, k % 12 % 4);
    }
    return table;
  }

  @Test
  void spreadsAreThoseOfTheNoiseAndNotOfTheFit() {
    DenseMatrix table = table();
    for (int i = 0; i < 600; i += 20) {
      table.set(i, i % 12, 1e7); // outliers change nothing
    }
    ColumnUnits units = ColumnUnits.of(Observations.of(table));
    Factorization fit = MahNmf.ofRank(4).withThreads(1).fit(units.divide(Observations.of(table)));
    DenseMatrix basis = units.multiply(fit.basis());
    OneSplit split = OneSplit.of(Observations.of(table), basis, fit.codes());
    for (int j = 0; j < 12; j++) {
      double noise = .05 * Math.pow(10, j % 4);
      double spread = split.spreads()[j];
      assertTrue(spread > .8 * noise && spread < 3 * noise, j + ": " + spread + " of " + noise);
      assertEquals(-3 / spread, split.score(j, -3), 1e-12);
    }
    // a table is judged alike whether its zeros are stored or not
    assertArrayEquals(
        split.spreads(),
        OneSplit.of(Observations.of(SparseMatrix.copyOf(table)), basis, fit.codes()).spreads(),
        1e-6 * 1e3);
  }

  @Test
  void rowsAreSpreadEvenlyAndFewIfTheWorkIsMuch() {
    assertArrayEquals(new int[] {0, 1, 2}, OneSplit.rows(3, 10, 2));
    assertEquals(1000, OneSplit.rows(5000, 10, 2).length);
    assertEquals(5, OneSplit.rows(5000, 10, 2)[1]);
    assertEquals(20, OneSplit.rows(5000, 1 << 20, 8).length);
  }
}
