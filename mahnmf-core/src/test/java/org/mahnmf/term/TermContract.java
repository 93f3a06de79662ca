package org.mahnmf.term;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Box;
import org.mahnmf.problem.EntryTerm;
import org.mahnmf.problem.FeasibleSet;
import org.mahnmf.problem.ProximalTerm;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.SmoothTerm;
import org.mahnmf.problem.Term;

/** What every term promises; a subclass provides random ones. */
public abstract class TermContract {

  private static final int CASES = 400;

  /**
   * Returns a random term for a factor.
   *
   * @param random decides
   * @param rank rows of the factor
   * @param count columns of the factor
   */
  abstract Term create(SplittableRandom random, int rank, int count);

  /** One random term with a random factor. */
  private final class Case {
    final SplittableRandom random;
    final String message;
    final int rank;
    final int count;
    final Term term;

    Case(int seed) {
      random = new SplittableRandom(seed);
      message = "seed " + seed;
      rank = 1 + random.nextInt(5);
      count = 1 + random.nextInt(9);
      term = create(random, rank, count);
    }

    DenseMatrix anyFactor() {
      return factor(random, rank, count);
    }

    DenseMatrix nonNegativeFactor() {
      DenseMatrix f = anyFactor();
      Box.NON_NEGATIVE.project(f);
      return f;
    }
  }

  /** A matrix with ties, zeros and negative entries; now and then all negative or all zero. */
  static DenseMatrix factor(SplittableRandom random, int rank, int count) {
    DenseMatrix f = new DenseMatrix(rank, count);
    int kind = random.nextInt(8);
    double size = Math.pow(10, 4 * random.nextDouble() - 2);
    for (int i = 0; i < f.array().length; i++) {
      double u = random.nextDouble();
      f.array()[i] =
          size
              * switch (kind) {
                case 0 -> -u;
                case 1 -> 0;
                case 2 -> random.nextInt(4) - 1;
                case 3 -> u < .5 ? 0 : u;
                default -> 2 * u - .7;
              };
    }
    return f;
  }

  static double inner(DenseMatrix a, DenseMatrix b) {
    double sum = 0;
    for (int i = 0; i < a.array().length; i++) {
      sum += a.array()[i] * b.array()[i];
    }
    return sum;
  }

  static DenseMatrix minus(DenseMatrix a, DenseMatrix b) {
    DenseMatrix out = a.copy();
    for (int i = 0; i < out.array().length; i++) {
      out.array()[i] -= b.array()[i];
    }
    return out;
  }

  static double norm(DenseMatrix a) {
    return Math.sqrt(inner(a, a));
  }

  private static DenseMatrix projected(FeasibleSet set, DenseMatrix f) {
    DenseMatrix out = f.copy();
    set.project(out);
    return out;
  }

  @Test
  final void hasNameAndFits() {
    for (int seed = 0; seed < 20; seed++) {
      Case c = new Case(seed);
      assertFalse(c.term.name().isBlank());
      assertFalse(c.term.toString().isBlank());
      c.term.check(c.rank, c.count);
    }
  }

  @Test
  final void projectionIsNearestPoint() {
    for (int seed = 0; seed < CASES; seed++) {
      Case c = new Case(seed);
      if (!(c.term instanceof FeasibleSet set)) {
        return;
      }
      DenseMatrix x = c.anyFactor();
      DenseMatrix p = projected(set, x);
      assertEquals(p, projected(set, p), c.message + ": projecting twice moves");
      for (double entry : p.array()) {
        assertTrue(entry >= set.lower() && entry <= set.upper(), c.message);
      }
      DenseMatrix d = minus(x, p);
      double tolerance = 1e-12 * (norm(x) + norm(p)) * (norm(x) + norm(p));
      for (int other = 0; other < 20; other++) {
        DenseMatrix z = other % 2 == 0 ? c.anyFactor() : near(c.random, p);
        DenseMatrix y = projected(set, z);
        assertTrue(
            inner(d, minus(y, p)) <= tolerance + 1e-12 * norm(d) * norm(y),
            c.message + ": a nearer point");
        assertTrue(
            norm(minus(p, y)) <= norm(minus(x, z)) * (1 + 1e-12) + 1e-14 * (norm(x) + norm(z)),
            c.message + ": expands");
      }
    }
  }

