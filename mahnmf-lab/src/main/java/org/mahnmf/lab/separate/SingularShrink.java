package org.mahnmf.lab.separate;

import java.util.Arrays;
import org.mahnmf.data.synthetic.Draws;
import org.mahnmf.lab.linear.Rows;
import org.mahnmf.lab.linear.SymmetricEigen;
import org.mahnmf.matrix.DenseMatrix;

/**
 * Takes a threshold from all singular values of a matrix, none below 0.
 *
 * <p>By all of them: with the eigenvectors U of XXᵀ the result is M·X, M = U·diag((1 −
 * threshold/σ)₊)·Uᵀ, so no right singular vector is needed: 4·m·n² flops and an eigenvalue problem
 * of size n, about half of what a singular value decomposition costs. Squaring loses the singular
 * values below 1e-8 of the largest; an inexact ALM never goes so low.
 *
 * <p>Or by the leading ones only, as many as the last call lets expect (Lin, Chen, Ma 2010): one
 * more than were left, or 5 % of all if all that were computed were left. They come from a
 * randomised subspace iteration (Halko, Martinsson, Tropp 2011) that starts where the last call
 * ended, since the matrices of an ALM change little: 8·m·n·k flops. Where the full decomposition
 * costs less it is taken.
 */
final class SingularShrink {

  private static final int FIRST = 10;
  private static final int OVERSAMPLING = 5;

  private final boolean partial;
  private final Draws draws;
  private int wanted = FIRST;

  /** Left singular vectors of the last call, one in each row. */
  private double[][] subspace = {};

  /** Prepares for a row of similar matrices. */
  SingularShrink(boolean partial, long seed) {
    this.partial = partial;
    draws = new Draws(Draws.mix(seed));
  }

  /**
   * Computes U·max(Σ − threshold, 0)·Vᵀ of a wide matrix U·Σ·Vᵀ.
   *
   * @param wide <em>not modified</em>
   * @param threshold positive
   * @param out of the same size; <em>modified</em>
   * @return the rank of what came out
   */
  int shrink(DenseMatrix wide, double threshold, DenseMatrix out) {
    int n = wide.rows();
    int size = Math.min(n, wanted + OVERSAMPLING);
    // 8·m·n·k against 4·m·n²
    boolean isWhole = !partial || 2 * size > n;
    DenseMatrix image = isWhole ? wide : new DenseMatrix(size, wide.columns());
    double[][] basis = isWhole ? null : basis(wide, image);
    SymmetricEigen eigen = new SymmetricEigen(Rows.cross(image, image));
    int rank = 0;
    while (rank < image.rows() && eigen.value(rank) > threshold * threshold) {
      rank++;
    }
    // E·diag(share)·Eᵀ; the row beyond the rank is there for a rank of 0
    double[][] shares = new double[rank + 1][image.rows()];
    double[][] kept = new double[rank + 1][image.rows()];
    for (int l = 0; l < rank; l++) {
      double share = 1 - threshold / Math.sqrt(eigen.value(l));
      kept[l] = eigen.vector(l);
      shares[l] = Arrays.stream(kept[l]).map(entry -> share * entry).toArray();
    }
    double[][] map = Rows.times(Rows.transposed(shares), kept);
    if (!isWhole) {
      subspace = Rows.times(eigen.vectors(size), basis);
      map = Rows.times(Rows.transposed(basis), map);
    }
    Rows.times(map, image, out);
    wanted = Math.min(n, rank < wanted ? rank + 1 : rank + Math.max(1, Math.round(.05f * n)));
    return rank;
  }

  /**
   * Returns a power step of the last subspace, with random rows added or the last left out, and
   * what it makes of the matrix.
   */
  private double[][] basis(DenseMatrix wide, DenseMatrix image) {
    int n = wide.rows();
    double[][] rows = Arrays.copyOf(subspace, image.rows());
    for (int l = subspace.length; l < rows.length; l++) {
      rows[l] = new double[n];
      Arrays.setAll(rows[l], j -> draws.gaussian() / Math.sqrt(n));
    }
    Rows.times(rows, wide, image);
    double[][] basis = Rows.cross(image, wide);
    Rows.orthonormalize(basis, 0);
    Rows.times(basis, wide, image);
    return basis;
  }
}
