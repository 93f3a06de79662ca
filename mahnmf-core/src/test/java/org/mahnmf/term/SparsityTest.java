package org.mahnmf.term;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.SampleRule;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.Term;

class SparsityTest extends TermContract {

  @Override
  Term create(SplittableRandom random, int rank, int count) {
    return new Sparsity(Math.pow(10, 4 * random.nextDouble() - 2));
  }

  @Test
  void isTheWeightedSum() {
    DenseMatrix factor = DenseMatrix.ofRows(new double[][] {{1, 0, 2}, {0, 3, .5}});
    Side side = Side.nonNegative().with(new Sparsity(4));
    assertEquals(4 * 6.5, side.penalty(factor), 1e-12);
    assertEquals(4 * 2.5, side.entryPenalty(factor, 2), 1e-12);
    assertEquals(List.of("sparsity"), List.copyOf(side.penalties(factor).keySet()));
    assertEquals("sparsity 4.0", new Sparsity(4).toString());
  }

  /** X → cX takes √c to either factor and c to the objective, so μ must grow by √c. */
  @Test
  void weightHasTheUnitOfAFactor() {
    Sparsity sparsity = new Sparsity(.75);
    assertEquals(new Sparsity(.75 / 8), sparsity.rescaled(8, 64));
    assertEquals(sparsity, new Sparsity(.75 * 8).rescaled(8, 64));
  }

  @Test
  void samplePaysForItsSumApartFromGroups() {
    SampleRule rule = new Sparsity(.5).forSample(SampleRule.NON_NEGATIVE.plusPenalty(2));
    assertEquals(SampleRule.NON_NEGATIVE.plusPenalty(2).plusSparsity(.5), rule);
    assertEquals(2.5, rule.linear());
  }

  @Test
  void refusesWrongNumbers() {
    for (double wrong : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertEquals(
          "the weight of 'sparsity' is " + wrong + " but must be finite and at least 0",
          assertThrows(IllegalArgumentException.class, () -> new Sparsity(wrong)).getMessage());
    }
  }
}