  private static DenseMatrix near(SplittableRandom random, DenseMatrix p) {
    DenseMatrix z = p.copy();
    for (int i = 0; i < z.array().length; i++) {
      z.array()[i] += (random.nextDouble() - .5) * 1e-3 * (norm(p) + 1e-3);
    }
    return z;
  }

  @Test
  final void onlyEntrywiseSetsAreClamps() {
    boolean differs = false;
    for (int seed = 0; seed < CASES; seed++) {
      Case c = new Case(seed);
      if (!(c.term instanceof FeasibleSet set)) {
        return;
      }
      DenseMatrix x = c.anyFactor();
      DenseMatrix clamped = x.copy();
      for (int i = 0; i < clamped.array().length; i++) {
        clamped.array()[i] = Math.max(set.lower(), Math.min(set.upper(), x.array()[i]));
      }
      if (set.isEntrywise()) {
        assertEquals(clamped, projected(set, x), c.message);
        differs = true;
      } else {
        differs |= !clamped.equals(projected(set, x));
      }
    }
    assertTrue(differs);
  }

  @Test
  final void proxIsStrongMinimum() {
    for (int seed = 0; seed < CASES; seed++) {
      Case c = new Case(seed);
      if (!(c.term instanceof ProximalTerm penalty)) {
        return;
      }
      DenseMatrix x = c.anyFactor();
      double step = Math.pow(10, 3 * c.random.nextDouble() - 2);
      DenseMatrix p = x.copy();
      penalty.prox(p, step);
      double best = proxObjective(penalty, p, x, step);
      for (int other = 0; other < 20; other++) {
        DenseMatrix y = other % 2 == 0 ? c.nonNegativeFactor() : near(c.random, p);
        Box.NON_NEGATIVE.project(y);
        double distance = norm(minus(y, p));
        double value = proxObjective(penalty, y, x, step);
        // φ is strongly convex: φ(y) ≥ φ(p) + ½‖y − p‖².
        assertTrue(
            value >= best + .5 * distance * distance - 1e-12 * (value + best),
            c.message + ": " + value + " against " + best);
      }
    }
  }

  private static double proxObjective(
      ProximalTerm penalty, DenseMatrix y, DenseMatrix x, double step) {
    DenseMatrix d = minus(y, x);
    return .5 * inner(d, d) + step * penalty.value(y);
  }

  @Test
  final void gradientIsThatOfValue() {
    for (int seed = 0; seed < CASES; seed++) {
      Case c = new Case(seed);
      if (!(c.term instanceof SmoothTerm penalty)) {
        return;
      }
      DenseMatrix x = c.anyFactor();
      DenseMatrix gradient = new DenseMatrix(c.rank, c.count);
      java.util.Arrays.fill(gradient.array(), 1);
      penalty.addGradient(x, gradient);
      double h = 1e-4 * (1 + norm(x));
      for (int i = 0; i < x.array().length; i++) {
        DenseMatrix up = x.copy();
        DenseMatrix down = x.copy();
        up.array()[i] += h;
        down.array()[i] -= h;
        double difference = (penalty.value(up) - penalty.value(down)) / (2 * h);
        double tolerance = 1e-7 * (1 + penalty.lipschitz()) * (1 + norm(x));
        assertEquals(difference, gradient.array()[i] - 1, tolerance, c.message);
      }
    }
  }

  @Test
  final void lipschitzConstantBoundsGradientDifferences() {
    for (int seed = 0; seed < CASES; seed++) {
      Case c = new Case(seed);
      if (!(c.term instanceof SmoothTerm penalty)) {
        return;
      }
      DenseMatrix x = c.anyFactor();
      DenseMatrix y = c.anyFactor();
      DenseMatrix gx = new DenseMatrix(c.rank, c.count);
      DenseMatrix gy = new DenseMatrix(c.rank, c.count);
      penalty.addGradient(x, gx);
      penalty.addGradient(y, gy);
      assertTrue(
          norm(minus(gx, gy))
              <= penalty.lipschitz() * (norm(minus(x, y)) + 1e-13 * (norm(x) + norm(y))),
          c.message);
    }
  }

