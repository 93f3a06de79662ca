package org.mahnmf.lab.method;

import java.util.List;
import java.util.stream.IntStream;
import org.mahnmf.internal.kernel.Projections;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.term.Groups;

/**
 * FLSS (eq5.2), min over D and H of 1/N ‖X − DᵀH‖² + λ Σ_v ‖D^[v]‖_{1,∞} + γ‖H‖_{1,∞}, where N
 * counts the samples and entries may be negative: a latent space whose components belong to some
 * views or to all, and of which some die out. λ = γ = .01 as in the paper.
 *
 * <p>Reference: Jia, Salzmann, Darrell, "Factorized latent spaces with structured sparsity", 2010.
 */
public final class Flss extends PenalizedLeastSquares {

  private static final double WEIGHT = .01;

  private final Groups views;

  /**
   * Creates the method.
   *
   * @param views the features of each view
   */
  public Flss(Groups views) {
    this.views = views;
  }

  @Override
  public String name() {
    return "FLSS";
  }

  /** N/2 times eq5.2, in a store with X = s·X' and H = s·H': N·λ/(2s²). */
  @Override
  Price basisPrice(double scale, int samples) {
    List<int[]> members = IntStream.range(0, views.size()).mapToObj(views::members).toList();
    return new MaxPrice(WEIGHT * samples / (2 * scale * scale), members);
  }

  /** Likewise N·γ/(2s). */
  @Override
  Price codesPrice(double scale, int samples) {
    return new MaxPrice(
        WEIGHT * samples / (2 * scale), List.of(IntStream.range(0, samples).toArray()));
  }

  /** weight · Σ over rows and groups of the largest size. */
  private record MaxPrice(double weight, List<int[]> groups) implements Price {

    @Override
    public double value(DenseMatrix factor) {
      double sum = 0;
      for (int l = 0; l < factor.rows(); l++) {
        for (int[] columns : groups) {
          double largest = 0;
          for (int j : columns) {
            largest = Math.max(largest, Math.abs(factor.get(l, j)));
          }
          sum += largest;
        }
      }
      return weight * sum;
    }

    /** That of the sizes, with the signs. */
    @Override
    public void prox(DenseMatrix factor, double step) {
      for (int[] columns : groups) {
        double[] sizes = new double[columns.length];
        double[] scratch = new double[columns.length];
        for (int l = 0; l < factor.rows(); l++) {
          for (int k = 0; k < columns.length; k++) {
            sizes[k] = Math.abs(factor.get(l, columns[k]));
          }
          double level = Projections.maxProxLevel(sizes, columns.length, step * weight, scratch);
          for (int j : columns) {
            double value = factor.get(l, j);
            factor.set(l, j, Math.max(-level, Math.min(level, value)));
          }
        }
      }
    }
  }
}
