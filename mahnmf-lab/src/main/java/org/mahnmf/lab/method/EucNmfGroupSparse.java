package org.mahnmf.lab.method;

import org.mahnmf.internal.kernel.Dots;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.term.GroupNorm;
import org.mahnmf.term.GroupSparse;
import org.mahnmf.term.Groups;

/**
 * EucNMF-GS (eq5.3), min over W ≥ 0 and H ≥ 0 of ½‖X − WᵀH‖² + α Σ_v ‖W^[v]‖_{1,∞} + β/2 ‖H‖²: each
 * view v is drawn to few components. α = .01 and β = .0001 as in the paper.
 *
 * <p>Reference: Kim, Monteiro, Park, "Group sparsity in nonnegative matrix factorization", 2012.
 */
public final class EucNmfGroupSparse extends PenalizedLeastSquares {

  private static final double ALPHA = 1e-2;
  private static final double BETA = 1e-4;

  private final Groups views;

  /**
   * Creates the method.
   *
   * @param views the features of each view
   */
  public EucNmfGroupSparse(Groups views) {
    this.views = views;
  }

  @Override
  public String name() {
    return "EucNMF-GS";
  }

  /** With X = s·X' and H = s·H' the objective is s² times that of X', H' and α/s². */
  @Override
  Price basisPrice(double scale, int samples) {
    GroupSparse term = new GroupSparse(GroupNorm.INFINITY, ALPHA / (scale * scale), views);
    return new Price() {
      @Override
      public double value(DenseMatrix factor) {
        return term.value(factor);
      }

      @Override
      public void prox(DenseMatrix factor, double step) {
        term.prox(factor, step);
      }
    };
  }

  @Override
  Price codesPrice(double scale, int samples) {
    return new Price() {
      @Override
      public double value(DenseMatrix factor) {
        double[] a = factor.array();
        return .5 * BETA * Dots.dot(a, a, a.length);
      }

      @Override
      public void prox(DenseMatrix factor, double step) {
        double[] a = factor.array();
        for (int k = 0; k < a.length; k++) {
          a[k] = Math.max(0, a[k]) / (1 + step * BETA);
        }
      }
    };
  }
}
