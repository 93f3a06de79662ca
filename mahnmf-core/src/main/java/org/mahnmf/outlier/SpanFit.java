package org.mahnmf.outlier;

import java.util.Arrays;
import org.mahnmf.kernel.Cholesky;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.ProductMatrix;
import org.mahnmf.problem.Observations;

/**
 * What the span of the parts expects, not their cone: a sample that no non-negative mixture of the
 * parts meets, but a difference of them does, is well explained and none of its cells is a glitch.
 * So codes of either sign are fitted for given parts, sample by sample, and then parts of either
 * sign for these codes, feature by feature, each by least absolute deviations.
 *
 * <p>Each line is solved by reweighted least squares from where the fit ended (Schlossmacher 1973):
 * O(length·rank²) for each of {@link #ROUNDS}.
 */
final class SpanFit {

  private static final int ROUNDS = 20;

  /** The first smoothing of |e| against its mean, and how it shrinks. */
  private static final double SMOOTHING = 1;

  private static final double SHRINK = .4;
  private static final double RIDGE = 1e-12;

  private SpanFit() {}

  /**
   * Returns the expected values.
   *
   * @param observations <em>not modified</em>
   * @param codes samples x rank; <em>not modified</em>
   * @param basis rank x features; <em>not modified</em>
   */
  static DenseMatrix expected(Observations observations, DenseMatrix codes, DenseMatrix basis) {
    DenseMatrix values = DenseMatrix.copyOf(observations.values());
    DenseMatrix weights = new DenseMatrix(values.rows(), values.columns());
    for (int i = 0; i < values.rows(); i++) {
      for (int j = 0; j < values.columns(); j++) {
        weights.set(i, j, observations.weight(i, j));
      }
    }
    DenseMatrix freeCodes = lines(values, weights, basis, codes);
    DenseMatrix parts =
        lines(values.transpose(), weights.transpose(), freeCodes.transpose(), basis.transpose());
    return new ProductMatrix(freeCodes, parts.transpose()).toDense();
  }

  /** For each row x of a table, the h with the least Σ weight·|x − hᵀ·design|. */
  private static DenseMatrix lines(
      Matrix values, Matrix weights, DenseMatrix design, DenseMatrix start) {
    DenseMatrix result = start.copy();
    Line line = new Line(design);
    double[] x = new double[values.columns()];
    double[] weight = new double[values.columns()];
    double[] h = new double[design.rows()];
    for (int i = 0; i < values.rows(); i++) {
      values.copyRow(i, x);
      weights.copyRow(i, weight);
      start.copyRow(i, h);
      line.solve(x, weight, h);
      System.arraycopy(h, 0, result.array(), result.offset(i), h.length);
    }
    return result;
  }

  /** One line and its scratch memory. */
  private static final class Line {

    private final DenseMatrix design;
    private final double[] gram;
    private final double[] right;
    private final double[] error;

    Line(DenseMatrix design) {
      this.design = design;
      this.gram = new double[design.rows() * design.rows()];
      this.right = new double[design.rows()];
      this.error = new double[design.columns()];
    }

    /** Improves h as long as that makes the errors less. */
    void solve(double[] x, double[] weight, double[] h) {
      double total = 0;
      for (double w : weight) {
        total += w > 0 ? w : 0;
      }
      double best = loss(x, weight, h);
      double smoothing = SMOOTHING * best / total;
      double[] now = h.clone();
      for (int round = 0; round < ROUNDS && best > 0 && smoothing > 0; round++) {
        if (!step(x, weight, smoothing, now)) {
          return;
        }
        double loss = loss(x, weight, now);
        if (loss < best) {
          best = loss;
          System.arraycopy(now, 0, h, 0, h.length);
        }
        smoothing *= SHRINK;
      }
    }

    /** Also leaves the errors where the step finds them. */
    private double loss(double[] x, double[] weight, double[] h) {
      double loss = 0;
      for (int j = 0; j < x.length; j++) {
        double fit = 0;
        for (int l = 0; l < h.length; l++) {
          fit += h[l] * design.get(l, j);
        }
        error[j] = weight[j] > 0 ? Math.abs(x[j] - fit) : 0;
        loss += weight[j] > 0 ? weight[j] * error[j] : 0;
      }
      return loss;
    }

    private boolean step(double[] x, double[] weight, double smoothing, double[] h) {
      int rank = h.length;
      Arrays.fill(gram, 0);
      Arrays.fill(right, 0);
      for (int j = 0; j < x.length; j++) {
        if (weight[j] > 0) {
          double w = weight[j] / Math.max(error[j], smoothing);
          for (int k = 0; k < rank; k++) {
            double wk = w * design.get(k, j);
            right[k] += wk * x[j];
            for (int l = 0; l <= k; l++) {
              gram[k * rank + l] += wk * design.get(l, j);
            }
          }
        }
      }
      double trace = 0;
      for (int k = 0; k < rank; k++) {
        trace += gram[k * rank + k];
      }
      if (!(trace > 0 && trace < Double.POSITIVE_INFINITY)) {
        return false;
      }
      new Cholesky(gram, rank, RIDGE * trace).solve(right);
      System.arraycopy(right, 0, h, 0, rank);
      return true;
    }
  }
}
