package org.mahnmf.internal.descent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.mahnmf.Model;
import org.mahnmf.TestProblems;
import org.mahnmf.TestProblems.Generator;
import org.mahnmf.base.Workers;
import org.mahnmf.internal.start.RandomStart;
import org.mahnmf.internal.store.DenseStore;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.PassOperation;
import org.mahnmf.problem.PassSums;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.SideData;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.Iteration;
import org.mahnmf.solver.Posed;
import org.mahnmf.solver.RecordingStore;
import org.mahnmf.solver.RunContext;
import org.mahnmf.term.Manhattan;

/**
 * What the paper claims in Sections 2 and 3, where it holds and where it does not. What its methods
 * do as printed is in the tests of the lab.
 */
class PaperClaimsTest {

  private static final RunContext RUN = new RunContext(1e-4, () -> false);

  private static Store store(double[][] samples) {
    return DenseStore.unscaled(Observations.of(samples), new Workers(1));
  }

  private static Posed problem(Store store, int rank) {
    return Posed.of(store, rank, new Manhattan(), Side.nonNegative(), Side.nonNegative());
  }

  /** A one-sided problem f(W, H) with every kind of weight. */
  private static final class OneSided {

    final SideData data;
    final DenseMatrix w;
    final DenseMatrix h;
    final double[] q;
    final double[] weightedD;
    final double largestWeight;

    OneSided(Generator random, boolean weighted) {
      int samples = random.integer(1, 6);
      int features = random.integer(1, 12);
      int rank = random.integer(1, 4);
      Observations observations = Observations.of(random.table(samples, features));
      double[][] weights = TestProblems.constant(samples, features, 1);
      if (weighted) {
        for (double[] row : weights) {
          for (int j = 0; j < features; j++) {
            row[j] = random.chance(.2) ? 0 : 3 * random.uniform();
          }
        }
        weights[0][0] = 1;
        observations = observations.withWeights(DenseMatrix.ofRows(weights));
      }
      Store store = DenseStore.unscaled(observations, new Workers(1));
      data = store.side(Factor.CODES);
      largestWeight = store.sums().largestWeight();
      w = DenseMatrix.ofRows(random.table(rank, features));
      h = DenseMatrix.ofRows(random.table(rank, samples));
      q = SmoothingBounds.columnNorms(w);
      weightedD = new double[samples];
      for (int j = 0; j < samples; j++) {
        for (int i = 0; i < features; i++) {
          weightedD[j] += weights[j][i] * weights[j][i] * q[i];
        }
      }
    }

    PassSums pass(double lambda, double curvature, DenseMatrix at, DenseMatrix gradient) {
      PassSums sums = new PassSums(data.count());
      data.pass(new PassOperation.SmoothedSign(lambda, q, curvature, true), w, at, gradient, sums);
      return sums;
    }

    double lipschitz(double lambda, double curvature) {
      return SmoothingBounds.largestEigenvalue(w, q) / lambda
          + curvature * largestWeight * SmoothingBounds.largestEigenvalue(w, null);
    }
  }

  @Test
  void theorem1SmoothedLossIsBelowTheLossByAtMostHalfLambdaD() {
    TestProblems.forSeeds(
        1,
        300,
        random -> {
          OneSided one = new OneSided(random, random.chance(.5));
          double curvature = random.chance(.5) ? 0 : random.uniform();
          for (double lambda : new double[] {1e-4, .01, .1, 1, 100}) {
            PassSums sums = one.pass(lambda, curvature, one.h, null);
            for (int j = 0; j < one.data.count(); j++) {
              double f = sums.absoluteByColumn()[j] + .5 * curvature * sums.squaredByColumn()[j];
              double smoothed = sums.smoothedByColumn()[j];
              double rounding = 1e-13 * (1 + f);
              assertTrue(smoothed <= f + rounding, smoothed + " is above f = " + f);
              assertTrue(
                  f <= smoothed + .5 * lambda * one.weightedD[j] + rounding,
                  "f = " + f + " but f_lambda = " + smoothed + " with lambda " + lambda);
            }
          }
        });
  }

  @Test
  void theorem1BoundIsReachedOutsideTheSmoothedRange() {
    OneSided one = new OneSided(new Generator(5), false);
    double lambda = 1e-9;
    PassSums sums = one.pass(lambda, 0, one.h, null);
    double d = SmoothingBounds.sum(one.q) * one.data.count();
    assertEquals(.5 * lambda * d, sums.absolute() - sums.smoothed(), 1e-4 * lambda * d);
  }

