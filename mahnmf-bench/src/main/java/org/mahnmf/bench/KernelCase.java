package org.mahnmf.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.internal.kernel.PiecewiseQuadratic;
import org.mahnmf.internal.kernel.Products;

/**
 * One of the hot loops, which the JDK's compiler has to turn into vectors for the program to be
 * fast.
 *
 * @param name of the kernel, and entries of a row
 * @param operations floating-point operations of a call; for a median, elements
 * @param work a call; returns something that depends on what it computes
 */
record KernelCase(String name, double operations, DoubleSupplier work) {

  private static final int INPUTS = 48;
  private static final int OUTPUTS = 8;

  /** Operations of a call at least: clocks are too coarse for less. */
  private static final double LEAST = 2e6;

  static List<KernelCase> all() {
    List<KernelCase> all = new ArrayList<>();
    double product = 2.0 * OUTPUTS * INPUTS;
    for (int n : new int[] {448, 333, 50, 10}) {
      double[][] out = rows(OUTPUTS, n);
      double[][] in = rows(INPUTS, n);
      double[][] c = rows(OUTPUTS, INPUTS);
      Runnable add = () -> Products.add(out, 0, OUTPUTS, c, 0, in, INPUTS, n);
      all.add(repeated("add", n, product * n, add, out[0]));
    }
    for (int n : new int[] {448, 50}) {
      double[][] out = rows(OUTPUTS, n);
      double[][] in = rows(INPUTS, n);
      double[][] c = rows(INPUTS, OUTPUTS);
      Runnable add = () -> Products.addTransposed(out, OUTPUTS, c, 0, in, INPUTS, n);
      all.add(repeated("addTransposed", n, product * n, add, out[0]));
    }
    double[][] row = rows(3, 448);
    all.add(
        repeated("dual", 448, 6 * 448, () -> Loops.dual(row[0], row[1], row[2], .1, 448), row[0]));
    double[] sum = new double[1];
    all.add(repeated("sum", 448, 448, () -> sum[0] += Products.sum(row[1], 448), sum));
    all.add(median(1000, sum));
    return all;
  }

  private static KernelCase median(int count, double[] sum) {
    PiecewiseQuadratic quadratic = new PiecewiseQuadratic();
    double[][] breakpoints = rows(64, count);
    double[][] weights = rows(64, count);
    Runnable all =
        () -> {
          for (int k = 0; k < 64; k++) { // fresh numbers each time, or branches are foreseen
            System.arraycopy(breakpoints[k], 0, quadratic.breakpoints(count), 0, count);
            System.arraycopy(weights[k], 0, quadratic.weights(count), 0, count);
            sum[0] += quadratic.minimize(count, 0, 0, 0, Double.POSITIVE_INFINITY);
          }
        };
    return repeated("median", count, 64.0 * count, all, sum);
  }

  private static KernelCase repeated(
      String name, int n, double operations, Runnable call, double[] result) {
    int times = (int) Math.ceil(LEAST / operations);
    return new KernelCase(
        name + "-" + n,
        times * operations,
        () -> {
          for (int k = 0; k < times; k++) {
            call.run();
          }
          return result[0];
        });
  }

  private static double[][] rows(int count, int n) {
    double[][] rows = new double[count][];
    for (int k = 0; k < count; k++) {
      rows[k] = Passes.uniform(1, n, 31L * k + n).array();
    }
    return rows;
  }
}
