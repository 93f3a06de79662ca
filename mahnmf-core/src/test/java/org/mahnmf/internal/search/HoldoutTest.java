package org.mahnmf.internal.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mahnmf.TestProblems;
import org.mahnmf.base.Workers;
import org.mahnmf.internal.sparse.SparseStore;
import org.mahnmf.internal.store.DenseStore;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.EntryFilter;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.HoldoutPlan;
import org.mahnmf.problem.PassOperation;
import org.mahnmf.problem.PassSums;
import org.mahnmf.problem.SideData;
import org.mahnmf.problem.Store;
import org.mahnmf.term.ElasticNet;

class HoldoutTest {

  private final Workers workers = new Workers(1);

  @AfterEach
  void close() {
    workers.close();
  }

  private Store open(double[][] table) {
    return DenseStore.scaled(Observations.of(table), workers);
  }

  @Test
  void hiddenEntriesAreMissingFromTheRestAndTheOthersStay() {
    double[][] table = TestProblems.plantedWithMissing(40, 30, 3, .2, 1).table();
    Store store = open(table);
    Holdout holdout = Holdout.draw(store, .05, 7).orElseThrow();
    Store rest = holdout.rest();
    assertEquals(store.observed(), rest.observed() + holdout.count());
    assertEquals(store.scale(), rest.scale());
    assertTrue(holdout.count() > 20 && holdout.count() < 90, "hidden: " + holdout.count());
    double[] values = new double[30];
    double[] weights = new double[30];
    double[] restValues = new double[30];
    double[] restWeights = new double[30];
    double sum = 0;
    double absolute = 0;
    for (int i = 0; i < 40; i++) {
      store.side(Factor.CODES).read(i, values);
      store.side(Factor.CODES).readWeights(i, weights);
      rest.side(Factor.CODES).read(i, restValues);
      rest.side(Factor.CODES).readWeights(i, restWeights);
      for (int j = 0; j < 30; j++) {
        assertEquals(restWeights[j] > 0 ? values[j] : 0, restValues[j]);
        assertTrue(restWeights[j] == 0 || restWeights[j] == weights[j]);
        sum += restWeights[j];
        absolute += restWeights[j] * restValues[j];
      }
    }
    assertEquals(sum, rest.weightSum());
    assertEquals(absolute, rest.absoluteSum(), 1e-12 * absolute);
  }

  @Test
  void errorIsThatOfTheHiddenEntriesAlone() {
    double[][] table = TestProblems.uniform(20, 25, 2);
    Store store = open(table);
    Holdout holdout = Holdout.draw(store, .1, 1).orElseThrow();
    Factors zero = new Factors(new DenseMatrix(2, 25), new DenseMatrix(2, 20));
    double hidden = store.absoluteSum() - holdout.rest().absoluteSum();
    assertEquals(hidden / holdout.count(), holdout.meanError(zero), 1e-12);
    // No constant does better than the median; uniform numbers are .25 from theirs on average.
    double median = holdout.medianError() * store.scale();
    assertTrue(median > .15 && median < .35, "median " + median);
    Factors half = new Factors(new DenseMatrix(1, 25), new DenseMatrix(1, 20));
    for (int k = 0; k <= 20; k++) {
      java.util.Arrays.fill(half.basis().array(), 1);
      java.util.Arrays.fill(half.codes().array(), k / (20 * store.scale()));
      assertTrue(holdout.medianError() <= holdout.meanError(half) + 1e-12, "constant " + k);
    }
  }

  @Test
  void seedDecidesAndMissingEntriesDoNotChangeTheFateOfOthers() {
    double[][] table = TestProblems.uniform(30, 20, 3);
    assertArrayEquals(weights(table, 5), weights(table, 5));
    assertFalse(java.util.Arrays.equals(weights(table, 5), weights(table, 6)));
    double[][] gap = TestProblems.copy(table);
    gap[4][4] = Double.NaN;
    double[] with = weights(gap, 5);
    with[4 * 20 + 4] = weights(table, 5)[4 * 20 + 4];
    assertArrayEquals(weights(table, 5), with);
  }

  private double[] weights(double[][] table, long seed) {
    Store rest = Holdout.draw(open(table), .05, seed).orElseThrow().rest();
    double[] all = new double[table.length * table[0].length];
    double[] row = new double[table[0].length];
    for (int i = 0; i < table.length; i++) {
      rest.side(Factor.CODES).readWeights(i, row);
      System.arraycopy(row, 0, all, i * row.length, row.length);
    }
    return all;
  }