  @Test
  void gradientOfTheSmoothedLossMatchesDifferences() {
    TestProblems.forSeeds(
        400,
        60,
        random -> {
          OneSided one = new OneSided(random, random.chance(.5));
          double curvature = random.chance(.5) ? 0 : random.uniform();
          double lambda = .02 + random.uniform();
          DenseMatrix gradient = new DenseMatrix(one.h.rows(), one.h.columns());
          double f = one.pass(lambda, curvature, one.h, gradient).smoothed();
          double step = 1e-6;
          // A gradient that is L-Lipschitz differs from a difference quotient by at most L·step.
          double tolerance = one.lipschitz(lambda, curvature) * step + 1e-14 * (1 + f) / step;
          for (int i = 0; i < one.h.array().length; i++) {
            DenseMatrix up = one.h.copy();
            DenseMatrix down = one.h.copy();
            up.array()[i] += step;
            down.array()[i] -= step;
            double slope =
                (one.pass(lambda, curvature, up, null).smoothed()
                        - one.pass(lambda, curvature, down, null).smoothed())
                    / (2 * step);
            assertEquals(slope, gradient.array()[i], tolerance);
          }
        });
  }

  @Test
  void gradientIsLipschitzWithTheTightConstant() {
    TestProblems.forSeeds(
        500,
        200,
        random -> {
          OneSided one = new OneSided(random, random.chance(.5));
          double curvature = random.chance(.5) ? 0 : random.uniform();
          double lambda = .02 + random.uniform();
          DenseMatrix other = one.h.copy();
          for (int i = 0; i < other.array().length; i++) {
            other.array()[i] += .1 * random.uniform();
          }
          DenseMatrix here = new DenseMatrix(other.rows(), other.columns());
          DenseMatrix there = here.copy();
          one.pass(lambda, curvature, one.h, here);
          one.pass(lambda, curvature, other, there);
          double change = distance(here, there);
          double most = one.lipschitz(lambda, curvature) * distance(one.h, other);
          assertTrue(change <= most * (1 + 1e-9), change + " is above " + most);
        });
  }

  private static double distance(DenseMatrix a, DenseMatrix b) {
    double sum = 0;
    for (int i = 0; i < a.array().length; i++) {
      double difference = a.array()[i] - b.array()[i];
      sum += difference * difference;
    }
    return Math.sqrt(sum);
  }

  @Test
  void lambdaOfTheCorrectedMethodFollowsTheResidual() {
    RecordingStore recorder = new RecordingStore(store(TestProblems.uniform(20, 30, 1)));
    Posed problem = problem(recorder, 3);
    Iteration corrected =
        new Smoothing()
            .start(problem.problem(), problem.store(), problem.from(new RandomStart(), 1), RUN);
    assertEquals(.5, Smoothing.theta(0));
    assertEquals(.02, Smoothing.theta(1000));
    for (int t = 0; t < 40; t++) {
      double theta = Math.max(.02, .5 * Math.pow(.9, t));
      assertEquals(theta, Smoothing.theta(t), 1e-12);
      assertEquals(theta <= .02, corrected.isSettled());
      recorder.calls().clear();
      double meanError = corrected.objective().loss() / 600;
      corrected.advance();
      List<RecordingStore.Call> calls = recorder.gradients(Factor.CODES);
      assertEquals(Smoothing.INNER_STEPS, calls.size());
      double[] q = SmoothingBounds.columnNorms(calls.get(0).fixed());
      double expected = theta * meanError / (SmoothingBounds.sum(q) / q.length);
      assertEquals(expected, calls.get(0).lambda(), 1e-9 * expected);
    }
  }

  @Test
  void monotoneYNeverRaisesTheSmoothedLoss() {
    TestProblems.forSeeds(
        1,
        5,
        random -> {
          RecordingStore recorder =
              new RecordingStore(store(TestProblems.uniform(20, 30, random.seed())));
          Posed problem = problem(recorder, 3);
          Iteration iteration =
              new Smoothing()
                  .withMonotoneSteps()
                  .start(
                      problem.problem(),
                      problem.store(),
                      problem.from(new RandomStart(), random.seed()),
                      RUN);
          for (int t = 0; t < 6; t++) {
            recorder.calls().clear();
            iteration.advance();
            for (Factor side : Factor.values()) {
              checkMonotone(problem.store().side(side), recorder.gradients(side));
            }
          }
        });
  }

