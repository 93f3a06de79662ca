package org.mahnmf.term;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.mahnmf.TestProblems;
import org.mahnmf.base.Workers;
import org.mahnmf.internal.store.DenseStore;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.SampleRule;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.Term;

class RidgeTest extends TermContract {

  @Override
  Term create(SplittableRandom random, int rank, int count) {
    return new Ridge(Math.pow(10, 4 * random.nextDouble() - 2));
  }

  @Test
  void isHalfTheWeightedSquares() {
    DenseMatrix factor = DenseMatrix.ofRows(new double[][] {{1, 0, 2}, {0, 3, .5}});
    Side side = Side.nonNegative().with(new Ridge(4));
    assertEquals(2 * (1 + 4 + 9 + .25), side.penalty(factor), 1e-12);
    assertEquals(2 * (4 + .25), side.entryPenalty(factor, 2), 1e-12);
    assertEquals(List.of("ridge"), List.copyOf(side.penalties(factor).keySet()));
    assertEquals("ridge 4.0", new Ridge(4).toString());
  }

  /** X → cX takes √c to either factor: loss and ridge grow by c, so λ stays what it is. */
  @Test
  void weightHasNoUnit() {
    Ridge ridge = new Ridge(.7);
    for (int power : new int[] {-40, -2, 6, 300}) {
      assertEquals(ridge, ridge.rescaled(Math.scalb(1.0, power), Math.scalb(1.0, 2 * power)));
    }
    assertEquals(new Ridge(2.8), ridge.rescaled(2, 1));
  }

  @Test
  void naturalWeightGrowsWithTheLongerSideAndTheObservedShare() {
    assertEquals(10, natural(100, 30, 1), 1e-12);
    assertEquals(10, natural(30, 100, 1), 1e-12);
    assertEquals(20, natural(100, 30, 2), 1e-12);
    Observations half = Observations.of(TestProblems.uniform(100, 30, 1));
    double[][] weights = new double[100][30];
    for (int i = 0; i < 100; i += 4) {
      Arrays.fill(weights[i], 1);
    }
    try (Workers workers = new Workers(1)) {
      Observations quarter = half.withWeights(DenseMatrix.ofRows(weights));
      assertEquals(5, Ridge.natural(DenseStore.unscaled(quarter, workers).extent()), 1e-12);
    }
  }

  /** Weights whose squares are beyond the range of numbers. */
  @Test
  void naturalWeightIsFiniteForAllWeights() {
    assertEquals(1e201, natural(100, 30, 1e200), 1e190);
    assertEquals(1e-199, natural(100, 30, 1e-200), 1e-210);
  }

  private static double natural(int samples, int features, double weight) {
    double[][] weights = new double[samples][features];
    for (double[] row : weights) {
      Arrays.fill(row, weight);
    }
    Observations table =
        Observations.of(TestProblems.uniform(samples, features, 1))
            .withWeights(DenseMatrix.ofRows(weights));
    try (Workers workers = new Workers(1)) {
      return Ridge.natural(DenseStore.unscaled(table, workers).extent());
    }
  }

  @Test
  void samplePaysForItsSquares() {
    SampleRule rule = new Ridge(.5).forSample(new Ridge(2).forSample(SampleRule.NON_NEGATIVE));
    assertEquals(SampleRule.NON_NEGATIVE.plusRidge(2.5), rule);
  }

  @Test
  void refusesWrongNumbers() {
    for (double wrong : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertEquals(
          "the weight of 'ridge' is " + wrong + " but must be finite and at least 0",
          assertThrows(IllegalArgumentException.class, () -> new Ridge(wrong)).getMessage());
    }
  }
}
