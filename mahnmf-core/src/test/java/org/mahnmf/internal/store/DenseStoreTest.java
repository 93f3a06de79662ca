package org.mahnmf.internal.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.mahnmf.TestProblems;
import org.mahnmf.TestProblems.Generator;
import org.mahnmf.base.Workers;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.PassOperation;
import org.mahnmf.problem.PassSums;
import org.mahnmf.problem.SideData;

class DenseStoreTest {

  private static DenseStore scaled(double[][] table) {
    return DenseStore.scaled(Observations.of(table), new Workers(1));
  }

  /** A table with missing entries and weights, some of them 0. */
  private static Observations weighted(Generator random, int samples, int features) {
    double[][] table = random.table(samples, features);
    double[][] weights = random.table(samples, features);
    for (int i = 0; i < samples; i++) {
      for (int j = 0; j < features; j++) {
        table[i][j] = random.chance(.1) ? Double.NaN : 100 * table[i][j];
        weights[i][j] = random.chance(.2) ? 0 : 3 * weights[i][j];
      }
    }
    return Observations.of(table).withWeights(DenseMatrix.ofRows(weights));
  }

  @Test
  void scaleIsAPowerOfTwoNearTheMean() {
    TestProblems.forSeeds(
        1,
        50,
        random -> {
          double size = Math.pow(10, random.integer(-300, 300));
          double[][] table = TestProblems.times(random.table(5, 4), size);
          double scale = scaled(table).scale();
          assertEquals(1, Math.scalb(scale, -Math.getExponent(scale)));
          double mean = 0;
          for (double[] row : table) {
            for (double value : row) {
              mean += value / 20;
            }
          }
          assertTrue(mean / scale >= .74 && mean / scale <= 1.51, mean + " / " + scale);
        });
  }

  @Test
  void entriesAreDividedByTheScaleExactly() {
    double[][] table = TestProblems.times(TestProblems.uniform(6, 5, 1), 1000);
    DenseStore store = scaled(table);
    assertEquals(6, store.samples());
    assertEquals(5, store.features());
    double[] column = new double[5];
    for (int i = 0; i < 6; i++) {
      store.side(Factor.CODES).read(i, column);
      for (int j = 0; j < 5; j++) {
        assertEquals(table[i][j], column[j] * store.scale());
      }
    }
    double[] row = new double[6];
    for (int j = 0; j < 5; j++) {
      store.side(Factor.BASIS).read(j, row);
      for (int i = 0; i < 6; i++) {
        assertEquals(table[i][j], row[i] * store.scale());
      }
    }
    assertEquals(1, DenseStore.unscaled(Observations.of(table), new Workers(1)).scale());
  }

  @Test
  void extremeTablesDoNotOverflowAndZerosHaveScaleOne() {
    for (double value : new double[] {0x1p1023, 0x1p-1000, Double.MIN_NORMAL}) {
      DenseStore store = scaled(TestProblems.constant(3, 3, value));
      assertTrue(
          store.sums().absoluteSum() > 0 && store.sums().absoluteSum() < 100, "sum for " + value);
      assertTrue(store.scale() > 0 && store.scale() < Double.POSITIVE_INFINITY);
    }
    assertEquals(1, scaled(new double[3][3]).scale());
  }

  @Test
  void sumsCountWhatIsObserved() {
    double[][] table = {{1, 2, Double.NaN}, {4, 5, 6}};
    DenseMatrix weights = DenseMatrix.ofRows(new double[][] {{1, 0, 7}, {.5, 2, 1}});
    Observations observations = Observations.of(table).withWeights(weights);
    DenseStore store = DenseStore.unscaled(observations, new Workers(1));
    assertEquals(4.5, store.sums().weightSum());
    assertEquals(1 + 2 + 10 + 6, store.sums().absoluteSum());
    assertEquals(4, store.sums().observed());
    assertEquals(2, store.sums().largestWeight());
    assertTrue(store.sums().isWeighted());
    double[] read = new double[3];
    store.side(Factor.CODES).readWeights(0, read);
    assertArrayEquals(new double[] {1, 0, 0}, read);
    store.side(Factor.CODES).read(0, read);
    assertArrayEquals(new double[] {1, 0, 0}, read);
  }

  @Test
  void unweightedStoreReadsWeightsOfOne() {
    DenseStore store = scaled(TestProblems.uniform(4, 3, 1));
    assertFalse(store.sums().isWeighted());
    assertEquals(12, store.sums().observed());
    assertEquals(1, store.sums().largestWeight());
    double[] read = new double[3];
    store.side(Factor.CODES).readWeights(2, read);
    assertArrayEquals(new double[] {1, 1, 1}, read);
  }

