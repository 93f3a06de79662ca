package org.mahnmf.kernel;

import org.mahnmf.store.PassOperation;

/**
 * Kernels in plain Java.
 *
 * <p><b>Implementation notes.</b> Forward and backward cost 2·rank·length flops each. Every loop
 * runs over one index that starts at 0 in arrays of their own, because several offsets into one
 * array keep C2 from vectorising, and so do sums: the backward product is therefore an axpy over
 * the components of the transposed factor, not a dot product. Four terms at a time cut loads and
 * stores of the running sum. The clip is min/max: a ternary is an order of magnitude slower.
 *
 * <p>Sums run in one fixed order, so results do not depend on threads or on other columns.
 */
public final class ScalarKernels implements Kernels {

  @Override
  public String name() {
    return "scalar";
  }

  @Override
  public Panel pack(double[] fixed, int rank, int length) {
    double[][] rows = new double[rank][length];
    double[][] columns = new double[length][rank];
    for (int l = 0; l < rank; l++) {
      System.arraycopy(fixed, l * length, rows[l], 0, length);
      for (int i = 0; i < length; i++) {
        columns[i][l] = rows[l][i];
      }
    }
    return () -> new ScalarLane(rows, columns, rank, length);
  }

  private static final class ScalarLane implements Lane {

    private final double[][] rows;
    private final double[][] columns;
    private final int rank;
    private final int length;
    private final double[] residual;
    private final double[] dual;

    ScalarLane(double[][] rows, double[][] columns, int rank, int length) {
      this.rows = rows;
      this.columns = columns;
      this.rank = rank;
      this.length = length;
      this.residual = new double[length];
      this.dual = new double[length];
    }

    @Override
    public void forward(double[] h, double[] out) {
      for (int i = 0; i < length; i++) {
        out[i] = 0;
      }
      int l = 0;
      for (; l + 3 < rank; l += 4) {
        add4(
            out,
            h[l],
            rows[l],
            h[l + 1],
            rows[l + 1],
            h[l + 2],
            rows[l + 2],
            h[l + 3],
            rows[l + 3],
            length);
      }
      for (; l < rank; l++) {
        add(out, h[l], rows[l], length);
      }
    }

    @Override
    public void backward(double[] u, double[] out) {
      if (rank < 8) {
        for (int l = 0; l < rank; l++) {
          out[l] = dot(rows[l], u, length);
        }
        return;
      }
      for (int l = 0; l < rank; l++) {
        out[l] = 0;
      }
      int i = 0;
      for (; i + 3 < length; i += 4) {
        add4(
            out,
            u[i],
            columns[i],
            u[i + 1],
            columns[i + 1],
            u[i + 2],
            columns[i + 2],
            u[i + 3],
            columns[i + 3],
            rank);
      }
      for (; i < length; i++) {
        add(out, u[i], columns[i], rank);
      }
    }

    @Override
    public void column(
        PassOperation operation,
        double[] h,
        double[] x,
        double[] weights,
        double[] product,
        double[] sums) {
      forward(h, residual);
      for (int i = 0; i < length; i++) {
        residual[i] -= x[i];
      }
      residualSums(weights, sums);
      if (operation instanceof PassOperation.SmoothedSign smoothing) {
        smoothedSign(smoothing, x, weights, sums);
      } else if (operation instanceof PassOperation.Euclidean) {
        weighted(weights);
      }
      if (product != null) {
        backward(dual, product);
      }
    }

    private void residualSums(double[] weights, double[] sums) {
      double absolute = 0;
      double squared = 0;
      if (weights == null) {
        for (int i = 0; i < length; i++) {
          absolute += Math.abs(residual[i]);
          squared += residual[i] * residual[i];
        }
      } else {
        for (int i = 0; i < length; i++) {
          absolute += weights[i] * Math.abs(residual[i]);
          squared += weights[i] * residual[i] * residual[i];
        }
      }
      sums[0] = absolute;
      sums[1] = squared;
      sums[2] = absolute;
      sums[3] = 0;
    }

    /** Alg. 2 line 3: U = med{1, −1, (WᵀH − X)/(λQ)}, clipped at the weights. */
    private void smoothedSign(
        PassOperation.SmoothedSign smoothing, double[] x, double[] weights, double[] sums) {
      double[] q = smoothing.q();
      double lambda = smoothing.lambda();
      if (weights == null) {
        for (int i = 0; i < length; i++) {
          dual[i] = Math.max(-1, Math.min(1, residual[i] / (lambda * q[i])));
        }
      } else {
        for (int i = 0; i < length; i++) {
          dual[i] = Math.max(-weights[i], Math.min(weights[i], residual[i] / (lambda * q[i])));
        }
      }
      // eq3.4 at its maximiser: ⟨R, U⟩ − ½ λ Σ q U²
      double smoothed = 0;
      double inner = 0;
      for (int i = 0; i < length; i++) {
        smoothed += dual[i] * (residual[i] - .5 * lambda * q[i] * dual[i]);
        inner += x[i] * dual[i];
      }
      sums[3] = inner;
      double curvature = smoothing.curvature();
      if (curvature > 0) {
        smoothed += .5 * curvature * sums[1];
        for (int i = 0; i < length; i++) {
          dual[i] += curvature * (weights == null ? 1 : weights[i]) * residual[i];
        }
      }
      sums[2] = smoothed;
    }

    private void weighted(double[] weights) {
      for (int i = 0; i < length; i++) {
        dual[i] = weights == null ? residual[i] : weights[i] * residual[i];
      }
    }

    private static void add(double[] out, double a, double[] x, int n) {
      for (int i = 0; i < n; i++) {
        out[i] += a * x[i];
      }
    }

    private static void add4(
        double[] out,
        double a,
        double[] x,
        double b,
        double[] y,
        double c,
        double[] z,
        double d,
        double[] w,
        int n) {
      for (int i = 0; i < n; i++) {
        out[i] += (a * x[i] + b * y[i]) + (c * z[i] + d * w[i]);
      }
    }

    private static double dot(double[] x, double[] y, int n) {
      double s0 = 0;
      double s1 = 0;
      double s2 = 0;
      double s3 = 0;
      int i = 0;
      for (; i + 3 < n; i += 4) {
        s0 += x[i] * y[i];
        s1 += x[i + 1] * y[i + 1];
        s2 += x[i + 2] * y[i + 2];
        s3 += x[i + 3] * y[i + 3];
      }
      for (; i < n; i++) {
        s0 += x[i] * y[i];
      }
      return (s0 + s1) + (s2 + s3);
    }
  }
}
