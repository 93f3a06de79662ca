package org.mahnmf.internal.sparse;

import java.util.Arrays;
import java.util.Optional;
import org.mahnmf.base.Workers;
import org.mahnmf.base.Workers.PerWorker;
import org.mahnmf.internal.sparse.SparseStore.Columns;
import org.mahnmf.internal.store.Blocks;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.PassOperation;
import org.mahnmf.problem.PassSums;
import org.mahnmf.problem.SideData;

/**
 * One orientation of a sparse X.
 *
 * <p><b>Implementation notes.</b> With p_i = w_iᵀh ≥ 0, the loss at an absent entry is ω₀·p_i and
 * its U is ω₀·(a + b·p_i): a = 1 and b = α for the smoothed sign, which needs no smoothing where
 * there is no kink; a = 0 and b = 1 for the Euclidean pass. Sums over the absent entries are those
 * over all entries less those over the stored ones,
 *
 * <pre>  Σ p = hᵀ(Σ w),   Σ p² = hᵀG h,   Σ w·(a + b p) = a Σ w + b G h,   G = Σ w wᵀ,</pre>
 *
 * so a column costs O(nnz·r) and, where G is needed, O(r²). A column that is stored for more than
 * its half goes over its absent entries one by one instead: no more work, and no cancellation where
 * nothing is absent. All sums run in an order that does not depend on the threads.
 */
final class SparseSide implements SideData {

  /** Columns per piece of work; does not depend on the number of threads, see {@link Workers}. */
  private static final int CHUNK = 64;

  private static final int POWER_STEPS = 4;

  private final Columns x;
  private final double zeroWeight;
  private final Workers workers;
  private final int longest;

  SparseSide(Columns x, double zeroWeight, Workers workers) {
    this.x = x;
    this.zeroWeight = zeroWeight;
    this.workers = workers;
    int most = 0;
    for (int j = 0; j < x.count(); j++) {
      most = Math.max(most, x.pointers()[j + 1] - x.pointers()[j]);
    }
    this.longest = most;
  }

  SparseSide transposed() {
    return new SparseSide(x.transposed(), zeroWeight, workers);
  }

  Columns columns() {
    return x;
  }

  @Override
  public int length() {
    return x.length();
  }

  @Override
  public int count() {
    return x.count();
  }

  @Override
  public boolean isSparse() {
    return true;
  }

  @Override
  public double zeroWeight() {
    return zeroWeight;
  }

  @Override
  public long stored() {
    return x.values().length;
  }

  @Override
  public int longestColumn() {
    return longest;
  }

  @Override
  public int readStored(int column, int[] indices, double[] values, double[] weights) {
    int from = x.pointers()[column];
    int count = x.pointers()[column + 1] - from;
    System.arraycopy(x.indices(), from, indices, 0, count);
    System.arraycopy(x.values(), from, values, 0, count);
    if (x.weights() == null) {
      Arrays.fill(weights, 0, count, 1);
    } else {
      System.arraycopy(x.weights(), from, weights, 0, count);
    }
    return count;
  }

  @Override
  public void read(int column, double[] values) {
    Arrays.fill(values, 0, length(), 0);
    for (int k = x.pointers()[column]; k < x.pointers()[column + 1]; k++) {
      values[x.indices()[k]] = x.values()[k];
    }
  }

  @Override
  public void readWeights(int column, double[] weights) {
    Arrays.fill(weights, 0, length(), zeroWeight);
    for (int k = x.pointers()[column]; k < x.pointers()[column + 1]; k++) {
      weights[x.indices()[k]] = x.weights() == null ? 1 : x.weights()[k];
    }
  }

