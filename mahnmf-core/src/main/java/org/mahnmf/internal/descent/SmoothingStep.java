package org.mahnmf.internal.descent;

import java.util.Arrays;
import java.util.Optional;
import org.mahnmf.checkpoint.SavedState;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.PassOperation;
import org.mahnmf.problem.PassSums;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.SideData;
import org.mahnmf.problem.SmoothTerm;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.RunContext;

/**
 * Algorithm 2 with its corrections: the optimal gradient method on f_λ(W, ·) from the warm start,
 * best point kept. Where the columns of the factor are independent the best is kept column by
 * column.
 */
final class SmoothingStep implements SideStep {

  /** Least curvature of a column against that of the whole factor. */
  private static final double LEAST_CURVATURE = 1e-6;

  private final Problem problem;
  private final SideData data;
  private final Side side;
  private final boolean monotone;
  private final RunContext run;
  private final PassSums sums;
  private final PassSums trial;
  private final DenseMatrix anchor;
  private final DenseMatrix point;
  private final DenseMatrix gradient;
  private final DenseMatrix gradientSum;
  private final DenseMatrix y;
  private final DenseMatrix z;
  private final BestPoint best;
  private final DualityGap gap;
  private double products;

  SmoothingStep(Problem problem, Factor which, boolean monotone, RunContext run) {
    this.problem = problem;
    this.data = problem.store().side(which);
    this.side = problem.side(which);
    this.monotone = monotone;
    this.run = run;
    int rank = problem.rank();
    sums = new PassSums(data.count());
    trial = new PassSums(data.count());
    anchor = new DenseMatrix(rank, data.count());
    point = new DenseMatrix(rank, data.count());
    gradient = new DenseMatrix(rank, data.count());
    gradientSum = new DenseMatrix(rank, data.count());
    y = new DenseMatrix(rank, data.count());
    z = new DenseMatrix(rank, data.count());
    best = new BestPoint(problem.loss().curvature(), side, data.count());
    gap = DualityGap.orNull(problem, side);
  }

  @Override
  public void improve(DenseMatrix fixed, DenseMatrix moving, int outerStep, double loss) {
    double[] q = SmoothingBounds.columnNorms(fixed);
    double eigenvalue = SmoothingBounds.largestEigenvalue(fixed, q);
    if (eigenvalue == 0) {
      retreat(moving);
      evaluate(new PassOperation.Residual(problem.loss()), fixed, moving, null);
      return; // A zero factor on the other side: nothing that moves here changes the loss.
    }
    double lambda = lambda(loss, q, outerStep);
    double[] steps = steps(fixed, q, eigenvalue, lambda);
    PassOperation operation =
        new PassOperation.SmoothedSign(
            lambda, q, problem.loss().curvature(), monotone || gap != null);
    anchor.assign(moving);
    point.assign(moving);
    Arrays.fill(gradientSum.array(), 0);
    best.reset();
    if (gap != null) {
      gap.reset();
    }
    MonotoneY safeguard = monotone ? new MonotoneY() : null;
    for (int k = 0; k < Smoothing.INNER_STEPS; k++) {
      run.checkpoint();
      evaluate(operation, fixed, point, gradient);
      best.offer(point, sums, moving);
      double smoothedHere = sums.smoothed();
      for (SmoothTerm term : side.smooth()) {
        term.addGradient(point, gradient);
      }
      // eq3.9.1: Y = prox(H − G/L)
      descend(point, gradient, steps, y);
      side.apply(y, steps[0]);
      if (safeguard != null) {
        safeguard.choose(operation, fixed, smoothedHere);
      }
      // eq3.9.2 with the prox-centre at the warm start (errata 4): Z = prox(H_0 − S/L)
      combine(gradientSum, 1, gradient, (k + 1) / 2.0, gradientSum);
      if (gap != null && gap.isClosed(k, sums.dual(), gradientSum, best.total())) {
        best.restore(sums);
        return; // eq3.14
      }
      descend(anchor, gradientSum, steps, z);
      side.apply(z, (k + 1) * (k + 2) / 4.0 * steps[0]);
      combine(z, 2.0 / (k + 3), y, (k + 1.0) / (k + 3), point); // eq3.10
      if (side.set().isEntrywise()) {
        side.set().project(point); // rounding may leave a box
      }
    }
    run.checkpoint();
    evaluate(new PassOperation.Residual(problem.loss()), fixed, point, null);
    best.offer(point, sums, moving);
    best.restore(sums);
  }

