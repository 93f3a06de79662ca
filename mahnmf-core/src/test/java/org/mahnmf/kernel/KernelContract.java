package org.mahnmf.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.mahnmf.TestProblems;
import org.mahnmf.TestProblems.Generator;
import org.mahnmf.store.PassOperation;

/** What every implementation of the kernels must do: the same sums as plain loops, to rounding. */
public abstract class KernelContract {

  private static final int[] RANKS = {1, 2, 3, 4, 5, 6, 7, 8, 9, 17};
  private static final int LONGEST = 35;

  /** The rounding error of a product of floats, and something to spare. */
  protected static final double FLOAT_ROUNDING = 2.5e-7;

  /** Returns the kernels under test. */
  protected abstract Kernels kernels();

  /** The kernels for doubles and for floats, each with the rounding error of a product. */
  private List<Tested> both() {
    return List.of(
        new Tested(kernels(), 1e-14), new Tested(new FloatKernels(kernels()), FLOAT_ROUNDING));
  }

  /**
   * Kernels and how exact they are.
   *
   * @param kernels of doubles, or looking like it
   * @param rounding of one product
   */
  private record Tested(Kernels kernels, double rounding) {}

  /** A case: a fixed factor, a column, and the naive answers. */
  private static final class Case {

    final double rounding;
    final int rank;
    final int length;
    final double[] fixed;
    final double[] h;
    final double[] x;
    final double[] u;
    final double[] q;
    final double[] weights;
    final double[] residual;

    Case(Generator random, double rounding, int rank, int length) {
      this.rounding = rounding;
      this.rank = rank;
      this.length = length;
      fixed = random.vector(rank * length);
      h = random.vector(rank);
      x = random.vector(length);
      u = random.vector(length);
      q = random.vector(length);
      weights = random.vector(length);
      for (int i = 0; i < length; i++) {
        u[i] = 2 * u[i] - 1;
        x[i] *= .5 * rank;
        q[i] += .1;
        weights[i] = random.chance(.2) ? 0 : 2 * weights[i];
      }
      residual = new double[length];
      for (int i = 0; i < length; i++) {
        for (int l = 0; l < rank; l++) {
          residual[i] += fixed[l * length + i] * h[l];
        }
        residual[i] -= x[i];
      }
    }

    double[] backward(double[] vector) {
      double[] out = new double[rank];
      for (int l = 0; l < rank; l++) {
        for (int i = 0; i < length; i++) {
          out[l] += fixed[l * length + i] * vector[i];
        }
      }
      return out;
    }

    /** A bound of the rounding error of sums of numbers of this size. */
    double tolerance(double largest) {
      return rounding * (1 + rank + length) * Math.max(1, largest) * rank;
    }
  }

  private interface CaseCheck {
    void check(Case one, Kernels.Lane<double[]> lane);
  }

  private void forAllSizes(CaseCheck check) {
    TestProblems.forSeeds(
        1,
        2,
        random -> {
          for (Tested tested : both()) {
            for (int rank : RANKS) {
              for (int length = 0; length <= LONGEST + 1; length++) {
                int some = length > LONGEST ? 100 : length;
                check(tested, new Case(random, tested.rounding, rank, some), check);
              }
            }
          }
        });
  }

  private static void check(Tested tested, Case one, CaseCheck check) {
    try {
      check.check(one, tested.kernels.pack(one.fixed, one.rank, one.length).newLane());
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(
          tested.kernels.name()
              + ", rank "
              + one.rank
              + ", length "
              + one.length
              + ": "
              + e.getMessage(),
          e);
    }
  }

  @Test
  final void forwardIsTheProductWithTheTranspose() {
    forAllSizes(
        (one, lane) -> {
          double[] out = new double[one.length];
          lane.forward(one.h, out);
          for (int i = 0; i < one.length; i++) {
            assertEquals(one.residual[i] + one.x[i], out[i], one.tolerance(1));
          }
        });
  }

  @Test
  final void backwardIsTheProduct() {
    forAllSizes(
        (one, lane) -> {
          double[] out = new double[one.rank];
          lane.backward(one.u, out);
          assertArrayEquals(one.backward(one.u), out, one.tolerance(1));
        });
  }

  @Test
  final void residualPassGivesTheSums() {
    forAllSizes(
        (one, lane) -> {
          for (double[] weights : new double[][] {null, one.weights}) {
            double[] sums = new double[4];
            lane.column(new PassOperation.Residual(), one.h, one.x, weights, null, sums);
            checkResidualSums(one, weights, sums);
          }
        });
  }

  @Test
  final void euclideanPassGivesTheGradientOfHalfTheSquares() {
    forAllSizes(
        (one, lane) -> {
          for (double[] weights : new double[][] {null, one.weights}) {
            double[] sums = new double[4];
            double[] product = new double[one.rank];
            lane.column(new PassOperation.Euclidean(), one.h, one.x, weights, product, sums);
            checkResidualSums(one, weights, sums);
            double[] dual = new double[one.length];
            for (int i = 0; i < one.length; i++) {
              dual[i] = weight(weights, i) * one.residual[i];
            }
            assertArrayEquals(one.backward(dual), product, one.tolerance(4 * one.rank));
          }
        });
  }

