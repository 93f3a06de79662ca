package org.mahnmf.lab.method;

import java.util.Arrays;
import org.mahnmf.base.Workers;
import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.internal.kernel.Products;
import org.mahnmf.internal.kernel.RankAlgebra;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;

/**
 * Least squares in one factor given the other, min over H of ½‖X − WᵀH‖², and for H ≥ 0 Nesterov's
 * optimal gradient method (Guan et al. 2012, Algorithm 1). With the gradient G·H − P, where G = WWᵀ
 * and P = WX, a step costs 2·r² flops a column and X is not needed. Columns are independent; blocks
 * of them stay in the cache and share threads, and their size does not depend on the number of
 * threads.
 */
final class LeastSquaresStep {

  private static final int BLOCK = 64;
  private static final int POWER_STEPS = 12;

  /** G. */
  final double[][] gram;

  /** P, rank x count. */
  final DenseMatrix product;

  /** H, rank x count. */
  final DenseMatrix moving;

  private final int rank;
  private final Workers workers;

  /** Prepares steps on one of two factors, which is then <em>modified</em>. */
  LeastSquaresStep(Data data, Factors factors, Factor which) {
    DenseMatrix fixed = factors.get(which.other());
    moving = factors.get(which);
    rank = moving.rows();
    gram = gram(fixed);
    product = new DenseMatrix(rank, moving.columns());
    data.store().side(which).product(fixed, product);
    workers = data.store().workers();
  }

  private static double[][] gram(DenseMatrix factor) {
    double[][] gram = new double[factor.rows()][factor.rows()];
    RankAlgebra.addGram(factor.array(), factor.rows(), factor.columns(), 0, factor.columns(), gram);
    return gram;
  }

  /** Returns ‖X − WᵀH‖² = ‖X‖² − 2⟨P, H⟩ + ⟨G, HHᵀ⟩ from ‖X‖². */
  double objective(double squares) {
    double[] h = moving.array();
    double sum = squares - 2 * Loops.dot(product.array(), h, h.length);
    double[][] own = gram(moving);
    for (int l = 0; l < rank; l++) {
      sum += Loops.dot(gram[l], own[l], rank);
    }
    return Math.max(0, sum);
  }

  /**
   * Moves H towards the minimum until the norm of its projected gradient is at most a bound for
   * each column, or so many steps; returns the most steps that a block took.
   */
  int improve(double columnTolerance, int most) {
    double lipschitz = largestEigenvalue();
    int[] steps = new int[(moving.columns() + BLOCK - 1) / BLOCK];
    if (lipschitz > 0) {
      workers.run(
          moving.columns(),
          BLOCK,
          (worker, from, to) ->
              steps[from / BLOCK] =
                  new Block(from, to - from).run(columnTolerance, most, lipschitz));
    }
    return Arrays.stream(steps).max().orElse(0);
  }

  /**
   * Returns the squared norm of the projected gradient: of G·H − P where H is positive or it is
   * negative.
   */
  double squaredGradient() {
    double sum = 0;
    for (int from = 0; from < moving.columns(); from += BLOCK) {
      sum += new Block(from, Math.min(BLOCK, moving.columns() - from)).squaredGradient();
    }
    return sum;
  }

  /** Power steps on a non-negative matrix, ended with the bound of Collatz and Wielandt. */
  private double largestEigenvalue() {
    double[] v = new double[rank];
    double bound = 0;
    for (int l = 0; l < rank; l++) {
      v[l] = 1;
      bound += gram[l][l];
    }
    for (int step = 0; step < POWER_STEPS; step++) {
      double[] next = new double[rank];
      double largest = 0;
      double ratio = 0;
      for (int l = 0; l < rank; l++) {
        next[l] = Loops.dot(gram[l], v, rank);
        largest = Math.max(largest, next[l]);
        ratio = Math.max(ratio, next[l] / v[l]);
      }
      bound = Math.min(bound, ratio);
      for (int l = 0; l < rank; l++) {
        // Positive entries keep the bound valid where a part is zero.
        v[l] = largest > 0 ? Math.max(next[l] / largest, 1e-9) : 1;
      }
    }
    return bound;
  }

  /** The columns that one thread works on. */
  private final class Block {

    private final int from;
    private final int width;
    private final double[][] target;
    private double[][] h;
    private double[][] next = new double[rank][BLOCK];
    private final double[][] gradient = new double[rank][BLOCK];

    Block(int from, int width) {
      this.from = from;
      this.width = width;
      target = load(product);
      h = load(moving);
    }

    private double[][] load(DenseMatrix matrix) {
      double[][] rows = new double[rank][BLOCK];
      for (int l = 0; l < rank; l++) {
        System.arraycopy(matrix.array(), matrix.offset(l) + from, rows[l], 0, width);
      }
      return rows;
    }

    int run(double columnTolerance, int most, double lipschitz) {
      double enough = columnTolerance * columnTolerance * width;
      double[][] y = load(moving);
      double alpha = 1;
      int step = 0;
      do {
        step++;
        double slope = 0;
        computeGradient(y);
        for (int l = 0; l < rank; l++) {
          double[] g = gradient[l];
          double[] to = next[l];
          for (int c = 0; c < width; c++) {
            to[c] = Math.max(0, y[l][c] - g[c] / lipschitz);
            slope += g[c] * (to[c] - h[l][c]);
          }
        }
        // Where the momentum points uphill, begin anew (O'Donoghue, Candès 2015).
        double nextAlpha = slope > 0 ? 1 : .5 * (1 + Math.sqrt(4 * alpha * alpha + 1));
        double momentum = slope > 0 ? 0 : (alpha - 1) / nextAlpha;
        for (int l = 0; l < rank; l++) {
          double[] old = h[l];
          double[] to = next[l];
          double[] out = y[l];
          for (int c = 0; c < width; c++) {
            out[c] = to[c] + momentum * (to[c] - old[c]);
          }
        }
        alpha = nextAlpha;
        double[][] swap = h;
        h = next;
        next = swap;
      } while (step < most && (step % 5 != 0 || squaredGradient() > enough));
      for (int l = 0; l < rank; l++) {
        System.arraycopy(h[l], 0, moving.array(), moving.offset(l) + from, width);
      }
      return step;
    }

    double squaredGradient() {
      computeGradient(h);
      double sum = 0;
      for (int l = 0; l < rank; l++) {
        for (int c = 0; c < width; c++) {
          double g = h[l][c] > 0 ? gradient[l][c] : Math.min(0, gradient[l][c]);
          sum += g * g;
        }
      }
      return sum;
    }

    /** Computes G·M − P. */
    private void computeGradient(double[][] matrix) {
      for (int l = 0; l < rank; l++) {
        for (int c = 0; c < BLOCK; c++) {
          gradient[l][c] = -target[l][c];
        }
      }
      Products.add(gradient, 0, rank, gram, 0, matrix, rank, BLOCK);
    }
  }
}
