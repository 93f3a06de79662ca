package org.mahnmf.lab.linear;

import org.mahnmf.internal.kernel.Dots;
import org.mahnmf.internal.kernel.RankAlgebra;
import org.mahnmf.matrix.DenseMatrix;

/**
 * Codes by the Moore–Penrose inverse of a basis, X·W⁺ with W⁺ = Wᵀ(WWᵀ)⁺: the least squares codes
 * without the rule that they be non-negative, and among those the shortest. Directions in which the
 * basis is thinner than 1e-7 of its widest count as none, so parts that are zero or repeat each
 * other do no harm.
 */
public final class PseudoInverse {

  /** Singular values below this share of the largest are rounding of the Gram matrix. */
  private static final double NEGLIGIBLE = 1e-7;

  /** W⁺ᵀ = (WWᵀ)⁺W, rank x features. */
  private final DenseMatrix inverse;

  /**
   * Inverts a basis.
   *
   * @param basis rank x features; <em>not modified</em>
   */
  public PseudoInverse(DenseMatrix basis) {
    int rank = basis.rows();
    DenseMatrix gram = new DenseMatrix(rank, rank);
    RankAlgebra.gram(basis.array(), rank, basis.columns(), gram.array());
    inverse = new DenseMatrix(rank, basis.columns());
    TallProducts.times(
        DenseMatrix.ofRows(inverse(new SymmetricEigen(Rows.of(gram)), rank)),
        Rows.of(basis),
        inverse);
  }

  private static double[][] inverse(SymmetricEigen eigen, int rank) {
    double[][] out = new double[rank][rank];
    for (int k = 0; k < rank; k++) {
      if (eigen.value(k) <= NEGLIGIBLE * NEGLIGIBLE * eigen.value(0)) {
        break;
      }
      double[] vector = eigen.vector(k);
      for (int l = 0; l < rank; l++) {
        double factor = vector[l] / eigen.value(k);
        for (int j = 0; j < rank; j++) {
          out[l][j] += factor * vector[j];
        }
      }
    }
    return out;
  }

  /**
   * Returns codes, samples x rank; entries may be negative.
   *
   * @param samples with the features of the basis; <em>not modified</em>
   */
  public DenseMatrix codes(DenseMatrix samples) {
    DenseMatrix codes = new DenseMatrix(samples.rows(), inverse.rows());
    for (int i = 0; i < codes.rows(); i++) {
      for (int l = 0; l < codes.columns(); l++) {
        codes.set(
            i,
            l,
            Dots.dot(
                samples.array(),
                samples.offset(i),
                inverse.array(),
                inverse.offset(l),
                inverse.columns()));
      }
    }
    return codes;
  }
}
