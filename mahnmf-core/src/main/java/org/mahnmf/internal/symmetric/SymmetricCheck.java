package org.mahnmf.internal.symmetric;

import org.mahnmf.base.Check;
import org.mahnmf.matrix.InvalidEntryException;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;

/** Checks that a table is symmetric, so that X ≈ HHᵀ (eq4.23) makes sense. */
public final class SymmetricCheck {

  /** Largest difference of two mirrored entries, relative to the larger. */
  private static final double TOLERANCE = 1e-9;

  private SymmetricCheck() {}

  /**
   * Checks that values, weights and missing entries are symmetric; differences of the order of
   * rounding (1e-9 of the larger entry) pass. Costs the stored entries of a sparse table.
   */
  public static void require(Observations observations) {
    Check.that(
        "the table is %sx%s but a symmetric fit needs a square one, such as the affinities of"
            + " all pairs",
        observations.samples() == observations.features(),
        observations.samples(),
        observations.features());
    check(observations.values(), "entry");
    observations.weights().ifPresent(weights -> check(weights, "weight"));
  }

  private static void check(Matrix matrix, String what) {
    if (matrix instanceof SparseMatrix sparse) {
      int[] indices = new int[sparse.columns()];
      double[] values = new double[sparse.columns()];
      for (int i = 0; i < sparse.rows(); i++) {
        int count = sparse.copyStored(i, indices, values);
        for (int k = 0; k < count; k++) {
          check(i, indices[k], values[k], sparse.get(indices[k], i), what);
        }
      }
      return;
    }
    for (int i = 0; i < matrix.rows(); i++) {
      for (int j = 0; j < i; j++) {
        check(i, j, matrix.get(i, j), matrix.get(j, i), what);
      }
    }
  }

  private static void check(int row, int column, double value, double mirrored, String what) {
    if (!isClose(value, mirrored)) {
      throw new InvalidEntryException(
          row,
          column,
          value,
          ("the %s at row %s, column %s is %s, but a symmetric fit needs both to be equal (within"
                  + " 1e-9 of the larger) or both missing; take the mean of the table and its"
                  + " transpose")
              .formatted(what, column + 1, row + 1, mirrored));
    }
  }

  private static boolean isClose(double a, double b) {
    if (Double.isNaN(a) || Double.isNaN(b)) {
      return Double.isNaN(a) && Double.isNaN(b);
    }
    double larger = Math.max(Math.abs(a), Math.abs(b));
    return Math.abs(a - b) <= TOLERANCE * Math.max(larger, Double.MIN_NORMAL);
  }
}
