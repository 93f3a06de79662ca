package org.mahnmf.lab.linear;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * Eigenvalues and eigenvectors of a small symmetric matrix, the largest first; by EJML's QR steps
 * with implicit shifts after a reduction to tridiagonal form, O(n³).
 */
public final class SymmetricEigen {

  private final EigenDecomposition_F64<DMatrixRMaj> found;
  private final int[] order;

  /** Decomposes a square and symmetric matrix, which is <em>not modified</em>. */
  public SymmetricEigen(double[][] matrix) {
    int n = matrix.length;
    found = DecompositionFactory_DDRM.eig(n, true, true);
    if (!found.decompose(new DMatrixRMaj(matrix))) {
      throw new IllegalStateException("the eigenvalues of a " + n + "x" + n + " matrix diverge");
    }
    order = Rows.order(n, k -> -found.getEigenvalue(k).real);
  }

  /** Returns the k-th largest eigenvalue, from 0 on. */
  public double value(int k) {
    return found.getEigenvalue(order[k]).real;
  }

  /** Returns the eigenvector of unit length of the k-th largest eigenvalue. */
  public double[] vector(int k) {
    return found.getEigenVector(order[k]).data.clone();
  }

  /** Returns the eigenvectors of so many of the largest eigenvalues, one in each row. */
  public double[][] vectors(int count) {
    double[][] vectors = new double[count][];
    Arrays.setAll(vectors, this::vector);
    return vectors;
  }
}
