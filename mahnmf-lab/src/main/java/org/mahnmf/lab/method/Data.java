package org.mahnmf.lab.method;

import java.util.List;
import java.util.function.Function;
import org.mahnmf.base.Workers;
import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.internal.sparse.SparseStore;
import org.mahnmf.internal.start.RandomStart;
import org.mahnmf.internal.store.DenseStore;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.SideData;
import org.mahnmf.problem.Store;
import org.mahnmf.term.Manhattan;

/** Samples in a store of the core, for methods that are not MahNMF. */
record Data(Store store) implements AutoCloseable {

  static Data open(Observations samples, int threads) {
    Workers workers = new Workers(threads);
    return new Data(
        samples.values() instanceof SparseMatrix
            ? SparseStore.scaled(samples, workers)
            : DenseStore.scaled(samples, workers));
  }

  /** Returns uniform random factors at the scale of the data. */
  Factors randomStart(int rank, long seed) {
    // The loss and the sides play no part in a random start.
    Problem problem =
        new Problem(store.extent(), rank, new Manhattan(), Side.nonNegative(), Side.nonNegative());
    return new RandomStart().create(problem, store, seed);
  }

  /** Returns what factors and a history, each in its unit of the store, are to users. */
  Learned learned(
      Factors factors,
      List<Double> history,
      double unit,
      Function<Observations, DenseMatrix> encoder) {
    return new Learned(
        factors.basis(),
        codes(factors.codes()),
        new double[factors.basis().columns()],
        history.stream().mapToDouble(value -> value * unit).toArray(),
        encoder);
  }

  /** Returns codes of the store, rank x samples, as users see them: samples x rank. */
  DenseMatrix codes(DenseMatrix inside) {
    return inside.transpose().times(store.scale());
  }

  /** Returns ‖X‖² in the unit of the store. */
  double squares() {
    SideData side = store.side(Factor.CODES);
    double[] column = new double[side.length()];
    double sum = 0;
    for (int j = 0; j < side.count(); j++) {
      side.read(j, column);
      sum += Loops.dot(column, column, column.length);
    }
    return sum;
  }

  @Override
  public void close() {
    store.workers().close();
  }
}
