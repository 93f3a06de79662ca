package org.mahnmf.problem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.term.GroupBall;
import org.mahnmf.term.GroupNorm;
import org.mahnmf.term.GroupSparse;
import org.mahnmf.term.Groups;
import org.mahnmf.term.Ridge;
import org.mahnmf.term.Sparsity;

class SideTest {

  private static final int RANK = 3;
  private static final int COUNT = 8;
  private static final Groups GROUPS =
      Groups.ofLabels(List.of("a", "b", "a", "c", "a", "b", "c", "c"));

  /** Every set and penalty that the penalties of entries must compose with. */
  private static List<Side> sides() {
    Side free = Side.nonNegative();
    List<Side> all = new ArrayList<>(List.of(free, free.with(new Box(.2, .9))));
    for (GroupNorm norm : GroupNorm.values()) {
      all.add(free.with(new GroupBall(norm, 1.3, GROUPS)));
      all.add(free.with(new GroupSparse(norm, .4, GROUPS)));
    }
    return all;
  }

  private static DenseMatrix random(SplittableRandom random, double from, double to) {
    DenseMatrix f = new DenseMatrix(RANK, COUNT);
    for (int i = 0; i < f.array().length; i++) {
      f.array()[i] = from + (to - from) * random.nextDouble();
    }
    return f;
  }

  private static double distance(DenseMatrix a, DenseMatrix b) {
    double sum = 0;
    for (int i = 0; i < a.array().length; i++) {
      sum += (a.array()[i] - b.array()[i]) * (a.array()[i] - b.array()[i]);
    }
    return sum;
  }

  /** ½‖y − x‖² + step·(penalties of y), by plain loops. */
  private static double value(
      Side side, double mu, double lambda, DenseMatrix y, DenseMatrix x, double step) {
    double penalty = side.proximal().map(term -> term.value(y)).orElse(0.);
    for (double entry : y.array()) {
      penalty += mu * entry + .5 * lambda * entry * entry;
    }
    return .5 * distance(y, x) + step * penalty;
  }

  /** The joint step is the strong minimum: φ(y) ≥ φ(p) + ½(1 + λ·step)‖y − p‖² within the set. */
  @Test
  void stepWithPenaltiesOfEntriesIsTheMinimumOfAll() {
    for (int seed = 0; seed < 60; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      double mu = seed % 3 == 0 ? 0 : random.nextDouble();
      double lambda = seed % 3 == 1 ? 0 : 3 * random.nextDouble();
      double step = Math.pow(10, 2 * random.nextDouble() - 1);
      for (Side plain : sides()) {
        Side side = plain.with(new Sparsity(mu)).with(new Ridge(lambda));
        DenseMatrix x = random(random, -1, 3);
        DenseMatrix p = x.copy();
        side.apply(p, step);
        double best = value(plain, mu, lambda, p, x, step);
        for (int other = 0; other < 40; other++) {
          DenseMatrix y = other % 2 == 0 ? random(random, -1, 2) : p.copy();
          for (int i = 0; other % 2 == 1 && i < y.array().length; i++) {
            y.array()[i] += .02 * (random.nextDouble() - .5);
          }
          plain.set().project(y);
          double margin = .5 * (1 + lambda * step) * distance(y, p);
          double there = value(plain, mu, lambda, y, x, step);
          assertTrue(
              there >= best + margin - 1e-12 * (1 + there),
              "seed " + seed + ", " + side.terms() + ": " + there + " against " + best);
        }
      }
    }
  }

  /** On a box every entry is a problem of its own: none of a fine grid is better. */
  @Test
  void entryOfABoxAgainstAGrid() {
    Side side = Side.nonNegative().with(new Box(.2, .9)).with(new Ridge(2)).with(new Sparsity(.3));
    for (double x = -1; x < 3; x += .05) {
      DenseMatrix found = DenseMatrix.ofRows(new double[][] {{x}});
      side.apply(found, .7);
      double best = entry(found.get(0, 0), x);
      for (int k = 0; k <= 700; k++) {
        assertTrue(best <= entry(.2 + .001 * k, x) + 1e-14, "from " + x);
      }
    }
  }

  private static double entry(double y, double x) {
    return .5 * (y - x) * (y - x) + .7 * (.3 * y + y * y);
  }

  @Test
  void penaltiesOfEntriesAddUp() {
    Side side =
        Side.nonNegative()
            .with(new Ridge(2))
            .with(new GroupSparse(GroupNorm.TWO, 1, GROUPS))
            .with(new Sparsity(.5))
            .with(new Ridge(1));
    assertEquals(3, side.quadratic());
    assertEquals(.5, side.linear());
    assertEquals(List.of(new Ridge(2), new Sparsity(.5), new Ridge(1)), side.entries());
    assertEquals(5, side.terms().size());
    DenseMatrix f = random(new SplittableRandom(1), 0, 1);
    double byColumn = 0;
    double squares = 0;
    double sum = 0;
    for (int j = 0; j < COUNT; j++) {
      byColumn += side.entryPenalty(f, j);
    }
    for (double entry : f.array()) {
      squares += entry * entry;
      sum += entry;
    }
    assertEquals(1.5 * squares + .5 * sum, byColumn, 1e-12);
    assertEquals(1.5 * squares, side.penalties(f).get("ridge"), 1e-12);
    assertEquals(.5 * sum, side.penalties(f).get("sparsity"), 1e-12);
    assertEquals(
        byColumn + side.proximal().orElseThrow().value(f),
        side.penalty(f),
        1e-12 * side.penalty(f));
    assertEquals(0, side.withEntries(List.of()).entryPenalty(f, 0));
  }

  @Test
  void penaltiesOfEntriesStayWithTheSide() {
    Side side = Side.nonNegative().with(new Ridge(2)).with(new Sparsity(.5));
    assertTrue(side.isSeparable() && !side.isEntrywise() && !side.isBounded());
    assertFalse(side.isEntrywise());
    assertEquals(side.entries(), side.cappedAt(1).entries());
    assertEquals(side.entries(), side.with(new Box(0, 2)).entries());
    Side scaled = side.rescaled(2, 16);
    assertEquals(List.of(new Ridge(.5), new Sparsity(.0625)), scaled.entries());
    assertEquals(
        SampleRule.NON_NEGATIVE.plusSparsity(.5).plusRidge(2),
        side.with(new Sparsity(0)).sampleRule());
  }

  private static void refused(String expected, Side basis, Side codes) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> Sides.bounded(basis, codes))
            .getMessage();
    assertEquals(expected, message);
  }

  @Test
  void penaltyOfEntriesOnOneSideAloneIsRefused() {
    Side free = Side.nonNegative();
    refused(
        "'ridge' on the codes alone is void in a fit, because the basis may grow in exchange; put a"
            + " ridge or sparsity on the basis as well, or bound it by a box",
        free,
        free.with(new Ridge(1)));
    refused(
        "'sparsity' on the basis alone is void in a fit, because the codes may grow in exchange;"
            + " put a ridge or sparsity on the codes as well, or bound it by a box",
        free.with(new Sparsity(1)),
        free.with(new Box(.5, Double.POSITIVE_INFINITY)));
    List<Side> remedies =
        List.of(
            free.with(new Ridge(2)),
            free.with(new Sparsity(2)),
            free.with(new Box(0, 4)),
            free.with(new GroupBall(GroupNorm.TWO, 1, GROUPS)));
    for (Side other : remedies) {
      Sides sides = Sides.bounded(other, free.with(new Ridge(1)));
      assertTrue(sides.note().isEmpty(), other.terms().toString());
      assertEquals(other, sides.basis());
    }
  }
}
