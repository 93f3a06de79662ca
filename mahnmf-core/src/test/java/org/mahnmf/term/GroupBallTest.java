package org.mahnmf.term;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
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

class GroupBallTest extends TermContract {

  @Override
  Term create(SplittableRandom random, int rank, int count) {
    GroupNorm norm = random.nextBoolean() ? GroupNorm.TWO : GroupNorm.INFINITY;
    Groups groups = GroupsTest.random(random, count);
    if (random.nextBoolean()) {
      double percent = 200 * random.nextDouble() + 1e-3;
      DenseMatrix start = factor(random, rank, count);
      return GroupBall.percentOfStart(norm, percent, groups).resolved(start);
    }
    return new GroupBall(norm, Math.pow(10, 4 * random.nextDouble() - 2), groups);
  }

  /** ‖max(0, d)‖ of the dual norm, which gives the ball's support function. */
  static double dualNorm(GroupNorm norm, DenseMatrix d, int row, int[] members) {
    double sum = 0;
    for (int j : members) {
      double entry = Math.max(0, d.get(row, j));
      sum += norm == GroupNorm.TWO ? entry * entry : entry;
    }
    return norm == GroupNorm.TWO ? Math.sqrt(sum) : sum;
  }

  static double primalNorm(GroupNorm norm, DenseMatrix f, int row, int[] members) {
    double result = 0;
    for (int j : members) {
      result =
          norm == GroupNorm.TWO
              ? Math.hypot(result, f.get(row, j))
              : Math.max(result, f.get(row, j));
    }
    return result;
  }

  /**
   * p projects x onto a group's ball iff it is feasible and no y of the ball has ⟨x − p, y⟩ above
   * ⟨x − p, p⟩; the largest is γ · max_l ‖(x − p)₊‖ in the dual norm.
   */
  @ParameterizedTest
  @EnumSource
  void projectionSatisfiesItsCertificate(GroupNorm norm) {
    for (int seed = 0; seed < 3000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int rank = 1 + random.nextInt(6);
      int count = 1 + random.nextInt(12);
      Groups groups = GroupsTest.random(random, count);
      double gamma = Math.pow(10, 4 * random.nextDouble() - 2);
      GroupBall ball = new GroupBall(norm, gamma, groups);
      DenseMatrix x = factor(random, rank, count);
      DenseMatrix p = x.copy();
      ball.project(p);
      DenseMatrix d = minus(x, p);
      for (int g = 0; g < groups.size(); g++) {
        int[] members = groups.members(g);
        double size = 0;
        double inner = 0;
        double support = 0;
        for (int l = 0; l < rank; l++) {
          size += primalNorm(norm, p, l, members);
          support = Math.max(support, gamma * dualNorm(norm, d, l, members));
          for (int j : members) {
            assertTrue(p.get(l, j) >= 0, "seed " + seed);
            inner += d.get(l, j) * p.get(l, j);
          }
        }
        assertTrue(size <= gamma * (1 + 1e-12), "seed " + seed + ": " + size + " > " + gamma);
        assertTrue(ball.groupNorm(p, g) <= gamma, "seed " + seed);
        double tolerance = 1e-12 * (norm(x) + gamma) * (norm(x) + gamma);
        assertTrue(support <= inner + tolerance, "seed " + seed + ": " + support + " > " + inner);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void largeFactorEndsInsideItsBall(GroupNorm norm) {
    DenseMatrix x = new DenseMatrix(20, 5000);
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < x.array().length; i++) {
      x.array()[i] = random.nextDouble();
    }
    GroupBall ball = GroupBall.percentOfStart(norm, 1, Groups.single(5000)).resolved(x.times(1));
    ball.project(x);
    assertTrue(ball.groupNorm(x, 0) <= ball.gamma(0));
    assertEquals(ball.gamma(0), ball.groupNorm(x, 0), 1e-12 * ball.gamma(0));
  }

  /** Errata 11: the positive part, not the modulus; −9 must not take part. */
  @Test
  void negativeEntriesBecomeZeroFirst() {
    DenseMatrix f = DenseMatrix.ofRows(new double[][] {{-9, 3, 4}, {-1, 0, 0}});
    new GroupBall(GroupNorm.TWO, 2.5, Groups.single(3)).project(f);
    assertArrayEquals(new double[] {0, 1.5, 2, 0, 0, 0}, f.array(), 1e-15);
    DenseMatrix g = DenseMatrix.ofRows(new double[][] {{-9, 3, 4}, {0, 1, 0}});
    new GroupBall(GroupNorm.INFINITY, 3, Groups.single(3)).project(g);
    // The same area, 1, is cut from both rows.
    assertArrayEquals(new double[] {0, 3, 3, 0, 0, 0}, g.array(), 1e-15);
  }

  @Test
  void radiiComeFromTheStartGroupByGroup() {
    Groups groups = Groups.ofLabels(List.of("a", "b", "a"));
    DenseMatrix start = DenseMatrix.ofRows(new double[][] {{3, 7, 4}, {6, 0, 8}});
    GroupBall open = GroupBall.percentOfStart(GroupNorm.TWO, 10, groups);
    assertFalse(open.isResolved());
    assertEquals(Double.POSITIVE_INFINITY, open.upper());
    assertSame(open, open.rescaled(2, 4), "a share has no unit");
    assertThrows(IllegalStateException.class, () -> open.project(start.copy()));
    assertThrows(IllegalStateException.class, () -> open.gamma(0));
    GroupBall ball = open.resolved(start);
    assertTrue(ball.isResolved());
    assertEquals(1.5, ball.gamma(0), 1e-15);
    assertEquals(.7, ball.gamma(1), 1e-15);
    assertEquals(ball.gamma(0), ball.upper());
    assertSame(ball, ball.resolved(start.times(2)));
    DenseMatrix f = start.copy();
    ball.project(f);
    assertEquals(.7, f.get(0, 1), 1e-15);
  }

  @Test
  void sampleAloneLiesInTheLargestBall() {
    Groups groups = Groups.ofLabels(List.of("a", "b", "a"));
    DenseMatrix start = DenseMatrix.ofRows(new double[][] {{3, 7, 4}, {6, 0, 8}});
    GroupBall open = GroupBall.percentOfStart(GroupNorm.TWO, 100, groups);
    SampleRule free = SampleRule.NON_NEGATIVE;
    assertEquals(free, open.forSample(free));
    assertEquals(free.withinBall(15), open.resolved(start).forSample(free));
    GroupBall zero = open.resolved(new DenseMatrix(2, 3));
    assertEquals(free.withBounds(0, 0), zero.forSample(free));
    zero.project(start);
    assertEquals(new DenseMatrix(2, 3), start);
  }

  @Test
  void refusesWrongNumbers() {
    Groups groups = Groups.single(4);
    assertThrows(IllegalArgumentException.class, () -> new GroupBall(GroupNorm.TWO, 0, groups));
    assertThrows(
        IllegalArgumentException.class, () -> new GroupBall(GroupNorm.TWO, Double.NaN, groups));
    assertThrows(
        IllegalArgumentException.class, () -> GroupBall.percentOfStart(GroupNorm.TWO, -1, groups));
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> new GroupBall(GroupNorm.TWO, 1, groups).check(2, 5))
            .getMessage();
    assertEquals(
        "the groups cover 4 columns but the factor has 5; give one label for each column of the"
            + " factor",
        message);
  }
}
