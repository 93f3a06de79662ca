package org.mahnmf.lab.method;

import org.mahnmf.base.Workers;
import org.mahnmf.internal.sparse.Stores;
import org.mahnmf.internal.start.RandomStart;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.Store;
import org.mahnmf.term.Manhattan;

/** Samples in a store of the core, for methods that are not MahNMF. */
final class Data implements AutoCloseable {

  private final Workers workers;
  private final Store store;

  private Data(Workers workers, Store store) {
    this.workers = workers;
    this.store = store;
  }

  static Data open(Observations samples, int threads) {
    Workers workers = new Workers(threads);
    return new Data(workers, Stores.open(samples, workers, true));
  }

  Store store() {
    return store;
  }

  /** Returns uniform random factors at the scale of the data. */
  Factors randomStart(int rank, long seed) {
    // The loss and the sides play no part in a random start.
    Problem problem =
        new Problem(store, rank, new Manhattan(), Side.nonNegative(), Side.nonNegative());
    return new RandomStart().create(problem, seed);
  }

  /**
   * Returns codes of the store, rank x samples, as users see them: samples x rank, in their unit.
   */
  DenseMatrix codes(DenseMatrix inside) {
    return inside.transpose().times(store.scale());
  }

  @Override
  public void close() {
    workers.close();
  }
}
