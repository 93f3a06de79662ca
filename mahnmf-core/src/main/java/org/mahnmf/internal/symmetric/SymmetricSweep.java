package org.mahnmf.internal.symmetric;

import java.util.Arrays;
import org.mahnmf.checkpoint.State;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.SideData;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.Iteration;
import org.mahnmf.solver.RunContext;

/**
 * Sweeps over the rows of H, one for each outer step, for Σ om|X − HHᵀ|: the entries of row j take
 * the exact minimiser of their scalar problem one after the other, while the residual of column j
 * of X is kept.
 *
 * <p>Entry (j, c), with Z the residual without component c, has the objective om_jj|Z_jj − h²| + 2
 * Σ_{i≠j} om_ij |Z_ij − H_ic h|. Absent entries of a sparse X have Z_ij ≤ 0, so together they are
 * the linear term 2 ω₀ (Σ_i H_ic − Σ_{i stored or j} H_ic)·h, known from the column sums of H: a
 * sweep costs O(nnz·r + n·r) scalar work. Rows depend on each other, so they run in sequence.
 *
 * <p>Penalties μx + ½λx² of single entries stand on both factors, so an entry pays 2μh + λh².
 *
 * <p>An entry moves only if its own objective, summed anew, falls; so the objective never rises.
 */
final class SymmetricSweep implements Iteration {

  /** Residual and update: two products; the selections by their cost, as in rri. */
  private static final double PRODUCTS_PER_SWEEP = 2 + 25;

  private final Problem problem;
  private final Store store;
  private final Factors factors;
  private double startProducts;
  private Objective objective;

  private final SideData data;
  private final int rank;
  private final double linear; // 2μ
  private final double ridge; // λ
  private final RunContext run;
  private final SymmetricScalar scalar = new SymmetricScalar();
  private final double[] h; // H with the entries of a row contiguous
  private final double[] columnSums; // Σ_i H_ic
  private final double[] own;
  private final int[] indices;
  private final double[] error;
  private final double[] weights;
  private final double[][] others; // H_ic of the stored off-diagonal entries, by component
  private final double[] othersSum;
  private int count;
  private boolean someAbsent;
  private double diagonalError;
  private double diagonalWeight;
  private int sweeps;

  SymmetricSweep(
      Problem problem, Store store, Factors factors, RunContext run, double startProducts) {
    this.problem = problem;
    this.factors = factors;
    this.startProducts = startProducts;
    this.store = store;
    this.objective = problem.evaluate(store, factors);
    this.data = store.side(Factor.CODES);
    this.rank = problem.rank();
    this.linear = 2 * problem.side(Factor.CODES).linear();
    this.ridge = problem.side(Factor.CODES).quadratic();
    this.run = run;
    this.h = new double[data.count() * rank];
    this.columnSums = new double[rank];
    this.own = new double[rank];
    int longest = data.longestColumn();
    this.indices = new int[longest];
    this.error = new double[longest];
    this.weights = new double[longest];
    this.others = new double[rank][longest];
    this.othersSum = new double[rank];
  }

  @Override
  public void advance() {
    DenseMatrix factor = factors.codes();
    int n = data.count();
    for (int c = 0; c < rank; c++) {
      columnSums[c] = 0;
      for (int i = 0; i < n; i++) {
        h[i * rank + c] = factor.get(c, i);
        columnSums[c] += h[i * rank + c];
      }
    }
    sweeps++;
    for (int j = 0; j < n; j++) {
      run.stopIfAsked();
      row(j);
    }
    for (int c = 0; c < rank; c++) {
      for (int i = 0; i < n; i++) {
        factor.set(c, i, h[i * rank + c]);
      }
    }
    factors.basis().assign(factor);
    objective = problem.evaluate(store, factors);
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
  public double products() {
    double dense = sweeps * (data.stored() / ((double) data.count() * data.length()));
    return startProducts + 1 + PRODUCTS_PER_SWEEP * dense;
  }

  @Override
  public void exchange(State state) {
    Factors.exchange(state, factors);
    objective = Objective.exchange(state, objective);
    startProducts = state.number(startProducts);
    sweeps = state.count(sweeps);
  }

  private void row(int j) {
    System.arraycopy(h, j * rank, own, 0, rank);
    readResidual(j);
    for (int c = 0; c < rank; c++) {
      double before = own[c];
      double slope = linear;
      if (someAbsent) {
        slope += 2 * data.zeroWeight() * Math.max(0, columnSums[c] - before - othersSum[c]);
      }
      int filled = fillBreakpoints(c);
      double z = diagonalError + before * before;
      double after = scalar.minimize(filled, z, diagonalWeight, slope, ridge, before);
      if (after != before && change(c, after, z, slope) < 0) {
        move(c, after, z);
        columnSums[c] += after - before;
        h[j * rank + c] = after;
      }
    }
  }

  /** X_ij − Σ_l H_il H_jl for the stored entries, the diagonal apart. */
  private void readResidual(int j) {
    int stored = data.readStored(j, indices, error, weights);
    someAbsent = data.isSparse() && stored < data.length();
    double diagonalValue = 0;
    diagonalWeight = data.zeroWeight(); // if absent
    Arrays.fill(othersSum, 0);
    count = 0;
    for (int k = 0; k < stored; k++) {
      int i = indices[k];
      if (i == j) {
        diagonalValue = error[k];
        diagonalWeight = weights[k];
        continue;
      }
      int base = i * rank;
      double fit = 0;
      for (int c = 0; c < rank; c++) {
        double entry = h[base + c];
        others[c][count] = entry;
        othersSum[c] += entry;
        fit += entry * own[c];
      }
      error[count] = error[k] - fit;
      weights[count] = weights[k];
      count++;
    }
    diagonalError = diagonalValue;
    for (int c = 0; c < rank; c++) {
      diagonalError -= own[c] * own[c];
    }
  }

  private int fillBreakpoints(int c) {
    double[] w = others[c];
    double current = own[c];
    double[] p = scalar.breakpoints(count);
    double[] a = scalar.weights(count);
    int filled = 0;
    for (int k = 0; k < count; k++) {
      double weight = 2 * weights[k] * w[k];
      double breakpoint = current + error[k] / w[k];
      if (weight > 0 && Math.abs(breakpoint) < Double.POSITIVE_INFINITY) {
        p[filled] = breakpoint;
        a[filled] = weight;
        filled++;
      }
    }
    return filled;
  }

  /** The change of the objective if the entry moves. */
  private double change(int c, double after, double z, double slope) {
    double[] w = others[c];
    double step = after - own[c];
    double sum = 0;
    for (int k = 0; k < count; k++) {
      sum += weights[k] * (Math.abs(error[k] - step * w[k]) - Math.abs(error[k]));
    }
    double diagonal = Math.abs(z - after * after) - Math.abs(diagonalError);
    double penalty = (slope + ridge * (after + own[c])) * step;
    return 2 * sum + diagonalWeight * diagonal + penalty;
  }

  private void move(int c, double after, double z) {
    double[] w = others[c];
    double step = after - own[c];
    for (int k = 0; k < count; k++) {
      error[k] -= step * w[k];
    }
    diagonalError = z - after * after;
    own[c] = after;
  }
}
