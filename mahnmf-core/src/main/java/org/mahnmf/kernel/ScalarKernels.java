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
  public Panel<double[]> pack(double[] forward, double[] backward, int rank, int length) {
    Fixed fixed = new Fixed(forward, backward, rank, length);
    return () -> new DoubleLane(fixed);
  }

  @Override
  public Panel<float[]> packFloat(double[] forward, double[] backward, int rank, int length) {
    Fixed fixed = new Fixed(forward, backward, rank, length);
    return () -> new FloatLane(fixed);
  }

  @Override
  public Sieve sieve() {
    return new ScalarSieve();
  }

  /** The fixed factor by rows, and by columns for duals. */
  private static final class Fixed {

    final int rank;
    final int length;
    final double[][] rows;
    final double[][] backwardRows;
    final double[][] columns;

    Fixed(double[] forward, double[] backward, int rank, int length) {
      this.rank = rank;
      this.length = length;
      rows = rows(forward);
      backwardRows = forward == backward ? rows : rows(backward);
      columns = new double[length][rank];
      for (int l = 0; l < rank; l++) {
        for (int i = 0; i < length; i++) {
          columns[i][l] = backwardRows[l][i];
        }
      }
    }

    private double[][] rows(double[] factor) {
      double[][] out = new double[rank][length];
      for (int l = 0; l < rank; l++) {
        System.arraycopy(factor, l * length, out[l], 0, length);
      }
      return out;
    }
  }

  private static final class DoubleLane extends ScalarLane<double[]> {

    DoubleLane(Fixed fixed) {
      super(fixed);
    }

    @Override
    void load(double[] from, int at, double[] out) {
      System.arraycopy(from, at, out, 0, length);
    }

    @Override
    void save(double[] values, double[] out, int at) {
      System.arraycopy(values, 0, out, at, length);
    }
  }

  /** Floats are made doubles when they are read: plain Java gains nothing from float products. */
  private static final class FloatLane extends ScalarLane<float[]> {

    FloatLane(Fixed fixed) {
      super(fixed);
    }

    @Override
    void load(float[] from, int at, double[] out) {
      for (int i = 0; i < length; i++) {
        out[i] = from[at + i];
      }
    }

    @Override
    void save(double[] values, float[] out, int at) {
      for (int i = 0; i < length; i++) {
        out[at + i] = (float) values[i];
      }
    }
  }

  private abstract static class ScalarLane<A> implements Lane<A> {

    private final double[][] rows;
    private final double[][] backwardRows;
    private final double[][] columns;
    private final int rank;
    final int length;
    private final double[] code;
    private final double[] x;
    private final double[] weights;
    private final double[] residual;
    private final double[] dual;
    private final double[] out;
    private final double[] totals = new double[4];

    ScalarLane(Fixed fixed) {
      this.rows = fixed.rows;
      this.backwardRows = fixed.backwardRows;
      this.columns = fixed.columns;
      this.rank = fixed.rank;
      this.length = fixed.length;
      this.code = new double[rank];
      this.x = new double[length];
      this.weights = new double[length];
      this.residual = new double[length];
      this.dual = new double[length];
      this.out = new double[rank];
    }

    /** Reads the entries of a column. */
    abstract void load(A from, int at, double[] out);

    /** Writes the entries of a column. */
    abstract void save(double[] values, A out, int at);

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
        A allX,
        A allWeights,
        int offset,
        double[] product,
        double[] sums) {
      for (int j = 0; j < count; j++) {
        System.arraycopy(h, j * rank, code, 0, rank);
        load(allX, offset + j * length, x);
        double[] mine = null;
        if (allWeights != null) {
          load(allWeights, offset + j * length, weights);
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
        A allX,
        A allWeights,
        A allDuals,
        int offset,
        double[] product,
        double[] crossCodes,
        A cross) {
      for (int j = 0; j < count; j++) {
        int begin = offset + j * length;
        System.arraycopy(h, j * rank, code, 0, rank);
        forward(code, residual);
        load(allX, begin, x);
        load(allDuals, begin, dual);
        for (int i = 0; i < length; i++) {
          dual[i] += x[i] - residual[i]; // v
        }
        soften(tau, curvature, allWeights, begin);
        save(dual, allDuals, begin);
        for (int i = 0; i < length; i++) {
          dual[i] += x[i] - residual[i]; // T = x − E + a
        }
        if (product != null) {
          backward(dual, out);
          System.arraycopy(out, 0, product, j * rank, rank);
        }
        if (cross != null) {
          for (int l = 0; l < rank; l++) {
            load(cross, l * length, residual);
            add(residual, crossCodes[j * rank + l], dual, length);
            save(residual, cross, l * length);
          }
        }
      }
    }

    /** Splits v, in dual, into the residual E and the dual a. */
    private void soften(double tau, double curvature, A allWeights, int begin) {
      if (allWeights == null) {
        double shrink = 1 / (1 + curvature * tau);
        for (int i = 0; i < length; i++) {
          double v = dual[i];
          residual[i] = (v - Math.max(-tau, Math.min(tau, v))) * shrink;
          dual[i] = v - residual[i];
        }
        return;
      }
      load(allWeights, begin, weights);
      for (int i = 0; i < length; i++) {
        double v = dual[i];
        double limit = tau * weights[i];
        residual[i] = (v - Math.max(-limit, Math.min(limit, v))) / (1 + curvature * limit);
        dual[i] = v - residual[i];
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
      if (curvature == 0) {
        sums[1] = 0;
      } else {
        smoothed += .5 * curvature * sums[1];
        for (int i = 0; i < length; i++) {
          dual[i] += curvature * (weights == null ? 1 : weights[i]) * residual[i];
        }
      }
      sums[2] = smoothing.withLoss() ? smoothed : 0;
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