  @Test
  final void entryFormIsValueAlongOneEntry() {
    for (int seed = 0; seed < CASES; seed++) {
      Case c = new Case(seed);
      if (!(c.term instanceof SmoothTerm penalty)) {
        return;
      }
      DenseMatrix x = c.nonNegativeFactor();
      int l = c.random.nextInt(c.rank);
      int j = c.random.nextInt(c.count);
      double q = penalty.entryCurvature(j);
      double pull = penalty.entryPull(x, l, j);
      double from = x.get(l, j);
      double to = norm(x) * c.random.nextDouble() + 1;
      DenseMatrix moved = x.copy();
      moved.set(l, j, to);
      assertEquals(pull, penalty.entryPull(moved, l, j), "the pull must not know the entry itself");
      double expected = .5 * q * (to * to - from * from) - pull * (to - from);
      double tolerance =
          1e-12 * (penalty.value(moved) + penalty.value(x) + q * (to + from) * (to + from));
      assertEquals(expected, penalty.value(moved) - penalty.value(x), tolerance, c.message);
    }
  }

  @Test
  final void entryPenaltyIsWhatItsTwoNumbersSay() {
    for (int seed = 0; seed < CASES; seed++) {
      Case c = new Case(seed);
      if (!(c.term instanceof EntryTerm penalty)) {
        return;
      }
      assertTrue(penalty.linear() >= 0 && penalty.quadratic() >= 0, c.message);
      assertFalse(penalty.couplesColumns(), c.message);
      DenseMatrix x = c.nonNegativeFactor();
      double expected = 0;
      for (double entry : x.array()) {
        expected += penalty.linear() * entry + penalty.quadratic() / 2 * entry * entry;
      }
      assertEquals(expected, value(penalty, x), 1e-12 * expected, c.message);
    }
  }

  private static double value(EntryTerm penalty, DenseMatrix x) {
    return Side.nonNegative().with(penalty).penalty(x);
  }

  @Test
  final void rescaledTermIsTheSameInOtherUnits() {
    for (int seed = 0; seed < CASES; seed++) {
      Case c = new Case(seed);
      double f = Math.scalb(1.0, c.random.nextInt(-8, 9));
      double s = Math.scalb(1.0, c.random.nextInt(-8, 9));
      Term scaled = c.term.rescaled(f, s);
      assertEquals(c.term.name(), scaled.name());
      assertEquals(c.term.couplesColumns(), scaled.couplesColumns());
      DenseMatrix x = c.anyFactor();
      if (c.term instanceof FeasibleSet set && scaled instanceof FeasibleSet other) {
        assertEquals(set.lower() / f, other.lower(), c.message);
        assertEquals(set.upper() / f, other.upper(), c.message);
        assertEquals(projected(set, x).times(1 / f), projected(other, x.times(1 / f)), c.message);
      }
      if (c.term instanceof EntryTerm penalty && scaled instanceof EntryTerm other) {
        assertEquals(value(penalty, x) / s, value(other, x.times(1 / f)), c.message);
      }
      if (c.term instanceof SmoothTerm penalty && scaled instanceof SmoothTerm other) {
        assertEquals(penalty.value(x) / s, other.value(x.times(1 / f)), c.message);
        assertEquals(penalty.lipschitz() * f * f / s, other.lipschitz(), c.message);
      }
      if (c.term instanceof ProximalTerm penalty && scaled instanceof ProximalTerm other) {
        assertEquals(penalty.value(x) / s, other.value(x.times(1 / f)), c.message);
        DenseMatrix p = x.copy();
        penalty.prox(p, .25);
        DenseMatrix q = x.times(1 / f);
        other.prox(q, .25 * s / (f * f));
        assertEquals(p.times(1 / f), q, c.message);
      }
    }
  }

  /** A term that does not couple columns gives each column alone what it gives it among others. */
  @Test
  final void uncoupledColumnsDoNotKnowEachOther() {
    for (int seed = 0; seed < CASES; seed++) {
      Case c = new Case(seed);
      if (c.term.couplesColumns() || !(c.term instanceof FeasibleSet set)) {
        return;
      }
      DenseMatrix x = c.anyFactor();
      int j = c.random.nextInt(c.count);
      DenseMatrix column = new DenseMatrix(c.rank, 1);
      for (int l = 0; l < c.rank; l++) {
        column.set(l, 0, x.get(l, j));
      }
      set.project(column);
      set.project(x);
      for (int l = 0; l < c.rank; l++) {
        assertEquals(x.get(l, j), column.get(l, 0), c.message);
      }
    }
  }
}