  @Test
  void passGivesTheSumsAndProductOfEveryColumnOnBothSides() {
    TestProblems.forSeeds(
        1,
        20,
        random -> {
          int samples = random.integer(1, 30);
          int features = random.integer(1, 30);
          int rank = random.integer(1, 10);
          Observations observations = weighted(random, samples, features);
          DenseStore store = DenseStore.scaled(observations, new Workers(1));
          DenseMatrix w = DenseMatrix.ofRows(random.table(rank, features));
          DenseMatrix h = DenseMatrix.ofRows(random.table(rank, samples));
          double[][] residual = new double[samples][features];
          double[][] dual = new double[samples][features];
          double absolute = 0;
          for (int i = 0; i < samples; i++) {
            for (int j = 0; j < features; j++) {
              for (int l = 0; l < rank; l++) {
                residual[i][j] += w.get(l, j) * h.get(l, i);
              }
              double weight = observations.weight(i, j);
              if (weight > 0) {
                residual[i][j] -= observations.values().get(i, j) / store.scale();
                dual[i][j] = weight * residual[i][j];
                absolute += weight * Math.abs(residual[i][j]);
              }
            }
          }
          double tolerance = 1e-12 * (1 + absolute) * rank;
          for (Factor moving : Factor.values()) {
            SideData side = store.side(moving);
            DenseMatrix fixed = moving == Factor.CODES ? w : h;
            DenseMatrix free = moving == Factor.CODES ? h : w;
            DenseMatrix product = new DenseMatrix(rank, side.count());
            PassSums sums = new PassSums(side.count());
            side.pass(new PassOperation.Euclidean(), fixed, free, product, sums);
            assertEquals(absolute, sums.absolute(), tolerance);
            for (int l = 0; l < rank; l++) {
              for (int k = 0; k < side.count(); k++) {
                double expected = 0;
                for (int i = 0; i < side.length(); i++) {
                  expected += fixed.get(l, i) * (moving == Factor.CODES ? dual[k][i] : dual[i][k]);
                }
                assertEquals(expected, product.get(l, k), tolerance);
              }
            }
          }
        });
  }

  @Test
  void productSkipsWhatIsMissing() {
    TestProblems.forSeeds(
        3,
        20,
        random -> {
          int samples = random.integer(1, 20);
          int features = random.integer(1, 20);
          Observations observations = weighted(random, samples, features);
          DenseStore store = DenseStore.unscaled(observations, new Workers(1));
          DenseMatrix w = DenseMatrix.ofRows(random.table(3, features));
          DenseMatrix product = new DenseMatrix(3, samples);
          store.side(Factor.CODES).product(w, product);
          for (int l = 0; l < 3; l++) {
            for (int i = 0; i < samples; i++) {
              double expected = 0;
              for (int j = 0; j < features; j++) {
                double weight = observations.weight(i, j);
                expected += weight > 0 ? weight * w.get(l, j) * values(observations, i, j) : 0;
              }
              assertEquals(expected, product.get(l, i), 1e-12 * (1 + expected));
            }
          }
        });
  }

  private static double values(Observations observations, int i, int j) {
    return observations.values().get(i, j);
  }

  @Test
  void passDoesNotDependOnThreads() {
    Generator random = new Generator(9);
    Observations observations = weighted(random, 61, 33);
    DenseMatrix w = DenseMatrix.ofRows(random.table(5, 33));
    DenseMatrix h = DenseMatrix.ofRows(random.table(5, 61));
    double[] q = random.vector(33);
    PassOperation operation = new PassOperation.SmoothedSign(.1, q, .2, true);
    DenseMatrix alone = new DenseMatrix(5, 61);
    double[] totals = null;
    for (int threads : new int[] {1, 2, 7}) {
      try (Workers workers = new Workers(threads)) {
        DenseMatrix product = threads == 1 ? alone : new DenseMatrix(5, 61);
        PassSums sums = new PassSums(61);
        DenseStore.scaled(observations, workers)
            .side(Factor.CODES)
            .pass(operation, w, h, product, sums);
        double[] now = {sums.absolute(), sums.squared(), sums.smoothed(), sums.dual()};
        totals = totals == null ? now : totals;
        assertArrayEquals(totals, now);
        assertEquals(alone, product);
      }
    }
  }
}
