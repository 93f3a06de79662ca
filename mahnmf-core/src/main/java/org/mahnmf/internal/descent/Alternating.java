package org.mahnmf.internal.descent;

import java.util.Arrays;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.mahnmf.base.Workers;
import org.mahnmf.checkpoint.State;
import org.mahnmf.checkpoint.Stateful;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.PassSums;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.SideData;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.Iteration;
import org.mahnmf.solver.RunContext;

/** One outer step = a step on H with W fixed, then on W with H fixed (eq2.1, eq2.2). */
public final class Alternating implements Iteration {

  private final Problem problem;
  private final Store store;
  private final Factors factors;
  private final SideStep codesStep;
  private final SideStep basisStep;
  private final IntPredicate settled;
  private final Revival revival; // or null
  private int outerSteps;
  private Objective objective;

  /**
   * Begins at a point.
   *
   * @param settled whether the schedules are at their end after a number of outer steps
   * @param revives whether dead components are brought back where they are free to grow
   */
  public Alternating(
      Problem problem,
      Store store,
      Factors factors,
      Function<Factor, SideStep> steps,
      IntPredicate settled,
      boolean revives) {
    this.problem = problem;
    this.store = store;
    this.factors = factors;
    this.codesStep = steps.apply(Factor.CODES);
    this.basisStep = steps.apply(Factor.BASIS);
    this.settled = settled;
    this.revival = revives && Revival.isFree(problem) ? new Revival(problem.rank()) : null;
    this.objective = problem.evaluate(store, factors);
  }

  @Override
  public void advance() {
    if (revival != null && revival.reviveDead(codesStep.data, factors)) {
      objective = problem.evaluate(store, factors);
    }
    codesStep.improve(factors.basis(), factors.codes(), outerSteps, objective.loss());
    double between = codesStep.sums.absolute();
    basisStep.improve(factors.codes(), factors.basis(), outerSteps, between);
    objective = problem.objective(factors, basisStep.sums);
    outerSteps++;
  }

  @Override
  public Factors factors() {
    return factors;
  }

  @Override
  public Objective objective() {
    return objective;
  }

  @Override
  public boolean isSettled() {
    return settled.test(outerSteps);
  }

  @Override
  public double products() {
    return 1 + codesStep.products + basisStep.products;
  }

  @Override
  public void exchange(State state) {
    Factors.exchange(state, factors);
    objective = Objective.exchange(state, objective);
    outerSteps = state.count(outerSteps);
    codesStep.exchange(state);
    basisStep.exchange(state);
    if (revival != null) {
      revival.exchange(state);
    }
  }

  /** Improves one factor with the other fixed: the one-sided problem, eq2.1 or eq2.2. */
  public abstract static class SideStep implements Stateful {
    protected final Problem problem;
    protected final SideData data;
    protected final Side side;
    protected final Workers workers;
    protected final RunContext run;

    /** Of the residual at the point where the last step ended. */
    protected final PassSums sums;

    /** The work of all steps in products of 2·m·n·rank flops. */
    protected double products;

    protected SideStep(Problem problem, Store store, Factor which, RunContext run) {
      this.problem = problem;
      this.data = store.side(which);
      this.side = problem.side(which);
      this.workers = store.workers();
      this.run = run;
      this.sums = new PassSums(data.count());
    }

    /**
     * Takes one step.
     *
     * @param fixed rank x length; <em>not modified</em>
     * @param moving rank x count; <em>modified</em>
     * @param outerStep number of outer steps before this one; drives schedules
     * @param loss Σ weight·|residual| where the step begins
     */
    protected abstract void improve(
        DenseMatrix fixed, DenseMatrix moving, int outerStep, double loss);

    @Override
    public void exchange(State state) {
      products = state.number(products);
    }
  }

  /**
   * Brings dead components back. A component whose row of W and of H are both zero stays so for
   * ever under alternating steps (the gradient and every breakpoint vanish), so it is set to the
   * positive residual of the sample that is fitted worst. That never raises the loss: the sample's
   * error falls by the positive residual, no other sample changes.
   */
  private static final class Revival implements Stateful {

    /** A component that dies again and again is not needed at this rank; it is reported instead. */
    private static final int MOST = 3;

    private final int[] revivals;

    Revival(int rank) {
      revivals = new int[rank];
    }

    /** Whether every entry of both factors is free to grow. */
    static boolean isFree(Problem problem) {
      return isFree(problem.basis()) && isFree(problem.codes());
    }

    private static boolean isFree(Side side) {
      return side.isEntrywise()
          && side.set().lower() == 0
          && side.set().upper() == Double.POSITIVE_INFINITY;
    }

    /** Revives what is dead and may live; returns whether the factors changed. */
    boolean reviveDead(SideData data, Factors factors) {
      boolean changed = false;
      for (int l = 0; l < factors.rank(); l++) {
        boolean dead = isZero(factors.basis(), l) || isZero(factors.codes(), l);
        if (dead && revivals[l] < MOST) {
          revivals[l]++;
          revive(data, factors, l);
          changed = true;
        }
      }
      return changed;
    }

    @Override
    public void exchange(State state) {
      state.counts(revivals);
    }

    private static boolean isZero(DenseMatrix factor, int row) {
      return IntStream.range(0, factor.columns()).noneMatch(j -> factor.get(row, j) > 0);
    }

    /** Zeros that are not stored have no positive residual, so only stored entries are read. */
    private static void revive(SideData data, Factors factors, int component) {
      int[] indices = new int[data.longestColumn()];
      double[] residual = new double[data.longestColumn()];
      double[] weights = new double[data.longestColumn()];
      double worst = 0;
      int sample = -1;
      for (int j = 0; j < data.count(); j++) {
        int count = data.readStored(j, indices, residual, weights);
        subtractFit(factors, component, j, indices, count, residual);
        double gain = 0;
        for (int k = 0; k < count; k++) {
          gain += weights[k] * Math.max(0, residual[k]);
        }
        if (gain > worst) {
          worst = gain;
          sample = j;
        }
      }
      if (sample < 0) {
        return; // Nothing is left to explain: the component is not needed.
      }
      int count = data.readStored(sample, indices, residual, weights);
      subtractFit(factors, component, sample, indices, count, residual);
      double largest = 0;
      for (int k = 0; k < count; k++) {
        residual[k] = weights[k] > 0 ? Math.max(0, residual[k]) : 0;
        largest = Math.max(largest, residual[k]);
      }
      double share = Math.sqrt(largest);
      int offset = factors.basis().offset(component);
      Arrays.fill(factors.basis().array(), offset, offset + data.length(), 0);
      for (int k = 0; k < count; k++) {
        factors.basis().set(component, indices[k], residual[k] / share);
      }
      for (int j = 0; j < data.count(); j++) {
        factors.codes().set(component, j, j == sample ? share : 0);
      }
    }

    /** x − WᵀH of one sample, the given component left out (its product is zero). */
    private static void subtractFit(
        Factors factors, int component, int sample, int[] indices, int count, double[] x) {
      for (int l = 0; l < factors.rank(); l++) {
        double code = l == component ? 0 : factors.codes().get(l, sample);
        for (int k = 0; code != 0 && k < count; k++) {
          x[k] -= code * factors.basis().get(l, indices[k]);
        }
      }
    }
  }
}
