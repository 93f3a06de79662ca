package org.mahnmf.lab.method;

import org.mahnmf.base.Workers;
import org.mahnmf.internal.kernel.Dots;
import org.mahnmf.internal.kernel.RankAlgebra;
import org.mahnmf.lab.linear.Rows;
import org.mahnmf.matrix.DenseMatrix;

/**
 * Non-negative least squares, min over H ≥ 0 of ½‖X − WᵀH‖², by Nesterov's optimal gradient method
 * (Guan et al. 2012, Algorithm 1). With the gradient G·H − P, where G = WWᵀ and P = WX, a step
 * costs 2·r² flops a column and X is not needed. Columns are independent; blocks of them stay in
 * the cache and share threads, and their size does not depend on the number of threads.
 */
final class LeastSquaresStep {

  private static final int BLOCK = 64;
  private static final int POWER_STEPS = 12;

  private final int rank;
  private final double[][] gram;
  private final double lipschitz;

  /** Prepares steps for a fixed factor, rank x length. */
  LeastSquaresStep(DenseMatrix fixed) {
    rank = fixed.rows();
    DenseMatrix flat = new DenseMatrix(rank, rank);
    RankAlgebra.gram(fixed.array(), rank, fixed.columns(), flat.array());
    gram = Rows.of(flat);
    lipschitz = largestEigenvalue();
  }

  /** Returns G. */
  double[][] gram() {
    return gram;
  }

  /**
   * Moves H towards the minimum until the norm of its projected gradient is at most a bound for
   * each column, or so many steps.
   *
   * @param product P, rank x count; <em>not modified</em>
   * @param moving H, rank x count; <em>modified</em>
   * @return the most steps that a block took
   */
  int improve(
      DenseMatrix product, DenseMatrix moving, double columnTolerance, int most, Workers workers) {
    int count = moving.columns();
    int[] steps = new int[(count + BLOCK - 1) / BLOCK];
    if (lipschitz > 0) {
      workers.run(
          count,
          BLOCK,
          (worker, from, to) ->
              steps[from / BLOCK] =
                  new Block(product, moving, from, to - from).run(columnTolerance, most));
    }
    int longest = 0;
    for (int step : steps) {
      longest = Math.max(longest, step);
    }
    return longest;
  }

  /**
   * Returns the squared norm of the projected gradient: of G·H − P where H is positive or it is
   * negative.
   */
  double squaredGradient(DenseMatrix product, DenseMatrix moving) {
    double sum = 0;
    for (int from = 0; from < moving.columns(); from += BLOCK) {
      int width = Math.min(BLOCK, moving.columns() - from);
      sum += new Block(product, moving, from, width).squaredGradient();
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
        next[l] = Dots.dot(gram[l], v, rank);
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

    private final DenseMatrix all;
    private final int from;
    private final int width;
    private final double[][] target;
    private double[][] h;
    private double[][] next;
    private final double[][] y;
    private final double[] gradient = new double[BLOCK];

    Block(DenseMatrix product, DenseMatrix moving, int from, int width) {
      this.all = moving;
      this.from = from;
      this.width = width;
      target = load(product);
      h = load(moving);
      y = load(moving);
      next = new double[rank][BLOCK];
    }

    private double[][] load(DenseMatrix matrix) {
      double[][] rows = new double[rank][BLOCK];
      for (int l = 0; l < rank; l++) {
        System.arraycopy(matrix.array(), matrix.offset(l) + from, rows[l], 0, width);
      }
      return rows;
    }

    int run(double columnTolerance, int most) {
      double enough = columnTolerance * columnTolerance * width;
      double alpha = 1;
      int step = 0;
      while (step < most) {
        step++;
        double slope = 0;
        for (int l = 0; l < rank; l++) {
          gradientRow(y, l);
          double[] from0 = h[l];
          double[] at = y[l];
          double[] to = next[l];
          for (int c = 0; c < width; c++) {
            to[c] = Math.max(0, at[c] - gradient[c] / lipschitz);
            slope += gradient[c] * (to[c] - from0[c]);
          }
        }
        double nextAlpha = .5 * (1 + Math.sqrt(4 * alpha * alpha + 1));
        if (slope > 0) {
          nextAlpha = 1; // the momentum points uphill: begin anew (O'Donoghue, Candès 2015)
        }
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
        if (step % 5 == 0 && squaredGradient() <= enough) {
          break;
        }
      }
      for (int l = 0; l < rank; l++) {
        System.arraycopy(h[l], 0, all.array(), all.offset(l) + from, width);
      }
      return step;
    }

    double squaredGradient() {
      double sum = 0;
      for (int l = 0; l < rank; l++) {
        gradientRow(h, l);
        for (int c = 0; c < width; c++) {
          double g = h[l][c] > 0 ? gradient[c] : Math.min(0, gradient[c]);
          sum += g * g;
        }
      }
      return sum;
    }

    /** Computes row l of G·M − P. */
    private void gradientRow(double[][] matrix, int l) {
      double[] p = target[l];
      for (int c = 0; c < BLOCK; c++) {
        gradient[c] = -p[c];
      }
      double[] factors = gram[l];
      int k = 0;
      // Four products to each load and store of the sum: the loop is bound by those.
      for (; k + 3 < rank; k += 4) {
        double[] m0 = matrix[k];
        double[] m1 = matrix[k + 1];
        double[] m2 = matrix[k + 2];
        double[] m3 = matrix[k + 3];
        double f0 = factors[k];
        double f1 = factors[k + 1];
        double f2 = factors[k + 2];
        double f3 = factors[k + 3];
        for (int c = 0; c < BLOCK; c++) {
          gradient[c] += f0 * m0[c] + f1 * m1[c] + f2 * m2[c] + f3 * m3[c];
        }
      }
      for (; k < rank; k++) {
        double factor = factors[k];
        double[] m = matrix[k];
        for (int c = 0; c < BLOCK; c++) {
          gradient[c] += factor * m[c];
        }
      }
    }
  }
}
