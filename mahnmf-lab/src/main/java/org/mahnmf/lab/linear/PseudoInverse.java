package org.mahnmf.lab.linear;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.linsol.svd.SolvePseudoInverseSvd_DDRM;
import org.mahnmf.matrix.DenseMatrix;

/**
 * Codes by the Moore–Penrose inverse of a basis, X·W⁺: the least squares codes without the rule
 * that they be non-negative, and among those the shortest. Directions in which the basis is thinner
 * than 1e-7 of its widest count as none, so parts that are zero or repeat each other do no harm.
 */
public final class PseudoInverse {

  private static final double NEGLIGIBLE = 1e-7;

  /** W⁺, features x rank. */
  private final DMatrixRMaj inverse;

  /** Inverts a basis, rank x features, which is <em>not modified</em>. */
  public PseudoInverse(DenseMatrix basis) {
    int most = Math.max(basis.rows(), basis.columns());
    SolvePseudoInverseSvd_DDRM solver = new SolvePseudoInverseSvd_DDRM();
    solver.setThreshold(NEGLIGIBLE / most);
    inverse = new DMatrixRMaj(basis.columns(), basis.rows());
    if (!solver.setA(DMatrixRMaj.wrap(basis.rows(), basis.columns(), basis.array().clone()))) {
      throw new IllegalStateException("the singular values of a basis diverge");
    }
    solver.invert(inverse);
  }

  /** Returns codes of <em>not modified</em> samples, samples x rank; entries may be negative. */
  public DenseMatrix codes(DenseMatrix samples) {
    DenseMatrix codes = new DenseMatrix(samples.rows(), inverse.numCols);
    CommonOps_DDRM.mult(wrap(samples), inverse, wrap(codes));
    return codes;
  }

  private static DMatrixRMaj wrap(DenseMatrix matrix) {
    return DMatrixRMaj.wrap(matrix.rows(), matrix.columns(), matrix.array());
  }
}
