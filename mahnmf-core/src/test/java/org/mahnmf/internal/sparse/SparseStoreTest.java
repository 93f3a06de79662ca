package org.mahnmf.internal.sparse;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.base.Workers;
import org.mahnmf.internal.store.DenseStore;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.InvalidEntryException;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.Precision;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.PassOperation;
import org.mahnmf.problem.PassSums;
import org.mahnmf.problem.SideData;
import org.mahnmf.problem.Store;
import org.mahnmf.problem.Units;
import org.mahnmf.term.ElasticNet;

class SparseStoreTest {

  private static final int SAMPLES = 31;
  private static final int FEATURES = 23;
  private static final int RANK = 4;

  private final SplittableRandom random = new SplittableRandom(11);

  /** Rows from empty to full, some entries missing, an empty column, a missing column. */
  private DenseMatrix table() {
    DenseMatrix x = new DenseMatrix(SAMPLES, FEATURES);
    for (int i = 0; i < SAMPLES; i++) {
      for (int j = 0; j < FEATURES; j++) {
        boolean stored = random.nextInt(SAMPLES - 1) < i;
        x.set(i, j, stored ? 3 * random.nextDouble() : 0);
        if (random.nextInt(20) == 0 || j == 3) {
          x.set(i, j, Double.NaN);
        }
        if (j == 5 || i == 0) {
          x.set(i, j, 0);
        }
      }
    }
    return x;
  }

  /** The dense store of the same data: zeros get the weight of absent entries. */
  private static Store dense(DenseMatrix x, DenseMatrix weights, double zeroWeight) {
    DenseMatrix all = new DenseMatrix(x.rows(), x.columns());
    for (int k = 0; k < all.array().length; k++) {
      double weight = weights == null ? 1 : weights.array()[k];
      all.array()[k] = x.array()[k] == 0 ? zeroWeight : weight;
    }
    return DenseStore.unscaled(Observations.of(x).withWeights(all), new Workers(1));
  }

  private DenseMatrix factor(int count) {
    DenseMatrix factor = new DenseMatrix(RANK, count);
    for (int k = 0; k < factor.array().length; k++) {
      factor.array()[k] = random.nextDouble() + .01;
    }
    for (int l = 0; l < RANK; l++) {
      factor.set(l, count / 2, 0);
    }
    return factor;
  }

