package org.mahnmf.internal.sparse;

import java.util.Arrays;
import org.mahnmf.base.Workers;
import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.matrix.DenseMatrix;

/**
 * A factor transposed, so that each of its columns w_i is contiguous, with their sums: what work on
 * sparse data reads, entry by entry. Immutable, shared by threads.
 *
 * <p>All sums run in an order that does not depend on the threads.
 */
public final class ColumnPanel {

  /** Columns per partial sum. */
  private static final int CHUNK = 4096;

  /** Columns transposed together. */
  private static final int TILE = 32;

  private final int rank;
  private final double[] w;
  private final double[] sum;

  /** Σ w_i w_iᵀ, or null if not wanted. */
  private final double[] gram;

  /** Transposes a factor, rank x count, <em>not modified</em>. */
  public ColumnPanel(DenseMatrix factor, boolean needsGram, Workers workers) {
    rank = factor.rows();
    int count = factor.columns();
    w = new double[Math.multiplyExact(count, rank)];
    int size = rank + (needsGram ? rank * rank : 0);
    double[][] partial = new double[(count + CHUNK - 1) / CHUNK][];
    workers.run(
        count,
        CHUNK,
        (worker, from, to) -> {
          double[] own = new double[size];
          for (int i = from; i < to; i += TILE) {
            transpose(factor, i, Math.min(to, i + TILE));
          }
          for (int i = from; i < to; i++) {
            add(i, 1, own);
            if (needsGram) {
              addSquare(i, own);
            }
          }
          partial[from / CHUNK] = own;
        });
    double[] total = new double[size];
    for (double[] own : partial) {
      Loops.add(total, own, size);
    }
    sum = Arrays.copyOf(total, rank);
    gram = needsGram ? Arrays.copyOfRange(total, rank, size) : null;
    for (int l = 0; needsGram && l < rank; l++) {
      for (int k = l + 1; k < rank; k++) {
        gram[l * rank + k] = gram[k * rank + l];
      }
    }
  }

  private void transpose(DenseMatrix factor, int from, int to) {
    double[] rows = factor.array();
    for (int l = 0; l < rank; l++) {
      int offset = factor.offset(l);
      for (int i = from; i < to; i++) {
        w[i * rank + l] = rows[offset + i];
      }
    }
  }

  /** The lower triangle is enough. */
  private void addSquare(int i, double[] own) {
    int base = i * rank;
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

  public int rank() {
    return rank;
  }

  /** Returns Σ w_i; the array itself. */
  public double[] sum() {
    return sum;
  }

  /** Returns Σ w_i w_iᵀ, rank x rank; the array itself, or null if it was not wanted. */
  public double[] gram() {
    return gram;
  }

  public double get(int component, int i) {
    return w[i * rank + component];
  }

  /**
   * Returns w_iᵀh, summed in four chains because one would wait for itself; h begins at a place of
   * its array.
   */
  public double dot(int i, double[] h, int from) {
    return Loops.dot(w, i * rank, h, from, rank);
  }

  double squaredNorm(int i) {
    double sum = 0;
    for (int k = i * rank; k < (i + 1) * rank; k++) {
      sum += w[k] * w[k];
    }
    return sum;
  }

  /** Adds factor·w_i to the first entries of out. */
  public void add(int i, double factor, double[] out) {
    add(i, factor, out, 0);
  }

  void add(int i, double factor, double[] out, int from) {
    int base = i * rank;
    for (int l = 0; l < rank; l++) {
      out[from + l] += factor * w[base + l];
    }
  }
}