  @Test
  final void smoothingPassGivesTheSmoothedLossAndItsGradient() {
    forAllSizes(
        (one, lane) -> {
          for (double[] weights : new double[][] {null, one.weights}) {
            for (double lambda : new double[] {1e-3, .3, 10}) {
              for (double curvature : new double[] {0, .7}) {
                for (boolean withLoss : new boolean[] {false, true}) {
                  PassOperation.SmoothedSign smoothing =
                      new PassOperation.SmoothedSign(lambda, one.q, curvature, withLoss);
                  checkSmoothing(one, lane, weights, smoothing);
                }
              }
            }
          }
        });
  }

  private static void checkSmoothing(
      Case one,
      Kernels.Lane<double[]> lane,
      double[] weights,
      PassOperation.SmoothedSign operation) {
    double lambda = operation.lambda();
    double curvature = operation.curvature();
    double[] sums = new double[4];
    double[] product = new double[one.rank];
    lane.column(operation, one.h, one.x, weights, product, sums);
    if (curvature > 0) {
      checkResidualSums(one, weights, sums);
    } else {
      checkAbsolute(one, weights, sums);
      assertEquals(0, sums[1]);
    }
    double smoothed = 0;
    double inner = 0;
    double[] dual = new double[one.length];
    for (int i = 0; i < one.length; i++) {
      double weight = weight(weights, i);
      double e = one.residual[i];
      double clipped = Math.max(-weight, Math.min(weight, e / (lambda * one.q[i])));
      // eq3.6 with weights: quadratic within weight·λq, linear outside
      double corner = weight * lambda * one.q[i];
      smoothed +=
          Math.abs(e) <= corner
              ? e * e / (2 * lambda * one.q[i])
              : weight * (Math.abs(e) - corner / 2);
      smoothed += .5 * curvature * weight * e * e;
      inner += one.x[i] * clipped;
      dual[i] = clipped + curvature * weight * e;
    }
    // A residual of rounding size is divided by lambda.
    double tolerance = one.tolerance(4 * one.rank) / Math.min(1, lambda);
    assertEquals(operation.withLoss() ? smoothed : 0, sums[2], tolerance);
    assertEquals(inner, sums[3], tolerance);
    assertArrayEquals(one.backward(dual), product, tolerance);
  }

  @Test
  final void argumentsAreNotModifiedAndLanesDoNotRememberColumns() {
    both().forEach(tested -> checkMemory(tested.kernels));
  }

  private static void checkMemory(Kernels kernels) {
    TestProblems.forSeeds(
        7,
        5,
        random -> {
          Case one = new Case(random, 0, 9, 23);
          Case other = new Case(random, 0, 9, 23);
          double[] fixed = one.fixed.clone();
          double[] h = one.h.clone();
          double[] x = one.x.clone();
          double[] weights = one.weights.clone();
          Kernels.Panel<double[]> panel = kernels.pack(one.fixed, 9, 23);
          PassOperation operation = new PassOperation.SmoothedSign(.2, one.q, .5);
          double[] freshSums = new double[4];
          double[] fresh = new double[9];
          panel.newLane().column(operation, one.h, one.x, one.weights, fresh, freshSums);
          Kernels.Lane<double[]> used = panel.newLane();
          double[] sums = new double[4];
          double[] product = new double[9];
          used.column(operation, other.h, other.x, null, product, sums);
          used.column(operation, one.h, one.x, one.weights, product, sums);
          assertArrayEquals(fresh, product);
          assertArrayEquals(freshSums, sums);
          assertArrayEquals(fixed, one.fixed);
          assertArrayEquals(h, one.h);
          assertArrayEquals(x, one.x);
          assertArrayEquals(weights, one.weights);
          java.util.Arrays.fill(one.fixed, 0);
          used.column(operation, one.h, one.x, one.weights, product, sums);
          assertArrayEquals(fresh, product, "the panel must not keep the caller's array");
        });
  }

  @Test
  final void nameIsNotEmpty() {
    assertFalse(kernels().name().isBlank());
  }

  private static void checkAbsolute(Case one, double[] weights, double[] sums) {
    double absolute = 0;
    for (int i = 0; i < one.length; i++) {
      absolute += weight(weights, i) * Math.abs(one.residual[i]);
    }
    assertEquals(absolute, sums[0], one.tolerance(2 * one.rank));
  }

  private static void checkResidualSums(Case one, double[] weights, double[] sums) {
    checkAbsolute(one, weights, sums);
    double squared = 0;
    for (int i = 0; i < one.length; i++) {
      squared += weight(weights, i) * one.residual[i] * one.residual[i];
    }
    assertEquals(squared, sums[1], one.tolerance(2 * one.rank * one.rank));
  }

  private static double weight(double[] weights, int i) {
    return weights == null ? 1 : weights[i];
  }
}
