package org.mahnmf.internal.sparse;

import org.mahnmf.base.Workers;
import org.mahnmf.internal.store.DenseStore;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.Precision;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Store;

/**
 * Opens the store that suits a table: {@link SparseStore} for a {@link SparseMatrix}, else dense.
 */
public final class Stores {

  private Stores() {}

  /**
   * Opens a table, <em>not modified</em>, divided by a power of two; a sparse one is always kept as
   * doubles.
   */
  public static Store open(Observations observations, Precision precision, Workers workers) {
    return observations.values() instanceof SparseMatrix
        ? SparseStore.scaled(observations, observations.zeroWeight(), workers)
        : DenseStore.scaled(observations, precision, workers);
  }

  /**
   * Opens a table for a symmetric problem: X is divided by a power of four, so that the two tied
   * factors take the same exact share of it.
   */
  public static Store openSymmetric(
      Observations observations, Precision precision, Workers workers) {
    return observations.values() instanceof SparseMatrix
        ? SparseStore.scaledByFours(observations, observations.zeroWeight(), workers)
        : DenseStore.scaledByFours(observations, precision, workers);
  }
}
