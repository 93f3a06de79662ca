package org.mahnmf.lab.separate;

import org.mahnmf.data.synthetic.Draws;
import org.mahnmf.lab.linear.SymmetricEigen;
import org.mahnmf.lab.linear.TallProducts;
import org.mahnmf.matrix.DenseMatrix;

/**
 * Shrinks by the leading singular values only, as many as the last call lets expect (Lin, Chen, Ma
 * 2010): one more than were left, or 5 % of all if all that were computed were left. They come from
 * a randomised subspace iteration (Halko, Martinsson, Tropp 2011) that starts where the last call
 * ended, since the matrices of an ALM change little: 8·m·n·k flops. Where the full decomposition
 * costs less it is taken.
 */
final class PartialShrink implements SingularShrink {

  private static final int FIRST = 10;
  private static final int OVERSAMPLING = 5;

  private final FullShrink full = new FullShrink();
  private final Draws draws;
  private int wanted = FIRST;

  /** Right singular vectors of the last call, one in each row. */
  private double[][] subspace = {};

  PartialShrink(long seed) {
    draws = new Draws(Draws.mix(seed));
  }

  @Override
  public int shrink(DenseMatrix tall, double threshold, DenseMatrix out) {
    int n = tall.columns();
    int size = Math.min(n, wanted + OVERSAMPLING);
    // 8·m·n·k against 4·m·n²
    int rank = 2 * size > n ? full.shrink(tall, threshold, out) : part(tall, threshold, size, out);
    wanted = Math.min(n, rank < wanted ? rank + 1 : rank + Math.max(1, Math.round(.05f * n)));
    return rank;
  }

  private int part(DenseMatrix tall, double threshold, int size, DenseMatrix out) {
    DenseMatrix image = new DenseMatrix(tall.rows(), size);
    TallProducts.times(tall, TallProducts.transposed(begin(size, tall.columns())), image);
    double[][] basis = TallProducts.transposed(TallProducts.cross(tall, image));
    TallProducts.orthonormalize(basis);
    TallProducts.times(tall, TallProducts.transposed(basis), image);
    SymmetricEigen eigen = new SymmetricEigen(TallProducts.gram(image));
    int rank = 0;
    while (rank < size && eigen.value(rank) > threshold * threshold) {
      rank++;
    }
    // out = image·E·diag(share)·Eᵀ·basis
    double[][] vectors = new double[size][];
    double[][] shares = new double[size][size];
    for (int l = 0; l < size; l++) {
      vectors[l] = eigen.vector(l);
      double share = l < rank ? 1 - threshold / Math.sqrt(eigen.value(l)) : 0;
      for (int j = 0; j < size; j++) {
        shares[l][j] = share * vectors[l][j];
      }
    }
    subspace = new double[size][tall.columns()];
    DenseMatrix turned = DenseMatrix.wrap(size, tall.columns(), new double[size * tall.columns()]);
    TallProducts.times(DenseMatrix.ofRows(vectors), basis, turned);
    for (int l = 0; l < size; l++) {
      turned.copyRow(l, subspace[l]);
    }
    TallProducts.times(image, TallProducts.cross(DenseMatrix.ofRows(shares), turned), out);
    return rank;
  }

  /** Returns the last subspace, with random rows added or the last rows left out. */
  private double[][] begin(int size, int n) {
    double[][] rows = new double[size][];
    for (int l = 0; l < size; l++) {
      rows[l] = l < subspace.length ? subspace[l] : random(n);
    }
    return rows;
  }

  private double[] random(int n) {
    double[] row = new double[n];
    for (int j = 0; j < n; j++) {
      row[j] = draws.gaussian() / Math.sqrt(n);
    }
    return row;
  }
}
