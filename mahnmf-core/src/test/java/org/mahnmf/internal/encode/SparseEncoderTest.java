package org.mahnmf.internal.encode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mahnmf.Encoding;
import org.mahnmf.Model;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.SampleRule;
import org.mahnmf.term.ElasticNet;

/** Codes and bounds of sparse samples against those of the same samples stored densely. */
class SparseEncoderTest {

  private static final int SAMPLES = 25;
  private static final int FEATURES = 50;

  /** How codes are found, and how near two ways come to each other. */
  record Case(String name, Model model, double tolerance) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Model model(int rank) {
    SplittableRandom random = new SplittableRandom(rank);
    DenseMatrix basis = new DenseMatrix(rank, FEATURES);
    for (int k = 0; k < basis.array().length; k++) {
      basis.array()[k] = random.nextInt(3) == 0 ? 100 * random.nextDouble() : 0;
    }
    return Model.of(basis).withThreads(2);
  }

  static Stream<Case> cases() {
    Model small = model(4);
    return Stream.of(
        new Case("plain", small, 1e-9),
        new Case("rank above the simplex alone", model(14), 1e-9),
        new Case("exact", small.withExact(true), 1e-9),
        new Case("box", small.with(SampleRule.NON_NEGATIVE.withBounds(.001, .02)), 1e-9),
        new Case("penalty", small.with(SampleRule.NON_NEGATIVE.plusPenalty(5)), 1e-9),
        new Case("ball", small.with(SampleRule.NON_NEGATIVE.withinBall(.02)).withExact(true), 2e-7),
        new Case("elastic", small.with(new ElasticNet(.3)).withExact(true), 1e-8),
        new Case(
            "elastic box",
            small
                .with(new ElasticNet(.3))
                .with(SampleRule.NON_NEGATIVE.withBounds(.001, .02))
                .withExact(true),
            1e-8));
  }

  /** Rows from empty to full; some entries missing. */
  private static DenseMatrix table(SplittableRandom random) {
    DenseMatrix x = new DenseMatrix(SAMPLES, FEATURES);
    for (int i = 0; i < SAMPLES; i++) {
      for (int j = 0; j < FEATURES; j++) {
        boolean stored = random.nextInt(SAMPLES - 1) < i;
        x.set(i, j, stored ? 3 * random.nextDouble() : 0);
        if (i % 5 == 4 && random.nextInt(10) == 0) {
          x.set(i, j, Double.NaN);
        }
      }
    }
    return x;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void codesAndBoundAreThoseOfTheDenseSamples(Case one) {
    SplittableRandom random = new SplittableRandom(3);
    DenseMatrix x = table(random);
    for (double zeroWeight : new double[] {0, .1, 1}) {
      for (boolean weighted : new boolean[] {false, true}) {
        DenseMatrix weights = new DenseMatrix(SAMPLES, FEATURES);
        DenseMatrix stored = new DenseMatrix(SAMPLES, FEATURES);
        for (int k = 0; k < weights.array().length; k++) {
          boolean absent = x.array()[k] == 0;
          double weight = weighted ? random.nextInt(3) * .7 : 1;
          weights.array()[k] = absent ? zeroWeight : weight;
          stored.array()[k] = absent ? 0 : weight;
        }
        Observations dense = Observations.of(x).withWeights(weights);
        Observations sparse =
            Observations.of(SparseMatrix.copyOf(x))
                .withWeights(SparseMatrix.copyOf(stored))
                .withZeroWeight(zeroWeight);
        assertSame(one, dense, sparse);
      }
    }
  }

  private static void assertSame(Case one, Observations dense, Observations sparse) {
    Encoding expected = one.model.transform(dense);
    Encoding actual = one.model.transform(sparse);
    double total = expected.objective().total();
    assertEquals(total, actual.objective().total(), one.tolerance * total);
    assertEquals(
        expected.objective().loss(), actual.objective().loss(), 10 * Math.sqrt(one.tolerance));
    assertEquals(expected.relativeError(), actual.relativeError(), 1e-4);
    assertEquals(total, actual.lowerBound(), 2 * one.tolerance * total);
    assertTrue(actual.lowerBound() <= actual.objective().total());
    assertTrue(actual.exactSamples() >= expected.exactSamples() - 1);
  }

  @Test
  void anEmptySampleHasZeroCodes() {
    Observations empty =
        Observations.of(
            SparseMatrix.ofTriplets(2, FEATURES, new int[] {1}, new int[] {3}, new double[] {2}));
    for (double zeroWeight : new double[] {0, .1, 1}) {
      Encoding encoding = model(4).transform(empty.withZeroWeight(zeroWeight));
      for (int l = 0; l < 4; l++) {
        assertEquals(0, encoding.codes().get(0, l));
      }
      assertEquals(0, encoding.gap(), 1e-12);
    }
  }
}
