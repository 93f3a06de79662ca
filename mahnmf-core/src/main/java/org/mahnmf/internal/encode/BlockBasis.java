package org.mahnmf.internal.encode;

import java.util.Arrays;
import org.mahnmf.internal.kernel.Chunks;
import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.internal.kernel.Products;
import org.mahnmf.internal.kernel.RankAlgebra;

/**
 * The unit rows N of a basis cut into chunks of features, for products with blocks of samples, and
 * the inverse that all samples share. Every output of a product is computed by itself and in one
 * order, so it does not depend on what else is in the block. Shared by all threads.
 */
final class BlockBasis {

  /** Below this rank a dot product for each row beats loops over so few entries. */
  private static final int DOTS_BELOW = 8;

  final int rank;

  /** How rows of features are cut. */
  final Chunks chunks;

  /** By chunk, component, feature. */
  private final double[][][] rows;

  /** By chunk, feature, component. */
  private final double[][][] columns;

  /** (NNᵀ + SPLIT·I)⁻¹. */
  private final double[][] inverse;

  /** Cuts unit rows, rank x length, row-major; <em>not modified, not kept</em>. */
  BlockBasis(double[] unit, int rank, int length) {
    this.rank = rank;
    chunks = new Chunks(length);
    rows = new double[chunks.count()][rank][];
    columns = new double[chunks.count()][][];
    for (int c = 0; c < rows.length; c++) {
      int begin = chunks.begin(c);
      int n = chunks.length(c);
      for (int l = 0; l < rank; l++) {
        int from = l * length + begin;
        rows[c][l] = Arrays.copyOfRange(unit, from, from + n);
      }
      columns[c] = new double[rank < DOTS_BELOW ? 0 : n][rank];
      Products.columns(unit, rank, length, begin, columns[c].length, columns[c]);
    }
    double[] gram = new double[rank * rank];
    RankAlgebra.gram(unit, rank, length, gram);
    inverse = RankAlgebra.inverse(gram, rank, ScaledBasis.SPLIT);
  }

  /** An entry of N. */
  double entry(int feature, int component) {
    int chunk = chunks.of(feature);
    return rows[chunk][component][feature - chunks.begin(chunk)];
  }

  /** Computes a chunk of Nᵀh for some samples, a row of rank entries and one of features each. */
  void forward(int chunk, double[][] h, int count, double[][] out) {
    int n = chunks.length(chunk);
    for (int q = 0; q < count; q++) {
      Arrays.fill(out[q], 0, n, 0);
    }
    Products.add(out, 0, count, h, 0, rows[chunk], rank, n);
  }

  /**
   * Adds what a chunk of u contributes to Nu, for some samples, a row of features and one of rank
   * entries each.
   */
  void addBackward(int chunk, double[][] u, int count, double[][] out) {
    int n = chunks.length(chunk);
    if (rank >= DOTS_BELOW) {
      Products.add(out, 0, count, u, 0, columns[chunk], n, rank);
      return;
    }
    for (int q = 0; q < count; q++) {
      for (int l = 0; l < rank; l++) {
        out[q][l] += Loops.dot(rows[chunk][l], u[q], n);
      }
    }
  }

  /** Solves (NNᵀ + SPLIT·I) h = b for some samples. */
  void solve(double[][] b, int count, double[][] h) {
    for (int q = 0; q < count; q++) {
      Arrays.fill(h[q], 0);
    }
    Products.add(h, 0, count, b, 0, inverse, rank, rank);
  }
}