  private static Observations sparse(DenseMatrix x) {
    return Observations.of(SparseMatrix.copyOf(x));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, .3, 1})
  void everyPassEqualsTheDenseOne(double zeroWeight) {
    DenseMatrix x = table();
    assertSame(
        dense(x, null, zeroWeight),
        SparseStore.unscaled(sparse(x).withZeroWeight(zeroWeight), new Workers(1)));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, .3, 1})
  void everyPassEqualsTheDenseOneWithWeights(double zeroWeight) {
    DenseMatrix x = table();
    DenseMatrix weights = new DenseMatrix(SAMPLES, FEATURES);
    for (int k = 0; k < weights.array().length; k++) {
      weights.array()[k] = x.array()[k] != 0 ? random.nextInt(4) * random.nextDouble() : 0;
    }
    assertSame(
        dense(x, weights, zeroWeight),
        SparseStore.unscaled(
            sparse(x).withWeights(SparseMatrix.copyOf(weights)).withZeroWeight(zeroWeight),
            new Workers(1)));
  }

  private void assertSame(Store dense, Store sparse) {
    assertEquals(
        dense.sums().weightSum(), sparse.sums().weightSum(), 1e-12 * dense.sums().weightSum());
    assertEquals(
        dense.sums().absoluteSum(),
        sparse.sums().absoluteSum(),
        1e-12 * dense.sums().absoluteSum());
    assertEquals(dense.sums().observed(), sparse.sums().observed());
    assertEquals(dense.sums().largestWeight(), sparse.sums().largestWeight());
    assertTrue(sparse.isSparse());
    assertFalse(dense.isSparse());
    for (Factor which : Factor.values()) {
      SideData one = dense.side(which);
      SideData other = sparse.side(which);
      assertSameReads(one, other);
      DenseMatrix fixed = factor(one.length());
      DenseMatrix moving = factor(one.count());
      DenseMatrix positive = moving.copy();
      for (int k = 0; k < positive.array().length; k++) {
        positive.array()[k] += .1;
      }
      assertSameProduct(one, other, fixed);
      assertSamePass(new PassOperation.Residual(new ElasticNet(1)), one, other, fixed, moving);
      assertSamePass(new PassOperation.Euclidean(), one, other, fixed, moving);
      double[] q = new double[one.length()];
      for (int i = 0; i < q.length; i++) {
        q[i] = .5 + random.nextDouble();
      }
      for (double curvature : new double[] {0, .7}) {
        // So little smoothing that the dense store does none, at zeros or elsewhere. Only at a zero
        // of WᵀH it still does: the sparse store takes the slope to the right there, as a
        // non-negative factor can only rise.
        assertSamePass(
            new PassOperation.SmoothedSign(1e-250, q, curvature, true),
            one,
            other,
            fixed,
            positive);
        assertIsDefinition(
            new PassOperation.SmoothedSign(.8, q, curvature, true), other, fixed, moving);
      }
    }
  }

  private static void assertSameReads(SideData one, SideData other) {
    assertFalse(one.isSparse());
    assertTrue(other.isSparse());
    double[] a = new double[one.length()];
    double[] b = new double[one.length()];
    int[] indices = new int[one.length()];
    double[] values = new double[one.length()];
    double[] weights = new double[one.length()];
    long stored = 0;
    for (int j = 0; j < one.count(); j++) {
      one.read(j, a);
      other.read(j, b);
      assertArrayEquals(a, b);
      one.readWeights(j, a);
      other.readWeights(j, b);
      assertArrayEquals(a, b);
      int count = other.readStored(j, indices, values, weights);
      stored += count;
      assertTrue(count <= other.longestColumn());
      for (int k = 0; k < count; k++) {
        assertTrue(k == 0 || indices[k] > indices[k - 1]);
        assertEquals(a[indices[k]], weights[k]);
        a[indices[k]] = other.zeroWeight();
      }
      for (double weight : a) {
        assertEquals(other.zeroWeight(), weight, "the stored entries are all that differ");
      }
      assertEquals(one.length(), one.readStored(j, indices, values, weights));
      one.read(j, a);
      assertArrayEquals(a, values);
    }
    assertEquals(stored, other.stored());
    assertEquals((long) one.length() * one.count(), one.stored());
  }

  private static void assertSameProduct(SideData one, SideData other, DenseMatrix fixed) {
    DenseMatrix a = new DenseMatrix(RANK, one.count());
    DenseMatrix b = new DenseMatrix(RANK, one.count());
    one.product(fixed, a);
    other.product(fixed, b);
    assertClose(a.array(), b.array());
  }

  private static void assertSamePass(
      PassOperation operation,
      SideData one,
      SideData other,
      DenseMatrix fixed,
      DenseMatrix moving) {
    boolean residual = operation instanceof PassOperation.Residual;
    DenseMatrix a = new DenseMatrix(RANK, one.count());
    DenseMatrix b = new DenseMatrix(RANK, one.count());
    PassSums sumsA = new PassSums(one.count());
    PassSums sumsB = new PassSums(one.count());
    one.pass(operation, fixed, moving, residual ? null : a, sumsA);
    other.pass(operation, fixed, moving, residual ? null : b, sumsB);
    assertClose(a.array(), b.array());
    assertClose(sumsA.absoluteByColumn(), sumsB.absoluteByColumn());
    assertClose(sumsA.smoothedByColumn(), sumsB.smoothedByColumn());
    assertClose(sumsA.dualByColumn(), sumsB.dualByColumn());
    if (!(operation instanceof PassOperation.SmoothedSign sign) || sign.curvature() > 0) {
      assertClose(sumsA.squaredByColumn(), sumsB.squaredByColumn());
    }
    PassSums without = new PassSums(one.count());
    other.pass(operation, fixed, moving, null, without);
    assertArrayEquals(sumsB.smoothedByColumn(), without.smoothedByColumn());
  }

  /** Smoothed at stored entries, exact at absent ones: U = ω₀ there. */
  private static void assertIsDefinition(
      PassOperation.SmoothedSign sign, SideData data, DenseMatrix fixed, DenseMatrix moving) {
    DenseMatrix product = new DenseMatrix(RANK, data.count());
    PassSums sums = new PassSums(data.count());
    data.pass(sign, fixed, moving, product, sums);
    double[] x = new double[data.length()];
    double[] weights = new double[data.length()];
    for (int j = 0; j < data.count(); j++) {
      data.read(j, x);
      data.readWeights(j, weights);
      boolean[] stored = new boolean[x.length];
      int[] indices = new int[x.length];
      int count = data.readStored(j, indices, new double[x.length], new double[x.length]);
      for (int k = 0; k < count; k++) {
        stored[indices[k]] = true;
      }
      double[] out = new double[RANK];
      double smoothed = 0;
      double inner = 0;
      for (int i = 0; i < x.length; i++) {
        double residual = -x[i];
        for (int l = 0; l < RANK; l++) {
          residual += fixed.get(l, i) * moving.get(l, j);
        }
        double scale = sign.lambda() * sign.q()[i];
        double u = Math.max(-weights[i], Math.min(weights[i], residual / scale));
        smoothed += stored[i] ? u * (residual - .5 * scale * u) : weights[i] * residual;
        u = stored[i] ? u : weights[i];
        inner += x[i] * u;
        smoothed += .5 * sign.curvature() * weights[i] * residual * residual;
        u += sign.curvature() * weights[i] * residual;
        for (int l = 0; l < RANK; l++) {
          out[l] += fixed.get(l, i) * u;
        }
      }
      for (int l = 0; l < RANK; l++) {
        assertEquals(out[l], product.get(l, j), 1e-12 * x.length);
      }
      assertEquals(smoothed, sums.smoothedByColumn()[j], 1e-12 * x.length);
      assertEquals(inner, sums.dualByColumn()[j], 1e-12 * x.length);
    }
  }

  private static void assertClose(double[] expected, double[] actual) {
    double largest = 1e-300;
    for (double value : expected) {
      largest = Math.max(largest, Math.abs(value));
    }
    assertArrayEquals(expected, actual, 1e-12 * largest);
  }

  @Test
  void threadsDoNotChangeABit() {
    SparseMatrix.Builder builder = new SparseMatrix.Builder(700, 9000);
    for (int k = 0; k < 20_000; k++) {
      builder.add(random.nextInt(700), random.nextInt(9000), random.nextDouble());
    }
    Observations observations = Observations.of(builder.build());
    DenseMatrix codes = factor(700);
    DenseMatrix basis = factor(9000);
    double[][] results = new double[2][];
    for (int k = 0; k < 2; k++) {
      try (Workers workers = new Workers(k == 0 ? 1 : 3)) {
        SideData data = SparseStore.scaled(observations, workers).side(Factor.CODES);
        DenseMatrix product = new DenseMatrix(RANK, data.count());
        data.pass(new PassOperation.Euclidean(), basis, codes, product, new PassSums(data.count()));
        results[k] = product.array();
      }
    }
    assertArrayEquals(results[0], results[1]);
  }

  @Test
  void scaleIsNearestTheMeanOfTheNonZeros() {
    SparseMatrix.Builder builder = new SparseMatrix.Builder(100, 100);
    builder.add(0, 0, 5).add(1, 1, Double.NaN).add(7, 3, 12);
    try (Workers workers = new Workers(1)) {
      Observations observations = Observations.of(builder.build());
      assertEquals(8, SparseStore.scaled(observations, workers).scale());
      assertEquals(1, SparseStore.unscaled(observations, workers).scale());
      assertEquals(4, SparseStore.scaledByFours(observations, workers).scale());
      Observations none = Observations.of(new SparseMatrix.Builder(2, 3).build());
      assertEquals(1, SparseStore.scaled(none, workers).scale());
    }
  }

  @Test
  void symmetricScaleIsAPowerOfFour() {
    try (Workers workers = new Workers(1)) {
      for (int k = -1000; k <= 1000; k += 5) {
        double value = Math.scalb(1.3, k);
        Observations dense = Observations.of(new double[][] {{value}});
        Observations sparse =
            Observations.of(new SparseMatrix.Builder(9, 9).add(0, 0, value).build());
        for (Store store :
            List.of(
                DenseStore.scaledByFours(dense, Precision.DOUBLE, workers),
                SparseStore.scaledByFours(sparse, workers))) {
          double scale = store.scale();
          assertEquals(0, Math.getExponent(scale) % 2);
          assertEquals(1, value / scale, 1.7);
        }
      }
      assertEquals(0x1p-1074, Units.evenPower(0x1p-1073));
    }
  }

  @Test
  void denseTablesHaveNoAbsentEntries() {
    DenseMatrix x = table();
    assertThrows(IllegalArgumentException.class, () -> Observations.of(x).withZeroWeight(.5));
  }

  @Test
  void refusals() {
    DenseMatrix x = table();
    Workers workers = new Workers(1);
    assertThrows(IllegalArgumentException.class, () -> sparse(x).withZeroWeight(-1));
    assertThrows(
        IllegalArgumentException.class, () -> SparseStore.scaled(Observations.of(x), workers));
    DenseMatrix ones = new DenseMatrix(SAMPLES, FEATURES);
    Observations denseWeights = sparse(x).withWeights(ones);
    assertThrows(IllegalArgumentException.class, () -> SparseStore.scaled(denseWeights, workers));
    SparseMatrix elsewhere = new SparseMatrix.Builder(SAMPLES, FEATURES).add(4, 5, 2).build();
    Observations wrong = sparse(x).withWeights(elsewhere);
    String message =
        assertThrows(InvalidEntryException.class, () -> SparseStore.scaled(wrong, workers))
            .getMessage();
    assertTrue(message.startsWith("row 5, column 6: 2.0: "), message);
  }
}