  /**
   * Where the other factor is zero, only prices depend on this one; those of single entries are
   * lowest at the least point of the set, where an exact step would go.
   */
  private void retreat(DenseMatrix moving) {
    if (side.entries().isEmpty()) {
      return;
    }
    Arrays.fill(y.array(), 0);
    side.set().project(y);
    if (side.price(y) < side.price(moving)) {
      moving.assign(y);
    }
  }

  /**
   * λ = θ·mean|E|/mean(q), in units in which the mean weight is 1. The means are over the entries
   * that are smoothed; over the zeros of very sparse data as well, λ would be next to nothing.
   */
  private double lambda(double loss, double[] q, int outerStep) {
    Store store = problem.store();
    double meanError = loss / store.kinkWeight();
    double meanWeight = store.kinkWeight() / store.kinks();
    double meanNorm = SmoothingBounds.sum(q) / q.length;
    double floor = 1e-12 * store.absoluteSum() / store.kinkWeight();
    return Smoothing.theta(outerStep) * Math.max(meanError, floor) / (meanNorm * meanWeight);
  }

  /**
   * The step 1/L of every column. Where columns are independent and a step is a projection, which
   * does not depend on its length, each may have its own; else the shortest serves all. Columns of
   * sparse data differ much in how many entries are smoothed, and none has as many as the factor.
   */
  private double[] steps(DenseMatrix fixed, double[] q, double eigenvalue, double lambda) {
    double smooth = smoothLipschitz(fixed);
    double[] steps = new double[data.count()];
    Optional<double[]> bounds = data.curvatureBounds(fixed, q);
    if (bounds.isEmpty()) {
      Arrays.fill(steps, 1 / (eigenvalue / lambda + smooth));
      return steps;
    }
    double largest = 0;
    for (double bound : bounds.get()) {
      largest = Math.max(largest, bound);
    }
    boolean free = side.isSeparable() && side.proximal().isEmpty() && side.entries().isEmpty();
    for (int j = 0; j < steps.length; j++) {
      // A column without entries has a linear loss: any step will do, and a long one is best.
      double own = Math.max(bounds.get()[j], LEAST_CURVATURE * eigenvalue);
      steps[j] = 1 / (Math.min(eigenvalue, free ? own : largest) / lambda + smooth);
    }
    return steps;
  }

  private double smoothLipschitz(DenseMatrix fixed) {
    double lipschitz = 0;
    if (problem.loss().curvature() > 0) {
      lipschitz +=
          problem.loss().curvature()
              * problem.store().largestWeight()
              * SmoothingBounds.largestEigenvalue(fixed, null);
    }
    for (SmoothTerm term : side.smooth()) {
      lipschitz += term.lipschitz();
    }
    return lipschitz;
  }

  private void evaluate(
      PassOperation operation, DenseMatrix fixed, DenseMatrix at, DenseMatrix product) {
    data.pass(operation, fixed, at, product, sums);
    products += product == null ? 1 : 2;
  }

  /** out = from − steps∘gradient, column by column. */
  private static void descend(
      DenseMatrix from, DenseMatrix gradient, double[] steps, DenseMatrix out) {
    for (int l = 0; l < out.rows(); l++) {
      int offset = out.offset(l);
      for (int j = 0; j < steps.length; j++) {
        out.array()[offset + j] =
            from.array()[offset + j] - steps[j] * gradient.array()[offset + j];
      }
    }
  }

  private static void combine(DenseMatrix a, double x, DenseMatrix b, double y, DenseMatrix out) {
    double[] p = a.array();
    double[] q = b.array();
    double[] o = out.array();
    for (int i = 0; i < o.length; i++) {
      o[i] = x * p[i] + y * q[i];
    }
  }

  @Override
  public PassSums sums() {
    return sums;
  }

  @Override
  public double products() {
    return products;
  }

  @Override
  public void exchange(SavedState state) {
    products = state.number(products);
  }

  /**
   * The paper's safeguard. Only the value of Y_{k−1} is carried along, so that it costs one product
   * a step.
   */
  private final class MonotoneY {

    private final DenseMatrix last = new DenseMatrix(y.rows(), y.columns());
    private double lastValue = Double.POSITIVE_INFINITY;

    void choose(PassOperation operation, DenseMatrix fixed, double smoothedLossAtPoint) {
      data.pass(operation, fixed, y, null, trial);
      products++;
      double value = trial.smoothed() + side.price(y);
      double atPoint = smoothedLossAtPoint + side.price(point);
      if (atPoint < value) {
        y.assign(point);
        value = atPoint;
      }
      if (lastValue < value) {
        y.assign(last);
        value = lastValue;
      }
      last.assign(y);
      lastValue = value;
    }
  }
}