  /** Computes Y_k from H_{k+1} and Z_k by eq3.10 and looks at f_λ(Y_k). */
  private static void checkMonotone(SideData data, List<RecordingStore.Call> calls) {
    assertEquals(Smoothing.INNER_STEPS, calls.size());
    DenseMatrix fixed = calls.get(0).fixed();
    PassOperation operation = calls.get(0).operation();
    double lambda = calls.get(0).lambda();
    double lipschitz =
        SmoothingBounds.largestEigenvalue(fixed, SmoothingBounds.columnNorms(fixed)) / lambda;
    double[] anchor = calls.get(0).moving().array();
    double[] sum = new double[anchor.length];
    PassSums sums = new PassSums(data.count());
    data.pass(operation, fixed, calls.get(0).moving(), null, sums);
    double previous = sums.smoothed();
    for (int k = 0; k + 1 < calls.size(); k++) {
      double[] here = calls.get(k).moving().array();
      double[] gradient = calls.get(k).product().array();
      double[] next = calls.get(k + 1).moving().array();
      DenseMatrix y = new DenseMatrix(fixed.rows(), data.count());
      DenseMatrix plain = new DenseMatrix(fixed.rows(), data.count());
      for (int i = 0; i < sum.length; i++) {
        sum[i] += (k + 1) / 2.0 * gradient[i];
        double z = Math.max(0, anchor[i] - sum[i] / lipschitz);
        y.array()[i] = ((k + 3) * next[i] - 2 * z) / (k + 1);
        plain.array()[i] = Math.max(0, here[i] - gradient[i] / lipschitz);
      }
      data.pass(operation, fixed, y, null, sums);
      double value = sums.smoothed();
      double most = previous;
      for (DenseMatrix other : List.of(plain, calls.get(k).moving())) {
        data.pass(operation, fixed, other, null, sums);
        most = Math.min(most, sums.smoothed());
      }
      assertEquals(most, value, 1e-9 * most, "inner step " + k);
      previous = value;
    }
  }

  private static final double[][] STALL_BASIS = {{3, 2, 1, 1}, {1, 2, 3, 1}};
  private static final double[] STALL_SAMPLE = {4, 8, 10, 4};

  @Test
  void rriStallsWhereTheExactTransformDoesNot() {
    double[][] twice = {STALL_SAMPLE, STALL_SAMPLE};
    Posed problem = problem(store(twice), 2);
    DenseMatrix basis = DenseMatrix.ofRows(STALL_BASIS);
    for (boolean leftmost : new boolean[] {false, true}) {
      RriStep sweep = new RriStep(problem.problem(), problem.store(), Factor.CODES, leftmost, RUN);
      DenseMatrix codes = new DenseMatrix(2, 2);
      for (int k = 0; k < 50; k++) {
        sweep.improve(basis, codes, 0, 0);
      }
      assertArrayEquals(new double[] {14, 14}, sweep.sums.absoluteByColumn(), 1e-12);
    }
    Model model = Model.of(basis).withExact(true);
    assertEquals(
        1.5,
        model.transform(Observations.of(new double[][] {STALL_SAMPLE})).objective().total(),
        1e-12);
  }

  @Test
  void rowOfZerosKeepsTheEntryInRri() {
    double[][] rows = {{1, 2, 3}, {0, 0, 0}};
    Posed problem = problem(store(TestProblems.uniform(4, 3, 1)), 2);
    for (boolean leftmost : new boolean[] {false, true}) {
      DenseMatrix codes = DenseMatrix.ofRows(TestProblems.uniform(2, 4, 2));
      double[] before = TestProblems.rows(codes)[1];
      new RriStep(problem.problem(), problem.store(), Factor.CODES, leftmost, RUN)
          .improve(DenseMatrix.ofRows(rows), codes, 0, 0);
      assertArrayEquals(before, TestProblems.rows(codes)[1]);
    }
  }

  @Test
  void rriAsPublishedTakesTheLeftmostMedian() {
    // Two equal weights: every point between the breakpoints 1 and 3 is a minimiser.
    Posed problem = problem(store(new double[][] {{1, 3}, {1, 3}}), 1);
    DenseMatrix basis = DenseMatrix.ofRows(new double[][] {{1, 1}});
    DenseMatrix codes = DenseMatrix.ofRows(new double[][] {{2, 9}});
    new RriStep(problem.problem(), problem.store(), Factor.CODES, true, RUN)
        .improve(basis, codes, 0, 0);
    assertArrayEquals(new double[] {1, 1}, codes.array());
    codes = DenseMatrix.ofRows(new double[][] {{2, 9}});
    new RriStep(problem.problem(), problem.store(), Factor.CODES, false, RUN)
        .improve(basis, codes, 0, 0);
    assertArrayEquals(new double[] {2, 1}, codes.array(), "an optimal entry stays");
  }
}
