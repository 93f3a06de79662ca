package org.mahnmf.term;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.SampleRule;
import org.mahnmf.problem.Term;

class GroupSparseTest extends TermContract {

  @Override
  Term create(SplittableRandom random, int rank, int count) {
    GroupNorm norm = random.nextBoolean() ? GroupNorm.TWO : GroupNorm.INFINITY;
    double eta = Math.pow(10, 4 * random.nextDouble() - 2);
    return new GroupSparse(norm, eta, GroupsTest.random(random, count));
  }

  /**
   * p is the step from x iff in every row of a group d = x − p has ‖d₊‖ ≤ weight in the dual norm
   * and ⟨d, p⟩ = weight · ‖p‖: d is a subgradient of the penalty over the non-negative entries.
   */
  @ParameterizedTest
  @EnumSource
  void proxLeavesSubgradient(GroupNorm norm) {
    for (int seed = 0; seed < 3000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int rank = 1 + random.nextInt(4);
      int count = 1 + random.nextInt(12);
      Groups groups = GroupsTest.random(random, count);
      double eta = Math.pow(10, 3 * random.nextDouble() - 2);
      double step = Math.pow(10, 2 * random.nextDouble() - 1);
      double weight = eta * step;
      DenseMatrix x = factor(random, rank, count);
      DenseMatrix p = x.copy();
      new GroupSparse(norm, eta, groups).prox(p, step);
      DenseMatrix d = minus(x, p);
      for (int g = 0; g < groups.size(); g++) {
        int[] members = groups.members(g);
        for (int l = 0; l < rank; l++) {
          double inner = 0;
          for (int j : members) {
            assertTrue(p.get(l, j) >= 0, "seed " + seed);
            inner += d.get(l, j) * p.get(l, j);
          }
          double size = norm(x);
          assertTrue(
              GroupBallTest.dualNorm(norm, d, l, members) <= weight + 1e-12 * (weight + size),
              "seed " + seed);
          double penalty = weight * GroupBallTest.primalNorm(norm, p, l, members);
          assertEquals(penalty, inner, 1e-12 * (weight + size) * size, "seed " + seed);
        }
      }
    }
  }

  @Test
  void knownSteps() {
    Groups groups = Groups.ofLabels(List.of("a", "a", "b", "a"));
    DenseMatrix f = DenseMatrix.ofRows(new double[][] {{3, -5, 2, 4}});
    assertEquals(2 * (5 + 2), new GroupSparse(GroupNorm.TWO, 2, groups).value(f), 1e-15);
    DenseMatrix two = f.copy();
    new GroupSparse(GroupNorm.TWO, 5, groups).prox(two, .5);
    assertArrayEquals(new double[] {1.5, 0, 0, 2}, two.array(), 1e-15);
    DenseMatrix infinity = f.copy();
    assertEquals(2 * (4 + 2), new GroupSparse(GroupNorm.INFINITY, 2, groups).value(f), 1e-15);
    new GroupSparse(GroupNorm.INFINITY, 3, groups).prox(infinity, .5);
    assertArrayEquals(new double[] {2.75, 0, .5, 2.75}, infinity.array(), 1e-15);
  }

  @Test
  void sampleAlonePaysForItsSum() {
    for (GroupNorm norm : GroupNorm.values()) {
      GroupSparse penalty = new GroupSparse(norm, .5, Groups.single(1));
      assertEquals(
          SampleRule.NON_NEGATIVE.plusPenalty(.5), penalty.forSample(SampleRule.NON_NEGATIVE));
      assertEquals(.5 * (2 + 3), penalty.value(DenseMatrix.wrap(2, 1, new double[] {2, 3})), 1e-15);
    }
  }

  @Test
  void refusesWrongNumbers() {
    Groups groups = Groups.single(4);
    assertEquals(
        "eta is 0.0 but must be positive and finite; leave the term out for eta = 0",
        assertThrows(
                IllegalArgumentException.class, () -> new GroupSparse(GroupNorm.TWO, 0, groups))
            .getMessage());
    assertThrows(
        IllegalArgumentException.class,
        () -> new GroupSparse(GroupNorm.TWO, 1, groups).check(1, 3));
  }
}