  @Test
  void noLineLosesMoreThanAQuarter() {
    Store rest = Holdout.draw(open(TestProblems.uniform(40, 20, 4)), 1, 1).orElseThrow().rest();
    for (Factor which : Factor.values()) {
      SideData side = rest.side(which);
      double[] weights = new double[side.length()];
      for (int j = 0; j < side.count(); j++) {
        side.readWeights(j, weights);
        double left = 0;
        for (double weight : weights) {
          left += weight;
        }
        assertTrue(left >= .75 * side.length(), left + " of " + side.length());
      }
    }
  }

  /** By chance a fold of so few entries may be next to empty. */
  @Test
  void foldsOfNarrowTablesHaveEnough() {
    for (int columns = 4; columns <= 6; columns++) {
      Store store = open(TestProblems.uniform(40, columns, 4));
      for (int seed = 0; seed < 50; seed++) {
        for (int fold = 0; fold < 5; fold++) {
          HoldoutPlan plan = HoldoutPlan.entries(.1).withFold(fold);
          Holdout holdout = Holdout.draw(store, plan, seed).orElseThrow();
          assertTrue(holdout.count() >= Holdout.FEWEST, "hidden: " + holdout.count());
          double[] weights = new double[columns];
          for (int i = 0; i < 40; i++) {
            holdout.rest().side(Factor.CODES).readWeights(i, weights);
            assertTrue(Arrays.stream(weights).sum() >= columns - 1);
          }
        }
      }
    }
    Store three = open(TestProblems.uniform(40, 3, 4));
    assertEquals(0, Holdout.draw(three, .1, 1).orElseThrow().count());
  }

  @Test
  void partHasTheLinesAskedFor() {
    double[][] table = TestProblems.uniform(6, 5, 5);
    Store store = open(table);
    Store part =
        store
            .part(
                new int[] {4, 1},
                new int[] {0, 2, 3},
                EntryFilter.without(new int[] {1}, new int[] {2}))
            .orElseThrow();
    assertEquals(2, part.samples());
    assertEquals(3, part.features());
    assertEquals(5, part.observed());
    assertTrue(part.isWeighted());
    double[] row = new double[3];
    part.side(Factor.CODES).read(1, row);
    double scale = store.scale();
    assertArrayEquals(new double[] {table[1][0] / scale, 0, table[1][3] / scale}, row);
    double[] column = new double[2];
    part.side(Factor.BASIS).read(1, column);
    assertArrayEquals(new double[] {table[4][2] / scale, 0}, column);
    Store whole = store.part(new int[] {0}, new int[] {1}, EntryFilter.all()).orElseThrow();
    assertFalse(whole.isWeighted());
  }

  /** A third zeros, some entries missing. */
  private static DenseMatrix thinned(int samples, int features) {
    double[][] table = TestProblems.plantedWithMissing(samples, features, 3, .1, 1).table();
    SplittableRandom random = new SplittableRandom(2);
    for (double[] row : table) {
      for (int j = 0; j < row.length; j++) {
        row[j] = random.nextInt(3) == 0 ? 0 : row[j];
      }
    }
    return DenseMatrix.ofRows(table);
  }

  private void assertSame(Store dense, Store sparse) {
    assertEquals(dense.observed(), sparse.observed());
    assertEquals(dense.weightSum(), sparse.weightSum());
    assertEquals(dense.absoluteSum(), sparse.absoluteSum(), 1e-12 * dense.absoluteSum());
    for (Factor which : Factor.values()) {
      double[] expected = new double[dense.side(which).length()];
      double[] actual = new double[expected.length];
      for (int j = 0; j < dense.side(which).count(); j++) {
        dense.side(which).read(j, expected);
        sparse.side(which).read(j, actual);
        assertArrayEquals(expected, actual);
        dense.side(which).readWeights(j, expected);
        sparse.side(which).readWeights(j, actual);
        assertArrayEquals(expected, actual);
      }
    }
  }

  @Test
  void sparseStoresHideTheSameEntries() {
    DenseMatrix x = thinned(40, 30);
    Store dense = DenseStore.unscaled(Observations.of(x), workers);
    Store sparse = SparseStore.unscaled(Observations.of(SparseMatrix.copyOf(x)), 1, workers);
    Holdout expected = Holdout.draw(dense, .05, 7).orElseThrow();
    Holdout actual = Holdout.draw(sparse, .05, 7).orElseThrow();
    assertEquals(expected.count(), actual.count());
    assertSame(expected.rest(), actual.rest());
    assertEquals(expected.medianError(), actual.medianError());
  }

