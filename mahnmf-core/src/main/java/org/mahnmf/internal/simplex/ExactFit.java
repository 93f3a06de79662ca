package org.mahnmf.internal.simplex;

import java.util.Arrays;
import org.mahnmf.internal.kernel.Cholesky;
import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.internal.kernel.Products;

/**
 * The optimum of a sample that is fitted exactly but for outliers, without a walk. There many more
 * residuals vanish than a vertex has, and the walk goes from one vertex of the same point to the
 * next until it has the multipliers that prove it: 139 steps for m = 1000, rank 50, 20 % salt and
 * pepper.
 *
 * <p>With Z the features whose residuals are nearly zero, N the others and s their signs, the point
 * is that of least squares on Z, and the multipliers on Z are the smallest ones that balance the
 * others, μ_Z = −W_Zᵀ(W_Z W_Zᵀ)⁻¹ W_N (ω∘s)_N. If they are within ±ω, as they are where Z is large,
 * the point is proven optimal by them: also where an entry of h is at a bound, which would ask for
 * less.
 */
final class ExactFit {

  /**
   * Residuals below these parts of the mean fitted value are taken for zero, round by round, since
   * the first ones take in small errors as well.
   */
  private static final double[] ZEROS = {1e-4, 1e-7, 1e-10};

  private final LeastAbsoluteProblem problem;
  private final int[] free; // entries of h that are at no bound
  private final int[] all;
  private final double[][] rows; // W_Z of some entries
  private final int[] zeros;
  private final double[] change;

  ExactFit(LeastAbsoluteProblem problem) {
    this.problem = problem;
    free = new int[problem.rank];
    all = new int[problem.rank];
    Arrays.setAll(all, l -> l);
    rows = new double[problem.rank][problem.features];
    zeros = new int[problem.features];
    change = new double[problem.features];
  }

  /**
   * Takes a point near the optimum there, if the sample is of that kind; point, residual and pull,
   * which gets a dual point, are <em>modified</em> in any case.
   *
   * @return whether the dual point is one
   */
  boolean find(double[] point, double[] residual, double[] pull) {
    int entries = 0;
    for (int l = 0; l < point.length; l++) {
      if (point[l] > problem.lo && point[l] < problem.hi) {
        free[entries++] = l;
      }
    }
    double mean = problem.meanOfFit(point);
    try {
      for (double part : ZEROS) {
        int count = findZeros(part * mean, residual);
        if (count < 2 * entries + 2) {
          return false;
        }
        Cholesky normal = normalOf(free, entries, count);
        for (int k = 0; k < count; k++) {
          change[k] = -residual[zeros[k]];
        }
        double[] step = times(entries, count);
        normal.solve(step);
        for (int k = 0; k < entries; k++) {
          point[free[k]] = problem.clamp(point[free[k]] + step[k]);
        }
        problem.computeResidual(point, residual);
      }
      return balance(findZeros(ZEROS[2] * mean, residual), residual, pull);
    } catch (ArithmeticException e) {
      return false; // parts that depend on each other in Z
    }
  }

  private int findZeros(double limit, double[] residual) {
    int count = 0;
    for (int i = 0; i < residual.length; i++) {
      if (problem.weight[i] > 0 && Math.abs(residual[i]) <= limit) {
        zeros[count++] = i;
      }
    }
    return count;
  }

  /** W_Z W_Zᵀ of some entries. */
  private Cholesky normalOf(int[] which, int entries, int count) {
    double[] gram = new double[entries * entries];
    for (int k = 0; k < entries; k++) {
      double[] row = problem.rows[which[k]];
      for (int q = 0; q < count; q++) {
        rows[k][q] = row[zeros[q]];
      }
      for (int n = 0; n <= k; n++) {
        double sum = Loops.dot(rows[k], rows[n], count);
        gram[k * entries + n] = sum;
        gram[n * entries + k] = sum;
      }
    }
    return new Cholesky(gram, entries, 0);
  }

  private double[] times(int entries, int count) {
    double[] out = new double[entries];
    Arrays.setAll(out, k -> Loops.dot(rows[k], change, count));
    return out;
  }

  private boolean balance(int count, double[] residual, double[] pull) {
    Cholesky normal = normalOf(all, all.length, count);
    for (int i = 0; i < pull.length; i++) {
      pull[i] = Math.copySign(problem.weight[i], residual[i]);
    }
    for (int q = 0; q < count; q++) {
      pull[zeros[q]] = 0;
    }
    double[] others = new double[all.length];
    Arrays.setAll(others, l -> -Loops.dot(pull, problem.rows[l]));
    normal.solve(others);
    Arrays.fill(change, 0, count, 0);
    Products.add(change, others, rows, others.length, count);
    boolean isWithin = true;
    for (int q = 0; q < count; q++) {
      pull[zeros[q]] = change[q];
      isWithin &= Math.abs(change[q]) <= problem.weight[zeros[q]];
    }
    return isWithin;
  }
}
