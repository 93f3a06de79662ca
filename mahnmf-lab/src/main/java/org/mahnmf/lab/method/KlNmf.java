package org.mahnmf.lab.method;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ObjIntConsumer;
import org.mahnmf.base.Workers;
import org.mahnmf.internal.kernel.FactorRows;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.SideData;

/**
 * KLNMF, min Σ weight·(x·ln(x/y) − x + y) with y = WᵀH over W ≥ 0 and H ≥ 0, by the multiplicative
 * updates of Lee and Seung: H ← H ∘ W(weight∘X/Y) / W·weight, then the same for W. The objective
 * never rises. It ends when the index of the largest code of every sample has not changed for 40
 * steps, as in the paper.
 *
 * <p>A step costs two passes of two products over the data. Missing entries have weight 0.
 *
 * <p>Reference: Lee, Seung, "Learning the parts of objects by non-negative matrix factorization",
 * Nature 1999.
 */
public final class KlNmf implements Method {

  private static final int PATIENCE = 40;
  private static final int CHUNK = 16;
  private static final int ENCODE_STEPS = 2000;
  private static final int ENCODE_CHECK = 10;

  /** Relative progress between two checks that ends the steps of a sample. */
  private static final double ENCODE_PROGRESS = 1e-5;

  @Override
  public String name() {
    return "KLNMF";
  }

  @Override
  public Learned fit(Observations samples, int rank, long seed, Budget budget) {
    try (Data data = Data.open(samples, budget.threads())) {
      return fit(data, data.randomStart(rank, seed), budget, PATIENCE);
    }
  }

  /** Fits from given factors, in the units of the store; they are modified. */
  static Learned fit(Data data, Factors factors, Budget budget, int patience) {
    List<Double> history = new ArrayList<>();
    int[] largest = new int[0];
    int same = 0;
    for (int step = 0; step < budget.maxIterations() && same < patience; step++) {
      history.add(update(data, factors, Factor.CODES));
      update(data, factors, Factor.BASIS);
      int[] now = largestCodes(factors.codes());
      same = Arrays.equals(largest, now) ? same + 1 : 0;
      largest = now;
    }
    // The objective comes with a step, so take one on a copy.
    Factors copy = new Factors(factors.basis(), factors.codes().copy());
    history.add(update(data, copy, Factor.CODES));
    return data.learned(
        factors,
        history,
        data.store().scale(),
        others -> encode(factors.basis(), others, budget.threads()));
  }

  private static int[] largestCodes(DenseMatrix codes) {
    int[] largest = new int[codes.columns()];
    for (int j = 0; j < largest.length; j++) {
      for (int l = 1; l < codes.rows(); l++) {
        if (codes.get(l, j) > codes.get(largest[j], j)) {
          largest[j] = l;
        }
      }
    }
    return largest;
  }

  private static DenseMatrix encode(DenseMatrix basis, Observations samples, int threads) {
    try (Data data = Data.open(samples, threads)) {
      DenseMatrix codes = new DenseMatrix(basis.rows(), samples.samples());
      Arrays.fill(codes.array(), 1.0);
      forEachColumn(data, Factor.CODES, basis, (columns, j) -> columns.settle(j, codes));
      return data.codes(codes);
    }
  }

  /** Updates a factor; returns the objective before. */
  private static double update(Data data, Factors factors, Factor which) {
    DenseMatrix moving = factors.get(which);
    double[] objectives = new double[moving.columns()];
    forEachColumn(
        data,
        which,
        factors.get(which.other()),
        (columns, j) -> {
          columns.load(j, moving);
          objectives[j] = which == Factor.CODES ? columns.objective() : 0;
          columns.step();
          columns.store(j, moving);
        });
    double sum = 0;
    for (double objective : objectives) {
      sum += objective;
    }
    return sum;
  }

  /** Does something with each column of a side, several threads at a time. */
  private static void forEachColumn(
      Data data, Factor which, DenseMatrix fixed, ObjIntConsumer<Columns> work) {
    SideData side = data.store().side(which);
    FactorRows factor = new FactorRows(fixed.array(), fixed.rows(), fixed.columns());
    boolean isWeighted = data.store().isWeighted();
    Workers workers = data.store().workers();
    Columns[] scratch = new Columns[workers.threads()];
    workers.run(
        side.count(),
        CHUNK,
        (worker, from, to) -> {
          if (scratch[worker] == null) {
            scratch[worker] = new Columns(factor, side, fixed.rows(), isWeighted);
          }
          for (int j = from; j < to; j++) {
            work.accept(scratch[worker], j);
          }
        });
  }

  /** The columns of one thread: one is loaded at a time. */
  private static final class Columns {

    private final FactorRows factor;
    private final SideData side;
    private final boolean isWeighted;
    private final double[] x;
    private final double[] weights;
    private final double[] y;
    private final double[] h;
    private final double[] numerator;
    private final double[] denominator;

    Columns(FactorRows factor, SideData side, int rank, boolean isWeighted) {
      this.factor = factor;
      this.side = side;
      this.isWeighted = isWeighted;
      x = new double[side.length()];
      weights = new double[side.length()];
      y = new double[side.length()];
      h = new double[rank];
      numerator = new double[rank];
      denominator = new double[rank];
      Arrays.fill(weights, 1);
      factor.backward(weights, denominator);
    }

    /** Reads a column, and computes what its factors give. */
    void load(int column, DenseMatrix moving) {
      side.read(column, x);
      if (isWeighted) {
        side.readWeights(column, weights);
        factor.backward(weights, denominator);
      }
      for (int l = 0; l < h.length; l++) {
        h[l] = moving.get(l, column);
      }
      factor.forward(h, y);
    }

    /** Returns the objective of what is loaded. */
    double objective() {
      double objective = 0;
      for (int i = 0; i < x.length; i++) {
        double log = x[i] > 0 ? x[i] * StrictMath.log(x[i] / fitted(i)) : 0;
        objective += weights[i] * (log - x[i] + y[i]);
      }
      return objective;
    }

    /** Where y vanishes, so do the parts that could raise it; the floor avoids 0/0 only. */
    private double fitted(int i) {
      return Math.max(y[i], Double.MIN_NORMAL);
    }

    /** Updates what is loaded; y is spent. */
    void step() {
      for (int i = 0; i < x.length; i++) {
        y[i] = weights[i] * (x[i] / fitted(i));
      }
      factor.backward(y, numerator);
      for (int l = 0; l < h.length; l++) {
        h[l] *= denominator[l] > 0 ? numerator[l] / denominator[l] : 1;
      }
    }

    void store(int column, DenseMatrix moving) {
      for (int l = 0; l < h.length; l++) {
        moving.set(l, column, h[l]);
      }
    }

    /** Updates one column until that changes next to nothing. */
    void settle(int column, DenseMatrix moving) {
      load(column, moving);
      double last = Double.POSITIVE_INFINITY;
      for (int step = 1; step <= ENCODE_STEPS; step++) {
        step();
        factor.forward(h, y);
        if (step % ENCODE_CHECK == 0) {
          double now = objective();
          if (last - now <= ENCODE_PROGRESS * now) {
            break;
          }
          last = now;
        }
      }
      store(column, moving);
    }
  }
}
