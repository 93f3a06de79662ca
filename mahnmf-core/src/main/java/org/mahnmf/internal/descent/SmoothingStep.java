package org.mahnmf.internal.descent;

import java.util.Arrays;
import java.util.Optional;
import org.mahnmf.internal.descent.Alternating.SideStep;
import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.PassOperation;
import org.mahnmf.problem.PassSums;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.SmoothTerm;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.RunContext;

/**
 * Algorithm 2 with its corrections: the optimal gradient method on f_λ(W, ·) from the warm start,
 * best point kept. Where the columns of the factor are independent the best is kept column by
 * column.
 */
final class SmoothingStep extends SideStep {

  /** Least curvature of a column against that of the whole factor. */
  private static final double LEAST_CURVATURE = 1e-6;

  private static final double ENOUGH = 1e-4; // relative duality gap at which the inner steps end
  private final boolean monotone;
  private final PassSums trial = new PassSums(data.count());
  private final DenseMatrix anchor = zeros();
  private final DenseMatrix point = zeros();
  private final DenseMatrix gradient = zeros();
  private final DenseMatrix gradientSum = zeros();
  private final DenseMatrix y = zeros();
  private final DenseMatrix z = zeros();
  private final BestPoint best = new BestPoint();
  private final DualityGap gap; // null where eq3.14 does not hold

  SmoothingStep(Problem problem, Store store, Factor which, boolean monotone, RunContext run) {
    super(problem, store, which, run);
    this.monotone = monotone;
    boolean boxed = side.isBounded() && side.isEntrywise() && problem.loss().curvature() == 0;
    gap = boxed ? new DualityGap() : null;
  }

  private DenseMatrix zeros() {
    return new DenseMatrix(problem.rank(), data.count());
  }

  @Override
  protected void improve(DenseMatrix fixed, DenseMatrix moving, int outerStep, double loss) {
    double[] q = SmoothingBounds.columnNorms(fixed);
    double eigenvalue = SmoothingBounds.largestEigenvalue(fixed, q);
    if (eigenvalue == 0) {
      retreat(moving);
      evaluate(new PassOperation.Residual(problem.loss()), fixed, moving, null);
      return; // A zero factor on the other side: nothing that moves here changes the loss.
    }
    double lambda = lambda(loss, q, outerStep);
    double[] steps = steps(fixed, q, eigenvalue, lambda);
    double alpha = problem.loss().curvature();
    PassOperation operation =
        new PassOperation.SmoothedSign(lambda, q, alpha, monotone || gap != null);
    anchor.assign(moving);
    point.assign(moving);
    Arrays.fill(gradientSum.array(), 0);
    best.reset();
    MonotoneY safeguard = monotone ? new MonotoneY() : null;
    for (int k = 0; k < Smoothing.INNER_STEPS; k++) {
      run.stopIfAsked();
      evaluate(operation, fixed, point, gradient);
      best.offer(moving);
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
      if (gap != null && gap.isClosed(k, sums.dual(), best.total())) {
        best.restore();
        return; // eq3.14
      }
      descend(anchor, gradientSum, steps, z);
      side.apply(z, (k + 1) * (k + 2) / 4.0 * steps[0]);
      combine(z, 2.0 / (k + 3), y, (k + 1.0) / (k + 3), point); // eq3.10
      if (side.set().isEntrywise()) {
        side.set().project(point); // rounding may leave a box
      }
    }
    run.stopIfAsked();
    evaluate(new PassOperation.Residual(problem.loss()), fixed, point, null);
    best.offer(moving);
    best.restore();
  }

  /**
   * Where the other factor is zero, only penalties depend on this one; those of single entries are
   * lowest at the least point of the set, where an exact step would go.
   */
  private void retreat(DenseMatrix moving) {
    if (side.entries().isEmpty()) {
      return;
    }
    Arrays.fill(y.array(), 0);
    side.set().project(y);
    if (side.penalty(y) < side.penalty(moving)) {
      moving.assign(y);
    }
  }

  /**
   * λ = θ·mean|E|/mean(q), in units in which the mean weight is 1. The means are over the entries
   * that are smoothed; over the zeros of very sparse data as well, λ would be next to nothing.
   */
  private double lambda(double loss, double[] q, int outerStep) {
    Store.Sums of = problem.extent().sums();
    double meanError = loss / of.kinkWeight();
    double meanWeight = of.kinkWeight() / of.kinks();
    double meanNorm = SmoothingBounds.sum(q) / q.length;
    double floor = 1e-12 * of.absoluteSum() / of.kinkWeight();
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
    double largest = Loops.max(bounds.get());
    boolean free = side.isSeparable() && side.proximal().isEmpty() && side.entries().isEmpty();
    for (int j = 0; j < steps.length; j++) {
      // A column without entries has a linear loss: any step will do, and a long one is best.
      double own = Math.max(bounds.get()[j], LEAST_CURVATURE * eigenvalue);
      steps[j] = 1 / (Math.min(eigenvalue, free ? own : largest) / lambda + smooth);
    }
    return steps;
  }

