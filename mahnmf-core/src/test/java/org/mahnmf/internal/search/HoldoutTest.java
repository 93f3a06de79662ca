package org.mahnmf.internal.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mahnmf.TestProblems;
import org.mahnmf.base.Workers;
import org.mahnmf.internal.sparse.SparseStore;
import org.mahnmf.internal.store.DenseStore;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.HiddenEntries;
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

  private static Optional<Holdout> draw(Store store, double share, long seed) {
    return Holdout.draw(store, HoldoutPlan.entries(share), Optional.empty(), seed);
  }

  @Test
  void hiddenEntriesAreMissingFromTheRestAndTheOthersStay() {
    double[][] table = TestProblems.plantedWithMissing(40, 30, 3, .2, 1).table();
    Store store = open(table);
    Holdout holdout = draw(store, .05, 7).orElseThrow();
    Store rest = holdout.rest();
    assertEquals(store.sums().observed(), rest.sums().observed() + holdout.count());
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
    assertEquals(sum, rest.sums().weightSum());
    assertEquals(absolute, rest.sums().absoluteSum(), 1e-12 * absolute);
  }

  @Test
  void errorIsThatOfTheHiddenEntriesAlone() {
    double[][] table = TestProblems.uniform(20, 25, 2);
    Store store = open(table);
    Holdout holdout = draw(store, .1, 1).orElseThrow();
    Factors zero = new Factors(new DenseMatrix(2, 25), new DenseMatrix(2, 20));
    double hidden = store.sums().absoluteSum() - holdout.rest().sums().absoluteSum();
    assertEquals(hidden / holdout.count(), holdout.error(zero), 1e-12);
    // No constant does better than the median; uniform numbers are .25 from theirs on average.
    double median = holdout.constantError() * store.scale();
    assertTrue(median > .15 && median < .35, "median " + median);
    Factors half = new Factors(new DenseMatrix(1, 25), new DenseMatrix(1, 20));
    for (int k = 0; k <= 20; k++) {
      java.util.Arrays.fill(half.basis().array(), 1);
      java.util.Arrays.fill(half.codes().array(), k / (20 * store.scale()));
      assertTrue(holdout.constantError() <= holdout.error(half) + 1e-12, "constant " + k);
    }
  }

  @Test
  void onlyAClearDifferenceIsWorse() {
    double[][] table = TestProblems.constant(40, 50, 1);
    Holdout holdout = draw(open(table), .05, 1).orElseThrow();
    DenseMatrix ones = DenseMatrix.ofRows(TestProblems.constant(1, 50, 1));
    Factors right = new Factors(ones, DenseMatrix.ofRows(TestProblems.constant(1, 40, 1)));
    assertFalse(holdout.isWorse(right, right));
    Factors worse = right.copy();
    Arrays.fill(worse.codes().array(), 0, 20, .9);
    assertTrue(holdout.isWorse(worse, right));
    assertFalse(holdout.isWorse(right, worse));
    // Each misses about as many as the other.
    Factors other = right.copy();
    Arrays.fill(other.codes().array(), 20, 40, .9);
    assertFalse(holdout.isWorse(worse, other));
    assertFalse(holdout.isWorse(other, worse));
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
    Store rest = draw(open(table), .05, seed).orElseThrow().rest();
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
    Store rest = draw(open(TestProblems.uniform(40, 20, 4)), 1, 1).orElseThrow().rest();
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
          Holdout holdout = Holdout.draw(store, plan, Optional.empty(), seed).orElseThrow();
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
    assertEquals(0, draw(three, .1, 1).orElseThrow().count());
  }

  @Test
  void hiddenEntriesAreMissing() {
    double[][] table = TestProblems.uniform(6, 5, 5);
    Store store = open(table);
    HiddenEntries hidden = new HiddenEntries(new int[] {1, 1, 4}, new int[] {2, 3, 0});
    Store rest = store.hiding(hidden).orElseThrow();
    assertEquals(27, rest.sums().observed());
    assertTrue(rest.sums().isWeighted());
    double scale = store.scale();
    assertEquals(scale, rest.scale());
    double[] row = new double[5];
    rest.side(Factor.CODES).read(1, row);
    double[] kept = {table[1][0] / scale, table[1][1] / scale, 0, 0, table[1][4] / scale};
    assertArrayEquals(kept, row);
    double[] column = new double[6];
    rest.side(Factor.BASIS).read(0, column);
    assertEquals(0, column[4]);
    assertEquals(table[5][0] / scale, column[5]);
    Store whole = store.hiding(new HiddenEntries(new int[0], new int[0])).orElseThrow();
    assertFalse(whole.sums().isWeighted());
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
    assertEquals(dense.sums().observed(), sparse.sums().observed());
    assertEquals(dense.sums().weightSum(), sparse.sums().weightSum());
    assertEquals(
        dense.sums().absoluteSum(),
        sparse.sums().absoluteSum(),
        1e-12 * dense.sums().absoluteSum());
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
    Store sparse = SparseStore.unscaled(Observations.of(SparseMatrix.copyOf(x)), workers);
    Holdout expected = draw(dense, .05, 7).orElseThrow();
    Holdout actual = draw(sparse, .05, 7).orElseThrow();
    assertEquals(expected.count(), actual.count());
    assertSame(expected.rest(), actual.rest());
    assertEquals(expected.constantError(), actual.constantError());
  }

  @Test
  void sparseStoresWithHiddenEntriesAreDenseOnes() {
    DenseMatrix x = thinned(12, 10);
    Store dense = DenseStore.unscaled(Observations.of(x), workers);
    Store sparse = SparseStore.unscaled(Observations.of(SparseMatrix.copyOf(x)), workers);
    HiddenEntries hidden = new HiddenEntries(new int[] {2, 2, 7}, new int[] {0, 4, 9});
    assertSame(dense.hiding(hidden).orElseThrow(), sparse.hiding(hidden).orElseThrow());
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
    Store store = SparseStore.unscaled(Observations.of(x).withZeroWeight(.2), workers);
    DenseMatrix basis = new DenseMatrix(2, features);
    DenseMatrix codes = new DenseMatrix(2, samples);
    Arrays.setAll(basis.array(), k -> random.nextDouble());
    Arrays.setAll(codes.array(), k -> .1 * random.nextDouble());
    Factors at = new Factors(basis, codes);
    PassSums sums = new PassSums(samples);
    store
        .side(Factor.CODES)
        .pass(new PassOperation.Residual(new ElasticNet(1)), basis, codes, null, sums);
    double expected = sums.absolute() / store.sums().weightSum();
    double mean = 0;
    for (int seed = 0; seed < 5; seed++) {
      Holdout holdout = draw(store, .1, seed).orElseThrow();
      assertTrue(holdout.count() > 9_000 && holdout.count() < 13_000, "" + holdout.count());
      assertEquals(store.scale(), holdout.rest().scale());
      assertEquals(store.sums().observed() - holdout.count(), holdout.rest().sums().observed());
      mean += .2 * holdout.error(at);
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
        Holdout holdout =
            Holdout.draw(store, plan.withFold(fold), Optional.empty(), seed).orElseThrow();
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

  private static boolean[][] hidden(Holdout holdout) {
    Store rest = holdout.rest();
    boolean[][] hidden = new boolean[rest.samples()][rest.features()];
    double[] weights = new double[rest.features()];
    for (int i = 0; i < hidden.length; i++) {
      rest.side(Factor.CODES).readWeights(i, weights);
      for (int j = 0; j < weights.length; j++) {
        hidden[i][j] = weights[j] == 0;
      }
    }
    return hidden;
  }

  @Test
  void foldsAreDisjointAndOfTheirShare() {
    foldsAreDisjoint(open(TestProblems.uniform(30, 5, 5)));
    Store store = open(TestProblems.uniform(72, 48, 5));
    Optional<PictureShape> shape = Optional.of(new PictureShape(8, 6, 1, 1));
    HoldoutPlan entries = HoldoutPlan.of(HoldoutPlan.Pattern.ENTRIES, .05);
    HoldoutPlan regions = HoldoutPlan.of(HoldoutPlan.Pattern.REGIONS, .05);
    for (Optional<PictureShape> picture : List.of(Optional.<PictureShape>empty(), shape)) {
      for (HoldoutPlan plan : List.of(entries, regions)) {
        boolean[][] seen = new boolean[72][48];
        for (int fold = 0; fold < 4; fold++) {
          Holdout holdout = Holdout.draw(store, plan.withFold(fold), picture, 3).orElseThrow();
          assertTrue(holdout.count() > 60 && holdout.count() < 300, plan + " " + holdout.count());
          boolean[][] hidden = hidden(holdout);
          for (int i = 0; i < 72; i++) {
            for (int j = 0; j < 48; j++) {
              assertFalse(hidden[i][j] && seen[i][j], "hidden twice");
              seen[i][j] |= hidden[i][j];
            }
          }
        }
      }
    }
  }

  /** A quarter in one piece, of every second picture; colours of a pixel together. */
  @Test
  void regionsOfPicturesAreQuarters() {
    HoldoutPlan plan = HoldoutPlan.of(HoldoutPlan.Pattern.REGIONS, .125);
    for (PictureShape shape :
        List.of(
            new PictureShape(8, 6, 1, 1),
            new PictureShape(9, 7, 3, 1),
            new PictureShape(40, 1, 1, 1),
            new PictureShape(1, 41, 3, 1))) {
      Store store = open(TestProblems.uniform(60, shape.length(), 5));
      Holdout holdout = Holdout.draw(store, plan, Optional.of(shape), 3).orElseThrow();
      int pictures = 0;
      for (boolean[] picture : hidden(holdout)) {
        int left = shape.width();
        int right = -1;
        int top = shape.height();
        int bottom = -1;
        int count = 0;
        for (int j = 0; j < picture.length; j++) {
          if (picture[j]) {
            int x = j / shape.channels() % shape.width();
            int y = j / shape.channels() / shape.width();
            left = Math.min(left, x);
            right = Math.max(right, x);
            top = Math.min(top, y);
            bottom = Math.max(bottom, y);
            count++;
          }
        }
        pictures += count > 0 ? 1 : 0;
        boolean isLine = shape.width() == 1 || shape.height() == 1;
        int whole = isLine ? shape.pixels() / 4 : shape.width() / 2 * (shape.height() / 2);
        assertEquals(count == 0 ? 0 : whole * shape.channels(), count, shape.toString());
        if (count > 0) {
          assertEquals(whole, (right - left + 1) * (bottom - top + 1), shape.toString());
        }
      }
      assertTrue(pictures > 15 && pictures < 45, shape + ": " + pictures);
    }
  }

  @Test
  void regionsOfTablesAreRunsOfSamples() {
    Store store = open(TestProblems.uniform(80, 30, 5));
    HoldoutPlan plan = HoldoutPlan.of(HoldoutPlan.Pattern.REGIONS, .125);
    boolean[][] hidden = hidden(Holdout.draw(store, plan, Optional.empty(), 3).orElseThrow());
    for (int j = 0; j < 30; j++) {
      for (int i = 0; i < 80; i++) {
        assertEquals(hidden[i - i % 5][j], hidden[i][j], "sample " + i + ", feature " + j);
      }
    }
  }

  /** Of regions the middle error counts, unless most entries are 0. */
  @Test
  void regionsAreJudgedByTheMedian() {
    Factors zero = new Factors(new DenseMatrix(1, 30), new DenseMatrix(1, 40));
    HoldoutPlan plan = HoldoutPlan.of(HoldoutPlan.Pattern.REGIONS, .1);
    for (double zeros : new double[] {.2, .7}) {
      SplittableRandom random = new SplittableRandom(4);
      double[][] table = new double[40][30];
      for (double[] row : table) {
        Arrays.setAll(row, j -> random.nextDouble() < zeros ? 0 : 1 + random.nextDouble());
      }
      Store store = DenseStore.unscaled(Observations.of(table), workers);
      Holdout holdout = Holdout.draw(store, plan, Optional.empty(), 3).orElseThrow();
      boolean[][] hidden = hidden(holdout);
      double[] values = new double[holdout.count()];
      int count = 0;
      for (int i = 0; i < 40; i++) {
        for (int j = 0; j < 30; j++) {
          if (hidden[i][j]) {
            values[count++] = table[i][j];
          }
        }
      }
      Arrays.sort(values);
      double expected =
          zeros < .5 ? values[(count - 1) / 2] : Arrays.stream(values).average().orElseThrow();
      assertEquals(expected, holdout.error(zero), 1e-12);
    }
  }

  /** What a fit misses lies together, as a square does, or here and there. */
  @Test
  void clumpsAreTold() {
    PictureShape shape = new PictureShape(32, 32, 1, 1);
    HoldoutPlan plan = HoldoutPlan.of(HoldoutPlan.Pattern.REGIONS, .125);
    Factors one = new Factors(new DenseMatrix(1, 1024), new DenseMatrix(1, 60));
    Arrays.fill(one.basis().array(), 1);
    Arrays.fill(one.codes().array(), 1);
    for (int side : new int[] {0, 1, 4, 10}) {
      SplittableRandom random = new SplittableRandom(9);
      double[][] table = new double[60][1024];
      for (double[] picture : table) {
        Arrays.setAll(picture, j -> 1 + .1 * random.nextDouble() - .05);
        for (int square = 0; side > 0 && square < 100 / (side * side); square++) {
          int x = random.nextInt(33 - side);
          int y = random.nextInt(33 - side);
          for (int k = 0; k < side * side; k++) {
            picture[(y + k / side) * 32 + x + k % side] = 2;
          }
        }
      }
      Store store = DenseStore.unscaled(Observations.of(table), workers);
      Holdout pictures = Holdout.draw(store, plan, Optional.of(shape), 3).orElseThrow();
      assertEquals(side == 10, pictures.isClumped(one), "side " + side);
    }
  }

  /** A feature that is stuck for some samples, in units of its own. */
  @Test
  void runsAreTold() {
    HoldoutPlan plan = HoldoutPlan.of(HoldoutPlan.Pattern.REGIONS, .125);
    Factors at = new Factors(new DenseMatrix(1, 40), new DenseMatrix(1, 320));
    Arrays.setAll(at.basis().array(), j -> StrictMath.pow(2, j % 20));
    Arrays.fill(at.codes().array(), 1);
    for (int length : new int[] {1, 8}) {
      SplittableRandom random = new SplittableRandom(9);
      double[][] table = new double[320][40];
      for (int j = 0; j < 40; j++) {
        int feature = j;
        double unit = at.basis().get(0, j);
        for (double[] row : table) {
          row[feature] = unit * (1 + .1 * random.nextDouble());
        }
        for (int run = 0; run < 32 / length; run++) {
          int from = random.nextInt(321 - length);
          for (int i = from; i < from + length; i++) {
            table[i][feature] = 3 * unit;
          }
        }
      }
      Store store = DenseStore.unscaled(Observations.of(table), workers);
      Holdout runs = Holdout.draw(store, plan, Optional.empty(), 3).orElseThrow();
      assertEquals(length > 1, runs.isClumped(at), "length " + length);
    }
  }
}
