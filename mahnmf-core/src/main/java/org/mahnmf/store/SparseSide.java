package org.mahnmf.store;

import java.util.Arrays;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.store.SparseStore.Columns;

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

  /** Entries of the fixed factor per partial sum. */
  private static final int PANEL_CHUNK = 4096;

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
      most = Math.max(most, x.pointers[j + 1] - x.pointers[j]);
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
    return x.length;
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
    return x.values.length;
  }

  @Override
  public int longestColumn() {
    return longest;
  }

  @Override
  public int readStored(int column, int[] indices, double[] values, double[] weights) {
    int from = x.pointers[column];
    int count = x.pointers[column + 1] - from;
    System.arraycopy(x.indices, from, indices, 0, count);
    System.arraycopy(x.values, from, values, 0, count);
    if (x.weights == null) {
      Arrays.fill(weights, 0, count, 1);
    } else {
      System.arraycopy(x.weights, from, weights, 0, count);
    }
    return count;
  }

  @Override
  public void read(int column, double[] values) {
    Arrays.fill(values, 0, length(), 0);
    for (int k = x.pointers[column]; k < x.pointers[column + 1]; k++) {
      values[x.indices[k]] = x.values[k];
    }
  }

  @Override
  public void readWeights(int column, double[] weights) {
    Arrays.fill(weights, 0, length(), zeroWeight);
    for (int k = x.pointers[column]; k < x.pointers[column + 1]; k++) {
      weights[x.indices[k]] = x.weights == null ? 1 : x.weights[k];
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
    Panel panel = new Panel(fixed, needsGram);
    Column[] scratch = new Column[workers.threads()];
    workers.run(
        count(),
        CHUNK,
        (worker, from, to) -> {
          if (scratch[worker] == null) {
            scratch[worker] = new Column(panel, operation);
          }
          Column mine = scratch[worker];
          for (int j = from; j < to; j++) {
            for (int l = 0; l < panel.rank; l++) {
              mine.h[l] = moving.get(l, j);
            }
            mine.run(j);
            if (product != null) {
              for (int l = 0; l < panel.rank; l++) {
                product.set(l, j, mine.out[l]);
              }
            }
            sums.set(j, mine.sums, 0);
          }
        });
  }

  @Override
  public void product(DenseMatrix fixed, DenseMatrix product) {
    Panel panel = new Panel(fixed, false);
    int rank = panel.rank;
    double[][] scratch = new double[workers.threads()][];
    workers.run(
        count(),
        CHUNK,
        (worker, from, to) -> {
          if (scratch[worker] == null) {
            scratch[worker] = new double[rank];
          }
          double[] out = scratch[worker];
          for (int j = from; j < to; j++) {
            Arrays.fill(out, 0);
            for (int k = x.pointers[j]; k < x.pointers[j + 1]; k++) {
              double value = x.weights == null ? x.values[k] : x.weights[k] * x.values[k];
              panel.add(x.indices[k], value, out);
            }
            for (int l = 0; l < rank; l++) {
              product.set(l, j, out[l]);
            }
          }
        });
  }

  /** The fixed factor, transposed so that w_i is contiguous, with its sums. */
  private final class Panel {

    final int rank;
    final double[] w;

    /** Σ w_i. */
    final double[] sum;

    /** Σ w_i w_iᵀ, or null if not needed. */
    final double[] gram;

    Panel(DenseMatrix fixed, boolean needsGram) {
      rank = fixed.rows();
      w = new double[length() * rank];
      int pieces = (length() + PANEL_CHUNK - 1) / PANEL_CHUNK;
      int size = rank + (needsGram ? rank * rank : 0);
      double[][] partial = new double[pieces][];
      workers.run(
          length(),
          PANEL_CHUNK,
          (worker, from, to) -> {
            double[] own = new double[size];
            for (int i = from; i < to; i++) {
              int base = i * rank;
              for (int l = 0; l < rank; l++) {
                w[base + l] = fixed.get(l, i);
                own[l] += w[base + l];
              }
              if (needsGram) {
                addSquare(base, own);
              }
            }
            partial[from / PANEL_CHUNK] = own;
          });
      double[] total = new double[size];
      for (double[] own : partial) {
        for (int l = 0; l < size; l++) {
          total[l] += own[l];
        }
      }
      sum = Arrays.copyOf(total, rank);
      gram = needsGram ? Arrays.copyOfRange(total, rank, size) : null;
      for (int l = 0; needsGram && l < rank; l++) {
        for (int k = l + 1; k < rank; k++) {
          gram[l * rank + k] = gram[k * rank + l];
        }
      }
    }

    /** The lower triangle is enough. */
    private void addSquare(int base, double[] own) {
      for (int l = 0; l < rank; l++) {
        double value = w[base + l];
        if (value != 0) {
          int row = rank + l * rank;
          for (int k = 0; k <= l; k++) {
            own[row + k] += value * w[base + k];
          }
        }
      }
    }

    double dot(int i, double[] h) {
      int base = i * rank;
      double dot = 0;
      for (int l = 0; l < rank; l++) {
        dot += w[base + l] * h[l];
      }
      return dot;
    }

    void add(int i, double factor, double[] out) {
      int base = i * rank;
      for (int l = 0; l < rank; l++) {
        out[l] += factor * w[base + l];
      }
    }
  }

  /** One column of a pass; scratch memory of one thread. */
  private final class Column {

    final double[] h;
    final double[] out;
    final double[] sums = new double[4];
    private final Panel panel;
    private final PassOperation.SmoothedSign smoothing;

    /** U at an absent entry is ω₀·(constant + linear·p). */
    private final double constant;

    private final double linear;
    private double storedSum;
    private double storedSquares;
    private double absolute;
    private double squared;
    private double smoothed;
    private double inner;

    Column(Panel panel, PassOperation operation) {
      this.panel = panel;
      this.smoothing = operation instanceof PassOperation.SmoothedSign sign ? sign : null;
      this.constant = smoothing == null ? 0 : 1;
      this.linear =
          smoothing != null
              ? smoothing.curvature()
              : operation instanceof PassOperation.Euclidean ? 1 : 0;
      h = new double[panel.rank];
      out = new double[panel.rank];
    }

    void run(int j) {
      absolute = 0;
      squared = 0;
      smoothed = 0;
      inner = 0;
      Arrays.fill(out, 0);
      int from = x.pointers[j];
      int to = x.pointers[j + 1];
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
      sums[2] = absolute;
      sums[3] = inner;
      if (smoothing != null) {
        sums[2] = smoothed + .5 * smoothing.curvature() * squared;
      }
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
        int i = x.indices[k];
        double weight = x.weights == null ? 1 : x.weights[k];
        double p = panel.dot(i, h);
        double residual = p - x.values[k];
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
          inner += x.values[k] * sign;
          dual += sign;
        }
        panel.add(i, dual - zero * (constant + linear * p), out);
      }
    }

    private void absentTogether() {
      double sum = 0;
      for (int l = 0; l < h.length; l++) {
        sum += panel.sum[l] * h[l];
        out[l] += zeroWeight * constant * panel.sum[l];
      }
      double sumOfSquares = storedSquares;
      if (panel.gram != null) {
        sumOfSquares = 0;
        for (int l = 0; l < h.length; l++) {
          double entry = 0;
          for (int k = 0; k < h.length; k++) {
            entry += panel.gram[l * h.length + k] * h[k];
          }
          sumOfSquares += entry * h[l];
          out[l] += zeroWeight * linear * entry;
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
        if (next < to && x.indices[next] == i) {
          next++;
          continue;
        }
        double p = panel.dot(i, h);
        sum += p;
        sumOfSquares += p * p;
        panel.add(i, zeroWeight * (constant + linear * p), out);
      }
      addAbsent(sum, panel.gram == null ? 0 : sumOfSquares);
    }

    private void addAbsent(double sum, double sumOfSquares) {
      absolute += zeroWeight * sum;
      squared += zeroWeight * sumOfSquares;
      smoothed += zeroWeight * sum;
    }
  }
}
