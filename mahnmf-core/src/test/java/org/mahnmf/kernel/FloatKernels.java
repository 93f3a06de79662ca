package org.mahnmf.kernel;

import org.mahnmf.store.PassOperation;

/** The float half of some kernels behind doubles, so that one test serves both. */
public record FloatKernels(Kernels kernels) implements Kernels {

  @Override
  public String name() {
    return kernels.name() + " float";
  }

  @Override
  public Panel<double[]> pack(double[] forward, double[] backward, int rank, int length) {
    Panel<float[]> panel = kernels.packFloat(forward, backward, rank, length);
    return () -> new RoundingLane(panel.newLane());
  }

  @Override
  public Panel<float[]> packFloat(double[] forward, double[] backward, int rank, int length) {
    return kernels.packFloat(forward, backward, rank, length);
  }

  private record RoundingLane(Lane<float[]> lane) implements Lane<double[]> {

    @Override
    public void forward(double[] h, double[] out) {
      lane.forward(h, out);
    }

    @Override
    public void backward(double[] u, double[] out) {
      lane.backward(u, out);
    }

    @Override
    public void block(
        PassOperation operation,
        int count,
        double[] h,
        double[] x,
        double[] weights,
        int offset,
        double[] product,
        double[] sums) {
      lane.block(operation, count, h, round(x), round(weights), offset, product, sums);
    }

    @Override
    public void dualBlock(
        double tau,
        double curvature,
        int count,
        double[] h,
        double[] x,
        double[] weights,
        double[] dual,
        int offset,
        double[] product,
        double[] crossCodes,
        double[] cross) {
      float[] newDual = round(dual);
      float[] newCross = round(cross);
      lane.dualBlock(
          tau,
          curvature,
          count,
          h,
          round(x),
          round(weights),
          newDual,
          offset,
          product,
          crossCodes,
          newCross);
      copy(newDual, dual);
      copy(newCross, cross);
    }

    private static float[] round(double[] values) {
      if (values == null) {
        return null;
      }
      float[] rounded = new float[values.length];
      for (int i = 0; i < rounded.length; i++) {
        rounded[i] = (float) values[i];
      }
      return rounded;
    }

    private static void copy(float[] values, double[] out) {
      for (int i = 0; out != null && i < values.length; i++) {
        out[i] = values[i];
      }
    }
  }

  @Override
  public Sieve sieve() {
    return kernels.sieve();
  }
}
