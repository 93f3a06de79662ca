package org.mahnmf.lab.linear;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * Eigenvalues and eigenvectors of a small symmetric matrix, the largest first; by EJML's QR steps
 * with implicit shifts after a reduction to tridiagonal form, O(n³).
 */
public final class SymmetricEigen {

  private final double[] values;

  /** Rows are eigenvectors. */
  private final double[][] vectors;

  /**
   * Decomposes a matrix.
   *
   * @param matrix square and symmetric; <em>not modified</em>
   */
  public SymmetricEigen(double[][] matrix) {
    int n = matrix.length;
    values = new double[n];
    vectors = new double[n][];
    if (n == 0) {
      return;
    }
    EigenDecomposition_F64<DMatrixRMaj> found = DecompositionFactory_DDRM.eig(n, true, true);
    if (!found.decompose(new DMatrixRMaj(matrix))) {
      throw new IllegalStateException("the eigenvalues of a " + n + "x" + n + " matrix diverge");
    }
    double[] unordered =
        IntStream.range(0, n).mapToDouble(k -> found.getEigenvalue(k).real).toArray();
    Integer[] order = IntStream.range(0, n).boxed().toArray(Integer[]::new);
    Arrays.sort(order, Comparator.comparingDouble(k -> -unordered[k]));
    for (int k = 0; k < n; k++) {
      values[k] = unordered[order[k]];
      vectors[k] = found.getEigenVector(order[k]).data;
    }
  }

  /**
   * Returns the k-th largest eigenvalue.
   *
   * @param k from 0 on
   */
  public double value(int k) {
    return values[k];
  }

  /**
   * Returns the eigenvector of unit length of the k-th largest eigenvalue.
   *
   * @param k from 0 on
   */
  public double[] vector(int k) {
    return vectors[k].clone();
  }
}
