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
  public Panel pack(double[] forward, double[] backward, int rank, int length) {
    double[][] rows = rows(forward, rank, length);
    double[][] backwardRows = forward == backward ? rows : rows(backward, rank, length);
    double[][] columns = new double[length][rank];
    for (int l = 0; l < rank; l++) {
      for (int i = 0; i < length; i++) {
        columns[i][l] = backwardRows[l][i];
      }
    }
    return () -> new ScalarLane(rows, backwardRows, columns, rank, length);
  }

  private static double[][] rows(double[] factor, int rank, int length) {
    double[][] rows = new double[rank][length];
    for (int l = 0; l < rank; l++) {
      System.arraycopy(factor, l * length, rows[l], 0, length);
    }
    return rows;
  }

  private static final class ScalarLane implements Lane {

    private final double[][] rows;
    private final double[][] backwardRows;
    private final double[][] columns;
    private final int rank;
    private final int length;
    private final double[] code;
    private final double[] x;
    private final double[] weights;
    private final double[] residual;
    private final double[] dual;
    private final double[] out;
    private final double[] totals = new double[4];

    ScalarLane(double[][] rows, double[][] backwardRows, double[][] columns, int rank, int length) {
      this.rows = rows;
      this.backwardRows = backwardRows;
      this.columns = columns;
      this.rank = rank;
      this.length = length;
      this.code = new double[rank];
      this.x = new double[length];
      this.weights = new double[length];
      this.residual = new double[length];
      this.dual = new double[length];
      this.out = new double[rank];
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
          out[l] = Dots.dot(backwardRows[l], u, length);
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
    public void block(
        PassOperation operation,
        int count,
        double[] h,
        double[] allX,
        double[] allWeights,
        int offset,
        double[] product,
        double[] sums) {
      for (int j = 0; j < count; j++) {
        System.arraycopy(h, j * rank, code, 0, rank);
        System.arraycopy(allX, offset + j * length, x, 0, length);
        double[] mine = null;
        if (allWeights != null) {
          System.arraycopy(allWeights, offset + j * length, weights, 0, length);
          mine = weights;
        }
        column(operation, mine, product != null);
        if (product != null) {
          System.arraycopy(out, 0, product, j * rank, rank);
        }
        System.arraycopy(totals, 0, sums, 4 * j, 4);
      }
    }

    private void column(PassOperation operation, double[] columnWeights, boolean wanted) {
      forward(code, residual);
      for (int i = 0; i < length; i++) {
        residual[i] -= x[i];
      }
      residualSums(columnWeights, totals);
      if (operation instanceof PassOperation.SmoothedSign smoothing) {
        smoothedSign(smoothing, x, columnWeights, totals);
      } else if (operation instanceof PassOperation.Euclidean) {
        weighted(columnWeights);
      }
      if (wanted) {
        backward(dual, out);
      }
    }

    @Override
    public void dualBlock(
        double tau,
        double curvature,
        int count,
        double[] h,
        double[] allX,
        double[] allWeights,
        double[] allDuals,
        int offset,
        double[] product,
        double[] crossCodes,
        double[] cross) {
      for (int j = 0; j < count; j++) {
        int begin = offset + j * length;
        System.arraycopy(h, j * rank, code, 0, rank);
        forward(code, residual);
        System.arraycopy(allX, begin, x, 0, length);
        System.arraycopy(allDuals, begin, dual, 0, length);
        for (int i = 0; i < length; i++) {
          dual[i] += x[i] - residual[i]; // v
        }
        soften(tau, curvature, allWeights, begin);
        System.arraycopy(dual, 0, allDuals, begin, length);
        for (int i = 0; i < length; i++) {
          dual[i] += x[i] - residual[i]; // T = x − E + a
        }
        if (product != null) {
          backward(dual, out);
          System.arraycopy(out, 0, product, j * rank, rank);
        }
        if (cross != null) {
          for (int l = 0; l < rank; l++) {
            addScaled(cross, l * length, crossCodes[j * rank + l], dual, length);
          }
        }
      }
    }

    /** Splits v, in dual, into the residual E and the dual a. */
    private void soften(double tau, double curvature, double[] allWeights, int begin) {
      if (allWeights == null) {
        double shrink = 1 / (1 + curvature * tau);
        for (int i = 0; i < length; i++) {
          double v = dual[i];
          residual[i] = (v - Math.max(-tau, Math.min(tau, v))) * shrink;
          dual[i] = v - residual[i];
        }
        return;
      }
      System.arraycopy(allWeights, begin, weights, 0, length);
      for (int i = 0; i < length; i++) {
        double v = dual[i];
        double limit = tau * weights[i];
        residual[i] = (v - Math.max(-limit, Math.min(limit, v))) / (1 + curvature * limit);
        dual[i] = v - residual[i];
      }
    }

    private static void addScaled(double[] out, int offset, double a, double[] x, int n) {
      for (int i = 0; i < n; i++) {
        out[offset + i] += a * x[i];
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
  }
}
