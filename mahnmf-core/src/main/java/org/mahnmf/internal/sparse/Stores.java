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
   * Opens a table with its own weight of absent entries.
   *
   * @param observations <em>not modified</em>
   * @param workers the threads of the passes; <em>kept</em>
   * @param scaled whether to divide X by a power of two, else 1
   */
  public static Store open(Observations observations, Workers workers, boolean scaled) {
    return open(observations, observations.zeroWeight(), workers, scaled);
  }

  /**
   * Opens a table divided by a power of two; a sparse one is always kept as doubles.
   *
   * @param observations <em>not modified</em>
   * @param precision of a dense table
   * @param workers the threads of the passes; <em>kept</em>
   */
  public static Store open(Observations observations, Precision precision, Workers workers) {
    return observations.values() instanceof SparseMatrix
        ? open(observations, workers, true)
        : DenseStore.scaled(observations, precision, workers);
  }

  /**
   * Opens a table.
   *
   * @param observations <em>not modified</em>
   * @param zeroWeight weight of absent entries, at least 0, where 0 makes them missing; 1 if dense
   * @param workers the threads of the passes; <em>kept</em>
   * @param scaled whether to divide X by a power of two, else 1
   */
  public static Store open(
      Observations observations, double zeroWeight, Workers workers, boolean scaled) {
    if (observations.values() instanceof SparseMatrix) {
      return scaled
          ? SparseStore.scaled(observations, zeroWeight, workers)
          : SparseStore.unscaled(observations, zeroWeight, workers);
    }
    requireNoZeroWeight(zeroWeight);
    return scaled
        ? DenseStore.scaled(observations, workers)
        : DenseStore.unscaled(observations, workers);
  }

  /**
   * Opens a table for a symmetric problem: X is divided by a power of four, so that the two tied
   * factors take the same exact share of it.
   *
   * @param observations a symmetric table; <em>not modified</em>
   * @param workers the threads of the passes; <em>kept</em>
   */
  public static Store openSymmetric(Observations observations, Workers workers) {
    return openSymmetric(observations, observations.zeroWeight(), workers);
  }

  /**
   * Opens a table for a symmetric problem, see {@link #openSymmetric(Observations, Workers)}.
   *
   * @param observations a symmetric table; <em>not modified</em>
   * @param zeroWeight weight of absent entries, at least 0, where 0 makes them missing; 1 if dense
   * @param workers the threads of the passes; <em>kept</em>
   */
  public static Store openSymmetric(Observations observations, double zeroWeight, Workers workers) {
    if (observations.values() instanceof SparseMatrix) {
      return SparseStore.scaledByFours(observations, zeroWeight, workers);
    }
    requireNoZeroWeight(zeroWeight);
    return DenseStore.scaledByFours(observations, Precision.DOUBLE, workers);
  }

  /**
   * Opens a table for a symmetric problem; a sparse one is always kept as doubles.
   *
   * @param observations a symmetric table; <em>not modified</em>
   * @param precision of a dense table
   * @param workers the threads of the passes; <em>kept</em>
   */
  public static Store openSymmetric(
      Observations observations, Precision precision, Workers workers) {
    return observations.values() instanceof SparseMatrix
        ? openSymmetric(observations, workers)
        : DenseStore.scaledByFours(observations, precision, workers);
  }

  private static void requireNoZeroWeight(double zeroWeight) {
    if (zeroWeight != 1) {
      throw new IllegalArgumentException(
          "the weight of absent entries is "
              + zeroWeight
              + " but the table is dense and has none; give a sparse table, or weights");
    }
  }
}
