package org.mahnmf.lab.separate;

import java.util.Arrays;
import org.mahnmf.data.synthetic.Draws;
import org.mahnmf.lab.linear.Rows;
import org.mahnmf.lab.linear.SymmetricEigen;
import org.mahnmf.lab.linear.TallProducts;
import org.mahnmf.matrix.DenseMatrix;

/**
 * Takes a threshold from all singular values of a matrix, none below 0.
 *
 * <p>By all of them: with the eigenvectors V of XᵀX the result is X·M, M = V·diag((1 −
 * threshold/σ)₊)·Vᵀ, so no left singular vector is needed: 4·m·n² flops and an eigenvalue problem
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

  /** Right singular vectors of the last call, one in each row. */
  private double[][] subspace = {};

  /** Prepares for a row of similar matrices. */
  SingularShrink(boolean partial, long seed) {
    this.partial = partial;
    draws = new Draws(Draws.mix(seed));
  }

  /**
   * Computes U·max(Σ − threshold, 0)·Vᵀ of a tall matrix U·Σ·Vᵀ.
   *
   * @param tall <em>not modified</em>
   * @param threshold positive
   * @param out of the same size; <em>modified</em>
   * @return the rank of what came out
   */
  int shrink(DenseMatrix tall, double threshold, DenseMatrix out) {
    int n = tall.columns();
    int size = Math.min(n, wanted + OVERSAMPLING);
    // 8·m·n·k against 4·m·n²
    boolean isWhole = !partial || 2 * size > n;
    int rank = isWhole ? whole(tall, threshold, out) : part(tall, threshold, size, out);
    wanted = Math.min(n, rank < wanted ? rank + 1 : rank + Math.max(1, Math.round(.05f * n)));
    return rank;
  }

  private static int whole(DenseMatrix tall, double threshold, DenseMatrix out) {
    int n = tall.columns();
    SymmetricEigen eigen = new SymmetricEigen(TallProducts.gram(tall));
    int rank = rank(eigen, n, threshold);
    double[][] map =
        rank == 0
            ? new double[n][n]
            : TallProducts.cross(
                vectors(eigen, rank), DenseMatrix.ofRows(shares(eigen, rank, rank, threshold)));
    TallProducts.times(tall, map, out);
    return rank;
  }

  private static int rank(SymmetricEigen eigen, int most, double threshold) {
    int rank = 0;
    while (rank < most && eigen.value(rank) > threshold * threshold) {
      rank++;
    }
    return rank;
  }

  private static DenseMatrix vectors(SymmetricEigen eigen, int count) {
    double[][] vectors = new double[count][];
    Arrays.setAll(vectors, eigen::vector);
    return DenseMatrix.ofRows(vectors);
  }

  /** Returns eigenvectors times what is left of their singular values, of those behind 0. */
  private static double[][] shares(SymmetricEigen eigen, int count, int rank, double threshold) {
    double[][] shares = new double[count][];
    for (int l = 0; l < count; l++) {
      double share = l < rank ? 1 - threshold / Math.sqrt(eigen.value(l)) : 0;
      shares[l] = Arrays.stream(eigen.vector(l)).map(entry -> share * entry).toArray();
    }
    return shares;
  }

  private int part(DenseMatrix tall, double threshold, int size, DenseMatrix out) {
    DenseMatrix image = new DenseMatrix(tall.rows(), size);
    TallProducts.times(tall, Rows.transposed(begin(size, tall.columns())), image);
    double[][] basis = Rows.transposed(TallProducts.cross(tall, image));
    TallProducts.orthonormalize(basis);
    TallProducts.times(tall, Rows.transposed(basis), image);
    SymmetricEigen eigen = new SymmetricEigen(TallProducts.gram(image));
    int rank = rank(eigen, size, threshold);
    // out = image·E·diag(share)·Eᵀ·basis
    DenseMatrix turned = new DenseMatrix(size, tall.columns());
    TallProducts.times(vectors(eigen, size), basis, turned);
    subspace = Rows.of(turned);
    DenseMatrix shares = DenseMatrix.ofRows(shares(eigen, size, rank, threshold));
    TallProducts.times(image, TallProducts.cross(shares, turned), out);
    return rank;
  }

  /** Returns the last subspace, with random rows added or the last rows left out. */
  private double[][] begin(int size, int n) {
    double[][] rows = Arrays.copyOf(subspace, size);
    for (int l = subspace.length; l < size; l++) {
      rows[l] = new double[n];
      Arrays.setAll(rows[l], j -> draws.gaussian() / Math.sqrt(n));
    }
    return rows;
  }
}
