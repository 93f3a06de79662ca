package org.mahnmf.term;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Box;
import org.mahnmf.problem.SampleRule;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.Term;

class BoxTest extends TermContract {

  @Override
  Term create(SplittableRandom random, int rank, int count) {
    double lower = random.nextInt(3) == 0 ? 0 : random.nextDouble();
    return switch (random.nextInt(4)) {
      case 0 -> new Box(lower, lower);
      case 1 -> new Box(lower, Double.POSITIVE_INFINITY);
      default -> new Box(lower, lower + random.nextDouble());
    };
  }

  @Test
  void projectionIsMedian() {
    DenseMatrix f = DenseMatrix.ofRows(new double[][] {{-1, 0, .5, 1, 7, -0.0}});
    new Box(0, 1).project(f);
    assertArrayEquals(new double[] {0, 0, .5, 1, 1, 0}, f.array());
    assertEquals(0L, Double.doubleToRawLongBits(f.get(0, 5)), "no negative zero");
  }

  @Test
  void refusesWrongBounds() {
    assertRefused(-1, 1);
    assertRefused(Double.NaN, 1);
    assertRefused(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
    assertRefused(2, 1);
    assertRefused(0, Double.NaN);
  }

  private static void assertRefused(double lower, double upper) {
    assertEquals(
        "box is [" + lower + ", " + upper + "] but must have 0 <= lower <= upper",
        assertThrows(IllegalArgumentException.class, () -> new Box(lower, upper)).getMessage());
  }

  @Test
  void boundsHoldForEverySample() {
    SampleRule rule = new Box(.5, 2).forSample(SampleRule.NON_NEGATIVE);
    assertEquals(SampleRule.NON_NEGATIVE.withBounds(.5, 2), rule);
  }

  @Test
  void doesNotComposeWithGroups() {
    Side box = Side.nonNegative().with(new Box(0, 1));
    GroupSparse sparse = new GroupSparse(GroupNorm.TWO, 1, Groups.single(3));
    assertThrows(IllegalArgumentException.class, () -> box.with(sparse));
    GroupBall ball = new GroupBall(GroupNorm.TWO, 1, Groups.single(3));
    assertThrows(IllegalArgumentException.class, () -> box.with(ball));
  }
}