  @Override
  public void pass(
      PassOperation operation,
      DenseMatrix fixed,
      DenseMatrix moving,
      DenseMatrix product,
      PassSums sums) {
    PassOperation.SmoothedSign smoothing =
        operation instanceof PassOperation.SmoothedSign sign ? sign : null;
    boolean needsGram = zeroWeight > 0 && (smoothing == null || smoothing.curvature() > 0);
    ColumnPanel panel = new ColumnPanel(fixed, needsGram, workers);
    PerWorker<Pass> passes = new PerWorker<>(workers, () -> new Pass(panel, operation));
    workers.run(
        count(),
        CHUNK,
        (worker, from, to) -> passes.of(worker).run(moving, product, sums, from, to));
  }

  @Override
  public void product(DenseMatrix fixed, DenseMatrix product) {
    ColumnPanel panel = new ColumnPanel(fixed, false, workers);
    int rank = panel.rank();
    workers.run(
        count(),
        CHUNK,
        (worker, from, to) -> {
          double[] out = new double[CHUNK * rank];
          for (int j = from; j < to; j++) {
            for (int k = x.pointers()[j]; k < x.pointers()[j + 1]; k++) {
              double value = x.weights() == null ? x.values()[k] : x.weights()[k] * x.values()[k];
              panel.add(x.indices()[k], value, out, (j - from) * rank);
            }
          }
          Blocks.scatter(out, to - from, product, from);
        });
  }

  /** Absent entries have no kink and are not smoothed, so only the stored ones count. */
  @Override
  public Optional<double[]> curvatureBounds(DenseMatrix fixed, double[] q) {
    ColumnPanel panel = new ColumnPanel(fixed, false, workers);
    double[] bounds = new double[count()];
    workers.run(
        count(),
        CHUNK,
        (worker, from, to) -> {
          double[] v = new double[panel.rank()];
          double[] next = new double[panel.rank()];
          for (int j = from; j < to; j++) {
            bounds[j] = curvatureBound(panel, q, j, v, next);
          }
        });
    return Optional.of(bounds);
  }

  /** The least Collatz–Wielandt number of a few power steps, as for the whole factor. */
  private double curvatureBound(ColumnPanel panel, double[] q, int j, double[] v, double[] next) {
    double bound = 0; // the trace: ‖w_i‖²/q_i each
    Arrays.fill(v, 1);
    for (int step = 0; step <= POWER_STEPS; step++) {
      Arrays.fill(next, 0);
      double trace = 0;
      for (int k = x.pointers()[j]; k < x.pointers()[j + 1]; k++) {
        int i = x.indices()[k];
        if (x.weight(k) > 0) {
          panel.add(i, panel.dot(i, v, 0) / q[i], next);
          trace += step == 0 ? panel.squaredNorm(i) / q[i] : 0;
        }
      }
      double ratio = 0;
      double largest = 0;
      for (int l = 0; l < v.length; l++) {
        ratio = Math.max(ratio, next[l] / v[l]);
        largest = Math.max(largest, next[l]);
      }
      bound = step == 0 ? Math.min(trace, ratio) : Math.min(bound, ratio);
      if (largest == 0) {
        return 0;
      }
      for (int l = 0; l < v.length; l++) {
        v[l] = Math.max(next[l] / largest, 1e-9);
      }
    }
    return bound;
  }

  /** What one thread needs for a pass; the columns of a chunk one after the other. */
  private final class Pass {

    private final ColumnPanel panel;
    private final int rank;
    private final PassOperation.SmoothedSign smoothing;

    /** U at an absent entry is ω₀·(constant + linear·p). */
    private final double constant;

    private final double linear;
    private final boolean needsProduct;
    private final double[] h;
    private final double[] out;
    private final double[] sums = new double[4];
    private int start;
    private double storedSum;
    private double storedSquares;
    private double absolute;
    private double squared;
    private double smoothed;
    private double inner;

    Pass(ColumnPanel panel, PassOperation operation) {
      this.panel = panel;
      this.rank = panel.rank();
      this.smoothing = operation instanceof PassOperation.SmoothedSign sign ? sign : null;
      this.constant = smoothing == null ? 0 : 1;
      this.linear =
          smoothing != null
              ? smoothing.curvature()
              : operation instanceof PassOperation.Euclidean ? 1 : 0;
      this.needsProduct = !(operation instanceof PassOperation.Residual);
      h = new double[CHUNK * rank];
      out = new double[CHUNK * rank];
    }

