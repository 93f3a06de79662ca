package org.mahnmf.internal.descent;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.mahnmf.checkpoint.Saved;
import org.mahnmf.checkpoint.SavedState;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.SideData;

/**
 * Brings dead components back. A component whose row of W and of H are both zero stays so for ever
 * under alternating steps (the gradient and every breakpoint vanish), so it is set to the positive
 * residual of the sample that is fitted worst. That never raises the loss: the sample's error falls
 * by the positive residual, no other sample changes.
 */
final class Revival implements Saved {

  /** A component that dies again and again is not needed at this rank; it is reported instead. */
  private static final int MOST = 3;

  private final int[] revivals;

  Revival(int rank) {
    revivals = new int[rank];
  }

  /** Returns a revival if every entry of both factors is free to grow, else null. */
  static Revival orNull(Problem problem) {
    return isFree(problem.basis()) && isFree(problem.codes()) ? new Revival(problem.rank()) : null;
  }

  private static boolean isFree(Side side) {
    return side.isEntrywise()
        && side.set().lower() == 0
        && side.set().upper() == Double.POSITIVE_INFINITY;
  }

  /** Revives what is dead and may live; returns whether the factors changed. */
  boolean reviveDead(SideData data, Factors factors) {
    boolean changed = false;
    for (int l = 0; l < factors.rank(); l++) {
      boolean dead = isZero(factors.basis(), l) || isZero(factors.codes(), l);
      if (dead && revivals[l] < MOST) {
        revivals[l]++;
        revive(data, factors, l);
        changed = true;
      }
    }
    return changed;
  }

  @Override
  public void exchange(SavedState state) {
    state.counts(revivals);
  }

  private static boolean isZero(DenseMatrix factor, int row) {
    return IntStream.range(0, factor.columns()).noneMatch(j -> factor.get(row, j) > 0);
  }

  /** Zeros that are not stored have no positive residual, so only stored entries are read. */
  private static void revive(SideData data, Factors factors, int component) {
    int[] indices = new int[data.longestColumn()];
    double[] residual = new double[data.longestColumn()];
    double[] weights = new double[data.longestColumn()];
    double worst = 0;
    int sample = -1;
    for (int j = 0; j < data.count(); j++) {
      int count = data.readStored(j, indices, residual, weights);
      subtractFit(factors, component, j, indices, count, residual);
      double gain = 0;
      for (int k = 0; k < count; k++) {
        gain += weights[k] * Math.max(0, residual[k]);
      }
      if (gain > worst) {
        worst = gain;
        sample = j;
      }
    }
    if (sample < 0) {
      return; // Nothing is left to explain: the component is not needed.
    }
    int count = data.readStored(sample, indices, residual, weights);
    subtractFit(factors, component, sample, indices, count, residual);
    double largest = 0;
    for (int k = 0; k < count; k++) {
      residual[k] = weights[k] > 0 ? Math.max(0, residual[k]) : 0;
      largest = Math.max(largest, residual[k]);
    }
    double share = Math.sqrt(largest);
    int offset = factors.basis().offset(component);
    Arrays.fill(factors.basis().array(), offset, offset + data.length(), 0);
    for (int k = 0; k < count; k++) {
      factors.basis().set(component, indices[k], residual[k] / share);
    }
    for (int j = 0; j < data.count(); j++) {
      factors.codes().set(component, j, j == sample ? share : 0);
    }
  }

  /** x − WᵀH of one sample, the given component left out (its product is zero). */
  private static void subtractFit(
      Factors factors, int component, int sample, int[] indices, int count, double[] x) {
    for (int l = 0; l < factors.rank(); l++) {
      double code = l == component ? 0 : factors.codes().get(l, sample);
      for (int k = 0; code != 0 && k < count; k++) {
        x[k] -= code * factors.basis().get(l, indices[k]);
      }
    }
  }
}