  @Test
  void partsOfSparseStoresAreThoseOfDenseOnes() {
    DenseMatrix x = thinned(12, 10);
    Store dense = DenseStore.unscaled(Observations.of(x), workers);
    Store sparse = SparseStore.unscaled(Observations.of(SparseMatrix.copyOf(x)), 1, workers);
    int[] samples = {7, 2, 11};
    int[] features = {9, 0, 4, 3};
    EntryFilter hidden = EntryFilter.without(new int[] {2, 2, 7}, new int[] {0, 4, 9});
    assertSame(
        dense.part(samples, features, hidden).orElseThrow(),
        sparse.part(samples, features, hidden).orElseThrow());
  }

  /** Too many entries to draw one by one: the mean error is right on average all the same. */
  @Test
  void largeSparseStoresHideFewZerosThatCountForMany() {
    int samples = 3000;
    int features = 2000;
    SplittableRandom random = new SplittableRandom(5);
    SparseMatrix.Builder builder = new SparseMatrix.Builder(samples, features);
    for (int k = 0; k < 60_000; k++) {
      builder.add(random.nextInt(samples), random.nextInt(features), 1 + random.nextDouble());
    }
    SparseMatrix x = builder.build();
    Store store = SparseStore.unscaled(Observations.of(x), .2, workers);
    DenseMatrix basis = new DenseMatrix(2, features);
    DenseMatrix codes = new DenseMatrix(2, samples);
    Arrays.setAll(basis.array(), k -> random.nextDouble());
    Arrays.setAll(codes.array(), k -> .1 * random.nextDouble());
    Factors at = new Factors(basis, codes);
    PassSums sums = new PassSums(samples);
    store
        .side(Factor.CODES)
        .pass(new PassOperation.Residual(new ElasticNet(1)), basis, codes, null, sums);
    double expected = sums.absolute() / store.weightSum();
    double mean = 0;
    for (int seed = 0; seed < 5; seed++) {
      Holdout holdout = Holdout.draw(store, .1, seed).orElseThrow();
      assertTrue(holdout.count() > 9_000 && holdout.count() < 13_000, "" + holdout.count());
      assertEquals(store.scale(), holdout.rest().scale());
      assertEquals(store.observed() - holdout.count(), holdout.rest().observed());
      mean += .2 * holdout.meanError(at);
    }
    assertEquals(expected, mean, .02 * expected);
  }

  /** Also where some have to take entries from the far end. */
  private static void foldsAreDisjoint(Store store) {
    HoldoutPlan plan = HoldoutPlan.entries(.1);
    for (int seed = 0; seed < 20; seed++) {
      double hidden = 0;
      double[] missing = new double[store.features()];
      boolean[][] seen = new boolean[store.samples()][store.features()];
      for (int fold = 0; fold < 5; fold++) {
        Holdout holdout = Holdout.draw(store, plan.withFold(fold), seed).orElseThrow();
        hidden += holdout.count();
        for (int i = 0; i < store.samples(); i++) {
          holdout.rest().side(Factor.CODES).readWeights(i, missing);
          for (int j = 0; j < missing.length; j++) {
            assertFalse(missing[j] == 0 && seen[i][j], "hidden twice");
            seen[i][j] |= missing[j] == 0;
          }
        }
      }
      assertTrue(hidden >= 5 * Holdout.FEWEST, "hidden: " + hidden);
    }
  }

  @Test
  void foldsAreDisjointAndBlocksAreWhole() {
    foldsAreDisjoint(open(TestProblems.uniform(30, 5, 5)));
    Store store = open(TestProblems.uniform(72, 48, 5));
    for (HoldoutPlan.Pattern pattern : HoldoutPlan.Pattern.values()) {
      HoldoutPlan plan = HoldoutPlan.of(pattern, .05);
      boolean[][] hidden = new boolean[72][48];
      for (int fold = 0; fold < 4; fold++) {
        Holdout holdout = Holdout.draw(store, plan.withFold(fold), 3).orElseThrow();
        assertTrue(holdout.count() > 60 && holdout.count() < 300, pattern + " " + holdout.count());
        double[] weights = new double[48];
        for (int i = 0; i < 72; i++) {
          holdout.rest().side(Factor.CODES).readWeights(i, weights);
          for (int j = 0; j < 48; j++) {
            assertFalse(weights[j] == 0 && hidden[i][j], "hidden twice");
            hidden[i][j] |= weights[j] == 0;
          }
        }
      }
      int alike = 0;
      for (int i = 0; i < 72; i += 3) {
        for (int j = 0; j < 48; j += 2) {
          // Blocks are of 3 x 2 entries here.
          alike += hidden[i][j] == hidden[i + 2][j + 1] ? 1 : 0;
        }
      }
      assertEquals(pattern == HoldoutPlan.Pattern.BLOCKS, alike == 576, pattern + " " + alike);
    }
  }
}