    void run(DenseMatrix moving, DenseMatrix product, PassSums all, int from, int to) {
      Blocks.gather(moving, from, to - from, h);
      Arrays.fill(out, 0);
      for (int j = from; j < to; j++) {
        start = (j - from) * rank;
        column(j);
        all.set(j, sums, 0);
      }
      if (product != null) {
        Blocks.scatter(out, to - from, product, from);
      }
    }

    private void column(int j) {
      absolute = 0;
      squared = 0;
      smoothed = 0;
      inner = 0;
      int from = x.pointers()[j];
      int to = x.pointers()[j + 1];
      boolean oneByOne = 2L * (to - from) > length();
      if (zeroWeight == 0) {
        stored(from, to, 0);
      } else if (oneByOne) {
        stored(from, to, 0);
        absentOneByOne(from, to);
      } else {
        stored(from, to, zeroWeight);
        absentTogether();
      }
      sums[0] = absolute;
      sums[1] = squared;
      sums[2] = smoothing == null ? absolute : smoothed + .5 * smoothing.curvature() * squared;
      sums[3] = inner;
    }

    /**
     * The stored entries.
     *
     * @param zero ω₀ if the absent entries are got as all less the stored ones, else 0
     */
    private void stored(int from, int to, double zero) {
      storedSum = 0;
      storedSquares = 0;
      for (int k = from; k < to; k++) {
        int i = x.indices()[k];
        double weight = x.weights() == null ? 1 : x.weights()[k];
        double p = panel.dot(i, h, start);
        double residual = p - x.values()[k];
        storedSum += p;
        storedSquares += p * p;
        absolute += weight * Math.abs(residual);
        squared += weight * residual * residual;
        double dual = linear * weight * residual;
        if (smoothing != null) {
          // Alg. 2 line 3: U = med{1, −1, (WᵀH − X)/(λQ)}, clipped at the weights
          double scale = smoothing.lambda() * smoothing.q()[i];
          double sign = Math.max(-weight, Math.min(weight, residual / scale));
          smoothed += sign * (residual - .5 * scale * sign);
          inner += x.values()[k] * sign;
          dual += sign;
        }
        if (needsProduct) {
          panel.add(i, dual - zero * (constant + linear * p), out, start);
        }
      }
    }

    private void absentTogether() {
      double[] all = panel.sum();
      double sum = 0;
      for (int l = 0; l < rank; l++) {
        sum += all[l] * h[start + l];
        out[start + l] += zeroWeight * constant * all[l];
      }
      double sumOfSquares = storedSquares;
      double[] gram = panel.gram();
      if (gram != null) {
        sumOfSquares = 0;
        for (int l = 0; l < rank; l++) {
          double entry = 0;
          for (int k = 0; k < rank; k++) {
            entry += gram[l * rank + k] * h[start + k];
          }
          sumOfSquares += entry * h[start + l];
          out[start + l] += zeroWeight * linear * entry;
        }
      }
      // Rounding must not make a sum of non-negative numbers negative.
      addAbsent(Math.max(0, sum - storedSum), Math.max(0, sumOfSquares - storedSquares));
    }

    private void absentOneByOne(int from, int to) {
      double sum = 0;
      double sumOfSquares = 0;
      int next = from;
      for (int i = 0; i < length(); i++) {
        if (next < to && x.indices()[next] == i) {
          next++;
          continue;
        }
        double p = panel.dot(i, h, start);
        sum += p;
        sumOfSquares += p * p;
        panel.add(i, zeroWeight * (constant + linear * p), out, start);
      }
      addAbsent(sum, panel.gram() == null ? 0 : sumOfSquares);
    }

    private void addAbsent(double sum, double sumOfSquares) {
      absolute += zeroWeight * sum;
      squared += zeroWeight * sumOfSquares;
      smoothed += zeroWeight * sum;
    }
  }
}