  private double smoothLipschitz(DenseMatrix fixed) {
    double alpha = problem.loss().curvature();
    double lipschitz = 0;
    if (alpha > 0) {
      double weighted = alpha * problem.extent().sums().largestWeight();
      lipschitz = weighted * SmoothingBounds.largestEigenvalue(fixed, null);
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
      for (int j = 0; j < steps.length; j++) {
        out.set(l, j, from.get(l, j) - steps[j] * gradient.get(l, j));
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

  /**
   * The paper's safeguard. Only the value of Y_{k−1} is carried along, so that it costs one product
   * a step.
   */
  private final class MonotoneY {

    private final DenseMatrix last = zeros();
    private double lastValue = Double.POSITIVE_INFINITY;

    void choose(PassOperation operation, DenseMatrix fixed, double smoothedLossAtPoint) {
      data.pass(operation, fixed, y, null, trial);
      products++;
      double value = trial.smoothed() + side.penalty(y);
      double atPoint = smoothedLossAtPoint + side.penalty(point);
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

  /**
   * The stop of eq3.14 for a box (eq4.1) and the plain loss: with bounded codes the dual function
   * φ(μ) = Σ min(lo·(Wμ), hi·(Wμ)) − ⟨x, μ⟩ is explicit, and f − φ(μ̂) bounds the distance to the
   * optimum.
   *
   * <p>μ̂ = Σ_i 2(i+1)/((k+1)(k+2))·U_i is never formed: Wμ̂ = 4S/((k+1)(k+2)) with S the gradient
   * sum of the Z sequence, and ⟨x, μ̂⟩ accumulates the passes' ⟨X, U_i⟩.
   */
  private final class DualityGap {

    private double innerSum;

    /** Takes in ⟨X, U_k⟩ and says whether the gap to the lowest objective is small enough. */
    boolean isClosed(int k, double inner, double lowest) {
      innerSum = (k == 0 ? 0 : innerSum) + (k + 1) * inner;
      double weight = 1.0 / ((k + 1.0) * (k + 2.0));
      double dual = -2 * weight * innerSum;
      double[] s = gradientSum.array();
      for (int i = 0; i < s.length; i++) {
        double product = 4 * weight * s[i];
        dual += Math.min(side.set().lower() * product, side.set().upper() * product);
      }
      return lowest - dual <= ENOUGH * lowest;
    }
  }

  /**
   * Keeps the best of several points by the true objective: column by column where the side is
   * separable (the objective is then a sum over columns), else as a whole.
   */
  private final class BestPoint {

    private final double halfCurvature = .5 * problem.loss().curvature();
    private final double[] value = new double[side.isSeparable() ? data.count() : 1];
    private final double[] absolute = new double[data.count()];
    private final double[] squared = new double[data.count()];

    /** Forgets all points. */
    void reset() {
      Arrays.fill(value, Double.POSITIVE_INFINITY);
      // Where sums overflow no point is better than none, which must not look like a perfect fit.
      Arrays.fill(absolute, Double.POSITIVE_INFINITY);
      Arrays.fill(squared, Double.POSITIVE_INFINITY);
    }

    /** Takes the point, whose residual has the sums, where it is better than the best so far. */
    void offer(DenseMatrix bestSoFar) {
      double[] newAbsolute = sums.absoluteByColumn();
      double[] newSquared = sums.squaredByColumn();
      if (!side.isSeparable()) {
        double total = sums.absolute() + halfCurvature * sums.squared() + side.penalty(point);
        if (total < value[0]) {
          value[0] = total;
          bestSoFar.assign(point);
          System.arraycopy(newAbsolute, 0, absolute, 0, absolute.length);
          System.arraycopy(newSquared, 0, squared, 0, squared.length);
        }
        return;
      }
      for (int j = 0; j < value.length; j++) {
        double here = newAbsolute[j] + halfCurvature * newSquared[j] + side.entryPenalty(point, j);
        if (here < value[j]) {
          value[j] = here;
          absolute[j] = newAbsolute[j];
          squared[j] = newSquared[j];
          for (int l = 0; l < point.rows(); l++) {
            bestSoFar.set(l, j, point.get(l, j));
          }
        }
      }
    }

    /** Returns the objective of the best point, the side's penalties included. */
    double total() {
      return SmoothingBounds.sum(value);
    }

    /** Writes the sums of the best point. */
    void restore() {
      System.arraycopy(absolute, 0, sums.absoluteByColumn(), 0, absolute.length);
      System.arraycopy(squared, 0, sums.squaredByColumn(), 0, squared.length);
    }
  }
}
